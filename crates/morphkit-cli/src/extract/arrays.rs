//! The .npz file: named arrays, compressed.

use crate::blend::source::Source;
use anyhow::{Context, Result, bail};
use morphkit::core::{Attribute, MorphTargets, unique_targets};
use morphkit::gltf::Document;
use ndarray::{ArrayViewD, IxDyn};
use ndarray_npy::{NpzWriter, WritableElement};
use std::fs::File;

/// Most numbers of one array: it is in memory as a whole, and a target without data takes a few
/// bytes of the file.
const MOST_OF_ARRAY: usize = 1 << 28;

/// Most numbers of all arrays of deltas ...
const MOST: usize = 1 << 30;
/// ... and as many for a byte of the file and its buffers, since zeros take none there ...
const MOST_OF_BYTE: usize = 256;
/// ... or this many, where that is more.
const ALWAYS_ALLOWED: usize = 1 << 26;

/// Checks that the deltas can be written out target by target and vertex by vertex.
///
/// # Errors
/// Where there are too many, with both numbers.
pub(super) fn check(source: &Source, document: &Document) -> Result<()> {
    let buffers = 0..document.root().buffers.len();
    let buffers = buffers.filter_map(|buffer| document.buffer_bytes(buffer).ok()).map(<[u8]>::len);
    let bytes = buffers.fold(document.file_bytes(), usize::saturating_add);
    let most = bytes.saturating_mul(MOST_OF_BYTE).clamp(ALWAYS_ALLOWED, MOST);
    let primitives = source.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let mut all = 0_usize;
    for targets in unique_targets(primitives.filter_map(|p| p.targets.as_ref())) {
        for &attribute in targets.attributes() {
            let numbers = numbers(targets, attribute);
            all = all.saturating_add(numbers);
            let (targets, vertices) = (targets.target_count(), targets.vertex_count());
            if numbers > MOST_OF_ARRAY {
                bail!(
                    "{targets} targets of {vertices} vertices: expected at most {MOST_OF_ARRAY} numbers for {attribute}, got {numbers}"
                );
            }
            if all > most {
                bail!("all targets: expected at most {most} numbers, got {all} and more");
            }
        }
    }
    Ok(())
}

fn numbers(targets: &MorphTargets, attribute: Attribute) -> usize {
    let of_target = targets.vertex_count().saturating_mul(attribute.delta_components());
    of_target.saturating_mul(targets.target_count())
}

/// Arrays that are written one after the other.
pub(super) struct Arrays {
    npz: NpzWriter<File>,
    count: usize,
}

impl Arrays {
    pub(super) fn new(file: File) -> Self {
        Self { npz: NpzWriter::new_compressed(file), count: 0 }
    }

    /// Writes an array and gives its name back.
    pub(super) fn add<T: WritableElement>(
        &mut self,
        name: String,
        shape: &[usize],
        values: &[T],
    ) -> Result<String> {
        let array = ArrayViewD::from_shape(IxDyn(shape), values);
        let array = array.with_context(|| name.clone())?;
        self.npz.add_array(name.as_str(), &array).with_context(|| name.clone())?;
        self.count += 1;
        Ok(name)
    }

    /// Writes the deltas of one attribute: targets x vertices x components.
    pub(super) fn add_deltas(
        &mut self,
        name: String,
        targets: &MorphTargets,
        attribute: Attribute,
    ) -> Result<String> {
        let components = attribute.delta_components();
        let row = targets.vertex_count() * components;
        let mut values = vec![0.0_f32; row * targets.target_count()];
        for (target, row) in values.chunks_exact_mut(row).enumerate() {
            let deltas = targets.deltas(target, attribute);
            for (vertex, delta) in deltas.into_iter().flat_map(|d| d.iter(components)) {
                row[vertex * components..][..components].copy_from_slice(delta);
            }
        }
        let shape = [targets.target_count(), targets.vertex_count(), components];
        self.add(name, &shape, &values)
    }

    /// Ends the file and gives the number of arrays.
    pub(super) fn finish(self) -> Result<usize> {
        self.npz.finish()?;
        Ok(self.count)
    }
}
