//! Which of ARKit's shapes a mesh has.

use morphkit::core::arkit::{self, Match, NAMES};
use serde::Serialize;
use std::collections::BTreeMap;

/// ARKit's shapes among the targets of a mesh, by their indices.
#[derive(Debug, Serialize)]
pub(crate) struct ArkitReport {
    /// Those that are there; several targets where they make the shape together.
    pub(crate) found: BTreeMap<&'static str, Vec<usize>>,
    /// Those that may be several targets.
    pub(crate) ambiguous: BTreeMap<&'static str, Vec<usize>>,
    /// Those that are not there, in ARKit's order.
    pub(crate) missing: Vec<&'static str>,
    /// Targets that are none of them.
    pub(crate) others: Vec<usize>,
}

impl ArkitReport {
    /// `None` where no target is one of them.
    pub(crate) fn new(target_names: &[String]) -> Option<Self> {
        let mut report = Self {
            found: BTreeMap::new(),
            ambiguous: BTreeMap::new(),
            missing: Vec::new(),
            others: Vec::new(),
        };
        let mut is_other = vec![true; target_names.len()];
        for (shape, of_shape) in NAMES.into_iter().zip(arkit::find(target_names)) {
            let (list, targets) = match of_shape {
                Match::Missing => {
                    report.missing.push(shape);
                    continue;
                }
                Match::Found(targets) => (&mut report.found, targets),
                Match::Ambiguous(targets) => (&mut report.ambiguous, targets),
            };
            targets.iter().for_each(|&target| is_other[target] = false);
            list.insert(shape, targets);
        }
        report.others = (0..target_names.len()).filter(|&target| is_other[target]).collect();
        let some = !(report.found.is_empty() && report.ambiguous.is_empty());
        some.then_some(report)
    }

    /// The shape that a target is, or is a part of.
    pub(crate) fn shape_of(&self, target: usize) -> Option<&'static str> {
        let mut found = self.found.iter();
        found.find(|(_, targets)| targets.contains(&target)).map(|(shape, _)| *shape)
    }
}
