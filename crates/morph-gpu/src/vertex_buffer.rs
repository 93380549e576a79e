//! Vertex buffers that are blended on the CPU and rewritten in place.
//!
//! For devices where vertex shaders cannot read deltas, and for pipelines that must not change:
//! the vertex buffer keeps its layout, so pipelines, index buffers and draw calls stay as they
//! are.

use crate::GpuError;
use crate::delta::check_usage;
use crate::lost::write;
use morph_core::animation::WeightSink;
use morph_core::{
    Attribute, MorphTargets, Normalize, VertexAttributes, VertexLayout, Weights,
    blend_interleaved_into,
};
use std::sync::Arc;

/// A mesh whose vertex buffers are rewritten when its weights change.
///
/// Always starts from the immutable base, so nothing drifts. Two instances of one mesh are two of
/// these with buffers of their own: base and targets are shared by reference counting.
#[derive(Debug)]
pub struct MorphedVertexBuffers {
    base: Arc<VertexAttributes>,
    targets: MorphTargets,
    weights: Weights,
    normalize: Normalize,
    streams: Vec<Stream>,
    queue: wgpu::Queue,
}

/// One vertex buffer with the attributes in it that are rewritten.
#[derive(Debug)]
struct Stream {
    buffer: wgpu::Buffer,
    stride_bytes: usize,
    attributes: Vec<(Attribute, usize)>,
    bytes: Vec<u8>,
}

impl MorphedVertexBuffers {
    /// For a vertex buffer in the caller's own interleaved layout.
    ///
    /// `bytes` is what the buffer holds: everything that is not in `layout` is written back as it
    /// is. The buffer needs `COPY_DST`.
    ///
    /// # Shapes
    /// `bytes` has `vertex_count * stride` bytes or more.
    ///
    /// # Errors
    /// [`GpuError::Blend`] where base, targets, layout and bytes do not fit,
    /// [`GpuError::VertexBuffer`] where the buffer is smaller than `bytes`, [`GpuError::Usage`]
    /// without `COPY_DST`.
    pub fn interleaved(
        queue: &wgpu::Queue,
        buffer: &wgpu::Buffer,
        bytes: Vec<u8>,
        layout: VertexLayout<'_>,
        base: Arc<VertexAttributes>,
        targets: MorphTargets,
    ) -> Result<Self, GpuError> {
        let VertexLayout { stride_bytes, attributes } = layout;
        let attributes = attributes.to_vec();
        let stream = Stream { buffer: buffer.clone(), stride_bytes, attributes, bytes };
        Self::new(queue, vec![stream], base, targets)
    }

    /// For one tightly packed vertex buffer an attribute.
    ///
    /// # Errors
    /// As [`MorphedVertexBuffers::interleaved`].
    pub fn separate(
        queue: &wgpu::Queue,
        buffers: &[(Attribute, &wgpu::Buffer)],
        base: Arc<VertexAttributes>,
        targets: MorphTargets,
    ) -> Result<Self, GpuError> {
        let mut streams = Vec::new();
        for &(attribute, buffer) in buffers {
            let values = base
                .values(attribute)
                .ok_or(GpuError::Blend(morph_core::BlendError::NotInBase { attribute }))?;
            let stride_bytes = values.len() / base.vertex_count().max(1) * 4;
            let bytes = bytemuck::cast_slice(values).to_vec();
            let attributes = vec![(attribute, 0)];
            streams.push(Stream { buffer: buffer.clone(), stride_bytes, attributes, bytes });
        }
        Self::new(queue, streams, base, targets)
    }

    fn new(
        queue: &wgpu::Queue,
        mut streams: Vec<Stream>,
        base: Arc<VertexAttributes>,
        targets: MorphTargets,
    ) -> Result<Self, GpuError> {
        for stream in &mut streams {
            // Writes are whole words.
            let words = stream.bytes.len().next_multiple_of(4);
            check(&stream.buffer, words as u64)?;
            stream.bytes.resize(words, 0);
        }
        let weights = Weights::new(targets.target_count());
        let normalize = Normalize::Yes;
        let mut this = Self { base, targets, weights, normalize, streams, queue: queue.clone() };
        this.update_morph_target_buffers()?;
        Ok(this)
    }

    /// The weights, one for each target.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        self.weights.as_slice()
    }

    /// Sets the weights and rewrites the buffers: omitted ones are zero, extra ones are ignored.
    ///
    /// # Errors
    /// [`GpuError::Weights`] for a value that is not finite; nothing is written then.
    /// [`GpuError::DeviceLost`], and then the weights are set, and written by a
    /// [`MorphedVertexBuffers::rebuild`].
    pub fn set_weights(&mut self, weights: &[f32]) -> Result<(), GpuError> {
        let same = self.weights.is_set_to(weights);
        self.weights.set_all(weights)?;
        if same { Ok(()) } else { self.update_morph_target_buffers() }
    }

    /// Blends into the buffers' own layout and writes them. No allocation, no new pipeline.
    ///
    /// # Errors
    /// [`GpuError::Blend`] where base, targets, layout and bytes do not fit;
    /// [`GpuError::DeviceLost`].
    ///
    /// # Source
    /// luma.gl's `updateMorphTargetBuffers`.
    pub fn update_morph_target_buffers(&mut self) -> Result<(), GpuError> {
        for stream in &mut self.streams {
            blend_interleaved_into(
                &self.base,
                &self.targets,
                self.weights.as_slice(),
                self.normalize,
                VertexLayout { stride_bytes: stream.stride_bytes, attributes: &stream.attributes },
                &mut stream.bytes,
            )?;
            if !write(&self.queue, &stream.buffer, 0, &stream.bytes) {
                return Err(GpuError::DeviceLost { what: "vertex buffer" });
            }
        }
        Ok(())
    }

    /// Writes everything into other buffers, on another device after a loss: one for each that it
    /// was made with, in the same order. Weights stay, and so does what is not morphed.
    ///
    /// # Errors
    /// [`GpuError::VertexBuffers`] for another number of buffers; [`GpuError::VertexBuffer`] and
    /// [`GpuError::Usage`] for one that does not fit; then the old ones stay.
    /// [`GpuError::DeviceLost`] where that device is lost as well: then it may be tried again.
    pub fn rebuild(
        &mut self,
        queue: &wgpu::Queue,
        buffers: &[&wgpu::Buffer],
    ) -> Result<(), GpuError> {
        if buffers.len() != self.streams.len() {
            let (expected, found) = (self.streams.len(), buffers.len());
            return Err(GpuError::VertexBuffers { expected, found });
        }
        for (stream, buffer) in self.streams.iter().zip(buffers) {
            check(buffer, stream.bytes.len() as u64)?;
        }
        for (stream, &buffer) in self.streams.iter_mut().zip(buffers) {
            stream.buffer = buffer.clone();
        }
        self.queue = queue.clone();
        self.update_morph_target_buffers()
    }
}

fn check(buffer: &wgpu::Buffer, expected: u64) -> Result<(), GpuError> {
    check_usage("vertex buffer", buffer, wgpu::BufferUsages::COPY_DST, "COPY_DST")?;
    let found = buffer.size();
    if expected > found { Err(GpuError::VertexBuffer { expected, found }) } else { Ok(()) }
}

impl WeightSink for MorphedVertexBuffers {
    type Error = GpuError;

    fn weights(&self) -> &[f32] {
        self.weights()
    }

    fn set_weights(&mut self, weights: &[f32]) -> Result<(), GpuError> {
        self.set_weights(weights)
    }
}
