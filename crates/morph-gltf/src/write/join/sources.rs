//! The buffers that bytes come from, and what becomes of them.

use crate::Document;
use crate::error::BufferError;
use crate::write::WriteError;
use crate::write::refs::MESHOPT;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The document's buffers, and behind them the new data.
pub(super) struct Sources<'a> {
    list: Vec<Source<'a>>,
}

struct Source<'a> {
    bytes: Result<&'a [u8], BufferError>,
    /// The first buffer with the same bytes in memory: one that several buffers name.
    first: usize,
    used: bool,
    /// It has a place of its own, or promises none: it can stay a buffer although nobody can read it.
    may_stay: bool,
}

impl<'a> Sources<'a> {
    pub(super) fn new(document: &'a Document, appended: &'a [u8]) -> Self {
        let models = &document.root().buffers;
        let mut list: Vec<Source<'a>> = Vec::with_capacity(models.len() + 1);
        let mut firsts = BTreeMap::new();
        for (buffer, model) in models.iter().enumerate() {
            let bytes = document.buffer_bytes(buffer);
            let first = match bytes {
                Ok(bytes) => *firsts.entry(bytes.as_ptr() as usize).or_insert(buffer),
                Err(_) => buffer,
            };
            let may_stay =
                model.uri.is_some() || matches!(bytes, Err(BufferError::NoSource { .. }));
            list.push(Source { bytes, first, used: false, may_stay });
            // The longest of those that begin alike holds the bytes of all.
            let longest = list[buffer].bytes.clone();
            match (&list[first].bytes, longest) {
                (Ok(before), Ok(longest)) if longest.len() > before.len() => {
                    list[first].bytes = Ok(longest);
                }
                _ => {}
            }
        }
        list.push(Source {
            bytes: Ok(appended),
            first: models.len(),
            used: false,
            may_stay: false,
        });
        Self { list }
    }

    /// The length of the one buffer that the document has, if it has one and its bytes are there.
    pub(super) fn only(&self) -> Option<usize> {
        match self.list.as_slice() {
            [Source { bytes: Ok(bytes), .. }, _] => Some(bytes.len()),
            _ => None,
        }
    }

    /// Marks a buffer as used.
    pub(super) fn take(&mut self, buffer: usize) {
        self.list[buffer].used = true;
    }

    /// Marks a buffer as used; gives its length, or `None` where it stays a buffer without bytes.
    pub(super) fn ask(&mut self, buffer: usize, place: &str) -> Result<Option<usize>, WriteError> {
        let Some(source) = self.list.get_mut(buffer) else { return Ok(None) };
        source.used = true;
        match &source.bytes {
            Ok(bytes) => Ok(Some(bytes.len())),
            Err(_) if source.may_stay => Ok(None),
            Err(reason) => {
                Err(WriteError::Buffer { place: place.to_owned(), reason: reason.clone() })
            }
        }
    }

    pub(super) fn is_readable(&self, buffer: usize) -> bool {
        self.list.get(buffer).is_some_and(|source| source.bytes.is_ok())
    }

    /// The buffer that stands for all with the same bytes.
    pub(super) fn first(&self, buffer: usize) -> usize {
        self.list[buffer].first
    }

    /// All bytes, by buffer.
    pub(super) fn bytes(&self) -> Vec<&'a [u8]> {
        self.list.iter().map(|source| *source.bytes.as_ref().unwrap_or(&&[][..])).collect()
    }

    /// The new list of buffers, and for each old buffer the number of the new one.
    pub(super) fn models(
        &self,
        document: &Document,
        length: usize,
        notes: &mut Vec<String>,
    ) -> (Vec<Value>, Vec<usize>) {
        let model = |buffer: usize| document.json()["buffers"][buffer].as_object();
        let mut joined: Option<Map<String, Value>> = None;
        let mut list = Vec::new();
        let mut numbers = vec![0; self.list.len()];
        let base = usize::from(length > 0);
        for (buffer, source) in self.list.iter().enumerate().filter(|(_, source)| source.used) {
            let members = model(buffer).cloned().unwrap_or_default();
            if source.bytes.is_err() {
                numbers[buffer] = base + list.len();
                if let Some(Err(reason)) =
                    Some(&source.bytes).filter(|_| members.contains_key("uri"))
                {
                    notes.push(format!("{reason}; it stays as it is"));
                }
                list.push(Value::from(members));
                continue;
            }
            let members = own_members(members);
            match &joined {
                None => joined = Some(members),
                Some(_) if members.is_empty() => {}
                Some(_) => {
                    let names: Vec<_> = members.keys().map(String::as_str).collect();
                    let names = names.join(", ");
                    notes.push(format!(
                        "buffers[{buffer}]: is joined with others, and its {names} left out"
                    ));
                }
            }
        }
        if length > 0 {
            let mut joined = joined.unwrap_or_default();
            joined.insert("byteLength".into(), length.into());
            list.insert(0, joined.into());
        }
        (list, numbers)
    }
}

/// What a buffer's object says beside where its bytes are.
fn own_members(mut members: Map<String, Value>) -> Map<String, Value> {
    for key in ["uri", "byteLength"] {
        members.shift_remove(key);
    }
    if let Some(extensions) = members.get_mut("extensions").and_then(Value::as_object_mut) {
        // That it may be left unread is true of no buffer that holds other data as well.
        for name in MESHOPT {
            extensions.shift_remove(name);
        }
        if extensions.is_empty() {
            members.shift_remove("extensions");
        }
    }
    members
}
