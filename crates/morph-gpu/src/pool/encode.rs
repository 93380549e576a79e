//! Rows of weights as shaders read them.

use super::instance::Place;
use super::{MorphPool, Reader, ShaderLayout};
use crate::GpuError;
use morph_core::{
    UniformCapacity, encode_dense_row, encode_motion_dense_row, encode_motion_row,
    encode_motion_uniform, encode_row, encode_uniform,
};
use slotmap::DefaultKey;

impl MorphPool {
    /// Encodes the rows of an instance, which the next upload sends; the next frame deforms its
    /// vertices. Returns how many active weights were dropped.
    pub(super) fn write_rows(&mut self, key: DefaultKey) -> Result<usize, GpuError> {
        self.instances[key].seats().for_each(|seat| self.deform.mark(seat));
        let dropped = self.encode_rows(key)?;
        self.touch(key);
        Ok(dropped)
    }

    /// Encodes the rows of an instance: weights as they are now and, where the frame before is kept,
    /// as they were in the last upload.
    pub(super) fn encode_rows(&mut self, key: DefaultKey) -> Result<usize, GpuError> {
        let entry = &self.instances[key];
        let weights = entry.weights.as_slice();
        let previous = entry.motion.previous(weights);
        let mut dropped = 0;
        for primitive in &entry.primitives {
            let of = &self.targets[primitive.targets.key];
            let (Reader::Shader(reader), Place::Row(row)) = (&of.reader, primitive.place) else {
                continue;
            };
            let (count, first_vertex) = (of.targets.target_count(), of.first_vertex);
            let motion = self.options.has_motion(reader.stage);
            let list = &mut self.motion;
            let words = self.rows.of_mut(&reader.layout).row_mut(&reader.region, row);
            match reader.layout {
                ShaderLayout::Texture(layout) => {
                    let capacity = UniformCapacity::for_targets(count as u32);
                    let over = if motion {
                        let most = capacity.motion_pairs() as usize;
                        let over = list.fill_largest(weights, previous, count, most);
                        encode_motion_uniform(&layout, first_vertex, list, capacity, words)?;
                        over
                    } else {
                        let most = capacity.pairs() as usize;
                        let over = self.active.fill_largest(weights, count, most);
                        encode_uniform(&layout, first_vertex, &self.active, capacity, words)?;
                        over
                    };
                    dropped = dropped.max(over);
                }
                ShaderLayout::Linear(layout) if motion => {
                    list.fill(weights, previous, count);
                    encode_motion_row(layout.vertex_count(), first_vertex, list, words)?;
                }
                ShaderLayout::Linear(layout) => {
                    self.active.fill(weights, count);
                    encode_row(layout.vertex_count(), first_vertex, &self.active, words)?;
                }
                ShaderLayout::RowSparse(layout) => {
                    let [now, before] = [weights, previous].map(|of| &of[..of.len().min(count)]);
                    let vertices = layout.vertex_count();
                    if motion {
                        encode_motion_dense_row(now, before, vertices, first_vertex, words)?;
                    } else {
                        encode_dense_row(now, vertices, first_vertex, words)?;
                    }
                }
            }
        }
        self.instances[key].dropped = dropped;
        Ok(dropped)
    }
}
