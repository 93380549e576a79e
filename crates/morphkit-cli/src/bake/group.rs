//! Nodes of a mesh that have the same weights.

use crate::blend::source::Instance;
use std::collections::BTreeMap;

/// Nodes that can go on sharing a mesh.
#[derive(Debug, PartialEq)]
pub(super) struct Group<'a> {
    pub(super) weights: &'a [f32],
    /// None where no node draws the mesh.
    pub(super) nodes: Vec<usize>,
}

impl<'a> Group<'a> {
    /// The groups of a mesh's instances, in order of their first node.
    pub(super) fn of<'b>(
        instances: impl Iterator<Item = (usize, &'b Instance)>,
        weights: &'a [Vec<f32>],
    ) -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        let mut known = BTreeMap::new();
        for (at, instance) in instances {
            let weights = weights[at].as_slice();
            // -0 and 0 are one weight.
            let bits: Vec<u32> = weights.iter().map(|weight| (weight + 0.0).to_bits()).collect();
            let group = *known.entry(bits).or_insert_with(|| {
                groups.push(Self { weights, nodes: Vec::new() });
                groups.len() - 1
            });
            groups[group].nodes.extend(instance.node);
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_with_the_same_weights_stay_together() {
        let weights = [vec![0.0, 1.0], vec![0.5, 0.0], vec![-0.0, 1.0]];
        let instances: Vec<_> =
            (0..3).map(|node| Instance { mesh: 0, node: Some(node), weights: vec![] }).collect();
        let groups = Group::of(instances.iter().enumerate(), &weights);
        assert_eq!(
            groups,
            [
                Group { weights: &[0.0, 1.0], nodes: vec![0, 2] },
                Group { weights: &[0.5, 0.0], nodes: vec![1] },
            ]
        );
        let none = Instance { mesh: 0, node: None, weights: vec![] };
        let groups = Group::of([(1, &none)].into_iter(), &weights);
        assert_eq!(groups, [Group { weights: &[0.5, 0.0], nodes: vec![] }]);
    }
}
