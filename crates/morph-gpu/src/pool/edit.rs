//! Live edits: targets added, replaced and removed while instances show them.

pub(super) mod changes;
mod names;
mod plan;

use super::{MorphPool, TargetRef, TargetsId, UploadStats};
use crate::GpuError;
use morph_core::{MorphTargets, TargetDeltas};
use plan::{Edit, Moves};
use std::sync::Arc;

/// What an edit did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EditStats {
    /// Writes of deltas and their bytes: done where the place is new, else part of what the next
    /// [`MorphPool::upload`] or [`MorphPool::encode`] writes (a texture by layers, which may be
    /// more writes). What several edits write over is written once, so that the upload may write
    /// less than their sum.
    pub written: UploadStats,
    /// Sets of deltas that were encoded and written as a whole. Written in part are linear layouts
    /// and textures of an unchanged size, where no other id has the same deltas and the bands stay:
    /// packed sets (blocked, dense in 16 bits, row sparse) have entries of any target anywhere.
    pub whole: usize,
    /// Whether a permutation is another than before, or the deform pass writes vertices of other
    /// attributes: then pipelines have to be made anew, not only bind groups.
    pub is_other_interface: bool,
}

impl MorphPool {
    /// Replaces the targets of ids, which stay with their instances, in place: as if these targets
    /// had been added in the same way in the first place. All ids or none.
    ///
    /// The primitives of one mesh are edited together, one element of `targets` for each id. Names
    /// are those of all of them, as in [`MorphPool::add_targets`]. Other ids of the same targets
    /// keep theirs.
    ///
    /// # What weights then mean
    /// Weights that still mean something stay: by name where the instance had names and has some
    /// now, else by index. Those of targets that are gone go, new targets have weight 0
    /// ([`morph_core::Weights::for_targets`]).
    ///
    /// # When it shows
    /// With the next [`MorphPool::upload`], which writes deltas and weights together, and the next
    /// [`MorphPool::encode`], which deforms all instances; in that frame they have no frame before
    /// ([`MorphPool::reset_motion`]). What was recorded before the edit shows
    /// what was there before, if it is submitted before that, and [`MorphPool::output`] tells it.
    ///
    /// So the order of a frame is: edit, upload and encode, then make bind groups anew where
    /// [`MorphPool::generation`] has changed, and pipelines where [`EditStats::is_other_interface`]
    /// says so, then draw. Between an edit and the upload new deltas and old rows may lie side by side:
    /// bind groups from before the edit are whole until then, those made in between are not.
    ///
    /// # Example
    /// ```
    /// use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
    /// use morph_gpu::{Choice, MorphPool, PoolOptions};
    /// # use morph_wgsl::Stage;
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// let by = |y| TargetDeltas::new()
    ///     .with(Attribute::Position, Deltas::from_vec3(&[[0.0, y, 0.0]; 100]));
    /// let targets = MorphTargets::new(100, vec![by(1.0), by(2.0)])?.expect("two targets");
    /// let names = |names: [&str; 2]| Some(names.map(String::from).into());
    /// # let mut pool = MorphPool::new(&device, &queue, PoolOptions::default());
    /// let id = pool.add_targets(&targets, names(["low", "high"]), Choice::Linear(Stage::Vertex))?;
    /// let instance = pool.new_instance(&[id], &[0.25, 0.5])?;
    ///
    /// let edited = targets.with_replaced(1, by(3.0))?;
    /// let done = pool.replace_targets(&[id], &[edited], names(["high", "higher"]))?;
    /// assert_eq!(done.written.bytes, 99 * 12 + 4); // the second target, from y to y
    /// assert_eq!(pool.weights(instance)?.as_slice(), [0.5, 0.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// And then nothing has changed, but that [`MorphPool::generation`] has where room for rows was
    /// made already: [`GpuError::NoSuchTargets`] for an id that was destroyed;
    /// [`GpuError::NotKept`] where [`PoolOptions::keep_deltas`](super::PoolOptions::keep_deltas) is
    /// off and a base is needed that was given along with the targets;
    /// [`GpuError::EditCount`], [`GpuError::EditedTwice`]; [`GpuError::VertexCount`] for targets of
    /// another number of vertices; [`GpuError::EditedAlone`] where an instance has another
    /// primitive whose weights would come to mean other targets; the errors of
    /// [`MorphPool::add_targets`] and [`MorphPool::add_primitive`].
    pub fn replace_targets(
        &mut self,
        ids: &[TargetsId],
        targets: &[MorphTargets],
        names: Option<Arc<[String]>>,
    ) -> Result<EditStats, GpuError> {
        check_count(ids.len(), targets.len())?;
        let edit = |(id, targets): (&TargetsId, &MorphTargets)| Edit {
            id: *id,
            targets: targets.clone(),
            names: names.clone(),
        };
        self.edit(ids.iter().zip(targets).map(edit).collect(), &Moves::Named)
    }

