//! Targets on their way into a dense set, and back.

use super::layout::{DenseEncoding, DenseLayout};
use crate::packed::binary16;
use crate::packed::header::{HEADER_WORDS, Header, Kind};
use crate::packed::metric::Metric;
use crate::packed::report::Meter;
use crate::packed::scratch::Scratch;
use crate::packed::step::{factors, steps};
use crate::packed::{EncodingReport, PackError, PackOptions};
use crate::{AttributeSet, Deltas, LayoutError, MorphTargets, TargetDeltas};
use alloc::vec;
use alloc::vec::Vec;

/// Targets for a dense set: nothing is left out.
///
/// # Example
/// ```
/// use morph_core::packed::{DenseEncoding, DenseSet, DenseTargets, PackOptions};
/// use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
/// let target = TargetDeltas::new()
///     .with(Attribute::Position, Deltas::from_vec3(&[[0.5, 0.0, -0.25]; 3]));
/// let targets = MorphTargets::new(3, vec![target])?.expect("one target");
/// let packed = DenseTargets::new(&targets, DenseEncoding::F16, &PackOptions::default())?;
/// let words = packed.encode();
/// assert_eq!(DenseSet::new(&words)?.decode()?, targets); // these numbers are exact in binary16
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DenseTargets {
    targets: MorphTargets,
    layout: DenseLayout,
    steps: Vec<f32>,
    report: EncodingReport,
}

impl DenseTargets {
    /// Measures what becomes of the targets.
    ///
    /// # Errors
    /// [`PackError::BaseVertices`] where the base is not of these targets, [`PackError::Range`]
    /// where a component is beyond binary16, [`PackError::Missed`] where 16 bits miss the bound
    /// under `strict`, and the errors of [`DenseLayout::new`].
    pub fn new(
        targets: &MorphTargets,
        encoding: DenseEncoding,
        options: &PackOptions<'_>,
    ) -> Result<Self, PackError> {
        let attributes = AttributeSet::from_attributes(targets.attributes().iter().copied())?;
        // Both fit 32 bits: that is checked when targets are made.
        let (vertices, count) = (targets.vertex_count() as u32, targets.target_count() as u32);
        let layout = DenseLayout::new(vertices, count, attributes, encoding)?;
        if encoding == DenseEncoding::F16 {
            check_range(targets)?;
        }
        let bound = options.bound.as_ref();
        let metric = Metric::new(attributes, targets.vertex_count(), options.base, bound)?;
        let mut meter = Meter::new(&metric);
        let mut scratch = Scratch::new(targets, attributes);
        let (steps, form) = (steps(targets, attributes), layout.form());
        let mut words = vec![0; form.words()];
        let mut stored = vec![0.0; attributes.stride_words() as usize];
        for target in 0..targets.target_count() {
            scratch.gather(target);
            let factors = factors(&steps, target, attributes);
            form.encode(scratch.all(), &factors, &mut words);
            for &block in scratch.blocks() {
                for vertex in scratch.vertices(block).filter(|vertex| scratch.moves(*vertex)) {
                    form.decode_lane(&words, &factors, vertex, &mut stored);
                    meter.add(vertex, scratch.of_vertex(vertex), Some(&stored));
                }
            }
            meter.end_target(bound.filter(|_| options.strict))?;
        }
        let (bytes, entries) = (layout.byte_count(), u64::from(count));
        let report = EncodingReport { bytes, entries, ..meter.report() };
        Ok(Self { targets: targets.clone(), layout, steps, report })
    }

    /// Where everything lies.
    #[must_use]
    pub const fn layout(&self) -> &DenseLayout {
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
    /// `words` has [`DenseLayout::word_count`] elements.
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
        if self.layout.encoding() == DenseEncoding::Bits16 {
            for (word, step) in words[self.layout.steps() as usize..].iter_mut().zip(&self.steps) {
                *word = step.to_bits();
            }
        }
        let attributes = self.layout.attributes();
        let mut scratch = Scratch::new(&self.targets, attributes);
        let (codes, form) = (self.layout.codes() as usize, self.layout.form());
        for (target, words) in words[codes..].chunks_exact_mut(form.words()).enumerate() {
            scratch.gather(target);
            form.encode(scratch.all(), &factors(&self.steps, target, attributes), words);
        }
        Ok(())
    }

