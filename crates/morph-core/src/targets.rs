//! One primitive's targets: checked once, immutable, shared.

mod edit;
mod weak;

use crate::blend::Spans;
use crate::{Attribute, Deltas, TargetDeltas, TargetsError, VertexAttributes};
use alloc::sync::Arc;
use alloc::vec::Vec;

pub use weak::WeakMorphTargets;

/// All targets of one primitive, without its base.
///
/// Lengths, sparse indices and finiteness are checked when it is made, so nothing that takes it
/// can meet a shape error later. Cloning shares the deltas.
///
/// # Example
/// ```
/// use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
/// let raise = TargetDeltas::new()
///     .with(Attribute::Position, Deltas::from_vec3(&[[0.0, 1.0, 0.0]; 4]));
/// let targets = MorphTargets::new(4, vec![raise])?.expect("one target, four vertices");
/// assert_eq!((targets.target_count(), targets.vertex_count()), (1, 4));
/// assert_eq!(targets.attributes(), [Attribute::Position]);
/// # Ok::<(), morph_core::TargetsError>(())
/// ```
#[derive(Debug, Clone)]
pub struct MorphTargets(Arc<Inner>);

#[derive(Debug, PartialEq)]
struct Inner {
    vertex_count: usize,
    attributes: Vec<Attribute>,
    /// Cell of (target, attribute) at `target * attributes.len() + place of the attribute`.
    cells: Vec<Option<Arc<Deltas>>>,
    /// For each attribute, where the deltas of its sparse targets lie; `None` without any.
    spans: Arc<[Option<Spans>]>,
    target_count: usize,
}

impl MorphTargets {
    /// Checks and takes targets; `None` without targets or without vertices.
    ///
    /// # Errors
    /// [`TargetsError`] names the target, the attribute and the numbers that disagree.
    pub fn new(
        vertex_count: usize,
        targets: Vec<TargetDeltas>,
    ) -> Result<Option<Self>, TargetsError> {
        // spec B9, B24, B25
        let target_count = targets.len();
        if u32::try_from(vertex_count).is_err() || u32::try_from(target_count).is_err() {
            return Err(TargetsError::TooMany { vertex_count, target_count });
        }
        for (target, deltas) in targets.iter().enumerate() {
            check_target(target, deltas, vertex_count)?;
        }
        if target_count == 0 || vertex_count == 0 {
            return Ok(None);
        }
        let mut attributes: Vec<Attribute> =
            targets.iter().flat_map(|t| t.attributes.iter().map(|(a, _)| *a)).collect();
        attributes.sort_unstable();
        attributes.dedup();
        let mut cells = Vec::new();
        cells.resize_with(target_count * attributes.len(), || None);
        for (target, deltas) in targets.into_iter().enumerate() {
            for (attribute, deltas_of) in deltas.attributes {
                if let Ok(at) = attributes.binary_search(&attribute) {
                    cells[target * attributes.len() + at] = Some(Arc::new(deltas_of));
                }
            }
        }
        Ok(Some(Self::from_cells(vertex_count, target_count, attributes, cells)))
    }

    fn from_cells(
        vertex_count: usize,
        target_count: usize,
        attributes: Vec<Attribute>,
        cells: Vec<Option<Arc<Deltas>>>,
    ) -> Self {
        let spans = (0..attributes.len()).map(|at| {
            let cells = cells.iter().skip(at).step_by(attributes.len());
            let sparse =
                cells.clone().enumerate().filter_map(|(target, cell)| match cell.as_deref() {
                    Some(Deltas::Sparse { indices, .. }) => Some((target, indices.as_slice())),
                    _ => None,
                });
            let count = sparse.clone().count();
            let alone = count == cells.flatten().count();
            (count > 0).then(|| Spans::new(vertex_count, alone, sparse))
        });
        let spans = spans.collect();
        Self(Arc::new(Inner { vertex_count, attributes, cells, spans, target_count }))
    }

