//! Every shader of the family by one type: for tables, translations and names on command lines.

use crate::{
    AttributeSet, Binding, Bounds, Deform, ParsePermutationError, Permutation, Slots, Stage,
    TrackSampler, bindings, deform_bindings, track_bindings,
};
use std::fmt;
use std::str::FromStr;

/// A permutation, a kernel of the deform pass, one that samples tracks, or one of bounds.
///
/// # Example
/// ```
/// use morph_wgsl::{Shader, Stage};
/// let shader: Shader = "deform-blocked8-s2-arena-pn-normalized".parse()?;
/// assert_eq!(shader.stage(), Stage::Compute);
/// assert!(Shader::all().len() > 100);
/// # Ok::<(), morph_wgsl::ParsePermutationError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shader {
    /// Of the vertex stage, or of the simple compute stage.
    Permutation(Permutation),
    /// Of the deform pass.
    Deform(Deform),
    /// Of crowds that play on the GPU.
    Tracks(TrackSampler),
    /// Of boxes for culling.
    Bounds(Bounds),
}

impl Shader {
    /// All tables: [`Permutation::all`], [`Deform::all`], [`TrackSampler::ALL`], [`Bounds::ALL`].
    #[must_use]
    pub fn all() -> Vec<Self> {
        let permutations = Permutation::all().into_iter().map(Self::Permutation);
        let deform = Deform::all().into_iter().map(Self::Deform);
        let others = TrackSampler::ALL.map(Self::Tracks).into_iter();
        permutations.chain(deform).chain(others).chain(Bounds::ALL.map(Self::Bounds)).collect()
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> String {
        self.to_string()
    }

    /// Where it runs.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        match self {
            Self::Permutation(permutation) => permutation.stage,
            Self::Deform(_) | Self::Tracks(_) | Self::Bounds(_) => Stage::Compute,
        }
    }

    /// What is morphed; nothing where only weights are made.
    #[must_use]
    pub const fn attributes(&self) -> AttributeSet {
        match self {
            Self::Permutation(permutation) => permutation.attributes,
            Self::Deform(kernel) => kernel.attributes,
            Self::Tracks(_) => AttributeSet::EMPTY,
            Self::Bounds(_) => AttributeSet::P,
        }
    }

    /// Whether directions get unit length.
    #[must_use]
    pub const fn normalize(&self) -> bool {
        match self {
            Self::Permutation(permutation) => permutation.normalize,
            Self::Deform(kernel) => kernel.normalize,
            Self::Tracks(_) | Self::Bounds(_) => false,
        }
    }

    /// Whether the device must read binary16 in shaders; see [`Deform::needs_half_floats`].
    #[must_use]
    pub const fn needs_half_floats(&self) -> bool {
        match self {
            Self::Permutation(_) | Self::Tracks(_) | Self::Bounds(_) => false,
            Self::Deform(kernel) => kernel.needs_half_floats(),
        }
    }

    /// What it binds, ascending.
    #[must_use]
    pub fn bindings(&self, slots: &Slots) -> Vec<Binding> {
        match self {
            Self::Permutation(permutation) => bindings(permutation, slots),
            Self::Deform(kernel) => deform_bindings(kernel, slots).into(),
            Self::Tracks(kernel) => track_bindings(kernel, slots).into(),
            Self::Bounds(kernel) => kernel.bindings(slots).into(),
        }
    }
}

impl From<Permutation> for Shader {
    fn from(permutation: Permutation) -> Self {
        Self::Permutation(permutation)
    }
}

impl From<&Permutation> for Shader {
    fn from(permutation: &Permutation) -> Self {
        Self::Permutation(*permutation)
    }
}

impl From<Deform> for Shader {
    fn from(kernel: Deform) -> Self {
        Self::Deform(kernel)
    }
}

impl From<&Deform> for Shader {
    fn from(kernel: &Deform) -> Self {
        Self::Deform(*kernel)
    }
}

impl From<TrackSampler> for Shader {
    fn from(kernel: TrackSampler) -> Self {
        Self::Tracks(kernel)
    }
}

impl From<Bounds> for Shader {
    fn from(kernel: Bounds) -> Self {
        Self::Bounds(kernel)
    }
}

impl From<&Self> for Shader {
    fn from(shader: &Self) -> Self {
        *shader
    }
}

impl fmt::Display for Shader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Permutation(permutation) => permutation.fmt(f),
            Self::Deform(kernel) => kernel.fmt(f),
            Self::Tracks(kernel) => kernel.fmt(f),
            Self::Bounds(kernel) => kernel.fmt(f),
        }
    }
}

impl FromStr for Shader {
    type Err = ParsePermutationError;

    fn from_str(text: &str) -> Result<Self, ParsePermutationError> {
        if text.starts_with("deform-") {
            return text.parse().map(Self::Deform);
        }
        if text.starts_with("tracks-") {
            return text.parse().map(Self::Tracks);
        }
        if text.starts_with("bounds-") {
            return text.parse().map(Self::Bounds);
        }
        text.parse().map(Self::Permutation)
    }
}
