//! Targets in 16 bits a component.

use crate::blend::{Row, Rows, Spans, Sparse};
use crate::{Attribute, Deltas, MorphTargets, TargetDeltas};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The targets of one primitive in half the memory: a signed 16-bit integer for each component,
/// and one step for each target and attribute.
///
/// Every form of [`blend`](crate::blend()) takes them in place of [`MorphTargets`], which
/// [`CpuInstance`](crate::CpuInstance) and the [`reference`](crate::reference) do not. Half the
/// bytes come from memory, which is what a blend of many targets waits for: docs/performance.md has
/// the numbers. Cloning shares the deltas.
///
/// # Units and conventions
/// A component is `integer * step`, the integer in -32767..=32767. The step of a target and
/// attribute is its largest component by magnitude, divided by 32767, so a component is off by half
/// a step and its own rounding at most. Zero is exact, and equal deltas of a target stay equal:
/// seams do not open. A blend multiplies weight and step first, then the integer: one rounding more
/// for each product than with [`QuantizedTargets::to_targets`].
///
/// # Example
/// ```
/// use morph_core::{blend, Attribute, Deltas, MorphTargets, Normalize, QuantizedTargets};
/// use morph_core::{TargetDeltas, VertexAttributes};
/// let base = VertexAttributes::new(2).with_positions(&[[0.0; 3]; 2])?;
/// let raise = TargetDeltas::new()
///     .with(Attribute::Position, Deltas::from_vec3(&[[0.0, 0.3, 0.0], [0.0, 0.1, 0.0]]));
/// let targets = MorphTargets::new(2, vec![raise])?.expect("one target");
/// let quantized = QuantizedTargets::new(&targets);
/// let half_step = quantized.step(0, Attribute::Position).expect("it moves positions") / 2.0;
/// let morphed = blend(&base, &quantized, &[1.0], Normalize::Yes)?;
/// let height = morphed.positions().expect("the base's attribute")[1][1];
/// assert!((height - 0.1).abs() <= half_step + f32::EPSILON);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct QuantizedTargets(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// For counts, attributes, and for the indices and spans of sparse deltas.
    vertex_count: usize,
    target_count: usize,
    attributes: Vec<Attribute>,
    /// Cell of (target, attribute) at `target * attributes.len() + place of the attribute`.
    cells: Vec<Option<Cell>>,
    spans: Arc<[Option<Spans>]>,
}

/// One target's deltas of one attribute.
#[derive(Debug)]
struct Cell {
    step: f32,
    values: Vec<i16>,
    /// The vertices of sparse deltas.
    indices: Option<Vec<u32>>,
}

/// Steps from zero to the largest component.
const STEPS: f32 = i16::MAX as f32;

impl QuantizedTargets {
    /// Rounds every component to the nearest step, ties away from zero.
    #[must_use]
    pub fn new(targets: &MorphTargets) -> Self {
        let attributes = targets.attributes().to_vec();
        let (vertex_count, target_count) = (targets.vertex_count(), targets.target_count());
        let cells = (0..target_count)
            .flat_map(|target| attributes.iter().map(move |&attribute| (target, attribute)))
            .map(|(target, attribute)| targets.deltas(target, attribute).map(Cell::new))
            .collect();
        let spans = targets.all_spans().clone();
        Self(Arc::new(Inner { vertex_count, target_count, attributes, cells, spans }))
    }

    /// The values that blends see, in f32: each component is a multiple of its step.
    #[must_use]
    pub fn to_targets(&self) -> MorphTargets {
        let targets = (0..self.target_count()).map(|target| {
            let mut deltas = TargetDeltas::new();
            for &attribute in self.attributes() {
                if let Some(cell) = self.cell(target, attribute) {
                    let values = cell.values.iter().map(|&q| f32::from(q) * cell.step).collect();
                    deltas = deltas.with(
                        attribute,
                        match &cell.indices {
                            None => Deltas::Dense(values),
                            Some(indices) => Deltas::Sparse { indices: indices.clone(), values },
                        },
                    );
                }
            }
            deltas
        });
        match MorphTargets::new(self.vertex_count(), targets.collect()) {
            Ok(Some(targets)) => targets,
            // Lengths and indices are those of checked targets, and products of a finite step and
            // its integers do not exceed the largest component that was there.
            other => unreachable!("{other:?}"),
        }
    }

    /// Number of vertices, at least 1.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.0.vertex_count
    }

    /// Number of targets, at least 1.
    #[must_use]
    pub fn target_count(&self) -> usize {
        self.0.target_count
    }

    /// Attributes that at least one target moves, ascending.
    #[must_use]
    pub fn attributes(&self) -> &[Attribute] {
        &self.0.attributes
    }

    /// Distance between neighbouring values of a target's attribute, `None` where the target leaves
    /// it alone. A component is off by half of it, and by its own rounding, at most.
    #[must_use]
    pub fn step(&self, target: usize, attribute: Attribute) -> Option<f32> {
        Some(self.cell(target, attribute)?.step)
    }

    /// Bytes of all components, and of the indices of sparse deltas.
    #[must_use]
    pub fn byte_count(&self) -> usize {
        let cells = self.0.cells.iter().flatten();
        cells.map(|c| c.values.len() * 2 + c.indices.as_ref().map_or(0, Vec::len) * 4).sum()
    }

    fn cell(&self, target: usize, attribute: Attribute) -> Option<&Cell> {
        let place = self.0.attributes.binary_search(&attribute).ok()?;
        self.cell_at(target, place)
    }

    fn cell_at(&self, target: usize, place: usize) -> Option<&Cell> {
        if target >= self.0.target_count {
            return None;
        }
        self.0.cells.get(target * self.0.attributes.len() + place)?.as_ref()
    }
}

impl Cell {
    fn new(deltas: &Deltas) -> Self {
        let values = deltas.values();
        let largest = values.iter().fold(0.0_f32, |largest, v| largest.max(v.abs()));
        // Of normal size, so that quotients are exact enough, and with finite multiples.
        let mut step = (largest / STEPS).max(f32::MIN_POSITIVE);
        if !(step * STEPS).is_finite() {
            step = step.next_down();
        }
        let quantize = |value: f32| {
            let steps = f64::from(value) / f64::from(step);
            // Half a step away from zero, then cut: rounding without std. The cast saturates.
            let rounded = (steps + if steps < 0.0 { -0.5 } else { 0.5 }) as i16;
            rounded.max(-i16::MAX)
        };
        let indices = match deltas {
            Deltas::Dense(_) => None,
            Deltas::Sparse { indices, .. } => Some(indices.clone()),
        };
        Self { step, values: values.iter().copied().map(quantize).collect(), indices }
    }
}

impl Rows for QuantizedTargets {
    type Stored = i16;

    fn vertices(&self) -> usize {
        self.vertex_count()
    }

    fn targets(&self) -> usize {
        self.target_count()
    }

    fn moved(&self) -> &[Attribute] {
        self.attributes()
    }

    #[inline]
    fn row(&self, target: usize, place: usize) -> Option<(f32, Row<'_, i16>)> {
        let cell = self.cell_at(target, place)?;
        let values = &cell.values[..];
        Some((
            cell.step,
            match &cell.indices {
                None => Row::Dense(values),
                Some(indices) => Row::Sparse(Sparse { indices, values }),
            },
        ))
    }

    fn spans(&self, place: usize) -> Option<&Spans> {
        self.0.spans[place].as_ref()
    }
}

#[cfg(test)]
mod tests;
