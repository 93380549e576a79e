//! What players make of a file: where they differ from the specification, and what triggers it.
//!
//! A file that is right may still look different in the player that it is made for. Each
//! [`Fact`] says what one player does with one [`Feature`] of files, in the version that was run or
//! read; nothing here is guessed, and a player that is not named was not looked at.

mod detect;
mod fact;
mod feature;

pub use fact::{FACTS, Fact, Seen};
pub use feature::Feature;

use crate::Document;
use std::fmt;

/// A program that shows glTF files, or a library that reads them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Player {
    /// three.js with its `GLTFLoader`.
    Three,
    /// Babylon.js.
    Babylon,
    /// Babylon Lite.
    BabylonLite,
    /// The engine of `PlayCanvas`.
    PlayCanvas,
    /// The `gltf` crate for Rust.
    GltfCrate,
    /// Bevy, which reads files with the `gltf` crate.
    Bevy,
    /// Godot's importer.
    Godot,
    /// `UnityGLTF`.
    UnityGltf,
}

impl Player {
    /// All players, in the order of the table.
    pub const ALL: &'static [Self] = &[
        Self::Three,
        Self::Babylon,
        Self::BabylonLite,
        Self::PlayCanvas,
        Self::GltfCrate,
        Self::Bevy,
        Self::Godot,
        Self::UnityGltf,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Three => "three.js",
            Self::Babylon => "Babylon.js",
            Self::BabylonLite => "Babylon Lite",
            Self::PlayCanvas => "PlayCanvas",
            Self::GltfCrate => "gltf crate",
            Self::Bevy => "Bevy",
            Self::Godot => "Godot",
            Self::UnityGltf => "UnityGLTF",
        }
    }

    /// The version, or the commit, that the facts are about.
    #[must_use]
    pub const fn version(self) -> &'static str {
        match self {
            Self::Three => "0.187.0",
            Self::Babylon => "9.35.0, loaders 9.28.0",
            Self::BabylonLite => "1.10.0",
            Self::PlayCanvas => "2.23.3",
            Self::GltfCrate => "1.4.1",
            Self::Bevy => "0.19.0",
            Self::Godot => "commit 000ae4ed7244",
            Self::UnityGltf => "commit 043d0803e4a3",
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Document {
    /// The features that this file has, in the order of the table.
    ///
    /// Read from the JSON alone; no accessor is decoded.
    #[must_use]
    pub fn features(&self) -> Vec<Feature> {
        detect::features(self).into_iter().collect()
    }

    /// What players do with this file, in the order of the table.
    ///
    /// # Example
    /// ```
    /// use morph_gltf::{Document, NoFiles};
    /// let text = r#"{ "asset": { "version": "2.0" },
    ///   "accessors": [{ "componentType": 5126, "type": "VEC3", "count": 2 }],
    ///   "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0, "NORMAL": 0 },
    ///     "targets": [{ "POSITION": 0 }, { "NORMAL": 0 }] }] }] }"#;
    /// let document = Document::from_slice(text.as_bytes(), NoFiles)?;
    /// assert!(document.player_facts().any(|fact| fact.player.name() == "three.js"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn player_facts(&self) -> impl Iterator<Item = &'static Fact> {
        let features = detect::features(self);
        FACTS.iter().filter(move |fact| features.contains(&fact.feature))
    }
}
