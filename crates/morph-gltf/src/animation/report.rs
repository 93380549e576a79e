//! Channels that animate neither weights nor transforms, or say so in a wrong way.

use super::target::{POINTER, Target, node_place};
use crate::finding::{Code, Finding, Findings};
use crate::model::{Animation, Channel};

/// The specification asks readers to ignore such channels.
pub(super) const NO_NODE: &str = "no target.node, so it is ignored";

/// Adds what is ignored in an animation; pointers elsewhere are told together.
pub(super) fn other_targets(
    animation: usize,
    model: &Animation,
    findings: &mut Findings,
) -> Result<(), Finding> {
    let place = format!("animations[{animation}]");
    let mut elsewhere = Vec::new();
    for (at, channel) in model.channels.iter().enumerate() {
        let place = format!("{place}.channels[{at}]");
        let pointer_place = node_place(&place, channel);
        match Target::of(channel) {
            Target::Elsewhere(pointer) => elsewhere.push(pointer),
            Target::NoNode { is_weights: true } => {
                findings.add(Code::ChannelIgnored, place.as_str(), NO_NODE)?;
            }
            Target::UnknownPath(path) => {
                let place = format!("{place}.target.path");
                let message = format!("{path:?} is unknown, so the channel is ignored");
                findings.add(Code::ChannelInvalidPath, place, message)?;
            }
            Target::Mesh(pointer) => {
                let message = format!(
                    "{pointer:?}: nothing of a mesh can be animated, so the channel is ignored"
                );
                findings.add(Code::ChannelIgnored, pointer_place, message)?;
            }
            Target::NotAPointer(text) => {
                let message = format!("{text:?} is no JSON pointer, so the channel is ignored");
                findings.add(Code::PointerSyntax, pointer_place, message)?;
            }
            Target::NoPointer => {
                let message = "there is no pointer, so the channel is ignored";
                findings.add(Code::PointerMissing, pointer_place, message)?;
            }
            Target::Weights { .. }
            | Target::Weight { .. }
            | Target::Transform { .. }
            | Target::NoNode { is_weights: false } => {}
        }
        contradiction(&place, channel, findings)?;
    }
    if let Some(first) = elsewhere.first() {
        let count = elsewhere.len();
        let message = format!(
            "{POINTER} animates neither weights nor places of nodes in {count} channels, {first:?} first; they are ignored"
        );
        findings.add(Code::ChannelIgnored, place, message)?;
    }
    Ok(())
}

/// A pointer beside a node, or beside a path.
fn contradiction(place: &str, channel: &Channel, findings: &mut Findings) -> Result<(), Finding> {
    let target = &channel.target;
    let is_pointer = target.path == "pointer";
    if is_pointer && target.node.is_some() {
        let place = format!("{place}.target.node");
        findings.add(Code::PointerNode, place, "stands beside a pointer, and is ignored")?;
    }
    if !is_pointer && target.extensions.contains_key(POINTER) {
        let place = format!("{place}.target.path");
        let message = format!("expected \"pointer\", got {:?}: the path counts", target.path);
        findings.add(Code::PointerPath, place, message)?;
    }
    Ok(())
}
