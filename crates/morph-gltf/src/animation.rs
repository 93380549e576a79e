//! Animations: weights as core's clips, and the nodes' transforms.

mod claim;
mod report;
mod sampler;
mod target;

use crate::Document;
use crate::component::ElementType;
use crate::error::AnimationError;
use crate::finding::{Code, Findings};
use crate::model::Animation;
use claim::Claims;
use morph_core::animation::{ChannelTargets, Clip, ClipChannel, WeightTrack};
pub(crate) use sampler::Budget;
use std::collections::BTreeSet;
use std::fmt;
use target::Target;

/// What of a node's transform a channel animates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NodePath {
    /// Three numbers a key.
    Translation,
    /// Four numbers a key: a quaternion x, y, z, w. Linear means spherical.
    Rotation,
    /// Three numbers a key.
    Scale,
}

impl fmt::Display for NodePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Translation => "translation",
            Self::Rotation => "rotation",
            Self::Scale => "scale",
        })
    }
}

/// A channel that animates a node's transform.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeChannel {
    /// Index of the node.
    pub node: usize,
    /// What is animated.
    pub path: NodePath,
    /// Keys: a track of 3 or 4 numbers, in the place of weights.
    pub track: WeightTrack,
}

/// An animation's channels that move nodes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NodeAnimation {
    /// Name, where it has one.
    pub name: Option<String>,
    /// The channels.
    pub channels: Vec<NodeChannel>,
}

impl Document {
    /// The weight tracks of all animations: one clip each, in the file's order.
    ///
    /// A track has as many weights as the node's mesh has targets in the file, or a single one
    /// where `KHR_animation_pointer` names one. Channels without a node, of what is no weight, and
    /// of meshes without targets are left out; [`Document::findings`] says so. Clips of animations
    /// that touch no weights have no channels.
    ///
    /// # Errors
    /// [`AnimationError`] names the channel and the numbers that disagree.
    ///
    /// # Source
    /// glTF 2.0, section 3.11 "Animations"; `KHR_animation_pointer`.
    pub fn weight_animations(&self) -> Result<Vec<Clip>, AnimationError> {
        let mut findings = Findings::new(self.options().strictness);
        let mut budget = Budget::new(self.memory_limit());
        (0..self.root().animations.len())
            .map(|animation| self.load_weights(animation, &mut budget, &mut findings))
            .collect()
    }

    /// The weight tracks of one animation. As [`Document::weight_animations`], whatever is wrong with
    /// other animations.
    ///
    /// # Errors
    /// [`AnimationError`] where there is no such animation, or as above.
    pub fn weight_animation(&self, animation: usize) -> Result<Clip, AnimationError> {
        let mut budget = Budget::new(self.memory_limit());
        let mut findings = Findings::new(self.options().strictness);
        self.load_weights(animation, &mut budget, &mut findings)
    }

    /// The transforms that an animation moves: translation, rotation and scale of nodes.
    ///
    /// A channel that cannot be sampled is left out: no weight depends on it.
    /// [`Document::findings`] says so.
    ///
    /// # Errors
    /// [`AnimationError`] where there is no such animation, or where it would take too much
    /// memory; under [`Strictness::Strict`](crate::Strictness::Strict) also the first finding.
    pub fn node_animation(&self, animation: usize) -> Result<NodeAnimation, AnimationError> {
        let mut budget = Budget::new(self.memory_limit());
        self.load_nodes(animation, &mut budget, &mut Findings::new(self.options().strictness))
    }

