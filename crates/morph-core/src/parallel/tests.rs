use super::*;
use crate::{Deltas, TargetDeltas, reference};
use alloc::vec;
use alloc::vec::Vec;

/// More vertices than two tasks have.
const VERTICES: usize = 2 * TASK_VERTICES + 1;

fn mesh() -> (VertexAttributes, MorphTargets) {
    let float = |i: usize| ((i * 7919) % 1009) as f32 / 500.0 - 1.0;
    let floats = |n: usize, seed: usize| (0..VERTICES * n).map(|i| float(i + seed)).collect();
    let mut base = VertexAttributes::new(VERTICES);
    base.insert(Attribute::Position, 3, floats(3, 0)).unwrap();
    base.insert(Attribute::Normal, 3, floats(3, 1)).unwrap();
    base.insert(Attribute::Tangent, 4, floats(4, 2)).unwrap();
    let indices: Vec<u32> = (0..VERTICES as u32).filter(|i| i % 100 < 30).collect();
    let values = (0..indices.len() * 3).map(|i| float(i + 3)).collect();
    let target = TargetDeltas::new()
        .with(Attribute::Position, Deltas::Dense(floats(3, 4)))
        .with(Attribute::Normal, Deltas::Sparse { indices, values })
        .with(Attribute::Tangent, Deltas::Dense(floats(3, 5)));
    (base, MorphTargets::new(VERTICES, vec![target; 3]).unwrap().unwrap())
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|v| v.to_bits()).collect()
}

// spec E6
#[test]
fn any_number_of_threads_gives_the_bits_of_the_reference() {
    let (base, targets) = mesh();
    let weights = [0.3, -0.7, 1.1, 0.0, 0.5, 0.25, 1.0, 0.0, 0.0];
    let frames: Vec<_> = weights
        .chunks(3)
        .map(|w| reference::blend(&base, &targets, w, Normalize::Yes).unwrap())
        .collect();
    for threads in 1..=4 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut out = base.clone();
            blend_into(&base, &targets, &weights[..3], Normalize::Yes, &mut out).unwrap();
            for attribute in base.attributes() {
                let values = out.values(attribute).unwrap();
                assert_eq!(bits(values), bits(frames[0].values(attribute).unwrap()), "{attribute}");
                let mut sequence = vec![0.0; values.len() * 3];
                let yes = Normalize::Yes;
                blend_sequence_into(&base, &targets, attribute, &weights, yes, &mut sequence)
                    .unwrap();
                for (found, frame) in sequence.chunks(values.len()).zip(&frames) {
                    assert_eq!(bits(found), bits(frame.values(attribute).unwrap()), "{attribute}");
                }
            }
        });
    }
}

#[test]
fn the_first_job_that_fails_is_told_and_the_others_are_done() {
    let (base, targets) = mesh();
    let mut outs = vec![base.clone(); 4];
    let weights = [[0.0; 3], [0.0, f32::NAN, 0.0], [1.0; 3], [f32::INFINITY, 0.0, 0.0]];
    let normalize = Normalize::No;
    let mut jobs: Vec<BlendJob<'_>> = outs
        .iter_mut()
        .zip(&weights)
        .map(|(out, weights)| BlendJob { base: &base, targets: &targets, weights, normalize, out })
        .collect();
    let error = blend_all_into(&mut jobs).unwrap_err();
    assert_eq!(alloc::format!("{error}"), "weights[1]: expected a finite number, got NaN");
    assert_eq!(outs[2], reference::blend(&base, &targets, &weights[2], normalize).unwrap());
    assert_eq!(outs[3], base);
}