    /// Replaces the deltas of one target, given by index or by name, one element of `deltas` for
    /// each id. Names and weights stay.
    ///
    /// # Example
    /// ```
    /// # use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
    /// # use morph_gpu::{Choice, MorphPool, PoolOptions};
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// # let by = |y| TargetDeltas::new()
    /// #     .with(Attribute::Position, Deltas::from_vec3(&[[0.0, y, 0.0]; 3]));
    /// # let targets = MorphTargets::new(3, vec![by(1.0), by(2.0)])?.expect("two targets");
    /// # let names = Some(["low", "high"].map(String::from).into());
    /// # let mut pool = MorphPool::new(&device, &queue, PoolOptions::default());
    /// # let id = pool.add_targets(&targets, names, Choice::Linear(morph_wgsl::Stage::Vertex))?;
    /// let instance = pool.new_instance(&[id], &[0.25, 0.5])?;
    /// pool.replace_target(&[id], "low", vec![by(-1.0)])?;
    /// assert_eq!(pool.weights(instance)?.as_slice(), [0.25, 0.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`MorphPool::replace_targets`]; [`GpuError::NotKept`] where deltas are not kept;
    /// [`GpuError::Targets`] for deltas that do not fit, or where there is no such target;
    /// [`GpuError::NoTargetOfName`].
    pub fn replace_target<'a>(
        &mut self,
        ids: &[TargetsId],
        target: impl Into<TargetRef<'a>>,
        deltas: Vec<TargetDeltas>,
    ) -> Result<EditStats, GpuError> {
        check_count(ids.len(), deltas.len())?;
        let index = self.edited_index(ids, target.into())?;
        let mut edits = Vec::with_capacity(ids.len());
        for (&id, deltas) in ids.iter().zip(deltas) {
            let entry = self.entry(id)?;
            let targets = self.kept(id)?.with_replaced(index, deltas)?;
            edits.push(Edit { id, targets, names: entry.names.clone() });
        }
        self.edit(edits, &Moves::Kept)
    }

    /// Adds a target behind the others, one element of `deltas` for each id: its weight is 0.
    ///
    /// # Example
    /// ```
    /// # use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
    /// # use morph_gpu::{Choice, MorphPool, PoolOptions};
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// # let by = |y| TargetDeltas::new()
    /// #     .with(Attribute::Position, Deltas::from_vec3(&[[0.0, y, 0.0]; 3]));
    /// # let targets = MorphTargets::new(3, vec![by(1.0), by(2.0)])?.expect("two targets");
    /// # let names = Some(["low", "high"].map(String::from).into());
    /// # let mut pool = MorphPool::new(&device, &queue, PoolOptions::default());
    /// # let id = pool.add_targets(&targets, names, Choice::Linear(morph_wgsl::Stage::Vertex))?;
    /// let instance = pool.new_instance(&[id], &[0.25, 0.5])?;
    /// pool.add_target(&[id], vec![by(3.0)], Some("higher"))?;
    /// pool.set_weight(instance, "higher", 1.0)?;
    /// assert_eq!(pool.weights(instance)?.as_slice(), [0.25, 0.5, 1.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`MorphPool::insert_target`].
    pub fn add_target(
        &mut self,
        ids: &[TargetsId],
        deltas: Vec<TargetDeltas>,
        name: Option<&str>,
    ) -> Result<EditStats, GpuError> {
        let Some(&first) = ids.first() else {
            return check_count(0, deltas.len()).map(|()| EditStats::default());
        };
        let index = self.entry(first)?.targets.target_count();
        self.insert_target(ids, index, deltas, name)
    }

    /// Adds a target that comes to stand at the index: weights of those from there on move along.
    ///
    /// Where targets have names already, or this one gets one, those without any before it are
    /// named by the empty string.
    ///
    /// # Example
    /// ```
    /// # use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
    /// # use morph_gpu::{Choice, MorphPool, PoolOptions};
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// # let by = |y| TargetDeltas::new()
    /// #     .with(Attribute::Position, Deltas::from_vec3(&[[0.0, y, 0.0]; 3]));
    /// # let targets = MorphTargets::new(3, vec![by(1.0), by(2.0)])?.expect("two targets");
    /// # let names = Some(["low", "high"].map(String::from).into());
    /// # let mut pool = MorphPool::new(&device, &queue, PoolOptions::default());
    /// # let id = pool.add_targets(&targets, names, Choice::Linear(morph_wgsl::Stage::Vertex))?;
    /// let instance = pool.new_instance(&[id], &[0.25, 0.5])?;
    /// pool.insert_target(&[id], 1, vec![by(1.5)], Some("between"))?;
    /// assert_eq!(pool.weights(instance)?.as_slice(), [0.25, 0.0, 0.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`MorphPool::replace_target`]; [`GpuError::Targets`] for an index beyond the last target's successor.
    pub fn insert_target(
        &mut self,
        ids: &[TargetsId],
        index: usize,
        deltas: Vec<TargetDeltas>,
        name: Option<&str>,
    ) -> Result<EditStats, GpuError> {
        check_count(ids.len(), deltas.len())?;
        let mut edits = Vec::with_capacity(ids.len());
        for (&id, deltas) in ids.iter().zip(deltas) {
            let entry = self.entry(id)?;
            let targets = self.kept(id)?.with_target(index, deltas)?;
            let names = names::with(entry.names.as_ref(), index, name);
            edits.push(Edit { id, targets, names });
        }
        self.edit(edits, &Moves::In(index))
    }

    /// Removes a target, given by index or by name: its weight goes, those of the targets behind it
    /// move along.
    ///
    /// A name is looked up among those of the first id that has any.
    ///
    /// # Example
    /// ```
    /// # use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
    /// # use morph_gpu::{Choice, MorphPool, PoolOptions};
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// # let by = |y| TargetDeltas::new()
    /// #     .with(Attribute::Position, Deltas::from_vec3(&[[0.0, y, 0.0]; 3]));
    /// # let targets = MorphTargets::new(3, vec![by(1.0), by(2.0)])?.expect("two targets");
    /// # let names = Some(["low", "high"].map(String::from).into());
    /// # let mut pool = MorphPool::new(&device, &queue, PoolOptions::default());
    /// # let id = pool.add_targets(&targets, names, Choice::Linear(morph_wgsl::Stage::Vertex))?;
    /// let instance = pool.new_instance(&[id], &[0.25, 0.5])?;
    /// pool.remove_target(&[id], "low")?;
    /// assert_eq!(pool.weights(instance)?.as_slice(), [0.5]);
    /// assert_eq!(pool.target_names(id)?.expect("names").as_ref(), ["high"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`MorphPool::replace_target`]; [`GpuError::LastTarget`] where none would be left.
    pub fn remove_target<'a>(
        &mut self,
        ids: &[TargetsId],
        target: impl Into<TargetRef<'a>>,
    ) -> Result<EditStats, GpuError> {
        let index = self.edited_index(ids, target.into())?;
        let mut edits = Vec::with_capacity(ids.len());
        for &id in ids {
            let entry = self.entry(id)?;
            let left = self.kept(id)?.without_target(index)?;
            let targets = left.ok_or(GpuError::LastTarget(id))?;
            let names = names::without(entry.names.as_ref(), index);
            edits.push(Edit { id, targets, names });
        }
        self.edit(edits, &Moves::Out(index))
    }

    /// The names of the targets, as they were given.
    ///
    /// # Errors
    /// [`GpuError::NoSuchTargets`].
    pub fn target_names(&self, id: TargetsId) -> Result<Option<&Arc<[String]>>, GpuError> {
        Ok(self.entry(id)?.names.as_ref())
    }

    /// The targets of an id, to make others of.
    fn kept(&self, id: TargetsId) -> Result<&MorphTargets, GpuError> {
        self.entry(id)?.targets.kept().ok_or(GpuError::NotKept(id))
    }

    /// Index of a target of the ids.
    fn edited_index(&self, ids: &[TargetsId], target: TargetRef<'_>) -> Result<usize, GpuError> {
        let name = match target {
            TargetRef::Index(index) => return Ok(index),
            TargetRef::Name(name) => name,
        };
        let Some(&first) = ids.first() else { return Ok(0) };
        let mut named = None;
        for &id in ids {
            let entry = self.entry(id)?;
            named =
                named.or_else(|| entry.names.as_ref().map(|n| (n, entry.targets.target_count())));
        }
        let found =
            named.and_then(|(names, count)| names.iter().take(count).position(|n| n == name));
        found.ok_or_else(|| GpuError::NoTargetOfName { targets: first, name: name.to_owned() })
    }
}

fn check_count(expected: usize, found: usize) -> Result<(), GpuError> {
    if expected == found { Ok(()) } else { Err(GpuError::EditCount { expected, found }) }
}
