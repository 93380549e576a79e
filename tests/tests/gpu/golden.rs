//! The golden vectors on the GPU: the third witness, on the texture and on the storage path.

use morph_core::{AttributeSet, Stage, VertexAttributes};
use morph_gpu::{Choice, ComputeBlend, GpuError, MorphPool, PoolOptions};
use morph_tests::golden::{Case, cases};
use morph_tests::gpu;

#[test]
fn the_texture_path_meets_the_vectors() {
    meets_the_vectors("texture", Choice::Texture(Stage::Compute));
}

#[test]
fn the_storage_path_meets_the_vectors() {
    meets_the_vectors("storage", Choice::Linear(Stage::Compute));
}

fn meets_the_vectors(who: &str, choice: Choice) {
    let gpu = gpu();
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let (mut compared, mut refused, mut still) = (0, 0, 0);
    for case in cases("blend") {
        let is = |field, word| case.input.word(field) == word;
        // Targets that are refused are no matter of a GPU.
        let Ok(targets) = case.targets() else { continue };
        if !is("form", "targets") || !is("level", "portable") {
            continue;
        }
        let base = case.base();
        // A shader adds every band that it is given (spec B17).
        let shown = targets.for_base(&base);
        if shown.attributes().is_empty() {
            assert_result(&case, who, &base);
            still += 1;
            continue;
        }
        let options = PoolOptions {
            normalize: case.input.number::<u32>("normalize") == 1,
            ..Default::default()
        };
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, options);
        let id = pool.add_targets(&shown, None, choice).unwrap();
        let instance = pool.new_instance(&[id], &[]).unwrap();
        let set = pool.set_weights(instance, case.input.floats("weights"));
        pool.upload(&gpu.queue);
        match set.and_then(|_| compute.blend(&pool, instance, 0, &base)) {
            Ok(found) => {
                assert_result(&case, who, &found);
                compared += 1;
            }
            Err(error) => {
                assert_refused(&case, &error);
                refused += 1;
            }
        }
    }
    assert!(compared > 140 && refused > 4, "{compared} compared, {refused} refused");
    assert!(still < 10, "{still} cases have nothing for a GPU to do");
}

fn assert_result(case: &Case, who: &str, found: &VertexAttributes) {
    assert_eq!(case.refusal(), None, "{}", case.name);
    let attributes: Vec<_> = case.base_arrays().map(|(attribute, _)| attribute).collect();
    assert_eq!(found.attributes().collect::<Vec<_>>(), attributes, "{}", case.name);
    for attribute in attributes {
        let values = found.values(attribute).unwrap();
        case.assert_met(who, &attribute.to_string(), values, false);
    }
}

fn assert_refused(case: &Case, error: &GpuError) {
    let why = case.refusal().map(|(why, _)| why);
    let expected = match error {
        GpuError::Weights { .. } => "non-finite-weight",
        GpuError::Blend { .. } => "vertex-count",
        other => panic!("{}: {other}", case.name),
    };
    assert_eq!(why, Some(expected), "{}", case.name);
}

/// Both profiles take no other attributes than POSITION and NORMAL, and these always (spec B18).
#[test]
fn both_profiles_meet_the_vectors_of_their_bands() {
    let gpu = gpu();
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let mut compared = 0;
    for case in cases("blend") {
        let Ok(targets) = case.targets() else { continue };
        let base = case.base();
        let bands = AttributeSet::from_attributes(targets.attributes().iter().copied()).unwrap();
        let of_base = AttributeSet::from_attributes(base.attributes()).unwrap();
        let portable = case.input.word("level") == "portable" && case.refusal().is_none();
        let both = bands == AttributeSet::PN && of_base == AttributeSet::PN;
        if !portable || !(both || case.input.word("form") == "profile") {
            continue;
        }
        let normalize = case.input.number::<u32>("normalize") == 1;
        for profile in [morph_gpu::Profile::Seed, morph_gpu::Profile::Compat] {
            if profile == morph_gpu::Profile::Seed && targets.target_count() > 4 {
                continue;
            }
            let weights = case.input.floats("weights");
            let data = morph_gpu::MorphData::from_targets(
                &gpu.device,
                &gpu.queue,
                profile,
                &targets,
                Some(weights),
                None,
            )
            .unwrap();
            let resources = data.resources().unwrap();
            let found = compute.blend_profile(&resources, &base, normalize).unwrap();
            assert_result(&case, &format!("{profile:?}"), &found);
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared} compared");
}
