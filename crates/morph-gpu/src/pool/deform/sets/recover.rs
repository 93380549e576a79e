//! Primitives of the deform pass on another device.

use super::{DeformSet, DeformSets, SetKey, pack};
use crate::pool::known::{Supply, check_fingerprint, fingerprint_of_base};
use crate::pool::pages::Place;
use crate::pool::waiting::Waiting;
use crate::{GpuError, check_shader};
use morph_core::{DeviceLimits, MorphTargets, VertexAttributes};
use morph_wgsl::Slots;
use slotmap::SlotMap;

/// Primitives on another device, before the pool goes over to them.
#[derive(Debug)]
pub(in crate::pool) struct Prepared {
    store: DeformSets,
    places: Vec<(SetKey, (Place, Place))>,
}

impl DeformSets {
    /// Everything on another device, beside what is there; what was not kept is asked for.
    pub(in crate::pool) fn prepare(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        limits: (&DeviceLimits, bool),
        supply: &mut Supply<'_, SetKey>,
    ) -> Result<Prepared, GpuError> {
        let (words, vertices) = (self.words.like(), self.vertices.like());
        let (sets, keep, pending) = (SlotMap::new(), self.keep, Waiting::new());
        let mut store = Self { queue: queue.clone(), words, vertices, sets, keep, pending };
        let mut places = Vec::new();
        for (key, set) in &self.sets {
            let place = match (set.targets.kept(), &set.base) {
                (Some(targets), Some(base)) => {
                    store.place_again(device, limits, set, targets, base)?.0
                }
                _ => {
                    let (id, supplied) = supply(key)?;
                    let (targets, base) = (supplied.targets(id)?, supplied.base(id)?);
                    set.targets.check(id, targets)?;
                    check_fingerprint(id, set.fingerprints[0], fingerprint_of_base(base))?;
                    let (place, found) = store.place_again(device, limits, set, targets, base)?;
                    check_fingerprint(id, set.fingerprints[1], found)?;
                    place
                }
            };
            places.push((key, place));
        }
        Ok(Prepared { store, places })
    }

    fn place_again(
        &mut self,
        device: &wgpu::Device,
        (limits, normalize): (&DeviceLimits, bool),
        set: &DeformSet,
        targets: &MorphTargets,
        base: &VertexAttributes,
    ) -> Result<((Place, Place), u64), GpuError> {
        let DeformSet { attributes, layout, options, .. } = set;
        let kernel = options.check(*layout, *attributes, normalize)?;
        check_shader(kernel, &Slots::default(), &device.limits())?;
        let packed = pack(targets, base, *attributes, *layout, options, limits)?;
        self.place(device, &packed.words, base, *attributes)
    }

    /// Goes over to what was prepared, and keeps what was there in its place.
    pub(in crate::pool) fn swap(&mut self, prepared: &mut Prepared) {
        for (key, (words, vertices)) in &mut prepared.places {
            let set = &mut self.sets[*key];
            std::mem::swap(&mut set.words, words);
            std::mem::swap(&mut set.vertices, vertices);
        }
        std::mem::swap(&mut self.words, &mut prepared.store.words);
        std::mem::swap(&mut self.vertices, &mut prepared.store.vertices);
        std::mem::swap(&mut self.queue, &mut prepared.store.queue);
        // What edits changed is in what was prepared.
        std::mem::swap(&mut self.pending, &mut prepared.store.pending);
    }
}
