//! Targets on their way into a row sparse set.

use super::layout::RowSparseLayout;
use crate::packed::header::HEADER_WORDS;
use crate::packed::metric::Metric;
use crate::packed::report::Meter;
use crate::packed::scratch::Scratch;
use crate::packed::step::{code, factors, steps};
use crate::packed::twins::{Twins, mark_needed};
use crate::packed::{EncodingReport, PackError, PackOptions};
use crate::{AttributeSet, LayoutError, MorphTargets};
use alloc::vec;
use alloc::vec::Vec;

/// Targets with the decision which vertices each of them moves in a row sparse set.
///
/// Scales belong to a target, so equal deltas have equal codes wherever they lie.
///
/// # Example
/// ```
/// use morph_core::packed::{PackOptions, RowSparseSet, RowSparseTargets};
/// use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
/// let one = Deltas::Sparse { indices: vec![7], values: vec![0.5, 0.0, 0.25] };
/// let target = TargetDeltas::new().with(Attribute::Position, one);
/// let targets = MorphTargets::new(10, vec![target])?.expect("one target");
/// let packed = RowSparseTargets::new(&targets, &PackOptions::default())?;
/// let words = packed.encode();
/// let set = RowSparseSet::new(&words)?;
/// assert_eq!(set.entries(7).count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RowSparseTargets {
    targets: MorphTargets,
    layout: RowSparseLayout,
    steps: Vec<f32>,
    /// The vertices that are stored, target after target.
    vertices: Vec<u32>,
    /// How many of them each target has.
    counts: Vec<usize>,
    report: EncodingReport,
}

impl RowSparseTargets {
    /// Decides what is stored, and measures it.
    ///
    /// # Errors
    /// [`PackError::BaseVertices`] where the base is not of these targets, [`PackError::Missed`]
    /// where 16 bits miss the bound under `strict`, and the errors of [`RowSparseLayout::new`].
    pub fn new(targets: &MorphTargets, options: &PackOptions<'_>) -> Result<Self, PackError> {
        let attributes = AttributeSet::from_attributes(targets.attributes().iter().copied())?;
        // Both fit 32 bits: that is checked when targets are made.
        let counts_of = (targets.vertex_count() as u32, targets.target_count() as u32);
        RowSparseLayout::new(counts_of.0, counts_of.1, attributes, 0)?;
        let bound = options.bound.as_ref();
        let metric = Metric::new(attributes, targets.vertex_count(), options.base, bound)?;
        let mut meter = Meter::new(&metric);
        let mut scratch = Scratch::new(targets, attributes);
        let twins = Twins::new(options);
        let steps = steps(targets, attributes);
        let (mut vertices, mut counts, mut dropped) = (Vec::new(), Vec::new(), 0);
        for target in 0..targets.target_count() {
            scratch.gather(target);
            let groups = twins.moved(&scratch);
            mark_needed(&mut scratch, &metric, &groups);
            let factors = factors(&steps, target, attributes);
            let before = vertices.len();
            for &block in scratch.blocks() {
                for vertex in scratch.vertices(block).filter(|vertex| scratch.moves(*vertex)) {
                    let exact = scratch.of_vertex(vertex);
                    if scratch.is_marked(vertex) {
                        let of = |(value, step): (&f32, &f32)| {
                            f32::from(code(*value, *step) as i16) * step
                        };
                        let stored: Vec<f32> = exact.iter().zip(&factors).map(of).collect();
                        meter.add(vertex, exact, Some(&stored));
                        vertices.push(vertex as u32);
                    } else {
                        meter.add(vertex, exact, None);
                        dropped += 1;
                    }
                }
            }
            counts.push(vertices.len() - before);
            meter.end_target(bound.filter(|_| options.strict))?;
        }
        let entries = u32::try_from(vertices.len()).unwrap_or(u32::MAX);
        let layout = RowSparseLayout::new(counts_of.0, counts_of.1, attributes, entries)?;
        let (bytes, entries) = (layout.byte_count(), vertices.len() as u64);
        let report = EncodingReport { bytes, entries, dropped, ..meter.report() };
        Ok(Self { targets: targets.clone(), layout, steps, vertices, counts, report })
    }

    /// Where everything lies.
    #[must_use]
    pub const fn layout(&self) -> &RowSparseLayout {
        &self.layout
    }

    /// What the set takes and how far it is off.
    #[must_use]
    pub const fn report(&self) -> &EncodingReport {
        &self.report
    }

    /// Writes the set.
    ///
    /// # Shapes
    /// `words` has [`RowSparseLayout::word_count`] elements.
    ///
    /// # Errors
    /// [`LayoutError::Destination`] where the slice has another length.
    pub fn encode_into(&self, words: &mut [u32]) -> Result<(), LayoutError> {
        let (expected, found) = (self.layout.word_count(), words.len() as u64);
        if expected != found {
            return Err(LayoutError::Destination { expected, found });
        }
        words.fill(0);
        let header = self.layout.header();
        words[..HEADER_WORDS as usize].copy_from_slice(&bytemuck::cast::<_, [u32; 16]>(header));
        self.write_rows(words);
        self.write_entries(words);
        for (word, step) in words[self.layout.steps() as usize..].iter_mut().zip(&self.steps) {
            *word = step.to_bits();
        }
        Ok(())
    }

    /// The set's words, as [`RowSparseTargets::encode_into`] writes them.
    #[must_use]
    pub fn encode(&self) -> Vec<u32> {
        let mut words = vec![0; self.layout.word_count() as usize];
        // The length is right by construction.
        let _ = self.encode_into(&mut words);
        words
    }

    /// Counts each vertex's entries, and sums up.
    fn write_rows(&self, words: &mut [u32]) {
        // spec R2
        let first = HEADER_WORDS as usize;
        let rows = &mut words[first..=first + self.layout.vertex_count() as usize];
        for vertex in &self.vertices {
            rows[*vertex as usize + 1] += 1;
        }
        let mut sum = 0;
        for row in rows {
            sum += *row;
            *row = sum;
        }
    }

    /// Writes entries target after target, so each vertex's ascend by target.
    fn write_entries(&self, words: &mut [u32]) {
        let (attributes, entry_words) =
            (self.layout.attributes(), self.layout.entry_words() as usize);
        let first = HEADER_WORDS as usize;
        let mut next = words[first..first + self.layout.vertex_count() as usize].to_vec();
        let mut scratch = Scratch::new(&self.targets, attributes);
        let mut vertices = &self.vertices[..];
        for (target, count) in self.counts.iter().enumerate() {
            let (of_target, rest) = vertices.split_at(*count);
            vertices = rest;
            if of_target.is_empty() {
                continue;
            }
            scratch.gather(target);
            let factors = factors(&self.steps, target, attributes);
            for &vertex in of_target {
                let number = &mut next[vertex as usize];
                let at = self.layout.entries() as usize + *number as usize * entry_words;
                *number += 1;
                let codes = scratch.of_vertex(vertex as usize).iter().zip(&factors);
                let codes = codes.map(|(value, step)| code(*value, *step));
                for (half, code) in core::iter::once(target as u16).chain(codes).enumerate() {
                    words[at + half / 2] |= u32::from(code) << (half % 2 * 16);
                }
            }
        }
    }
}