    pub(crate) fn load_weights(
        &self,
        animation: usize,
        budget: &mut Budget,
        findings: &mut Findings,
    ) -> Result<Clip, AnimationError> {
        let model = self.animation_model(animation)?;
        let mut clip = Clip { name: model.name.clone(), channels: Vec::new() };
        let mut claims = Claims::default();
        report::other_targets(animation, model, findings)?;
        for (at, channel) in model.channels.iter().enumerate() {
            let place = format!("animations[{animation}].channels[{at}]");
            let (node, targets) = match Target::of(channel) {
                Target::Weights { node } => (node, ChannelTargets::All),
                Target::Weight { node, target } => (node, ChannelTargets::One(target)),
                _ => continue,
            };
            let node_place = target::node_place(&place, channel);
            let Some(count) = self.animated_targets(&place, &node_place, node, findings)? else {
                continue;
            };
            let numbers = match targets {
                ChannelTargets::All => count,
                ChannelTargets::One(index) if index < count => 1,
                ChannelTargets::One(index) => {
                    let place = format!("{node_place}: ");
                    return Err(AnimationError::NoSuch { place, kind: "weights", index, count });
                }
            };
            if !claims.take(node, targets) {
                let message = format!(
                    "weights of nodes[{node}] are animated twice; the first channel counts"
                );
                findings.add(Code::DuplicateTargets, &place, message)?;
                continue;
            }
            let sampler = sampler::of(model, animation, &place, channel.sampler)?;
            let scalar = ElementType::Scalar;
            let track = self.load_track(&place, &sampler, scalar, numbers, budget, findings)?;
            clip.channels.push(ClipChannel { node, targets, track });
        }
        Ok(clip)
    }

    pub(crate) fn load_nodes(
        &self,
        animation: usize,
        budget: &mut Budget,
        findings: &mut Findings,
    ) -> Result<NodeAnimation, AnimationError> {
        let model = self.animation_model(animation)?;
        let mut nodes = NodeAnimation { name: model.name.clone(), channels: Vec::new() };
        let mut seen = BTreeSet::new();
        for (at, channel) in model.channels.iter().enumerate() {
            let place = format!("animations[{animation}].channels[{at}]");
            let (node, path) = match Target::of(channel) {
                Target::Transform { node, path } => (node, path),
                Target::NoNode { is_weights: false } => {
                    findings.add(Code::ChannelIgnored, place, report::NO_NODE)?;
                    continue;
                }
                _ => continue,
            };
            if !seen.insert((node, path)) {
                let message =
                    format!("{path} of nodes[{node}] is animated twice; the first counts");
                findings.add(Code::DuplicateTargets, &place, message)?;
                continue;
            }
            let element =
                if path == NodePath::Rotation { ElementType::Vec4 } else { ElementType::Vec3 };
            let node_place = target::node_place(&place, channel);
            let track = self.check_node(&node_place, node).and_then(|()| {
                let sampler = sampler::of(model, animation, &place, channel.sampler)?;
                let numbers = element.components();
                self.load_track(&place, &sampler, element, numbers, budget, findings)
            });
            match track {
                Ok(track) => nodes.channels.push(NodeChannel { node, path, track }),
                Err(error @ (AnimationError::Strict(_) | AnimationError::Limit { .. })) => {
                    return Err(error);
                }
                // No weight depends on it: a node that stays still is better than no file.
                Err(error) => {
                    let message = format!("{error}; the channel is ignored");
                    findings.add_text(Code::NodeChannelIgnored, message)?;
                }
            }
        }
        Ok(nodes)
    }

    fn animation_model(&self, animation: usize) -> Result<&Animation, AnimationError> {
        let animations = &self.root().animations;
        animations.get(animation).ok_or_else(|| AnimationError::NoSuch {
            place: String::new(),
            kind: "animations",
            index: animation,
            count: animations.len(),
        })
    }

    fn check_node(&self, place: &str, node: usize) -> Result<(), AnimationError> {
        let count = self.root().nodes.len();
        if node < count {
            return Ok(());
        }
        let place = format!("{place}: ");
        Err(AnimationError::NoSuch { place, kind: "nodes", index: node, count })
    }

    /// How many targets the channel animates, `None` where there are none.
    fn animated_targets(
        &self,
        place: &str,
        node_place: &str,
        node: usize,
        findings: &mut Findings,
    ) -> Result<Option<usize>, AnimationError> {
        self.check_node(node_place, node)?;
        let count = match self.root().nodes[node].mesh {
            None => 0,
            Some(mesh) => match self.target_count(mesh) {
                Some(count) => count,
                None => {
                    let place = format!("{place}: nodes[{node}].mesh: ");
                    let (kind, count) = ("meshes", self.root().meshes.len());
                    return Err(AnimationError::NoSuch { place, kind, index: mesh, count });
                }
            },
        };
        if count == 0 {
            let message = format!("nodes[{node}] has no morph targets, so the channel is ignored");
            findings.add(Code::ChannelNoMorphs, place, message)?;
            return Ok(None);
        }
        Ok(Some(count))
    }
}
