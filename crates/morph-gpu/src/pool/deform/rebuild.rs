//! Deformed vertices on another device: what stood in every place is written again.

use super::Deforming;
use super::frames::{Class, Frames};
use super::seats::{Destination, Seat, Shown};
use super::sets::word;
use crate::GpuError;
use crate::pool::pages::Place;
use crate::scope::scoped;

/// Seats of one pass: their frame stays small whatever their number.
const SEATS: usize = 1024;

impl Deforming {
    /// Writes every place as it was, with the weights and in the way that it was written with last,
    /// and waits for nothing.
    pub(super) fn rebuild(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        normalize: bool,
    ) -> Result<(), GpuError> {
        let limits = &device.limits();
        for side in 0..2 {
            let shown: Vec<_> = self.seats.shown(side).collect();
            for part in shown.chunks(SEATS) {
                let mut frames = Frames::default();
                for (seat, place, shown) in part {
                    self.gather(&mut frames, (normalize, limits), (seat, *place, shown));
                }
                frames.write(device, queue)?;
                self.kernels.prepare(device, &frames, &self.sets, &self.seats)?;
                scoped(device, "morph deform pass", || {
                    let mut encoder = device.create_command_encoder(&Default::default());
                    let kernels = &self.kernels;
                    kernels.record(&frames, &mut encoder.begin_compute_pass(&Default::default()));
                    queue.submit([encoder.finish()]);
                })?;
                self.kernels.forget_bindings();
            }
        }
        Ok(())
    }

    fn gather(
        &self,
        frames: &mut Frames,
        (normalize, limits): (bool, &wgpu::Limits),
        (seat, place, shown): (&Seat, Place, &Shown),
    ) {
        let set = &self.sets.sets[seat.set];
        let tuned = shown.tuned.within(set, limits);
        let class = Class::new(set, normalize, tuned, Destination::Page(place.page));
        let mut group = frames.frame_of(class).group(&set.mesh());
        group.instance(word(place), seat.number, &shown.weights);
    }
}