    /// Targets from shapes that hold finished values instead of deltas: shape minus base.
    ///
    /// Each shape holds any subset of the base's attributes. TANGENT's fourth component and
    /// attributes that a shape lacks give no delta.
    ///
    /// # Errors
    /// [`TargetsError::ShapeMismatch`] where a shape has an attribute that the base lacks, or
    /// another number of floats; the errors of [`MorphTargets::new`] otherwise.
    ///
    /// # Example
    /// ```
    /// use morph_core::{Attribute, MorphTargets, VertexAttributes};
    /// let base = VertexAttributes::new(1).with_positions(&[[1.0, 1.0, 1.0]])?;
    /// let shape = VertexAttributes::new(1).with_positions(&[[1.0, 3.0, 1.0]])?;
    /// let targets = MorphTargets::from_absolute(&base, &[shape])?.expect("one target");
    /// let deltas = targets.deltas(0, Attribute::Position).unwrap();
    /// assert_eq!(deltas.get(0, 3), Some(&[0.0, 2.0, 0.0][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_absolute(
        base: &VertexAttributes,
        shapes: &[VertexAttributes],
    ) -> Result<Option<Self>, TargetsError> {
        let mut targets = Vec::with_capacity(shapes.len());
        for (target, shape) in shapes.iter().enumerate() {
            let mut deltas = TargetDeltas::new();
            for attribute in shape.attributes() {
                let of_shape = shape.values(attribute).unwrap_or_default();
                let of_base = base.values(attribute).unwrap_or_default();
                if of_shape.len() != of_base.len() {
                    return Err(TargetsError::ShapeMismatch {
                        target,
                        attribute,
                        expected: of_base.len(),
                        found: of_shape.len(),
                    });
                }
                let components = base.components(attribute).unwrap_or(1);
                let wanted = attribute.delta_components();
                let values = of_base
                    .chunks_exact(components)
                    .zip(of_shape.chunks_exact(components))
                    .flat_map(|(b, s)| {
                        (0..wanted).map(move |c| if c < components { s[c] - b[c] } else { 0.0 })
                    })
                    .collect();
                deltas = deltas.with(attribute, Deltas::Dense(values));
            }
            targets.push(deltas);
        }
        Self::new(base.vertex_count(), targets)
    }

    /// The targets without what a base cannot show: attributes that it lacks, and TANGENT where it
    /// lacks NORMAL. The same targets, shared, where there is nothing to leave out.
    ///
    /// A shader adds every band that it is given; the CPU blend looks at the base. Give a GPU the
    /// targets for its base, and both do the same.
    ///
    /// # Example
    /// ```
    /// use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas, VertexAttributes};
    /// let target = TargetDeltas::new()
    ///     .with(Attribute::Position, Deltas::from_vec3(&[[1.0; 3]]))
    ///     .with(Attribute::Normal, Deltas::from_vec3(&[[1.0; 3]]));
    /// let targets = MorphTargets::new(1, vec![target])?.expect("one target");
    /// let base = VertexAttributes::new(1).with_positions(&[[0.0; 3]])?;
    /// assert_eq!(targets.for_base(&base).attributes(), [Attribute::Position]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn for_base(&self, base: &VertexAttributes) -> Self {
        // spec B17
        let shown = |attribute: Attribute| {
            base.has(attribute) && (attribute != Attribute::Tangent || base.has(Attribute::Normal))
        };
        if self.attributes().iter().all(|&attribute| shown(attribute)) {
            return self.clone();
        }
        let attributes: Vec<Attribute> =
            self.attributes().iter().copied().filter(|&attribute| shown(attribute)).collect();
        let cells = (0..self.target_count())
            .flat_map(|target| attributes.iter().map(move |&attribute| (target, attribute)))
            .map(|(target, attribute)| self.cell(target, attribute).cloned())
            .collect();
        let (vertex_count, target_count) = (self.vertex_count(), self.target_count());
        Self::from_cells(vertex_count, target_count, attributes, cells)
    }

    /// The targets with deltas of an attribute in place of their own, for those that are given any.
    ///
    /// `cells` has one for each target; they are checked already.
    pub(crate) fn with_cells(&self, attribute: Attribute, cells: Vec<Option<Deltas>>) -> Self {
        if cells.iter().all(Option::is_none) {
            return self.clone();
        }
        let mut attributes = self.attributes().to_vec();
        if let Err(at) = attributes.binary_search(&attribute) {
            attributes.insert(at, attribute);
        }
        let mut all = Vec::with_capacity(cells.len() * attributes.len());
        for (target, mut cell) in cells.into_iter().enumerate() {
            for &own in &attributes {
                let given = if own == attribute { cell.take() } else { None };
                all.push(given.map(Arc::new).or_else(|| self.cell(target, own).cloned()));
            }
        }
        Self::from_cells(self.vertex_count(), self.target_count(), attributes, all)
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

    /// Attributes that at least one target moves, ascending: the bands of every layout.
    #[must_use]
    pub fn attributes(&self) -> &[Attribute] {
        &self.0.attributes
    }

    /// Whether at least one target moves the attribute.
    #[must_use]
    pub fn has(&self, attribute: Attribute) -> bool {
        // spec B7
        self.0.attributes.binary_search(&attribute).is_ok()
    }

    /// The deltas of one target and attribute, `None` where the target leaves it alone.
    #[must_use]
    pub fn deltas(&self, target: usize, attribute: Attribute) -> Option<&Deltas> {
        // spec B5
        self.cell(target, attribute).map(|deltas| &**deltas)
    }

    /// The deltas as they are shared.
    fn cell(&self, target: usize, attribute: Attribute) -> Option<&Arc<Deltas>> {
        self.cell_at(target, self.0.attributes.binary_search(&attribute).ok()?)
    }

    /// For each of the attributes, where the deltas of its sparse targets lie.
    pub(crate) fn all_spans(&self) -> &Arc<[Option<Spans>]> {
        &self.0.spans
    }

    /// The deltas of one target and of the attribute at a place of [`MorphTargets::attributes`].
    pub(crate) fn deltas_at(&self, target: usize, place: usize) -> Option<&Deltas> {
        self.cell_at(target, place).map(|deltas| &**deltas)
    }

    fn cell_at(&self, target: usize, place: usize) -> Option<&Arc<Deltas>> {
        if target >= self.0.target_count {
            return None;
        }
        self.0.cells.get(target * self.0.attributes.len() + place)?.as_ref()
    }

    /// Whether both are the same deltas in memory, as after a clone.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// An address that is the same for all clones and for no other living targets.
    #[must_use]
    pub fn identity(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }
}

