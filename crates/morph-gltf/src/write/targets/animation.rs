//! Animations of weights: columns that go, and channels that have nothing left to move.

use super::pointer::WeightPointer;
use super::{Change, object, opaque};
use crate::component::{ComponentType, ElementType};
use crate::write::accessor::Rounded;
use crate::write::{NewAccessor, Patch, WriteError, index};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What becomes of a channel.
enum Fate {
    /// It moves something else.
    Stays,
    /// Its keys lose columns.
    Columns,
    /// It moves one weight, which has another number now.
    Renumbered(String),
    /// What it moves is gone.
    Goes,
}

impl Patch<'_> {
    /// Follows the targets of a mesh that these nodes draw, ascending, in all animations.
    pub(super) fn keep_in_animations(
        &mut self,
        change: &Change,
        nodes: &[usize],
    ) -> Result<(), WriteError> {
        let count = self.json["animations"].as_array().map_or(0, Vec::len);
        let mut empty = BTreeSet::new();
        let mut outputs = BTreeMap::new();
        for animation in 0..count {
            if self.keep_in_animation(animation, change, nodes, &mut outputs)? {
                empty.insert(animation);
            }
        }
        if empty.is_empty() {
            return Ok(());
        }
        opaque::check_animations(&self.json)?;
        if let Some(Value::Array(animations)) = self.json.get_mut("animations") {
            let mut at = 0..;
            animations.retain(|_| at.next().is_some_and(|at| !empty.contains(&at)));
            if animations.is_empty() {
                if let Some(root) = self.json.as_object_mut() {
                    root.shift_remove("animations");
                }
            }
        }
        for animation in empty {
            self.note(format!(
                "animations[{animation}]: has nothing left to move, and is left out"
            ));
        }
        Ok(())
    }

    /// Whether nothing is left of the animation.
    fn keep_in_animation(
        &mut self,
        animation: usize,
        change: &Change,
        nodes: &[usize],
        outputs: &mut BTreeMap<usize, usize>,
    ) -> Result<bool, WriteError> {
        let channels = self.json["animations"][animation]["channels"].as_array();
        let fates: Vec<_> =
            channels.into_iter().flatten().map(|channel| fate(channel, change, nodes)).collect();
        for (at, fate) in fates.iter().enumerate() {
            match fate {
                Fate::Columns => self.keep_columns((animation, at), change, outputs)?,
                Fate::Renumbered(pointer) => {
                    let channel = &mut self.json["animations"][animation]["channels"][at];
                    let path = ["target", "extensions", "KHR_animation_pointer"];
                    if let Some(extension) = object(channel, &path) {
                        extension.insert("pointer".into(), pointer.as_str().into());
                    }
                }
                Fate::Stays | Fate::Goes => {}
            }
        }
        let goes = |fate: &Fate| matches!(fate, Fate::Goes);
        if !fates.iter().any(goes) {
            return Ok(false);
        }
        let of_animation = &mut self.json["animations"][animation];
        let mut released = BTreeSet::new();
        if let Some(Value::Array(channels)) = of_animation.get_mut("channels") {
            let mut fates = fates.iter();
            channels.retain(|channel| {
                let kept = !fates.next().is_some_and(goes);
                if !kept {
                    released.extend(index::read(&channel["sampler"]));
                }
                kept
            });
        }
        release_samplers(of_animation, released);
        Ok(of_animation["channels"].as_array().is_none_or(Vec::is_empty))
    }

    /// Gives a channel a sampler whose keys have only the columns that stay; `outputs` are those that
    /// lost them already, with what they became.
    fn keep_columns(
        &mut self,
        (animation, channel): (usize, usize),
        change: &Change,
        outputs: &mut BTreeMap<usize, usize>,
    ) -> Result<(), WriteError> {
        let place = format!("animations[{animation}].channels[{channel}]");
        let of_animation = &self.json["animations"][animation];
        let Some(at) = index::read(&of_animation["channels"][channel]["sampler"]) else {
            return Ok(());
        };
        let mut sampler = of_animation["samplers"][at].clone();
        let Some(output) = index::read(&sampler["output"]) else { return Ok(()) };
        let new = match outputs.get(&output) {
            Some(&new) => new,
            None => self.without_columns(output, change, place)?,
        };
        outputs.insert(output, new);
        index::write(&mut sampler["output"], new);
        let of_animation = &mut self.json["animations"][animation];
        let uses = |channel: &&Value| index::read(&channel["sampler"]) == Some(at);
        let shared = of_animation["channels"].as_array().into_iter().flatten().filter(uses).count();
        let samplers = of_animation["samplers"].as_array_mut();
        match samplers {
            Some(samplers) if shared > 1 => {
                samplers.push(sampler);
                let last = samplers.len() - 1;
                of_animation["channels"][channel]["sampler"] = last.into();
            }
            _ => of_animation["samplers"][at] = sampler,
        }
        Ok(())
    }

    /// The accessor of the same keys without the columns that go.
    fn without_columns(
        &mut self,
        output: usize,
        change: &Change,
        place: String,
    ) -> Result<usize, WriteError> {
        let weights = self.numbers_of(output, &place)?;
        if !weights.len().is_multiple_of(change.count) {
            let (target_count, found) = (change.count, weights.len());
            return Err(WriteError::Columns { place, target_count, found });
        }
        let rows = weights.chunks_exact(change.count);
        let kept: Vec<f32> = rows.flat_map(|row| change.kept.iter().map(|&t| row[t])).collect();
        let new = self.add_weights(&kept, output)?;
        self.kept_numbers.insert(new, kept);
        Ok(new)
    }

    /// The numbers of an accessor of the document, or of one that was made here.
    fn numbers_of(&self, accessor: usize, place: &str) -> Result<Vec<f32>, WriteError> {
        if let Some(numbers) = self.kept_numbers.get(&accessor) {
            return Ok(numbers.clone());
        }
        let data = self.document.accessor(accessor);
        let place = place.to_owned();
        data.map(|data| data.to_f32()).map_err(|reason| WriteError::Accessor { place, reason })
    }

    /// Weights as the accessor that they come from stores them: their numbers are not new.
    fn add_weights(&mut self, weights: &[f32], like: usize) -> Result<usize, WriteError> {
        let old = &self.json["accessors"][like];
        let component = index::read(&old["componentType"]).and_then(ComponentType::from_gltf);
        let normalized = old["normalized"] == true;
        let rounded = Rounded::new(weights, component.unwrap_or(ComponentType::F32), normalized);
        let new = NewAccessor::new(ElementType::Scalar, rounded.numbers()).like(like);
        self.add_accessor(&if normalized { new.normalized() } else { new })
    }
}

