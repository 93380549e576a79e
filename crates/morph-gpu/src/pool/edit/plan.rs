//! An edit of several ids at once: checked, prepared, and only then done.

use super::EditStats;
use crate::GpuError;
use crate::pool::deform::{SeatKey, SetEdit};
use crate::pool::deltas::DeltaEdit;
use crate::pool::instance::{InstanceEntry, Place};
use crate::pool::known::Known;
use crate::pool::rows::Region;
use crate::pool::{MorphPool, Reader, ShaderLayout, TargetsId};
use morph_core::{MorphTargets, Weights};
use morph_wgsl::Stage;
use slotmap::DefaultKey;
use std::sync::Arc;

/// What an id gets.
#[derive(Debug)]
pub(super) struct Edit {
    pub(super) id: TargetsId,
    pub(super) targets: MorphTargets,
    pub(super) names: Option<Arc<[String]>>,
}

/// Which weights go with which targets afterwards.
#[derive(Debug)]
pub(super) enum Moves {
    /// By name where there were and are any, else by index.
    Named,
    /// All stay where they are.
    Kept,
    /// There is a new one at the index.
    In(usize),
    /// The one at the index went.
    Out(usize),
}

/// An edit of one id that is sure to succeed.
#[derive(Debug)]
enum Prepared {
    Shader {
        stage: Stage,
        layout: ShaderLayout,
        reason: &'static str,
        deltas: Box<DeltaEdit>,
        /// Other rows, where they do not fit where they are, and whether the rows of other sets are
        /// in another buffer for them.
        region: Option<(Region, bool)>,
    },
    Deform(SetEdit),
}

impl MorphPool {
    /// Does all of it, or nothing.
    pub(super) fn edit(&mut self, edits: Vec<Edit>, moves: &Moves) -> Result<EditStats, GpuError> {
        self.check_edits(&edits)?;
        let weights = self.moved_weights(&edits, moves)?;
        let mut prepared = Vec::with_capacity(edits.len());
        for edit in &edits {
            match self.prepare_edit(edit) {
                Ok(ready) => prepared.push(ready),
                Err(error) => {
                    prepared.into_iter().rev().for_each(|ready| self.undo_edit(ready));
                    return Err(error);
                }
            }
        }
        let mut stats = EditStats::default();
        let mut are_rows_same = true;
        for (edit, ready) in edits.into_iter().zip(prepared) {
            are_rows_same &= self.commit_edit(edit, ready, &mut stats);
        }
        for (key, weights) in weights {
            let entry = &mut self.instances[key];
            let same = entry.weights.as_slice() == weights.as_slice();
            entry.weights = weights;
            // What was shown had other targets.
            self.begin_motion(key)?;
            if are_rows_same && same {
                self.instances[key].seats().for_each(|seat| self.deform.mark(seat));
            } else {
                self.write_rows(key)?;
            }
        }
        Ok(stats)
    }

    fn check_edits(&self, edits: &[Edit]) -> Result<(), GpuError> {
        for (at, Edit { id, targets, .. }) in edits.iter().enumerate() {
            let entry = self.entry(*id)?;
            if entry.destroyed {
                return Err(GpuError::NoSuchTargets(*id));
            }
            if edits[..at].iter().any(|earlier| earlier.id == *id) {
                return Err(GpuError::EditedTwice(*id));
            }
            let (expected, found) = (entry.targets.vertex_count(), targets.vertex_count());
            if expected != found {
                return Err(GpuError::VertexCount { targets: *id, expected, found });
            }
        }
        Ok(())
    }

    /// The weights of all instances that use one of the ids, as they are after the edit.
    fn moved_weights(
        &self,
        edits: &[Edit],
        moves: &Moves,
    ) -> Result<Vec<(DefaultKey, Weights)>, GpuError> {
        let edited = |id| edits.iter().find(|edit| edit.id == id);
        let uses =
            |entry: &InstanceEntry| entry.primitives.iter().any(|p| edited(p.targets).is_some());
        let mut moved = Vec::new();
        for (key, entry) in self.instances.iter().filter(|(_, entry)| uses(entry)) {
            let (mut count, mut names) = (0, None);
            for primitive in &entry.primitives {
                let of = self.entry(primitive.targets)?;
                let edit = edited(primitive.targets);
                let own = of.targets.target_count();
                count = count.max(edit.map_or(own, |edit| edit.targets.target_count()));
                names = names.or_else(|| edit.map_or(&of.names, |edit| &edit.names).clone());
            }
            let sources: Vec<Option<usize>> =
                match moves {
                    Moves::Named => entry.weights.sources(count, names.as_deref()),
                    Moves::Kept => (0..count).map(Some).collect(),
                    Moves::In(at) => (0..count)
                        .map(|index| {
                            if index < *at { Some(index) } else { (index > *at).then(|| index - 1) }
                        })
                        .collect(),
                    Moves::Out(at) => {
                        (0..count).map(|index| Some(index + usize::from(index >= *at))).collect()
                    }
                };
            // Weights are by index for all primitives of an instance.
            for primitive in &entry.primitives {
                let other = primitive.targets;
                let kept = self.entry(other)?.targets.target_count();
                let mut first = sources.iter().take(kept).enumerate();
                if edited(other).is_none() && first.any(|(at, source)| *source != Some(at)) {
                    let with = entry.primitives.iter().find_map(|p| edited(p.targets));
                    let targets = with.map_or(other, |edit| edit.id);
                    return Err(GpuError::EditedAlone { targets, other });
                }
            }
            moved.push((key, entry.weights.carried(&sources, names)));
        }
        Ok(moved)
    }

