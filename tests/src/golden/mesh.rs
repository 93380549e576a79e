//! Base and targets of a case, as core's types.

use super::{Case, Values};
use morph_core::{
    Attribute, AttributeSet, Deltas, LayoutError, MorphTargets, TargetDeltas, TargetsError,
    VertexAttributes,
};

impl Case {
    /// The base; it may count other vertices than the targets.
    #[must_use]
    pub fn base(&self) -> VertexAttributes {
        let counted = self.input.get("base.vertices").map_or("vertices", |_| "base.vertices");
        let vertex_count = self.input.number(counted);
        let mut base = VertexAttributes::new(vertex_count);
        for (attribute, values) in self.base_arrays() {
            let components = values.len() / vertex_count;
            base.insert(attribute, components, values.to_vec()).unwrap();
        }
        base
    }

    /// The base's attributes with their values.
    pub fn base_arrays(&self) -> impl Iterator<Item = (Attribute, &[f32])> {
        self.input.iter().filter_map(|(name, values)| {
            let attribute = name.strip_prefix("base.")?.parse().ok()?;
            let Values::Floats(values) = values else { panic!("{name}: expected floats") };
            Some((attribute, values.as_slice()))
        })
    }

    /// The targets.
    ///
    /// # Errors
    /// Core's, where they are refused.
    pub fn targets(&self) -> Result<MorphTargets, TargetsError> {
        let count = self.input.number("targets");
        let targets = (0..count).map(|target| self.target(target)).collect();
        let targets = MorphTargets::new(self.input.number("vertices"), targets)?;
        Ok(targets.expect("a case has vertices and targets"))
    }

    fn target(&self, target: usize) -> TargetDeltas {
        let prefix = format!("target.{target}.");
        let mut deltas = TargetDeltas::new();
        for (name, values) in self.input.iter() {
            let attribute = name.strip_prefix(&prefix).and_then(|name| name.parse().ok());
            let (Some(attribute), Values::Floats(values)) = (attribute, values) else { continue };
            let at = format!("{name}.at");
            let values = values.clone();
            deltas = deltas.with(
                attribute,
                if self.input.get(&at).is_some() {
                    let indices = self.input.numbers(&at).iter().map(|&v| v as u32).collect();
                    Deltas::Sparse { indices, values }
                } else {
                    Deltas::Dense(values)
                },
            );
        }
        deltas
    }

    /// Whether deltas are given.
    #[must_use]
    pub fn has_deltas(&self) -> bool {
        self.input.iter().any(|(name, _)| name.starts_with("target."))
    }

    /// The bands of a layout.
    ///
    /// # Errors
    /// Core's, for a set number that no layout holds.
    pub fn bands(&self) -> Result<AttributeSet, LayoutError> {
        let bands = self.input.words("bands").iter();
        AttributeSet::from_attributes(bands.map(|band| band.parse::<Attribute>().unwrap()))
    }

    /// The deltas whose addresses are asked for: target, attribute, vertex.
    pub fn addresses(&self) -> impl Iterator<Item = (u32, Attribute, u32)> {
        let targets = self.input.numbers("address.target").iter();
        let bands = self.input.words("address.band").iter();
        let vertices = self.input.numbers("address.vertex").iter();
        targets
            .zip(bands)
            .zip(vertices)
            .map(|((&target, band), &vertex)| (target as u32, band.parse().unwrap(), vertex as u32))
    }
}

/// The word of a refusal of targets.
#[must_use]
pub fn refusal_of_targets(error: &TargetsError) -> &'static str {
    match error {
        TargetsError::NonFinite { .. } => "non-finite-delta",
        TargetsError::SparseIndexOutOfRange { .. } | TargetsError::SparseNotIncreasing { .. } => {
            "sparse-index"
        }
        other => panic!("no case is refused so: {other}"),
    }
}
