//! Files beside the model: only those of its folder are read, and only as much as is needed.

use crate::json::{Dice, mutate_text};
use morph_gltf::{Document, FolderResolver, NoFiles, ResolveError, Resolver};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

const SECRET: &[u8] = b"secret";

/// Parts from which URIs are put together: all that has ever led out of a folder.
const PARTS: &[&str] = &[
    "..",
    ".",
    "/",
    "//",
    "\\",
    "%2e%2e",
    "%2E.",
    "%2f",
    "%5c",
    "%252e",
    "..%00",
    "%00",
    "~",
    "?",
    "#",
    "*",
    "C:",
    "c:/",
    "\\\\?\\",
    "file:",
    "file://",
    "http://",
    "data:",
    ":",
    "::$DATA",
    "\u{202e}",
    "\u{ff0e}\u{ff0e}",
    "secret.bin",
    "inside.bin",
    "model",
    "sub",
    "out.bin",
    "up",
    "etc",
    "passwd",
    "%",
    "%zz",
    "%c0%ae",
    " ",
    "",
];

/// A folder of a model, with a secret beside it and links that lead there.
struct World {
    outer: tempfile::TempDir,
    model: PathBuf,
}

impl World {
    fn new() -> Self {
        let outer = tempfile::tempdir().unwrap();
        let model = outer.path().join("model");
        fs::create_dir_all(model.join("sub")).unwrap();
        fs::write(outer.path().join("secret.bin"), SECRET).unwrap();
        fs::write(model.join("inside.bin"), b"inside").unwrap();
        fs::write(model.join("sub/inside.bin"), b"inside").unwrap();
        #[cfg(unix)]
        for (to, name) in
            [("../secret.bin", "out.bin"), ("..", "up"), ("../../secret.bin", "sub/out.bin")]
        {
            std::os::unix::fs::symlink(to, model.join(name)).unwrap();
        }
        Self { outer, model }
    }

    /// Absolute names of the secret, as URIs have them.
    fn absolute(&self) -> [String; 2] {
        let path = self.outer.path().join("secret.bin").display().to_string();
        [path.clone(), format!("file://{path}")]
    }
}

/// A resolver that remembers what it was asked.
#[derive(Debug, Clone)]
struct Spy<R>(R, Arc<Mutex<Vec<(String, u64)>>>);

impl<R: Resolver> Resolver for Spy<R> {
    fn read(&self, uri: &str, max_bytes: u64) -> Result<Vec<u8>, ResolveError> {
        self.1.lock().unwrap().push((uri.to_owned(), max_bytes));
        self.0.read(uri, max_bytes)
    }
}

fn never_secret(folder: &Path, uri: &str) {
    let resolver = FolderResolver::new(folder);
    if let Ok(bytes) = resolver.read(uri, 64) {
        assert_eq!(bytes, b"inside", "{uri:?}");
    }
    // As a buffer and as an image of a document.
    let text = json!({
        "asset": { "version": "2.0" },
        "buffers": [{ "byteLength": 6, "uri": uri }],
        "images": [{ "uri": uri }],
    });
    let document = Document::from_slice(text.to_string().as_bytes(), resolver).unwrap();
    let image = document.image_bytes(0).map(|image| image.bytes.into_owned());
    for bytes in
        [document.buffer_bytes(0).map(<[u8]>::to_vec).ok(), image.ok()].into_iter().flatten()
    {
        assert_ne!(bytes, SECRET, "{uri:?}");
    }
}

proptest! {
    #![proptest_config(crate::some_cases())]

    #[test]
    fn no_name_leads_out_of_the_folder(
        parts in prop::collection::vec(prop::sample::select(PARTS), 1..7),
        slashes in any::<bool>(),
    ) {
        let world = World::new();
        let uri = parts.join(if slashes { "/" } else { "" });
        never_secret(&world.model, &uri);
        for absolute in world.absolute() {
            never_secret(&world.model, &format!("{absolute}{uri}"));
            never_secret(&world.model, &format!("{uri}{absolute}"));
        }
    }

    #[test]
    fn only_named_files_are_asked_for_and_no_more_of_them_than_needed(
        seed in any::<u64>(),
        times in 0..6_usize,
    ) {
        let mut text = json!({
            "asset": { "version": "2.0" },
            "buffers": [
                { "byteLength": 4, "uri": "inside.bin" },
                { "byteLength": 6, "uri": "./inside.bin" },
                { "byteLength": 6, "uri": "../secret.bin" },
                { "byteLength": 6, "uri": "sub/out.bin" },
            ],
            "images": [{ "uri": "../secret.bin" }],
        }).to_string();
        let mut dice = Dice::new(seed);
        for _ in 0..times {
            text = mutate_text(&text, &mut dice).unwrap_or(text);
        }
        let world = World::new();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let spy = Spy(FolderResolver::new(&world.model), asked.clone());
        let Ok(document) = Document::from_slice(text.as_bytes(), spy) else { return Ok(()) };
        let buffers = &document.root().buffers;
        let longest = buffers.iter().map(|b| b.byte_length as u64).max().unwrap_or(0);
        for (uri, max_bytes) in asked.lock().unwrap().iter() {
            prop_assert!(buffers.iter().any(|b| b.uri.as_ref() == Some(uri)), "{uri}");
            prop_assert!(*max_bytes <= longest, "{uri}: {max_bytes}");
            prop_assert!(!uri.contains(".."), "{uri} is refused before anybody is asked");
        }
        for buffer in 0..buffers.len() {
            prop_assert_ne!(document.buffer_bytes(buffer).ok(), Some(SECRET));
        }
    }
}

#[test]
fn each_file_is_read_once_however_it_is_spelled() {
    let buffers: Value = ["a.bin", "./a.bin", "x/../a.bin", "%61.bin", "a.bin"]
        .map(|uri| json!({ "byteLength": 3, "uri": uri }))
        .into();
    let text = json!({ "asset": { "version": "2.0" }, "buffers": buffers }).to_string();
    let asked = Arc::new(Mutex::new(Vec::new()));
    let document = Document::from_slice(text.as_bytes(), Spy(NoFiles, asked.clone())).unwrap();
    assert!(document.buffer_bytes(0).is_err());
    // What cannot be read is asked for again; what leads up is never asked for.
    assert!(asked.lock().unwrap().iter().all(|(uri, bytes)| !uri.contains("..") && *bytes == 3));
    let files = std::collections::BTreeMap::from([("a.bin".to_owned(), vec![1, 2, 3, 4])]);
    let spy = Spy(files, Arc::default());
    let asked = spy.1.clone();
    Document::from_slice(text.as_bytes(), spy).unwrap();
    assert_eq!(*asked.lock().unwrap(), [("a.bin".to_owned(), 3)]);
}
