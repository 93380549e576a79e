//! The blend into a caller's vertex buffer.

use crate::blend::{check, fill};
use crate::{Attribute, BlendError, DeltaSource, Normalize, VertexAttributes};

/// Where attributes lie in the vertices of an interleaved buffer.
///
/// # Shapes
/// Each attribute takes as many f32 as in the base, in the machine's byte order. Nothing needs to
/// be aligned, and what is not listed is nobody's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VertexLayout<'a> {
    /// Bytes from one vertex to the next.
    pub stride_bytes: usize,
    /// Attributes to write, with the byte at which each begins in its vertex.
    pub attributes: &'a [(Attribute, usize)],
}

/// Vertices blended at once, on the stack: some blocks, since a part of a block looks at all that
/// sparse targets store of it.
const VERTICES: usize = 4096;

/// Floats of the widest attribute.
const MAX_COMPONENTS: usize = 4;

/// Blends into an interleaved vertex buffer: rewrites the listed attributes and nothing else.
///
/// Always starts from the immutable base, so what the buffer held before does not matter. The
/// floats are those of [`blend`](crate::blend), bit for bit. Allocates nothing; takes 64 KiB of the
/// stack.
///
/// # Shapes
/// `bytes` holds at least all vertices; it may end right after the last vertex's last attribute.
///
/// # Errors
/// As [`blend`](crate::blend); [`BlendError::NotInBase`] for an attribute that the base lacks,
/// [`BlendError::LeavesStride`] and [`BlendError::Interleaved`] with the bytes needed and found.
/// Nothing is written then.
///
/// # Example
/// ```
/// use morph_core::{blend_interleaved_into, Attribute, Deltas, MorphTargets, Normalize};
/// use morph_core::{TargetDeltas, VertexAttributes, VertexLayout};
/// let base = VertexAttributes::new(2).with_positions(&[[0.0; 3], [1.0; 3]])?;
/// let raise = TargetDeltas::new()
///     .with(Attribute::Position, Deltas::from_vec3(&[[0.0, 1.0, 0.0]; 2]));
/// let targets = MorphTargets::new(2, vec![raise])?.expect("one target");
/// // Four bytes of something else before each position.
/// let layout = VertexLayout { stride_bytes: 16, attributes: &[(Attribute::Position, 4)] };
/// let mut buffer = vec![0xAB; 32];
/// blend_interleaved_into(&base, &targets, &[0.5], Normalize::Yes, layout, &mut buffer)?;
/// assert_eq!(buffer[24..28], 1.5_f32.to_ne_bytes());
/// assert_eq!(buffer[16..20], [0xAB; 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn blend_interleaved_into(
    base: &VertexAttributes,
    targets: &impl DeltaSource,
    weights: &[f32],
    normalize: Normalize,
    layout: VertexLayout<'_>,
    bytes: &mut [u8],
) -> Result<(), BlendError> {
    check(base, targets, weights)?;
    check_layout(base, layout, bytes.len())?;
    let mut room = [0.0; VERTICES * MAX_COMPONENTS];
    for first in (0..base.vertex_count()).step_by(VERTICES) {
        let count = VERTICES.min(base.vertex_count() - first);
        let vertices = &mut bytes[first * layout.stride_bytes..];
        for &(attribute, offset_bytes) in layout.attributes {
            let components = base.components(attribute).unwrap_or(1);
            let values = &mut room[..count * components];
            fill(base, targets, attribute, weights, normalize, first, values);
            let vertices = vertices.chunks_mut(layout.stride_bytes);
            // Known numbers of floats make each copy one or two moves.
            match components {
                2 => scatter::<2>(values, offset_bytes, vertices),
                3 => scatter::<3>(values, offset_bytes, vertices),
                _ => scatter::<4>(values, offset_bytes, vertices),
            }
        }
    }
    Ok(())
}

/// Copies values of N floats to where they lie in their vertices.
fn scatter<'a, const N: usize>(
    values: &[f32],
    offset_bytes: usize,
    vertices: impl Iterator<Item = &'a mut [u8]>,
) {
    for (vertex, value) in vertices.zip(values.chunks_exact(N)) {
        let value: &[u8] = bytemuck::cast_slice(&value[..N]);
        vertex[offset_bytes..offset_bytes + N * size_of::<f32>()].copy_from_slice(value);
    }
}

fn check_layout(
    base: &VertexAttributes,
    layout: VertexLayout<'_>,
    found: usize,
) -> Result<(), BlendError> {
    let stride_bytes = layout.stride_bytes;
    let mut last_end = 0;
    for (at, &(attribute, offset_bytes)) in layout.attributes.iter().enumerate() {
        let components = base.components(attribute).ok_or(BlendError::NotInBase { attribute })?;
        let end_bytes = offset_bytes.saturating_add(components * size_of::<f32>());
        if end_bytes > stride_bytes {
            return Err(BlendError::LeavesStride { attribute, end_bytes, stride_bytes });
        }
        for &(first, begin) in &layout.attributes[..at] {
            let end = begin + base.components(first).unwrap_or(0) * size_of::<f32>();
            if begin < end_bytes && offset_bytes < end {
                return Err(BlendError::Overlap { first, second: attribute });
            }
        }
        last_end = last_end.max(end_bytes);
    }
    let before_last = base.vertex_count().saturating_sub(1).saturating_mul(stride_bytes);
    let expected = before_last.saturating_add(last_end);
    if found < expected {
        return Err(BlendError::Interleaved { expected, found });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