    fn prepare_edit(&mut self, edit: &Edit) -> Result<Prepared, GpuError> {
        let targets = &edit.targets;
        let entry = self.entry(edit.id)?;
        let (key, stage, source, reason) = match &entry.reader {
            Reader::Shader(reader) => {
                let packing = reader.packing.options().ok_or(GpuError::NotKept(edit.id))?;
                let (stage, source, reason) = self.source(targets, reader.choice, &packing)?;
                (reader.key, stage, source, reason)
            }
            Reader::Deform(key) => {
                let (key, seats) = (*key, self.seats_of(edit.id));
                let limits = self.stage_limits(Stage::Compute);
                let normalize = self.options.normalize;
                let to = (edit.id, key, targets);
                let edit = self.deform.prepare_edit(&self.device, &limits, to, normalize, seats)?;
                return Ok(Prepared::Deform(edit));
            }
        };
        let layout = source.layout();
        let deltas = self.deltas.prepare_edit(&self.device, key, targets, source)?;
        let region = match &self.targets[edit.id.key].reader {
            Reader::Shader(reader) if !reader.region.fits(&layout) => {
                let rows = self.rows.of_mut(&layout);
                match rows.like(&self.device, &reader.region, &layout) {
                    Ok(made) => Some(made),
                    Err(error) => {
                        self.deltas.undo_edit(deltas);
                        return Err(error);
                    }
                }
            }
            _ => None,
        };
        let deltas = Box::new(deltas);
        Ok(Prepared::Shader { stage, layout, reason, deltas, region })
    }

    fn undo_edit(&mut self, prepared: Prepared) {
        match prepared {
            Prepared::Shader { layout, deltas, region, .. } => {
                self.deltas.undo_edit(*deltas);
                if let Some((region, is_other_buffer)) = region {
                    let rows = self.rows.of_mut(&layout);
                    rows.release(region);
                    // Room that was made stays.
                    if is_other_buffer && !rows.is_empty() {
                        self.move_on();
                    }
                }
            }
            Prepared::Deform(edit) => self.deform.undo_edit(edit),
        }
    }

    /// Goes over to what was prepared, but for weights. Returns whether rows of the same weights
    /// are what they were.
    fn commit_edit(&mut self, edit: Edit, prepared: Prepared, stats: &mut EditStats) -> bool {
        let entry = &mut self.targets[edit.id.key];
        entry.targets = Known::new(&edit.targets, self.options.keep_deltas);
        entry.names = edit.names;
        match (prepared, &mut entry.reader) {
            (
                Prepared::Shader { stage, layout, reason, deltas, region },
                Reader::Shader(reader),
            ) => {
                let done = self.deltas.commit_edit(*deltas);
                let before = reader.layout.permutation(reader.stage, &self.options);
                let is_other = layout.permutation(stage, &self.options) != before;
                let old = reader.layout;
                reader.key = done.key;
                (reader.stage, reader.layout, reader.reason) = (stage, layout, reason);
                let is_moved = done.is_moved || is_other || region.is_some();
                let are_rows_same = has_same_rows(&old, &layout) && region.is_none();
                match region {
                    Some((region, _)) => {
                        let region = std::mem::replace(&mut reader.region, region);
                        self.rows.of_mut(&old).release(region);
                    }
                    None => reader.region.set_layout(&layout),
                }
                // In place as well: what is drawn until the next upload has the old deltas.
                self.is_unsettled = true;
                self.generation += u64::from(is_moved);
                stats.written = stats.written + done.written;
                stats.whole += usize::from(done.is_whole);
                stats.is_other_interface |= is_other;
                are_rows_same
            }
            (Prepared::Deform(ready), Reader::Deform(key)) => {
                let done = self.deform.commit_edit(ready);
                *key = done.key;
                stats.written = stats.written + done.written;
                stats.whole += usize::from(done.is_whole);
                stats.is_other_interface |= done.is_other;
                true
            }
            // A reader stays of its kind.
            (Prepared::Shader { .. }, Reader::Deform(_))
            | (Prepared::Deform(_), Reader::Shader(_)) => true,
        }
    }

    /// Places of the deform pass that show an id's targets.
    fn seats_of(&self, id: TargetsId) -> Vec<SeatKey> {
        let primitives = self.instances.values().flat_map(|entry| &entry.primitives);
        let seat = |place| match place {
            Place::Seat(seat) => Some(seat),
            Place::Row(_) => None,
        };
        primitives.filter(|p| p.targets == id).filter_map(|p| seat(p.place)).collect()
    }
}

/// Whether rows of the same weights are the same words for two layouts of as many vertices.
fn has_same_rows(a: &ShaderLayout, b: &ShaderLayout) -> bool {
    match (a, b) {
        (ShaderLayout::Linear(a), ShaderLayout::Linear(b)) => a.target_count() == b.target_count(),
        (ShaderLayout::RowSparse(a), ShaderLayout::RowSparse(b)) => {
            a.target_count() == b.target_count()
        }
        _ => a == b,
    }
}