/// Equal by content, wherever the deltas lie.
impl PartialEq for MorphTargets {
    fn eq(&self, other: &Self) -> bool {
        self.same(other) || self.0 == other.0
    }
}

/// Each set of targets once, by identity, in order of first appearance.
///
/// A scene's meshes share targets when they are clones of each other; this lists what there is to
/// edit or to upload.
///
/// # Example
/// ```
/// use morph_core::{unique_targets, MorphTargets, TargetDeltas};
/// let a = MorphTargets::new(1, vec![TargetDeltas::new()])?.unwrap();
/// let b = MorphTargets::new(1, vec![TargetDeltas::new()])?.unwrap();
/// let clone = a.clone();
/// assert_eq!(unique_targets([&a, &b, &clone]).len(), 2);
/// # Ok::<(), morph_core::TargetsError>(())
/// ```
pub fn unique_targets<'a>(
    targets: impl IntoIterator<Item = &'a MorphTargets>,
) -> Vec<&'a MorphTargets> {
    let mut seen = alloc::collections::BTreeSet::new();
    targets.into_iter().filter(|t| seen.insert(t.identity())).collect()
}

fn check_target(
    target: usize,
    deltas: &TargetDeltas,
    vertex_count: usize,
) -> Result<(), TargetsError> {
    for (at, (attribute, deltas_of)) in deltas.attributes.iter().enumerate() {
        if deltas.attributes[..at].iter().any(|(earlier, _)| earlier == attribute) {
            return Err(TargetsError::DuplicateAttribute { target, attribute: *attribute });
        }
        check(target, *attribute, deltas_of, vertex_count)?;
    }
    Ok(())
}

fn check(
    target: usize,
    attribute: Attribute,
    deltas: &Deltas,
    vertex_count: usize,
) -> Result<(), TargetsError> {
    let components = attribute.delta_components();
    let values = deltas.values();
    if !values.len().is_multiple_of(components) {
        let found = values.len();
        return Err(TargetsError::PartialDelta { target, attribute, components, found });
    }
    let found = values.len() / components;
    match deltas {
        Deltas::Dense(_) if found != vertex_count => {
            let expected = vertex_count;
            return Err(TargetsError::DeltaCount { target, attribute, expected, found });
        }
        Deltas::Dense(_) => {}
        Deltas::Sparse { indices, .. } => {
            if indices.len() != found {
                let indices = indices.len();
                return Err(TargetsError::SparseCount {
                    target,
                    attribute,
                    indices,
                    values: found,
                });
            }
            // Without a way out the compiler compares many at once.
            let rising = indices.windows(2).fold(true, |rising, pair| rising & (pair[0] < pair[1]));
            let inside = indices.last().is_none_or(|&last| (last as usize) < vertex_count);
            let wrong = if rising && inside { &[] } else { indices.as_slice() };
            for (position, &index) in wrong.iter().enumerate() {
                if index as usize >= vertex_count {
                    return Err(TargetsError::SparseIndexOutOfRange {
                        target,
                        attribute,
                        index,
                        vertex_count,
                    });
                }
                match position.checked_sub(1).map(|p| indices[p]) {
                    Some(before) if before >= index => {
                        return Err(TargetsError::SparseNotIncreasing {
                            target,
                            attribute,
                            position,
                            before,
                            index,
                        });
                    }
                    _ => {}
                }
            }
        }
    }
    if values.iter().fold(true, |finite, value| finite & value.is_finite()) {
        return Ok(());
    }
    for (vertex, delta) in deltas.iter(components) {
        if let Some(&value) = delta.iter().find(|v| !v.is_finite()) {
            return Err(TargetsError::NonFinite { target, attribute, vertex, value });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
