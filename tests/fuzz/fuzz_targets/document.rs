//! JSON, a zero byte, and the binary data: whatever the JSON says, the container is sound.
//!
//! Half of the changes are made to the JSON as a tree, by the same code as in morph-gltf's property
//! tests; the other half are libFuzzer's own.
#![no_main]

use morph_fuzz::libfuzzer_sys::{self, fuzz_mutator, fuzzer_mutate};
use morph_fuzz::mutation::{Dice, mutate_text};
use morph_fuzz::{read, sample};

fn split(data: &[u8]) -> (&[u8], &[u8]) {
    match data.iter().position(|&byte| byte == 0) {
        Some(end) => (&data[..end], &data[end + 1..]),
        None => (data, &[]),
    }
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let (json, bin) = split(data);
    read::file(&sample::join(json, bin));
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut dice = Dice::new(u64::from(seed));
    if dice.below(2) == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    let (json, bin) = split(&data[..size]);
    let Some(text) = std::str::from_utf8(json).ok().and_then(|text| mutate_text(text, &mut dice))
    else {
        return fuzzer_mutate(data, size, max_size);
    };
    let changed = [text.as_bytes(), b"\0", bin].concat();
    if changed.len() > max_size {
        return fuzzer_mutate(data, size, max_size);
    }
    data[..changed.len()].copy_from_slice(&changed);
    changed.len()
});
