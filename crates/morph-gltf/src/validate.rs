//! Everything that is wrong with a file, in one list.

mod layout;

use crate::Document;
use crate::Strictness;
use crate::animation::Budget;
use crate::finding::{Code, Finding, Findings, Severity};
use crate::mesh::TargetCache;

impl Document {
    /// Reads all meshes, weights, animations and expressions, and lists what was found, opening included.
    ///
    /// Costs a full decoding; nothing of it is kept. Errors are in the list as
    /// [`Severity::Fatal`], so the list is complete where [`Document::mesh`] stops at the first.
    #[must_use]
    pub fn findings(&self) -> Vec<Finding> {
        let mut findings = Findings::new(self.options().strictness);
        for finding in self.opened() {
            findings.push(finding.clone());
        }
        let mut cache = TargetCache::new();
        for mesh in 0..self.root().meshes.len() {
            if let Err(error) = self.load_mesh(mesh, &mut cache, &mut findings) {
                findings.push(error.finding());
            }
        }
        for node in 0..self.root().nodes.len() {
            if let Err(error) = self.load_node_weights(node, &mut findings) {
                findings.push(error.finding());
            }
        }
        self.check_references(&mut findings);
        self.check_layout(&mut findings);
        let mut budget = Budget::new(self.memory_limit());
        let mut node_budget = Budget::new(self.memory_limit());
        for animation in 0..self.root().animations.len() {
            if let Err(error) = self.load_weights(animation, &mut budget, &mut findings) {
                findings.push(error.finding());
            }
            if let Err(error) = self.load_nodes(animation, &mut node_budget, &mut findings) {
                findings.push(error.finding());
            }
        }
        if let Err(finding) = self.load_vrm(&mut findings) {
            findings.push(finding);
        }
        findings.list
    }

    /// Checks everything and stops at the first thing that is an error.
    ///
    /// # Errors
    /// The first [`Finding`] that is fatal, or recoverable under [`Strictness::Strict`].
    pub fn validate(&self) -> Result<(), Finding> {
        let least = match self.options().strictness {
            Strictness::Strict => Severity::Recoverable,
            Strictness::Lenient => Severity::Fatal,
        };
        match self.findings().into_iter().find(|f| f.severity >= least) {
            Some(finding) => Err(finding),
            None => Ok(()),
        }
    }

    /// References between nodes, skins and scenes.
    fn check_references(&self, findings: &mut Findings) {
        let root = self.root();
        let (nodes, skins) = (root.nodes.len(), root.skins.len());
        let mut check = |place: String, kind: &str, index: usize, count: usize| {
            if index >= count {
                findings.push(Finding {
                    code: Code::UnresolvedReference,
                    place,
                    severity: Code::UnresolvedReference.severity(),
                    message: format!("{kind}[{index}]: there are {count}"),
                });
            }
        };
        for (at, node) in root.nodes.iter().enumerate() {
            for (child, &index) in node.children.iter().enumerate() {
                check(format!("nodes[{at}].children[{child}]"), "nodes", index, nodes);
            }
            if let Some(skin) = node.skin {
                check(format!("nodes[{at}].skin"), "skins", skin, skins);
            }
        }
        for (at, skin) in root.skins.iter().enumerate() {
            for (joint, &index) in skin.joints.iter().enumerate() {
                check(format!("skins[{at}].joints[{joint}]"), "nodes", index, nodes);
            }
        }
        for (at, scene) in root.scenes.iter().enumerate() {
            for (node, &index) in scene.nodes.iter().enumerate() {
                check(format!("scenes[{at}].nodes[{node}]"), "nodes", index, nodes);
            }
        }
    }
}
