//! Files are read, patched, written and read again: what was there is there.
//!
//! The first bytes choose what is done; JSON, a zero byte and the binary data follow.
#![no_main]

use morph_core::{MorphMesh, Normalize, blend_into};
use morph_fuzz::libfuzzer_sys::{self, fuzz_mutator, fuzzer_mutate};
use morph_fuzz::mutation::{Dice, mutate_text};
use morph_fuzz::{memory, read, sample};
use morph_gltf::optimize::{Optimize, Quantize, optimize};
use morph_gltf::write::{Patch, Rest, WriteError};
use morph_gltf::{Document, NoFiles};

/// Bytes before the JSON: what to do, and a seed for it.
const HEAD: usize = 2;

fn split(data: &[u8]) -> Option<([u8; HEAD], &[u8], &[u8])> {
    let (head, file) = data.split_first_chunk()?;
    Some(match file.iter().position(|&byte| byte == 0) {
        Some(end) => (*head, &file[..end], &file[end + 1..]),
        None => (*head, file, &[]),
    })
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some(([action, seed], json, bin)) = split(data) else { return };
    let file = sample::join(json, bin);
    memory::in_proportion(file.len() * 8, || {
        let Ok(document) = Document::from_slice(&file, NoFiles) else { return };
        let mut dice = Dice::new(u64::from(seed));
        match action % 4 {
            0 => copy(&document),
            1 => keep(&document, &mut dice),
            2 => bake(&document, &mut dice),
            _ => make_smaller(&document, &mut dice),
        }
    });
});

/// Writes and reads again.
fn again(patch: Patch<'_>) -> Option<Document> {
    let glb = patch.finish().and_then(|written| written.to_glb()).ok()?;
    let document = Document::from_slice(&glb, NoFiles).expect("what is written can be read");
    read::document_whole(&document);
    Some(document)
}

/// Equal, with NaN equal to itself.
fn assert_same(found: &MorphMesh, expected: &MorphMesh) {
    assert_eq!(format!("{found:?}"), format!("{expected:?}"));
}

/// A patch that changes nothing keeps all meshes and animations.
fn copy(document: &Document) {
    let Ok(patch) = Patch::new(document) else { return };
    let Some(read) = again(patch) else { return };
    for mesh in 0..document.root().meshes.len() {
        if let Ok(expected) = document.mesh(mesh) {
            assert_same(&read.mesh(mesh).expect("it loaded before"), &expected);
        }
    }
    for animation in 0..document.root().animations.len() {
        if let Ok(expected) = document.weight_animation(animation) {
            let found = read.weight_animation(animation).expect("it loaded before");
            assert_eq!(found, expected);
        }
    }
}

/// Some targets stay, as they were.
fn keep(document: &Document, dice: &mut Dice) {
    let (Ok(mut patch), Ok(before)) = (Patch::new(document), document.mesh(0)) else { return };
    let kept: Vec<usize> = (0..before.target_count()).filter(|_| dice.below(2) == 0).collect();
    if patch.keep_targets(0, &kept).is_err() {
        return;
    }
    let Some(read) = again(patch) else { return };
    let after = read.mesh(0).expect("it loaded before");
    assert_eq!(after.target_count(), kept.len());
    for (found, expected) in after.primitives.iter().zip(&before.primitives) {
        assert_eq!(format!("{:?}", found.base), format!("{:?}", expected.base));
        let Some(targets) = &expected.targets else { continue };
        for (at, &target) in kept.iter().enumerate() {
            for &attribute in targets.attributes() {
                let found = found.targets.as_ref().and_then(|t| t.deltas(at, attribute));
                assert_eq!(found, targets.deltas(target, attribute));
            }
        }
    }
}

/// The baked base is the blend.
fn bake(document: &Document, dice: &mut Dice) {
    let (Ok(mut patch), Ok(before)) = (Patch::new(document), document.mesh(0)) else { return };
    let count = before.target_count();
    let weights: Vec<f32> = (0..count).map(|_| dice.below(5) as f32 * 0.5 - 0.5).collect();
    let rest = if dice.below(2) == 0 { Rest::Drop } else { Rest::Keep };
    match patch.bake(0, &before, &weights, rest) {
        Ok(()) => {}
        Err(WriteError::NoSuch { .. }) => panic!("mesh 0 is there"),
        Err(_) => return,
    }
    let Some(read) = again(patch) else { return };
    let after = read.mesh(0).expect("it loaded before");
    if rest == Rest::Keep {
        let resting = weights.iter().filter(|&&weight| weight == 0.0).count();
        assert_eq!(after.target_count(), resting);
        return;
    }
    assert_eq!(after.target_count(), 0);
    for (found, expected) in after.primitives.iter().zip(&before.primitives) {
        let Some(targets) = &expected.targets else { continue };
        let mut blended = expected.base.clone();
        blend_into(&expected.base, targets, &weights, Normalize::Yes, &mut blended)
            .expect("the weights are finite");
        for attribute in blended.attributes() {
            let moved = (0..count).any(|target| {
                weights[target] != 0.0 && targets.deltas(target, attribute).is_some()
            });
            let expected = if moved { &blended } else { &expected.base };
            assert_eq!(
                format!("{:?}", found.base.values(attribute)),
                format!("{:?}", expected.values(attribute)),
                "{attribute}"
            );
        }
    }
}

/// A smaller file can be read, and has the meshes.
fn make_smaller(document: &Document, dice: &mut Dice) {
    let quantize = (dice.below(2) == 0).then(Quantize::default);
    let options = Optimize {
        drop_empty: dice.below(2) == 0,
        sparse: dice.below(2) == 0,
        quantize,
        ..Optimize::default()
    };
    let Ok(optimized) = optimize(document, &options) else { return };
    let Ok(glb) = optimized.written.to_glb() else { return };
    let read = Document::from_slice(&glb, NoFiles).expect("what is written can be read");
    for mesh in 0..document.root().meshes.len() {
        if document.mesh(mesh).is_ok() {
            read.mesh(mesh).expect("it loaded before");
        }
    }
}

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut dice = Dice::new(u64::from(seed));
    let parts = split(&data[..size]).filter(|_| dice.below(2) == 0);
    let Some((mut head, json, bin)) = parts else { return fuzzer_mutate(data, size, max_size) };
    head[dice.below(HEAD)] = dice.below(256) as u8;
    let text = std::str::from_utf8(json).ok().and_then(|text| mutate_text(text, &mut dice));
    let changed = text.map(|text| [&head[..], text.as_bytes(), b"\0", bin].concat());
    match changed.filter(|changed| changed.len() <= max_size) {
        Some(changed) => {
            data[..changed.len()].copy_from_slice(&changed);
            changed.len()
        }
        None => fuzzer_mutate(data, size, max_size),
    }
});
