//! Deformed vertices back on the CPU: for tools, tests and comparisons.

use super::MorphPool;
use crate::base::blended;
use crate::pool::InstanceId;
use crate::{GpuError, read_buffer};
use morph_core::{Attribute, VertexAttributes};
use morph_wgsl::Output;

impl MorphPool {
    /// The vertices of an instance's primitive, as the last pass that was submitted wrote them.
    ///
    /// Attributes that no target moves are the base's; so is a tangent where the base has no
    /// normal. Waits for the device.
    ///
    /// # Errors
    /// As [`MorphPool::output`]; [`GpuError::NotKept`] where the base is not kept;
    /// [`GpuError::DeviceLost`].
    pub fn read_output(
        &self,
        id: InstanceId,
        primitive: usize,
    ) -> Result<VertexAttributes, GpuError> {
        let (_, key) = self.seat(id, primitive)?;
        let set = &self.deform.sets.sets[key];
        let vertices = self.output(id, primitive)?;
        let targets = self.instance_targets(id, primitive)?;
        let base = set.base.as_deref().ok_or(GpuError::NotKept(targets))?;
        let queue = self.deltas.queue();
        let bytes =
            read_buffer(&self.device, queue, vertices.buffer, vertices.offset, vertices.bytes)?;
        let words: Vec<u32> = bytemuck::pod_collect_to_vec(&bytes);
        let floats: Vec<f32> = words.iter().map(|word| f32::from_bits(*word)).collect();
        let (output, attributes) = (vertices.output, &vertices.attributes);
        let stride = output.stride_words(attributes);
        if output == Output::Arena {
            return Ok(blended(base, attributes, stride, &floats)?);
        }
        let mut out = base.clone();
        for attribute in attributes.bands() {
            let Some(count) = out.components(attribute) else { continue };
            let Some(at) = output.word_offset(attributes, attribute) else { continue };
            let of_vertex = |vertex: &[f32]| match (output, attribute) {
                (Output::Compact, Attribute::Normal) => {
                    octahedral(vertex[at as usize].to_bits()).to_vec()
                }
                _ => vertex[at as usize..at as usize + count].to_vec(),
            };
            if attribute != Attribute::Tangent || out.has(Attribute::Normal) {
                let values = floats.chunks_exact(stride as usize).flat_map(of_vertex).collect();
                out.insert(attribute, count, values)?;
            }
        }
        Ok(out)
    }
}

/// The unit vector of two 16-bit numbers on an octahedron: twin of `morph_unpack_compact`.
///
/// # Source
/// Meyer et al., "On Floating-Point Normal Vectors", 2010.
fn octahedral(bits: u32) -> [f32; 3] {
    if bits == 0x8000_8000 {
        return [0.0; 3];
    }
    let snorm = |bits: u32| (f32::from(bits as u16 as i16) / 32767.0).max(-1.0);
    let (x, y) = (snorm(bits), snorm(bits >> 16));
    let z = 1.0 - x.abs() - y.abs();
    let fold = (-z).max(0.0);
    let v = [x - fold.copysign(x), y - fold.copysign(y), z];
    let length = v.iter().map(|c| c * c).sum::<f32>().sqrt();
    v.map(|c| c / length)
}
