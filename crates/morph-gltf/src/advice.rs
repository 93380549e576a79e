//! Advice: what is allowed, and still better done otherwise.
//!
//! A [`Finding`](crate::Finding) says where a file breaks the specification or what a reader makes
//! of it; [`Advice`] says what an author would want to know of a file that is right: two targets
//! that are the same, weights that look like percentages, bytes that sparse accessors would save.

mod base;
mod code;
mod normal;
mod shape;
mod size;
mod sparse;
mod target;
mod vrm;
mod weight;

pub use code::AdviceCode;

use crate::finding::Findings;
use crate::mesh::TargetCache;
use crate::model::Mesh;
use crate::{Document, Strictness};
use morph_core::MorphMesh;
use shape::Shapes;
use std::collections::BTreeSet;
use std::fmt;

/// One piece of advice.
///
/// Displays as `place: message`.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Advice {
    /// Stable code.
    pub code: AdviceCode,
    /// Where: `meshes[0].primitives[1]`.
    pub place: String,
    /// What, with its numbers.
    pub message: String,
    /// Targets that it is about, ascending; empty where it is about something else.
    pub targets: Vec<usize>,
    /// The numbers of the message by name; which names a code has is part of the code.
    pub numbers: Vec<(&'static str, f64)>,
}

impl Advice {
    fn new(code: AdviceCode, place: impl fmt::Display, message: impl fmt::Display) -> Self {
        Self {
            code,
            place: place.to_string(),
            message: message.to_string(),
            targets: Vec::new(),
            numbers: Vec::new(),
        }
    }

    fn about(mut self, targets: Vec<usize>) -> Self {
        self.targets = targets;
        self
    }

    fn with(mut self, name: &'static str, number: f64) -> Self {
        self.numbers.push((name, number));
        self
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// A mesh that is looked at: how it is written, and what it is decoded.
struct Subject<'a> {
    document: &'a Document,
    index: usize,
    model: &'a Mesh,
    mesh: &'a MorphMesh,
}

impl Subject<'_> {
    fn place(&self) -> String {
        format!("meshes[{}]", self.index)
    }

    /// Some targets in words: by name where the mesh has names.
    fn list(&self, targets: &[usize]) -> String {
        const SHOWN: usize = 4;
        let word = |&target: &usize| match self.mesh.target_name(target) {
            Some(name) => format!("{target} {name:?}"),
            None => target.to_string(),
        };
        let shown: Vec<_> = targets.iter().take(SHOWN).map(word).collect();
        match targets.len().saturating_sub(SHOWN) {
            0 => shown.join(", "),
            more => format!("{} and {more} more", shown.join(", ")),
        }
    }
}

impl Document {
    /// Looks at all meshes that can be loaded, their weights and animations, and at VRM's binds.
    ///
    /// Costs a full decoding, as [`Document::findings`] does, and one pass over all deltas, however
    /// many meshes share them; nothing of it is kept. What cannot be loaded is passed over: the
    /// findings tell about it. The list is in the file's order: meshes, nodes, animations.
    ///
    /// # Example
    /// ```
    /// use morph_gltf::{Document, NoFiles, advice::AdviceCode};
    /// let text = r#"{ "asset": { "version": "2.0" },
    ///   "accessors": [{ "componentType": 5126, "type": "VEC3", "count": 2 }],
    ///   "meshes": [{ "weights": [80], "primitives": [
    ///     { "attributes": { "POSITION": 0 }, "targets": [{ "POSITION": 0 }] } ] }] }"#;
    /// let advice = Document::from_slice(text.as_bytes(), NoFiles)?.advice();
    /// let codes: Vec<_> = advice.iter().map(|a| a.code).collect();
    /// assert!(codes.contains(&AdviceCode::TargetsZero));
    /// assert!(codes.contains(&AdviceCode::WeightsLikePercentages));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn advice(&self) -> Vec<Advice> {
        let mut advice = Vec::new();
        let mut cache = TargetCache::new();
        let mut shapes = Shapes::default();
        let mut counted = BTreeSet::new();
        let mut patience = normal::Patience::default();
        for (index, model) in self.root().meshes.iter().enumerate() {
            if model.primitives.iter().all(|p| p.target_count() == 0) {
                continue;
            }
            let mut findings = Findings::new(Strictness::Lenient);
            let Ok(mesh) = self.load_mesh(index, &mut cache, &mut findings) else { continue };
            let subject = Subject { document: self, index, model, mesh: &mesh };
            shapes.learn(&mesh);
            target::advise(&subject, &shapes, &mut advice);
            base::advise(&subject, &mut advice);
            size::advise(&subject, &shapes, &mut advice);
            normal::advise(&subject, &shapes, &mut patience, &mut advice);
            sparse::advise(&subject, &shapes, &mut counted, &mut advice);
            weight::advise_mesh(&subject, &mut advice);
        }
        weight::advise_nodes(self, &mut advice);
        weight::advise_animations(self, &mut advice);
        vrm::advise(self, &mut advice);
        advice
    }
}
