//! Collecting and encoding a frame.

use super::FrameError;
use super::record::{
    ABSENT, ChunkRecord, DeformMesh, ELEMENT_WORDS, FrameHeader, GROUP_ELEMENTS,
    GROUP_FIRST_ELEMENT, GroupRecord, GroupSize, InstanceRecord,
};
use crate::BLOCK_VERTICES;
use alloc::vec::Vec;

/// Most workgroups of one dispatch, in two dimensions: what every device allows.
pub const MAX_WORKGROUPS: u64 = 65535 * 65535;

/// How the weights of an instance lie in a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WeightForm {
    /// One f32 for each target: blocked and row sparse layouts look them up.
    ByTarget,
    /// (index, weight) pairs of the active targets, ascending: dense layouts go through them.
    Pairs,
}

/// A frame that is put together, group after group.
///
/// Its memory is kept from frame to frame: after the first few, nothing is allocated.
#[derive(Debug, Clone)]
pub struct Frame {
    size: GroupSize,
    form: WeightForm,
    groups: Vec<GroupRecord>,
    /// Elements; numbers of elements in them count from the first chunk and the first weight.
    chunks: Vec<[u32; 4]>,
    weights: Vec<[u32; 4]>,
    workgroups: u64,
}

impl Frame {
    /// A frame without groups. Pairs go with one instance a chunk; others are taken by target.
    #[must_use]
    pub fn new(size: GroupSize, form: WeightForm) -> Self {
        let form = if size == GroupSize::One { form } else { WeightForm::ByTarget };
        let (groups, chunks, weights) = (Vec::new(), Vec::new(), Vec::new());
        Self { size, form, groups, chunks, weights, workgroups: 0 }
    }

    /// Instances of a chunk.
    #[must_use]
    pub const fn group_size(&self) -> GroupSize {
        self.size
    }

    /// How weights lie.
    #[must_use]
    pub const fn weight_form(&self) -> WeightForm {
        self.form
    }

    /// Forgets all groups, and keeps the memory.
    pub fn clear(&mut self) {
        self.groups.clear();
        self.chunks.clear();
        self.weights.clear();
        self.workgroups = 0;
    }

    /// Whether nothing is to be deformed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.workgroups == 0
    }

    /// Begins a group: a mesh, for the instances that are added next.
    pub fn group(&mut self, mesh: &DeformMesh) -> GroupEncoder<'_> {
        self.groups.push(GroupRecord {
            // Both are checked against u32 when the frame is encoded.
            first_workgroup: self.workgroups as u32,
            block_count: mesh.vertex_count.div_ceil(BLOCK_VERTICES as u32),
            set_word: mesh.set_word,
            base_word: mesh.base_word,
            vertex_count: mesh.vertex_count,
            first_chunk: self.chunks.len() as u32,
            mesh: mesh.mesh,
            extra: mesh.extra,
        });
        let blocks = mesh.vertex_count.div_ceil(BLOCK_VERTICES as u32).into();
        let target_count = mesh.target_count as usize;
        GroupEncoder { frame: self, blocks, target_count, in_chunk: 0 }
    }

    /// Workgroups of the dispatch.
    #[must_use]
    pub const fn workgroup_count(&self) -> u64 {
        self.workgroups
    }

    /// Elements of the frame.
    #[must_use]
    pub fn element_count(&self) -> u64 {
        let groups = GROUP_ELEMENTS as usize * self.groups.len();
        u64::from(GROUP_FIRST_ELEMENT) + (groups + self.chunks.len() + self.weights.len()) as u64
    }

    /// Words of the frame.
    #[must_use]
    pub fn word_count(&self) -> u64 {
        self.element_count() * u64::from(ELEMENT_WORDS)
    }

    /// Writes the frame.
    ///
    /// # Shapes
    /// `words`: [`Frame::word_count`].
    ///
    /// # Errors
    /// [`FrameError`] where words or workgroups are more than a dispatch can have, or where `words`
    /// has another length.
    pub fn encode_into(&self, words: &mut [u32]) -> Result<(), FrameError> {
        let (word_count, workgroup_count) = (self.word_count(), self.workgroups);
        if word_count > u64::from(u32::MAX) {
            return Err(FrameError::Words { word_count, limit: u32::MAX.into() });
        }
        if workgroup_count > MAX_WORKGROUPS {
            return Err(FrameError::Workgroups { workgroup_count, limit: MAX_WORKGROUPS });
        }
        if word_count != words.len() as u64 {
            let found = words.len() as u64;
            return Err(FrameError::Destination { expected: word_count, found });
        }
        let header = FrameHeader {
            group_count: self.groups.len() as u32,
            workgroup_count: self.workgroups as u32,
            pad: [0; 2],
        };
        let (start, rest) = words.split_at_mut(size_of::<FrameHeader>() / 4);
        start.copy_from_slice(bytemuck::cast_slice(&[header]));
        let (groups, rest) = rest.split_at_mut(self.groups.len() * size_of::<GroupRecord>() / 4);
        let chunks_at = GROUP_FIRST_ELEMENT + GROUP_ELEMENTS * self.groups.len() as u32;
        for (to, group) in groups.chunks_exact_mut(size_of::<GroupRecord>() / 4).zip(&self.groups) {
            let first_chunk = chunks_at + group.first_chunk;
            to.copy_from_slice(bytemuck::cast_slice(&[GroupRecord { first_chunk, ..*group }]));
        }
        let (chunks, weights) = rest.split_at_mut(self.chunks.len() * ELEMENT_WORDS as usize);
        chunks.copy_from_slice(bytemuck::cast_slice(&self.chunks));
        let weights_at = chunks_at + self.chunks.len() as u32;
        for chunk in chunks.chunks_exact_mut((self.size.chunk_elements() * ELEMENT_WORDS) as usize)
        {
            chunk[WEIGHTS] += weights_at;
        }
        weights.copy_from_slice(bytemuck::cast_slice(&self.weights));
        Ok(())
    }
}

