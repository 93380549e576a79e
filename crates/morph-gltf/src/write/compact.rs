//! Out of a changed JSON and all bytes: one buffer, and nothing that nobody refers to.

use super::opaque::Opaque;
use super::refs::{self, Kind};
use super::{WriteError, index, join};
use crate::Document;
use serde_json::Value;

/// Joins, drops and renumbers; gives the bytes of the new buffer 0.
pub(super) fn run(
    document: &Document,
    json: &mut Value,
    appended: &[u8],
    notes: &mut Vec<String>,
) -> Result<Vec<u8>, WriteError> {
    let opaque = Opaque::find(json);
    let mut held = |place: &Option<String>, list: &str| {
        if let Some(place) = place {
            notes.push(format!("{place}: may refer to {list}, so all of them keep their places"));
        }
        place.is_some()
    };
    let (held_accessors, held_views) =
        (held(&opaque.accessor, "accessors"), held(&opaque.view, "bufferViews"));

    let mut used = Used::new(json, held_accessors, held_views);
    refs::outer(json, &mut |kind, value, _| {
        used.mark(kind, value);
        Ok(())
    })?;
    for (at, (place, accessor)) in refs::list(json, "", "accessors").enumerate() {
        if used.accessors[at] {
            refs::of_accessor(accessor, &place, &mut |kind, value, _| {
                used.mark(kind, value);
                Ok(())
            })?;
        }
    }
    drop_unused(json, "accessors", &used.accessors);
    drop_unused(json, "bufferViews", &used.views);
    let (accessors, views) = (numbers(&used.accessors), numbers(&used.views));
    refs::all(json, &mut |kind, value, _| {
        let numbers = match kind {
            Kind::Accessor => &accessors,
            Kind::View => &views,
            Kind::Buffer => return Ok(()),
        };
        if let Some(&new) = index::read(value).and_then(|old| numbers.get(old)) {
            index::write(value, new);
        }
        Ok(())
    })?;
    join::run(document, json, appended, opaque.buffer, notes)
}

/// What is referred to, by index.
struct Used {
    accessors: Vec<bool>,
    views: Vec<bool>,
}

impl Used {
    fn new(json: &Value, all_accessors: bool, all_views: bool) -> Self {
        let count = |list: Kind| json[list.list()].as_array().map_or(0, Vec::len);
        Self {
            accessors: vec![all_accessors; count(Kind::Accessor)],
            views: vec![all_views; count(Kind::View)],
        }
    }

    fn mark(&mut self, kind: Kind, value: &Value) {
        let list = match kind {
            Kind::Accessor => &mut self.accessors,
            Kind::View => &mut self.views,
            Kind::Buffer => return,
        };
        if let Some(used) = index::read(value).and_then(|index| list.get_mut(index)) {
            *used = true;
        }
    }
}

/// New indices of what is kept; those of what is dropped mean nothing.
fn numbers(used: &[bool]) -> Vec<usize> {
    let mut next = 0;
    let number = used.iter().map(|&used| {
        let number = next;
        next += usize::from(used);
        number
    });
    number.collect()
}

/// Takes elements out of a list, and the list itself where nothing is left: it may not be empty.
fn drop_unused(json: &mut Value, list: &str, used: &[bool]) {
    let Some(elements) = json.get_mut(list).and_then(Value::as_array_mut) else { return };
    let mut used = used.iter();
    elements.retain(|_| used.next().copied().unwrap_or(true));
    if elements.is_empty() {
        if let Some(root) = json.as_object_mut() {
            root.shift_remove(list);
        }
    }
}
