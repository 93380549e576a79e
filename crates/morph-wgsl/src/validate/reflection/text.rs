//! The reflection as text, for review: a line an item.

use super::{ReflectedBinding, ReflectedEntryPoint, ReflectedMember, ReflectedStruct, Reflection};
use crate::BindingKind;
use std::fmt;

impl fmt::Display for Reflection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ReflectedEntryPoint { stage, name, workgroup_size, .. } in &self.entry_points {
            write!(f, "{stage} entry {name}")?;
            let [x, y, z] = workgroup_size;
            if *x > 0 {
                write!(f, ", workgroup {x} x {y} x {z}")?;
            }
            writeln!(f)?;
        }
        for binding in &self.bindings {
            writeln!(f, "{binding}")?;
        }
        for ReflectedStruct { name, size, members } in &self.structs {
            writeln!(f, "struct {name}, {size} bytes")?;
            for ReflectedMember { name, ty, offset, .. } in members {
                writeln!(f, "  {offset:>4} {name}: {ty}")?;
            }
        }
        Ok(())
    }
}

/// One line without its end: place, name, type, and what it takes.
impl fmt::Display for ReflectedBinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { group, binding, name, ty, kind } = self;
        write!(f, "@group({group}) @binding({binding}) {name}: {ty}")?;
        match kind {
            Some(BindingKind::UnfilterableTexture { .. }) => f.write_str(", read only"),
            Some(BindingKind::Uniform { size }) => write!(f, ", uniform of {size} bytes"),
            Some(BindingKind::ReadStorage { min_size }) => {
                write!(f, ", storage of at least {min_size} bytes, read only")
            }
            Some(BindingKind::ReadWriteStorage { min_size }) => {
                write!(f, ", storage of at least {min_size} bytes, read and written")
            }
            None => Ok(()),
        }
    }
}
