//! Our own samples, changed at random: no panic, no hang, memory in proportion, and no file that
//! lies outside the model's folder.
#![allow(unsafe_code, reason = "a counting allocator is an unsafe trait")]

mod folder;
#[allow(unreachable_pub, reason = "the fuzz targets use it as well")]
mod json;
mod memory;
mod proportion;
mod read;
#[allow(unreachable_pub, reason = "the fuzz targets use it as well")]
mod sample;

use json::{Dice, mutate_text};
use memory::most_memory;
use proportion::most_allowed;
use proptest::prelude::*;
use proptest::sample::Index;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

static FILES: LazyLock<Vec<(&'static str, Vec<u8>)>> = LazyLock::new(sample::files);

/// No file of a few kilobytes may take longer, in a debug build on a busy machine.
const LONG: Duration = Duration::from_secs(10);

/// Reads everything, and holds memory and time against what is allowed.
#[track_caller]
fn check(bytes: &[u8]) {
    let start = Instant::now();
    let ((), most) = most_memory(|| read::file(bytes));
    let allowed = most_allowed(bytes.len());
    assert!(most <= allowed, "{most} bytes of memory for {}, more than {allowed}", bytes.len());
    assert!(start.elapsed() < LONG, "{:?} for {} bytes", start.elapsed(), bytes.len());
}

/// Changes the JSON of a file some times; the container stays sound.
fn change_json(file: &[u8], seed: u64, times: usize) -> Vec<u8> {
    let mut dice = Dice::new(seed);
    let is_glb = file.starts_with(b"glTF");
    let (mut text, bin) = if is_glb {
        let (json, bin) = sample::split(file);
        (json.to_string(), bin)
    } else {
        (String::from_utf8(file.to_vec()).unwrap(), &[][..])
    };
    for _ in 0..times {
        text = mutate_text(&text, &mut dice).unwrap_or(text);
    }
    if is_glb { sample::join(text.as_bytes(), bin) } else { text.into_bytes() }
}

#[test]
fn the_samples_themselves_are_clean_and_take_little_memory() {
    for (name, bytes) in &*FILES {
        let document = morph_gltf::Document::from_slice(bytes, morph_gltf::NoFiles).unwrap();
        let fatal =
            document.findings().into_iter().find(|f| f.severity > morph_gltf::Severity::Note);
        // One track of the animated sample has the wrong number of values, on purpose.
        assert!(fatal.is_none() || *name == "animated.gltf", "{name}: {fatal:?}");
        assert!(document.morph_mesh(0).unwrap().is_some());
        let ((), most) = most_memory(|| read::file(bytes));
        assert!(most <= 64 * bytes.len(), "{name}: {most} for {}", bytes.len());
    }
}

/// A few cases where nobody asks for more: each reads a whole file twice.
pub(crate) fn some_cases() -> ProptestConfig {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let cases = if asked { ProptestConfig::default().cases } else { 64 };
    ProptestConfig::with_cases(cases)
}

proptest! {
    #![proptest_config(some_cases())]

    #[test]
    fn changed_bytes_are_read_or_refused_within_bounds(
        file in any::<Index>(),
        changes in prop::collection::vec((any::<Index>(), any::<u8>()), 1..8),
    ) {
        let mut bytes = file.get(&FILES).1.clone();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] ^= byte;
        }
        check(&bytes);
    }

    #[test]
    fn shortened_files_are_read_or_refused_within_bounds(
        file in any::<Index>(),
        length in any::<Index>(),
        tail in prop::collection::vec(any::<u8>(), 0..8),
    ) {
        let bytes = &file.get(&FILES).1;
        check(&[&bytes[..length.index(bytes.len())], &tail].concat());
    }

    #[test]
    fn changed_json_is_read_or_refused_within_bounds(
        file in any::<Index>(),
        seed in any::<u64>(),
        times in 1..8_usize,
    ) {
        check(&change_json(&file.get(&FILES).1, seed, times));
    }
}
