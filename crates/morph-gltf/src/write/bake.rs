//! Baking: weights become part of the base, and their targets go.

mod attribute;
mod copies;

use super::{Patch, WriteError};
use attribute::Sum;
use morph_core::{Attribute, MorphMesh, MorphPrimitive, MorphTargets};
use std::collections::BTreeMap;

/// What becomes of the targets that are not baked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Rest {
    /// They go: the mesh has no targets afterwards.
    #[default]
    Drop,
    /// Those of weight 0 stay, and blend as before.
    Keep,
}

/// What makes two baked attributes the same: the accessor of the base, and the deltas in memory.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    attribute: Attribute,
    base: usize,
    targets: usize,
}

/// A baked attribute: its accessor, and those of the deltas that stay.
#[derive(Debug, Clone)]
struct Baked {
    base: usize,
    deltas: Vec<(usize, usize)>,
}

impl Patch<'_> {
    /// Adds weighted targets to the base of a mesh and takes them out.
    ///
    /// `shape` is the mesh as it was read, perhaps with deltas that the file does not have. Baked
    /// attributes are written as f32 accessors of their own, so nothing that shares the old ones
    /// changes. Default weights of the mesh and of its nodes become 0; animations, names and whatever
    /// else points at the baked targets lose them, as by [`Patch::keep_targets`].
    ///
    /// With [`Rest::Keep`] later blending stays equal: directions are divided by their new length
    /// and the remaining deltas of that vertex by the same, and `COLOR_0` is clamped only where no
    /// remaining target moves it.
    ///
    /// # Shapes
    /// One weight a target; missing ones are 0, extra ones are ignored.
    ///
    /// # Errors
    /// [`WriteError::NotFinite`] for a weight or a result, [`WriteError::NoSuch`] for the mesh, and
    /// the errors of [`Patch::keep_targets`].
    ///
    /// # Example
    /// ```no_run
    /// use morph_gltf::write::{Patch, Rest};
    /// let document = morph_gltf::open("face.glb")?;
    /// let mut patch = Patch::new(&document)?;
    /// patch.bake(0, &document.mesh(0)?, &[0.5, 0.0, 1.0], Rest::Drop)?;
    /// patch.finish()?.save("smiling.glb")?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bake(
        &mut self,
        mesh: usize,
        shape: &MorphMesh,
        weights: &[f32],
        rest: Rest,
    ) -> Result<(), WriteError> {
        if let Some(position) = weights.iter().position(|weight| !weight.is_finite()) {
            let place = format!("weights of meshes[{mesh}]");
            return Err(WriteError::NotFinite { place, position, value: weights[position] });
        }
        let count = self.target_count(mesh)?;
        let weight = |target: usize| weights.get(target).copied().unwrap_or(0.0);
        let active: Vec<(usize, f32)> =
            (0..count).map(|target| (target, weight(target))).filter(|(_, w)| *w != 0.0).collect();
        let kept: Vec<usize> = match rest {
            Rest::Drop => Vec::new(),
            Rest::Keep => (0..count).filter(|&target| weight(target) == 0.0).collect(),
        };
        let mut done = BTreeMap::new();
        for (at, primitive) in shape.primitives.iter().enumerate() {
            self.bake_primitive((mesh, at), primitive, &active, &kept, &mut done)?;
        }
        self.keep_targets(mesh, &kept)?;
        self.forget_weights(mesh);
        Ok(())
    }

    fn bake_primitive(
        &mut self,
        (mesh, at): (usize, usize),
        primitive: &MorphPrimitive,
        active: &[(usize, f32)],
        kept: &[usize],
        done: &mut BTreeMap<Key, Baked>,
    ) -> Result<(), WriteError> {
        let Some(targets) = &primitive.targets else { return Ok(()) };
        let targets = targets.for_base(&primitive.base);
        for &attribute in targets.attributes() {
            let moves = |target: usize| targets.deltas(target, attribute).is_some();
            if !active.iter().any(|&(target, _)| moves(target)) {
                continue;
            }
            let name = attribute.to_string();
            let Some(base) = self.attribute(mesh, at, &name) else { continue };
            let identity = primitive.targets.as_ref().map_or(0, MorphTargets::identity);
            let key = Key { attribute, base, targets: identity };
            let baked = match done.get(&key) {
                Some(baked) => baked.clone(),
                None => {
                    let sum = Sum::new(&primitive.base, &targets, attribute, active, kept);
                    let place = format!("meshes[{mesh}].primitives[{at}].attributes.{name}");
                    let within = |value: &f32| (0.0..=1.0).contains(value);
                    if matches!(attribute, Attribute::Color(_)) && !sum.values.iter().all(within) {
                        self.note(format!(
                            "{place}: leaves 0..1 as the sum does, and validators may refuse it"
                        ));
                    }
                    let baked = self.write_sum((mesh, at), &sum, &key);
                    let baked = baked.map_err(|error| error.at(&place))?;
                    done.insert(key, baked.clone());
                    baked
                }
            };
            self.set_attribute(mesh, at, &name, baked.base)?;
            for (target, accessor) in baked.deltas {
                self.set_delta(mesh, at, target, &name, Some(accessor))?;
            }
            self.forget_compressed(mesh, at)?;
        }
        Ok(())
    }

    fn write_sum(
        &mut self,
        (mesh, at): (usize, usize),
        sum: &Sum,
        key: &Key,
    ) -> Result<Baked, WriteError> {
        let attribute = key.attribute;
        let base = self.add_values(attribute, sum.components, &sum.values, Some(key.base))?;
        let vertex_count = sum.values.len() / sum.components;
        let mut deltas = Vec::with_capacity(sum.deltas.len());
        for (target, of_target) in &sum.deltas {
            let like = self.delta(mesh, at, *target, &attribute.to_string());
            deltas.push((*target, self.add_deltas(attribute, of_target, vertex_count, like)?));
        }
        Ok(Baked { base, deltas })
    }
}