/// Words of a chunk's record that are changed after it is made.
const WEIGHTS: usize = core::mem::offset_of!(ChunkRecord, weights) / 4;
const WEIGHT_COUNT: usize = core::mem::offset_of!(ChunkRecord, weight_count) / 4;
const ACTIVE_MASK: usize = core::mem::offset_of!(ChunkRecord, output) / 4;

/// Adds instances to a group.
#[derive(Debug)]
pub struct GroupEncoder<'a> {
    frame: &'a mut Frame,
    blocks: u64,
    target_count: usize,
    /// Instances of the last chunk.
    in_chunk: u32,
}

impl GroupEncoder<'_> {
    /// Adds an instance: where its vertices go, its number, and its weights.
    ///
    /// # Shapes
    /// Omitted weights are 0, extra ones are ignored.
    ///
    /// # Units and conventions
    /// `output_word` counts words of the output binding, and is a multiple of what one store
    /// writes: 2 in arenas, 4 in the compact form. It is not [`ABSENT`]. Weights are finite.
    pub fn instance(&mut self, output_word: u32, instance: u32, weights: &[f32]) {
        // spec W4, W5
        let weights = &weights[..weights.len().min(self.target_count)];
        match self.frame.size {
            GroupSize::One => self.alone(output_word, instance, weights),
            GroupSize::Eight | GroupSize::Sixteen => self.shared(output_word, instance, weights),
        }
    }

    fn alone(&mut self, output: u32, instance: u32, weights: &[f32]) {
        let frame = &mut *self.frame;
        // spec W1
        let active_count = weights.iter().filter(|weight| **weight != 0.0).count();
        let record = match (active_count, frame.form) {
            (0, _) => ChunkRecord { weights: 0, weight_count: 0, output, instance },
            (_, WeightForm::ByTarget) => {
                let at = reserve(&mut frame.weights, self.target_count);
                let to = bytemuck::cast_slice_mut(&mut frame.weights[at..]);
                to[..weights.len()].copy_from_slice(weights);
                let weight_count = self.target_count as u32;
                ChunkRecord { weights: at as u32, weight_count, output, instance }
            }
            (_, WeightForm::Pairs) => {
                // spec F12: four pairs a turn, so the last ones may be zeros.
                let at = reserve(&mut frame.weights, 2 * active_count.next_multiple_of(4));
                let to: &mut [[u32; 2]] = bytemuck::cast_slice_mut(&mut frame.weights[at..]);
                let active = (0..).zip(weights).filter(|(_, weight)| **weight != 0.0);
                for (pair, (target, weight)) in to.iter_mut().zip(active) {
                    *pair = [target, weight.to_bits()];
                }
                let weight_count = active_count as u32;
                ChunkRecord { weights: at as u32, weight_count, output, instance }
            }
        };
        frame.chunks.push(bytemuck::cast(record));
        frame.workgroups += self.blocks;
    }

    fn shared(&mut self, output: u32, instance: u32, weights: &[f32]) {
        let frame = &mut *self.frame;
        let (size, elements) = (frame.size.instances(), frame.size.chunk_elements() as usize);
        if self.in_chunk == 0 {
            frame.chunks.push([0; 4]);
            let none = InstanceRecord::NONE;
            let pair = bytemuck::cast([none, none]);
            frame.chunks.resize(frame.chunks.len() + elements - 1, pair);
            frame.workgroups += self.blocks;
        }
        let start = frame.chunks.len() - elements;
        let (head, places) = frame.chunks[start..].split_at_mut(1);
        let places: &mut [[u32; 2]] = bytemuck::cast_slice_mut(places);
        places[self.in_chunk as usize] = bytemuck::cast(InstanceRecord { output, instance });
        if weights.iter().any(|weight| *weight != 0.0) {
            let head = &mut head[0];
            if head[WEIGHT_COUNT] == 0 {
                let words = self.target_count * size as usize;
                head[WEIGHTS] = reserve(&mut frame.weights, words) as u32;
                head[WEIGHT_COUNT] = self.target_count as u32;
            }
            head[ACTIVE_MASK] |= 1 << self.in_chunk;
            let at = head[WEIGHTS] as usize;
            let rows: &mut [f32] = bytemuck::cast_slice_mut(&mut frame.weights[at..]);
            for (row, weight) in rows.chunks_exact_mut(size as usize).zip(weights) {
                row[self.in_chunk as usize] = *weight;
            }
        }
        self.in_chunk = (self.in_chunk + 1) % size;
    }
}

/// Adds zeros for so many words, and gives the element where they begin.
fn reserve(weights: &mut Vec<[u32; 4]>, words: usize) -> usize {
    let at = weights.len();
    weights.resize(at + words.div_ceil(ELEMENT_WORDS as usize), [0; 4]);
    at
}

const _: () = assert!(ABSENT != 0);

#[cfg(test)]
mod tests;
