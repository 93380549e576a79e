//! Meshes, instances and weights as a kernel reads them, and what must come out.

use super::dispatch::{Input, UNTOUCHED};
use morph_core::deform::{DeformMesh, Frame};
use morph_core::packed::{
    BlockedSet, BlockedTargets, DenseSet, DenseTargets, ErrorBound, Header, PackOptions,
    RowSparseSet, RowSparseTargets,
};
use morph_core::{
    Attribute, AttributeSet, Deltas, DeviceLimits, LinearLayout, MorphTargets, Normalize,
    TargetDeltas, VertexAttributes,
};
use morph_tests::assert_blend;
use morph_wgsl::{Deform, DeformLayout, Output, arena_stride_words, base_word_offset};

/// A mesh with what its layout keeps of its targets.
pub(crate) struct Mesh {
    pub(crate) base: VertexAttributes,
    pub(crate) decoded: MorphTargets,
    words: Vec<u32>,
}

/// Meshes and instances, collected for one dispatch.
pub(crate) struct Scene<'a> {
    kernel: Deform,
    input: Input,
    frame: Frame,
    instances: Vec<Instance<'a>>,
}

struct Instance<'a> {
    mesh: &'a Mesh,
    weights: Vec<f32>,
    output_word: u32,
}

/// A set begins at a multiple of this many words.
const SET_ALIGNMENT: usize = 32;

impl Mesh {
    /// Encodes targets in a kernel's layout.
    pub(crate) fn new(kernel: &Deform, base: VertexAttributes, targets: &MorphTargets) -> Self {
        // A mesh of one vertex has no radius to take a bound from.
        let bound = Some(ErrorBound::of_radius(1.0));
        let options = PackOptions { base: Some(&base), bound, strict: false };
        let (words, decoded) = match kernel.layout {
            DeformLayout::Linear => {
                let (vertices, count) = (targets.vertex_count(), targets.target_count());
                let (vertices, count) = (vertices as u32, count as u32);
                let limits = DeviceLimits::WEBGPU_DEFAULT;
                let layout = LinearLayout::new(vertices, count, kernel.attributes, &limits);
                let layout = layout.unwrap();
                let words = layout.encode(targets).into_iter().map(f32::to_bits).collect();
                (words, targets.clone())
            }
            DeformLayout::Dense(encoding) => {
                let words = DenseTargets::new(targets, encoding, &options).unwrap().encode();
                let decoded = DenseSet::new(&words).unwrap().decode().unwrap();
                (words, decoded)
            }
            DeformLayout::Blocked(encoding) => {
                let words = BlockedTargets::new(targets, encoding, &options).unwrap().encode();
                let decoded = BlockedSet::new(&words).unwrap().decode().unwrap();
                (words, decoded)
            }
            DeformLayout::RowSparse => {
                let words = RowSparseTargets::new(targets, &options).unwrap().encode();
                let decoded = RowSparseSet::new(&words).unwrap().decode().unwrap();
                (words, decoded)
            }
        };
        Self { base, decoded, words }
    }

    /// Whether its set has entries of both widths.
    pub(crate) fn has_both_widths(&self) -> bool {
        let header = Header::read(&self.words);
        header.is_some_and(|of| of.wide_count > 0 && of.wide_count < of.entry_count)
    }

    /// Words that its set takes among others.
    pub(crate) fn set_words(&self) -> u32 {
        self.words.len().next_multiple_of(SET_ALIGNMENT) as u32
    }
}

impl<'a> Scene<'a> {
    pub(crate) fn new(kernel: &Deform) -> Self {
        // Neither words nor base begin with the first mesh.
        let words = vec![UNTOUCHED; SET_ALIGNMENT];
        let input = Input { words, frame: vec![], base: vec![9.0; 2], output_words: 8 };
        let frame = Frame::new(kernel.group, kernel.layout.weight_form());
        Self { kernel: *kernel, input, frame, instances: Vec::new() }
    }

    /// Adds a mesh and an instance for each list of weights.
    pub(crate) fn add(&mut self, mesh: &'a Mesh, instances: &[Vec<f32>]) {
        let (input, kernel) = (&mut self.input, &self.kernel);
        let set_word = input.words.len() as u32;
        input.words.extend(&mesh.words);
        input.words.resize(input.words.len().next_multiple_of(SET_ALIGNMENT), UNTOUCHED);
        let base_word = input.base.len() as u32;
        input.base.extend(packed_base(&mesh.base, &kernel.attributes));
        let header = Header::read(&mesh.words);
        let mut group = self.frame.group(&DeformMesh {
            set_word,
            base_word,
            vertex_count: mesh.base.vertex_count() as u32,
            target_count: mesh.decoded.target_count() as u32,
            mesh: 100 + set_word,
            extra: header.map_or(0, |header| kernel.layout.extra(&header)),
        });
        let stride = kernel.output.stride_words(&kernel.attributes) as usize;
        for weights in instances {
            let output_word = input.output_words as u32;
            group.instance(output_word, self.instances.len() as u32, weights);
            let end = input.output_words + stride * mesh.base.vertex_count();
            input.output_words = end.next_multiple_of(4);
            self.instances.push(Instance { mesh, weights: weights.clone(), output_word });
        }
    }

