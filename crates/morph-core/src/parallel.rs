//! The blend on all cores, by rayon.
//!
//! The same functions under the same names, with the same bits, however many threads there are: a
//! vertex is blended by one of them, in one order (spec E6). They run in the thread pool of the caller, or in rayon's global one, and allocate
//! nothing but what rayon does for its tasks.

use crate::blend::{check, check_output, fill};
use crate::sequence::{check_frames, fill_frames};
use crate::{Attribute, BlendError, DeltaSource, MorphTargets, Normalize, VertexAttributes};
use rayon::prelude::*;

/// Vertices of a task: some blocks, so that starting it does not show.
const TASK_VERTICES: usize = 4096;

/// [`blend_into`](crate::blend_into), with the vertices spread over the cores.
///
/// # Errors
/// As [`blend_into`](crate::blend_into). Nothing is written then.
///
/// # Example
/// ```
/// use morph_core::{parallel, Attribute, Deltas, MorphTargets, Normalize};
/// use morph_core::{TargetDeltas, VertexAttributes};
/// let base = VertexAttributes::new(2).with_positions(&[[0.0; 3], [1.0; 3]])?;
/// let raise = TargetDeltas::new()
///     .with(Attribute::Position, Deltas::from_vec3(&[[0.0, 2.0, 0.0]; 2]));
/// let targets = MorphTargets::new(2, vec![raise])?.expect("one target");
/// let mut out = base.clone();
/// parallel::blend_into(&base, &targets, &[0.5], Normalize::Yes, &mut out)?;
/// assert_eq!(out.positions(), Some(&[[0.0, 1.0, 0.0], [1.0, 2.0, 1.0]][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn blend_into(
    base: &VertexAttributes,
    targets: &(impl DeltaSource + Sync),
    weights: &[f32],
    normalize: Normalize,
    out: &mut VertexAttributes,
) -> Result<(), BlendError> {
    check(base, targets, weights)?;
    check_output(base, out)?;
    for attribute in base.attributes() {
        if let (Some(values), Some(n)) = (out.values_mut(attribute), base.components(attribute)) {
            values.par_chunks_mut(TASK_VERTICES * n).enumerate().for_each(|(task, values)| {
                let first = task * TASK_VERTICES;
                fill(base, targets, attribute, weights, normalize, first, values);
            });
        }
    }
    Ok(())
}

/// [`blend_sequence_into`](crate::blend_sequence_into), with the frames spread over the cores: each
/// reads the deltas for its own frames.
///
/// # Errors
/// As [`blend_sequence_into`](crate::blend_sequence_into). Nothing is written then.
pub fn blend_sequence_into(
    base: &VertexAttributes,
    targets: &(impl DeltaSource + Sync),
    attribute: Attribute,
    weights: &[f32],
    normalize: Normalize,
    out: &mut [f32],
) -> Result<(), BlendError> {
    check_frames(base, targets, attribute, weights, out)?;
    let frame_floats = base.values(attribute).unwrap_or_default().len();
    let frame_count = weights.len() / targets.targets();
    // One task a thread: the more frames share what is read of the deltas, the better.
    let of_task = frame_count.div_ceil(rayon::current_num_threads()).max(1);
    let frames = weights.par_chunks(of_task * targets.targets());
    let out = out.par_chunks_mut((of_task * frame_floats).max(1));
    out.zip(frames).for_each(|(out, weights)| {
        fill_frames(base, targets, attribute, weights, normalize, out);
    });
    Ok(())
}

/// One mesh among several that are blended at once.
#[derive(Debug)]
pub struct BlendJob<'a, T = MorphTargets> {
    /// The base.
    pub base: &'a VertexAttributes,
    /// Its targets.
    pub targets: &'a T,
    /// One weight a target.
    pub weights: &'a [f32],
    /// Whether directions are normalised.
    pub normalize: Normalize,
    /// What is written.
    pub out: &'a mut VertexAttributes,
}

/// Blends several meshes at once: meshes and their vertices are spread over the cores.
///
/// # Errors
/// The error of the first job, in order, that has one; the other jobs are done all the same.
///
/// # Example
/// ```
/// use morph_core::parallel::{blend_all_into, BlendJob};
/// use morph_core::{Attribute, Deltas, MorphTargets, Normalize, TargetDeltas, VertexAttributes};
/// let base = VertexAttributes::new(1).with_positions(&[[0.0; 3]])?;
/// let up = TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&[[0.0, 1.0, 0.0]]));
/// let targets = MorphTargets::new(1, vec![up])?.expect("one target");
/// let normalize = Normalize::Yes;
/// let mut crowd = vec![base.clone(); 3];
/// let weights = [[0.25], [0.5], [1.0]];
/// let mut jobs: Vec<BlendJob> = crowd
///     .iter_mut()
///     .zip(&weights)
///     .map(|(out, weights)| BlendJob { base: &base, targets: &targets, weights, normalize, out })
///     .collect();
/// blend_all_into(&mut jobs)?;
/// assert_eq!(crowd[1].positions(), Some(&[[0.0, 0.5, 0.0]][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn blend_all_into<T: DeltaSource + Sync>(
    jobs: &mut [BlendJob<'_, T>],
) -> Result<(), BlendError> {
    let failed = jobs.par_iter_mut().enumerate().filter_map(|(at, job)| {
        let done = blend_into(job.base, job.targets, job.weights, job.normalize, job.out);
        done.err().map(|error| (at, error))
    });
    failed.min_by_key(|(at, _)| *at).map_or(Ok(()), |(_, error)| Err(error))
}

#[cfg(test)]
mod tests;