    /// The set's words, as [`DenseTargets::encode_into`] writes them.
    #[must_use]
    pub fn encode(&self) -> Vec<u32> {
        let mut words = vec![0; self.layout.word_count() as usize];
        // The length is right by construction.
        let _ = self.encode_into(&mut words);
        words
    }
}

/// Refuses components that binary16 does not have.
fn check_range(targets: &MorphTargets) -> Result<(), PackError> {
    for target in 0..targets.target_count() {
        for &attribute in targets.attributes() {
            let values = targets.deltas(target, attribute).map_or(&[][..], Deltas::values);
            if let Some(&value) = values.iter().find(|value| value.abs() > binary16::LARGEST) {
                let limit = binary16::LARGEST;
                return Err(PackError::Range { target, attribute, value, limit });
            }
        }
    }
    Ok(())
}

/// A dense set in words that were checked.
///
/// # Example
/// See [`DenseTargets`].
#[derive(Debug, Clone)]
pub struct DenseSet<'a> {
    words: &'a [u32],
    layout: DenseLayout,
}

impl<'a> DenseSet<'a> {
    /// The set that begins with the first word; words after it are ignored.
    ///
    /// # Errors
    /// [`PackError::Malformed`] names the word that is not what a dense set has there.
    pub fn new(words: &'a [u32]) -> Result<Self, PackError> {
        let header = Header::of(words, Kind::Dense)?;
        let Some(encoding) = DenseEncoding::from_number(header.encoding()) else {
            let (expected, found) = (5, u64::from(header.encoding()));
            return Err(PackError::Malformed { word: 0, expected, found });
        };
        let (vertices, targets) = (header.vertex_count, header.target_count);
        let layout = DenseLayout::new(vertices, targets, header.attributes(), encoding)
            .map_err(|error| header.malformed(error))?;
        header.check(&layout.header())?;
        Ok(Self { words: &words[..header.word_count as usize], layout })
    }

    /// Where everything lies.
    #[must_use]
    pub const fn layout(&self) -> &DenseLayout {
        &self.layout
    }

    /// The targets that the set holds: dense, every band for every target.
    ///
    /// # Errors
    /// [`PackError::Targets`] where words are not finite.
    pub fn decode(&self) -> Result<MorphTargets, PackError> {
        let (layout, form) = (&self.layout, self.layout.form());
        let attributes = layout.attributes();
        let (vertex_count, stride) = (layout.vertex_count() as usize, attributes.stride_words());
        let steps: Vec<f32> = self.words[layout.steps() as usize..layout.codes() as usize]
            .iter()
            .map(|bits| f32::from_bits(*bits))
            .collect();
        let mut values = vec![0.0; vertex_count * stride as usize];
        let mut targets = Vec::new();
        let codes = self.words[layout.codes() as usize..].chunks_exact(form.words());
        for (target, words) in codes.enumerate() {
            let factors = match layout.encoding() {
                DenseEncoding::Bits16 => factors(&steps, target, attributes),
                DenseEncoding::F16 => Vec::new(),
            };
            form.decode(words, &factors, &mut values);
            let mut deltas = TargetDeltas::new();
            for attribute in attributes.bands() {
                let offset = attributes.word_offset(attribute).unwrap_or_default() as usize;
                let of_band = offset..offset + attribute.delta_components();
                let vertices = values.chunks_exact(stride as usize);
                let band = vertices.flat_map(|vertex| &vertex[of_band.clone()]).copied().collect();
                deltas = deltas.with(attribute, Deltas::Dense(band));
            }
            targets.push(deltas);
        }
        match MorphTargets::new(vertex_count, targets)? {
            Some(targets) => Ok(targets),
            // A layout has at least one vertex and one target.
            None => Err(LayoutError::NoBands.into()),
        }
    }
}