    /// What the dispatch reads.
    pub(crate) fn input(&self) -> Input {
        let mut frame = vec![0; self.frame.word_count() as usize];
        self.frame.encode_into(&mut frame).unwrap();
        Input { frame, ..self.input.clone() }
    }

    /// Compares every instance with the reference on the CPU, over what the layout keeps, and finds
    /// every other word as it was.
    pub(crate) fn check(&self, output: &[u32]) {
        let normalize = if self.kernel.normalize { Normalize::Yes } else { Normalize::No };
        let mut written = vec![false; output.len()];
        for (number, instance) in self.instances.iter().enumerate() {
            let Instance { mesh, weights, output_word } = instance;
            let found = self.vertices(output, &mesh.base, *output_word as usize, &mut written);
            let what = format!("{} instance {number}", self.kernel);
            assert_blend(&what, &found, &mesh.base, &mesh.decoded, weights, normalize);
        }
        for (at, (word, written)) in output.iter().zip(written).enumerate() {
            assert!(written || *word == UNTOUCHED, "{}: word {at} is {word:x}", self.kernel);
        }
    }

    /// The vertices of an instance in the output.
    fn vertices(
        &self,
        output: &[u32],
        base: &VertexAttributes,
        first: usize,
        written: &mut [bool],
    ) -> VertexAttributes {
        let (kernel, set) = (&self.kernel, &self.kernel.attributes);
        let stride = kernel.output.stride_words(set) as usize;
        let mut found = base.clone();
        for attribute in set.bands() {
            let at = kernel.output.word_offset(set, attribute).unwrap() as usize;
            let stored = stored_words(attribute);
            let components = base.components(attribute).unwrap();
            let values = found.values_mut(attribute).unwrap();
            for (vertex, values) in values.chunks_exact_mut(components).enumerate() {
                let word = first + vertex * stride + at;
                written[word..word + stored].fill(true);
                // Padding that may be written, up to the next store or the next attribute.
                let end = word + stored;
                let padded = end.next_multiple_of(kernel.output.store_words() as usize);
                if has_free_padding(&kernel.output) {
                    written[end..padded].fill(true);
                }
                for (value, word) in values.iter_mut().zip(&output[word..]) {
                    *value = f32::from_bits(*word);
                }
            }
        }
        found
    }
}

/// The same targets, each of another size: a scale that is taken from another entry shows.
pub(crate) fn sized(targets: &MorphTargets) -> MorphTargets {
    let attributes = targets.attributes();
    let resized = (0..targets.target_count()).map(|target| {
        let size = 1.0 / (1 << (5 * target % 8)) as f32;
        let mut resized = TargetDeltas::new();
        for attribute in attributes {
            if let Some(deltas) = targets.deltas(target, *attribute) {
                let scaled = |values: &[f32]| values.iter().map(|value| value * size).collect();
                let deltas = match deltas {
                    Deltas::Dense(values) => Deltas::Dense(scaled(values)),
                    Deltas::Sparse { indices, values } => {
                        Deltas::Sparse { indices: indices.clone(), values: scaled(values) }
                    }
                };
                resized = resized.with(*attribute, deltas);
            }
        }
        resized
    });
    MorphTargets::new(targets.vertex_count(), resized.collect()).unwrap().unwrap()
}

/// Whether words between attributes may have been written.
fn has_free_padding(output: &Output) -> bool {
    match output {
        Output::Arena => true,
        Output::Interleaved(vertex) => vertex.has_free_padding(),
        Output::Compact => true,
    }
}

/// Words that an attribute has in base and output.
fn stored_words(attribute: Attribute) -> usize {
    match attribute {
        Attribute::Position | Attribute::Normal => 3,
        Attribute::Tangent | Attribute::Color(_) => 4,
        Attribute::TexCoord(_) => 2,
    }
}

/// The base as the deform pass reads it: packed bands, an even number of words a vertex.
fn packed_base(base: &VertexAttributes, set: &AttributeSet) -> Vec<f32> {
    let stride = arena_stride_words(set) as usize;
    let mut words = vec![9.0; stride * base.vertex_count()];
    for attribute in set.bands() {
        let at = base_word_offset(set, attribute).unwrap() as usize;
        let components = base.components(attribute).unwrap();
        let values = base.values(attribute).unwrap().chunks_exact(components);
        for (vertex, values) in words.chunks_exact_mut(stride).zip(values) {
            vertex[at..at + components].copy_from_slice(values);
        }
    }
    words
}
