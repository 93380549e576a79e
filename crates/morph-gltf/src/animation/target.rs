//! What a channel animates: a node's property by its path, or anything by a JSON pointer.

use super::NodePath;
use crate::model::Channel;

/// Animates what JSON pointers name, where a path only reaches nodes.
pub(super) const POINTER: &str = "KHR_animation_pointer";

/// What a channel animates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target<'a> {
    /// All weights of a node.
    Weights { node: usize },
    /// One weight of a node.
    Weight { node: usize, target: usize },
    /// Part of a node's transform.
    Transform { node: usize, path: NodePath },
    /// A path of the specification, and no node.
    NoNode { is_weights: bool },
    /// A path that is none of the specification.
    UnknownPath(&'a str),
    /// A pointer into a mesh, whose weights are defaults.
    Mesh(&'a str),
    /// A pointer to anything else.
    Elsewhere(&'a str),
    /// No JSON pointer.
    NotAPointer(&'a str),
    /// There is no pointer.
    NoPointer,
}

/// Where a channel names its node.
pub(super) fn node_place(place: &str, channel: &Channel) -> String {
    if channel.target.path == "pointer" {
        format!("{place}.target.extensions.{POINTER}.pointer")
    } else {
        format!("{place}.target.node")
    }
}

impl<'a> Target<'a> {
    pub(super) fn of(channel: &'a Channel) -> Self {
        let target = &channel.target;
        if target.path == "pointer" {
            let pointer = target.extensions.get(POINTER).and_then(|e| e["pointer"].as_str());
            return pointer.map_or(Self::NoPointer, Self::of_pointer);
        }
        match (target.path.as_str(), target.node) {
            ("weights", Some(node)) => Self::Weights { node },
            ("weights", None) => Self::NoNode { is_weights: true },
            (path, node) => match (transform(path), node) {
                (Some(path), Some(node)) => Self::Transform { node, path },
                (Some(_), None) => Self::NoNode { is_weights: false },
                (None, _) => Self::UnknownPath(path),
            },
        }
    }

    /// # Source
    /// RFC 6901; `KHR_animation_pointer`; the glTF 2.0 object model.
    fn of_pointer(pointer: &'a str) -> Self {
        let Some(rest) = pointer.strip_prefix('/') else {
            return Self::NotAPointer(pointer);
        };
        // A tilde stands for a slash or for itself.
        if rest.split('~').skip(1).any(|after| !after.starts_with(['0', '1'])) {
            return Self::NotAPointer(pointer);
        }
        let mut tokens = rest.split('/');
        let mut next = || tokens.next();
        match (next(), next(), next(), next(), next()) {
            (Some("meshes"), ..) => Self::Mesh(pointer),
            (Some("nodes"), Some(node), Some(property), element, None) => {
                match (index(node), property, element.map(index), transform(property)) {
                    (Some(node), "weights", None, _) => Self::Weights { node },
                    (Some(node), "weights", Some(Some(target)), _) => Self::Weight { node, target },
                    (Some(node), _, None, Some(path)) => Self::Transform { node, path },
                    _ => Self::Elsewhere(pointer),
                }
            }
            _ => Self::Elsewhere(pointer),
        }
    }
}

fn transform(path: &str) -> Option<NodePath> {
    match path {
        "translation" => Some(NodePath::Translation),
        "rotation" => Some(NodePath::Rotation),
        "scale" => Some(NodePath::Scale),
        _ => None,
    }
}

/// An array index as JSON pointers have it: digits, no zero in front.
fn index(token: &str) -> Option<usize> {
    let digits = token.bytes().all(|b| b.is_ascii_digit());
    let plain = token == "0" || !token.starts_with('0');
    token.parse().ok().filter(|_| digits && plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_told_apart() {
        use NodePath::{Rotation, Scale, Translation};
        for (pointer, target) in [
            ("/nodes/0/weights", Target::Weights { node: 0 }),
            ("/nodes/12/weights/3", Target::Weight { node: 12, target: 3 }),
            ("/nodes/1/translation", Target::Transform { node: 1, path: Translation }),
            ("/nodes/1/rotation", Target::Transform { node: 1, path: Rotation }),
            ("/nodes/1/scale", Target::Transform { node: 1, path: Scale }),
            ("/meshes/3/weights", Target::Mesh("/meshes/3/weights")),
        ] {
            assert_eq!(Target::of_pointer(pointer), target);
        }
        for pointer in [
            "/",
            "/nodes",
            "/nodes/0",
            "/nodes/00/weights",
            "/nodes/+1/weights",
            "/nodes//weights",
            "/nodes/0/weights/-",
            "/nodes/0/weights/1/x",
            "/nodes/0/weights.length",
            "/nodes/0/scale/1",
            "/nodes/99999999999999999999999/weights",
            "/nodes/0/wei~0ghts",
            "/materials/0/alphaCutoff",
        ] {
            assert_eq!(Target::of_pointer(pointer), Target::Elsewhere(pointer));
        }
        for pointer in ["", "nodes/0/weights", "/nodes/0/~2", "/nodes/~"] {
            assert_eq!(Target::of_pointer(pointer), Target::NotAPointer(pointer));
        }
    }
}
