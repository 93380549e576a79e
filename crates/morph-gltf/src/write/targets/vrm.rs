//! Binds of VRM: expressions that move targets.

use super::{Change, object};
use crate::write::index;
use serde_json::Value;

/// Follows the targets of a mesh in VRM 0.x and in VRM 1.0.
///
/// # Source
/// VRM 0.x, `vrm.blendshape.bind`; `VRMC_vrm` 1.0, "expressions".
pub(super) fn keep(json: &mut Value, change: &Change, nodes: &[usize], notes: &mut Vec<String>) {
    let master = object(json, &["extensions", "VRM", "blendShapeMaster"]);
    let groups = master.and_then(|master| master.get_mut("blendShapeGroups"));
    let groups = groups.and_then(Value::as_array_mut).into_iter().flatten();
    for (at, group) in groups.enumerate() {
        let place = format!("extensions.VRM.blendShapeMaster.blendShapeGroups[{at}]");
        let ours = |bind: &Value| index::read(&bind["mesh"]) == Some(change.mesh);
        binds(group, "binds", change, ours, &place, notes);
    }
    for set in ["preset", "custom"] {
        let path = ["extensions", "VRMC_vrm", "expressions", set];
        for (name, expression) in object(json, &path).into_iter().flatten() {
            let place = format!("extensions.VRMC_vrm.expressions.{set}.{name}");
            let ours =
                |bind: &Value| index::read(&bind["node"]).is_some_and(|n| nodes.contains(&n));
            binds(expression, "morphTargetBinds", change, ours, &place, notes);
        }
    }
}

fn binds(
    owner: &mut Value,
    key: &str,
    change: &Change,
    ours: impl Fn(&Value) -> bool,
    place: &str,
    notes: &mut Vec<String>,
) {
    let Some(binds) = owner.get_mut(key).and_then(Value::as_array_mut) else { return };
    let before = binds.len();
    binds.retain_mut(|bind| {
        if !ours(bind) {
            return true;
        }
        // What names no target means nothing, now as before.
        let target = index::read(&bind["index"]).filter(|&target| target < change.count);
        let Some(new) = target.and_then(|target| change.index(target)) else { return false };
        index::write(&mut bind["index"], new);
        true
    });
    let gone = before - binds.len();
    if gone > 0 {
        notes.push(format!("{place}.{key}: {gone} of {before} name targets that are gone"));
    }
}
