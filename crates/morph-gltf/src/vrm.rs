//! Expressions of VRM avatars: a smile, a blink, a vowel, each a list of binds to targets.
//!
//! [`Document::vrm`](crate::Document::vrm) reads them from VRM 1.0 (`VRMC_vrm`) and VRM 0.x (`VRM`); [`Vrm::outputs`] and
//! [`Vrm::apply`] make weights of their values. What else an avatar has (bones, springs, materials)
//! is not read: binds to colours and textures are counted only.
//!
//! # From values to weights
//! - A value is clamped to 0..1. That of a binary expression is 1 above 0.5, else 0.
//! - In VRM 1.0 an expression may override those of the mouth, of blinking or of the gaze: the others'
//!   values are multiplied by 1 - the sum of what overrides them, clamped to 0..1, where an expression
//!   with `block` counts 1 as soon as it is above 0, and one with `blend` its value. What is
//!   overridden at all and binary is off. An expression does not override its own kind.
//! - Every target that any expression binds starts from 0; then the binds add up, value times weight,
//!   without a clamp. (`UniVRM` clamps the sums of VRM 0.x to 1; three-vrm does not.)
//!
//! # Example
//! ```
//! use morph_gltf::{Document, NoFiles};
//! let text = r#"{ "asset": { "version": "2.0" }, "extensions": { "VRMC_vrm": { "expressions": {
//!   "preset": { "happy": { "overrideBlink": "block" }, "blink": { "isBinary": true } } } } } }"#;
//! let document = Document::from_slice(text.as_bytes(), NoFiles)?;
//! let vrm = document.vrm()?.expect("it is an avatar");
//! let (happy, blink) = (vrm.find("happy").unwrap(), vrm.find("blink").unwrap());
//! let mut values = vec![0.0; vrm.expressions.len()];
//! values[blink] = 0.6;
//! assert_eq!(vrm.outputs(&values)?[blink], 1.0);
//! values[happy] = 0.1;
//! assert_eq!(vrm.outputs(&values)?[blink], 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Source
//! `VRMC_vrm` 1.0, `expressions.md`; VRM 0.x, "Morph setting" (`VRM.blendShapeMaster`), and for its
//! `isBinary`, which that page leaves out, `UniVRM`'s `BlendShapeMerger`.

mod evaluate;
mod preset;
mod read;

pub use preset::{Kind, Preset};

use std::fmt;

/// Which VRM a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VrmVersion {
    /// The extension `VRM`.
    V0,
    /// The extension `VRMC_vrm`.
    V1,
}

impl fmt::Display for VrmVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::V0 => "0.x",
            Self::V1 => "1.0",
        })
    }
}

/// The expressions of an avatar.
#[derive(Debug, Clone, PartialEq)]
pub struct Vrm {
    /// Which extension they are from; where a file has both, `VRMC_vrm` counts.
    pub version: VrmVersion,
    /// In the file's order; in VRM 1.0 presets come before custom ones.
    pub expressions: Vec<Expression>,
}

/// A named face.
#[derive(Debug, Clone, PartialEq)]
pub struct Expression {
    /// The name: in VRM 1.0 the key, in VRM 0.x `name`, else `presetName`.
    pub name: String,
    /// What it stands for, where it is one that every application knows.
    pub preset: Option<Preset>,
    /// Where it stands in the file.
    pub source: Source,
    /// Whether it is on or off, with nothing between.
    pub is_binary: bool,
    /// The targets that it moves; those that name nothing are left out.
    pub binds: Vec<Bind>,
    /// What it does to blinking; [`Override::None`] in VRM 0.x, as are the two below.
    pub override_blink: Override,
    /// What it does to the gaze.
    pub override_look_at: Override,
    /// What it does to the mouth.
    pub override_mouth: Override,
    /// Number of binds to colours and textures of materials, which are not read.
    pub material_binds: usize,
}

/// Where an expression stands in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// In `blendShapeGroups` of VRM 0.x, at this index.
    Group(usize),
    /// In `expressions.preset` of VRM 1.0.
    Preset,
    /// In `expressions.custom` of VRM 1.0.
    Custom,
}

impl Expression {
    /// The place in the file: `extensions.VRMC_vrm.expressions.preset.happy`.
    #[must_use]
    pub fn place(&self) -> String {
        match self.source {
            Source::Group(at) => format!("{}[{at}]", read::GROUPS),
            Source::Preset => format!("{}.preset.{}", read::EXPRESSIONS, self.name),
            Source::Custom => format!("{}.custom.{}", read::EXPRESSIONS, self.name),
        }
    }
}

/// One target that an expression moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bind {
    /// Whose target.
    pub owner: Owner,
    /// Index of the target.
    pub target: usize,
    /// Weight of the target where the expression is 1: a factor, also in VRM 0.x, whose files have
    /// percentages.
    pub weight: f32,
}

/// Whose targets a bind moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    /// Those of a mesh, wherever it is drawn: VRM 0.x.
    Mesh(usize),
    /// Those of the mesh of one node: VRM 1.0.
    Node(usize),
}

impl Owner {
    /// Whether an instance is meant: a mesh, drawn by a node, or by none.
    #[must_use]
    pub fn is(self, mesh: usize, node: Option<usize>) -> bool {
        match self {
            Self::Mesh(index) => index == mesh,
            Self::Node(index) => Some(index) == node,
        }
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mesh(mesh) => write!(f, "meshes[{mesh}]"),
            Self::Node(node) => write!(f, "nodes[{node}]"),
        }
    }
}

/// What an expression does to those of another kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Override {
    /// Nothing.
    #[default]
    None,
    /// Turns them off as soon as it is above 0.
    Block,
    /// Turns them off as far as it is on.
    Blend,
}

impl Override {
    /// The word of the file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Block => "block",
            Self::Blend => "blend",
        }
    }
}
