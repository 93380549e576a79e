//! Where deformed vertices are, and whose buffers they are written to.

use super::DeformedVertices;
use super::seats::{SeatKey, Seats};
use crate::GpuError;
use crate::delta::check_usage;
use crate::limits::check_storage_binding;
use crate::pool::pages::Place;
use crate::pool::{InstanceId, MorphPool};
use morph_wgsl::Output;

impl MorphPool {
    /// The vertices of an instance's primitive, as of the last [`MorphPool::encode`]: after
    /// an edit too they have the place and the attributes that they had, until a frame writes others.
    ///
    /// Where previous frames are kept, the place differs from frame to frame.
    ///
    /// # Errors
    /// [`GpuError::NoSuchInstance`], [`GpuError::NoSuchPrimitive`]; [`GpuError::NotDeformed`] for
    /// targets that shaders read; [`GpuError::NoVertexBuffer`] where the caller's buffer is not
    /// there.
    pub fn output(
        &self,
        id: InstanceId,
        primitive: usize,
    ) -> Result<DeformedVertices<'_>, GpuError> {
        self.vertices(id, primitive, Seats::place)
    }

    /// The vertices of an instance's primitive one frame earlier, for motion vectors: the same as
    /// [`MorphPool::output`] where nothing changed in the last frame, or where it was the first (see
    /// [`MorphPool::reset_motion`]), or where
    /// [`PoolOptions::keep_previous`](crate::pool::PoolOptions::keep_previous) is off.
    ///
    /// Both may lie in different buffers: bind each as a vertex buffer of its own. A buffer of the
    /// caller ([`MorphPool::set_vertex_buffer`]) has no frame before; two that are set in turn do.
    ///
    /// # Errors
    /// As [`MorphPool::output`].
    pub fn previous_output(
        &self,
        id: InstanceId,
        primitive: usize,
    ) -> Result<DeformedVertices<'_>, GpuError> {
        self.vertices(id, primitive, Seats::previous)
    }

    fn vertices(
        &self,
        id: InstanceId,
        primitive: usize,
        place: impl FnOnce(&Seats, SeatKey) -> Option<Place>,
    ) -> Result<DeformedVertices<'_>, GpuError> {
        let (seat, key) = self.seat(id, primitive)?;
        let set = &self.deform.sets.sets[key];
        let seats = &self.deform.seats;
        // After an edit they are what they were, until a frame writes others.
        let attributes = seats.attributes(seat).unwrap_or(set.attributes);
        let (output, bytes) = (set.options.output, set.output_bytes(&attributes));
        let (buffer, offset) = match (&seats.seats[seat].target, place(seats, seat)) {
            (Some((buffer, word)), _) => (buffer, u64::from(*word) * 4),
            (None, Some(place)) => (seats.pages.buffer(place.page), place.offset),
            (None, None) => return Err(GpuError::NoVertexBuffer { instance: id, primitive }),
        };
        Ok(DeformedVertices { buffer, offset, bytes, output, attributes })
    }

    /// Lets the deform pass write an instance's primitive into a vertex buffer of the caller, from
    /// this byte on; for primitives that were added with [`Output::Interleaved`].
    ///
    /// Words that are no morphed attribute's keep what they hold.
    ///
    /// # Errors
    /// [`GpuError::NotInterleaved`] for another output; [`GpuError::Usage`] without STORAGE;
    /// [`GpuError::VertexBuffer`] where it is too small; [`GpuError::Device`] where the vertices lie
    /// beyond what can be bound; [`GpuError::Unaligned`] where the byte is no multiple of what one
    /// store writes.
    pub fn set_vertex_buffer(
        &mut self,
        id: InstanceId,
        primitive: usize,
        buffer: &wgpu::Buffer,
        offset: u64,
    ) -> Result<(), GpuError> {
        let (seat, key) = self.seat(id, primitive)?;
        let set = &self.deform.sets.sets[key];
        let output = set.options.output;
        if !matches!(output, Output::Interleaved(_)) {
            return Err(GpuError::NotInterleaved { instance: id, primitive });
        }
        check_usage("vertex buffer", buffer, wgpu::BufferUsages::STORAGE, "STORAGE")?;
        let expected = offset.saturating_add(set.output_bytes(&set.attributes));
        let found = buffer.size();
        let step = u64::from(output.store_words()) * 4;
        if expected > found {
            return Err(GpuError::VertexBuffer { expected, found });
        }
        check_storage_binding(expected, &self.device.limits())?;
        if !offset.is_multiple_of(step) {
            return Err(GpuError::Unaligned { what: "vertex buffer", offset, step });
        }
        self.deform.seats.set_target(seat, buffer, (offset / 4) as u32);
        Ok(())
    }
}
