//! Many buffers to one: the bytes that views name, and where each of them goes.

mod sources;

use super::intervals::Intervals;
use super::{WriteError, index, refs};
use crate::Document;
use serde_json::{Map, Value};
use sources::Sources;

/// Gathers what is in use into the bytes of a new buffer 0. `opaque` is a place that may name a
/// buffer and is not understood.
pub(super) fn run(
    document: &Document,
    json: &mut Value,
    appended: &[u8],
    opaque: Option<String>,
    notes: &mut Vec<String>,
) -> Result<Vec<u8>, WriteError> {
    let mut sources = Sources::new(document, appended);
    let mut intervals = Intervals::default();
    if let Some(place) = opaque {
        // One buffer that stays whole keeps its number and its offsets.
        let length = sources.only().ok_or(WriteError::Opaque { place, what: "a buffer" })?;
        sources.take(0);
        intervals.add(0, 0, length);
    }
    each_range(json, &mut |place, range| {
        let Some(buffer) = range.get("buffer").and_then(index::read) else { return Ok(()) };
        let (offset, length) = (number(range, "byteOffset"), number(range, "byteLength"));
        if let Some(available) = sources.ask(buffer, place)? {
            let end = offset.checked_add(length).filter(|&end| end <= available);
            let place = place.to_owned();
            let end =
                end.ok_or(WriteError::OutOfRange { place, offset, length, buffer, available })?;
            intervals.add(sources.first(buffer), offset, end);
        }
        Ok(())
    })?;
    let bytes = intervals.gather(&sources.bytes());
    let (buffers, numbers) = sources.models(document, bytes.len(), notes);
    each_range(json, &mut |_, range| {
        let Some(old) = range.get("buffer").and_then(index::read) else { return Ok(()) };
        if sources.is_readable(old) {
            let offset = intervals.place(sources.first(old), number(range, "byteOffset"));
            set(range, "byteOffset", offset);
        }
        if let Some(&new) = numbers.get(old) {
            set(range, "buffer", new);
        }
        Ok(())
    })?;
    if let Some(root) = json.as_object_mut() {
        match buffers.is_empty() {
            true => root.shift_remove("buffers"),
            false => root.insert("buffers".into(), buffers.into()),
        };
    }
    Ok(bytes)
}

/// What is called for each range: its place, and the object that says where it is.
type EachRange<'a> = dyn FnMut(&str, &mut Map<String, Value>) -> Result<(), WriteError> + 'a;

/// Calls for every range of a buffer: those of views, and those of their compressed forms.
fn each_range(json: &mut Value, each: &mut EachRange<'_>) -> Result<(), WriteError> {
    for (place, view) in refs::list(json, "", "bufferViews") {
        if let Some(view) = view.as_object_mut() {
            each(&place, view)?;
        }
        for name in refs::MESHOPT {
            if let Some((place, compressed)) = refs::extension(view, &place, name) {
                if let Some(compressed) = compressed.as_object_mut() {
                    each(&place, compressed)?;
                }
            }
        }
    }
    Ok(())
}

fn number(range: &Map<String, Value>, key: &str) -> usize {
    range.get(key).and_then(index::read).unwrap_or(0)
}

/// Writes a number where it is another one; what is absent means 0.
fn set(range: &mut Map<String, Value>, key: &str, number: usize) {
    match range.get_mut(key) {
        Some(value) => index::write(value, number),
        None if number == 0 => {}
        None => {
            range.insert(key.into(), number.into());
        }
    }
}
