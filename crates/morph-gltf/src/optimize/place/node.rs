//! A mesh into a node of its own below the node that had it.

use super::Inverse;
use crate::write::Patch;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Moves a node's mesh, with its weights, into a new child, whose index it gives.
///
/// The node keeps its transform, its animation and its children, none of which may meet the scale.
pub(super) fn move_below(patch: &mut Patch<'_>, node: usize, inverse: &Inverse) -> usize {
    let Inverse { step, center } = *inverse;
    let mut below = Map::new();
    if let Some(above) = patch.json_mut()["nodes"][node].as_object_mut() {
        for key in ["mesh", "weights"] {
            if let Some(value) = above.shift_remove(key) {
                below.insert(key.into(), value);
            }
        }
    }
    if center != [0.0; 3] {
        below.insert("translation".into(), json!(center));
    }
    below.insert("scale".into(), json!([step, step, step]));
    let child = patch.push("nodes", below.into());
    match patch.json_mut()["nodes"][node].get_mut("children").and_then(Value::as_array_mut) {
        Some(children) => children.push(child.into()),
        None => patch.json_mut()["nodes"][node]["children"] = json!([child]),
    }
    child
}

/// Lets what means the mesh of a node mean that of its child: channels, pointers and VRM's binds.
/// `moved` gives the child of each node that has lost its mesh to one.
pub(super) fn follow(json: &mut Value, moved: &BTreeMap<usize, usize>) {
    let child_of = |node: &Value| moved.get(&index(node)?).copied();
    let animations = json.get_mut("animations").and_then(Value::as_array_mut);
    for animation in animations.into_iter().flatten() {
        let channels = animation.get_mut("channels").and_then(Value::as_array_mut);
        for target in channels.into_iter().flatten().filter_map(|c| c.get_mut("target")) {
            if target["path"] == "weights" {
                if let Some(child) = target.get("node").and_then(child_of) {
                    target["node"] = child.into();
                }
            }
            let pointer = target
                .get_mut("extensions")
                .and_then(|e| e.get_mut("KHR_animation_pointer"))
                .and_then(|e| e.get_mut("pointer"));
            if let Some(pointer) = pointer {
                if let Some(new) = pointer.as_str().and_then(|old| moved_pointer(old, moved)) {
                    *pointer = new.into();
                }
            }
        }
    }
    let Some(vrm) = json.get_mut("extensions").and_then(|e| e.get_mut("VRMC_vrm")) else { return };
    let mut binds: Vec<&mut Value> = Vec::new();
    let (mut expressions, mut first_person) = (None, None);
    for (key, value) in vrm.as_object_mut().into_iter().flatten() {
        match key.as_str() {
            "expressions" => expressions = Some(value),
            "firstPerson" => first_person = Some(value),
            _ => {}
        }
    }
    for kind in expressions.and_then(Value::as_object_mut).into_iter().flatten().map(|(_, k)| k) {
        for (_, expression) in kind.as_object_mut().into_iter().flatten() {
            let list = expression.get_mut("morphTargetBinds").and_then(Value::as_array_mut);
            binds.extend(list.into_iter().flatten());
        }
    }
    let list =
        first_person.and_then(|f| f.get_mut("meshAnnotations")).and_then(Value::as_array_mut);
    binds.extend(list.into_iter().flatten());
    for bind in binds {
        if let Some(child) = bind.get("node").and_then(child_of) {
            bind["node"] = child.into();
        }
    }
}

/// A path to the weights of a node that has lost its mesh, over the child that has it.
fn moved_pointer(pointer: &str, moved: &BTreeMap<usize, usize>) -> Option<String> {
    let (node, rest) = pointer.strip_prefix("/nodes/")?.split_once('/')?;
    let number: usize = node.parse().ok()?;
    // `/nodes/01` is no node.
    let is_plain = number.to_string() == node;
    let is_weights = rest == "weights" || rest.starts_with("weights/");
    let child = moved.get(&number).filter(|_| is_plain && is_weights)?;
    Some(format!("/nodes/{child}/{rest}"))
}

/// The index of a value, in any spelling.
fn index(value: &Value) -> Option<usize> {
    let number = value.as_f64()?;
    let index = number as usize;
    (index as f64 == number).then_some(index)
}