fn fate(channel: &Value, change: &Change, nodes: &[usize]) -> Fate {
    let target = &channel["target"];
    let columns = || if change.kept.is_empty() { Fate::Goes } else { Fate::Columns };
    match target["path"].as_str() {
        Some("weights") => match index::read(&target["node"]) {
            Some(node) if nodes.binary_search(&node).is_ok() => columns(),
            _ => Fate::Stays,
        },
        Some("pointer") => {
            let pointer = target["extensions"]["KHR_animation_pointer"]["pointer"].as_str();
            let Some(pointer) = pointer.and_then(WeightPointer::read) else { return Fate::Stays };
            let ours = match pointer.is_mesh {
                true => pointer.owner == change.mesh,
                false => nodes.binary_search(&pointer.owner).is_ok(),
            };
            match pointer.target {
                _ if !ours => Fate::Stays,
                None => columns(),
                Some(old) => match change.index(old) {
                    Some(new) if new == old => Fate::Stays,
                    Some(new) => Fate::Renumbered(pointer.with_target(new)),
                    None => Fate::Goes,
                },
            }
        }
        _ => Fate::Stays,
    }
}

/// Takes out those of the samplers that no channel names any more.
fn release_samplers(animation: &mut Value, mut released: BTreeSet<usize>) {
    for channel in animation["channels"].as_array().into_iter().flatten() {
        if let Some(used) = index::read(&channel["sampler"]) {
            released.remove(&used);
        }
    }
    if let Some(Value::Array(samplers)) = animation.get_mut("samplers") {
        let mut at = 0..;
        samplers.retain(|_| at.next().is_some_and(|at| !released.contains(&at)));
    }
    if let Some(Value::Array(channels)) = animation.get_mut("channels") {
        for channel in channels {
            if let Some(old) = index::read(&channel["sampler"]) {
                index::write(&mut channel["sampler"], old - released.range(..old).count());
            }
        }
    }
}
