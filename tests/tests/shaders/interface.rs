//! What Rust says of bindings and struct layouts is what naga reads from the text.

use morph_core::{HEADER_WORDS, SeedUniform, UniformHeader, WeightPair};
use morph_wgsl::validate::{Reflection, validate_permutation};
use morph_wgsl::{
    AttributeSet, Permutation, Slots, Stage, UniformCapacity, WORKGROUP_SIZE, bindings,
};
use std::mem::offset_of;

fn reflect(permutation: &Permutation, slots: &Slots) -> Reflection {
    validate_permutation(permutation, slots, None).unwrap().reflection()
}

#[test]
fn bindings_equal_the_reflection() {
    for (group, first_binding) in [(0, 0), (1, 2), (3, 7)] {
        let slots = Slots { group, first_binding };
        for permutation in Permutation::all() {
            let expected = reflect(&permutation, &slots).bindings;
            let listed = bindings(&permutation, &slots);
            assert_eq!(listed.len(), expected.len(), "{permutation}");
            for (listed, expected) in listed.iter().zip(expected) {
                assert_eq!(
                    (listed.group, listed.binding, listed.name, Some(listed.kind)),
                    (expected.group, expected.binding, expected.name.as_str(), expected.kind),
                    "{permutation}"
                );
                assert_eq!(listed.vertex, permutation.stage == Stage::Vertex);
            }
        }
    }
}

#[test]
fn the_seed_uniform_lies_as_in_rust() {
    let reflection = reflect(&Permutation::seed(Stage::Vertex, false), &Slots::default());
    let uniform = reflection.structure("MorphUniforms").unwrap();
    let expected = [
        ("weights", offset_of!(SeedUniform, weights)),
        ("count", offset_of!(SeedUniform, count)),
        ("tex_width", offset_of!(SeedUniform, tex_width)),
        ("rows_per_band", offset_of!(SeedUniform, rows_per_band)),
        ("pad", offset_of!(SeedUniform, pad)),
    ];
    for (member, offset) in expected {
        assert_eq!(uniform.offset(member), Some(offset as u32), "{member}");
    }
    assert_eq!(uniform.members.len(), expected.len());
    assert_eq!(uniform.size as usize, size_of::<SeedUniform>());
}

#[test]
fn the_extended_uniform_lies_as_in_rust() {
    for capacity in UniformCapacity::ALL {
        let permutation = Permutation::tiled(Stage::Vertex, capacity, AttributeSet::P, true);
        let reflection = reflect(&permutation, &Slots::default());
        let uniform = reflection.structure("MorphUniforms").unwrap();
        let expected = [
            ("active_count", offset_of!(UniformHeader, active_count)),
            ("tex_width", offset_of!(UniformHeader, tex_width)),
            ("rows_per_band", offset_of!(UniformHeader, rows_per_band)),
            ("first_vertex", offset_of!(UniformHeader, first_vertex)),
            ("pairs", size_of::<UniformHeader>()),
        ];
        for (member, offset) in expected {
            assert_eq!(uniform.offset(member), Some(offset as u32), "{member}");
        }
        assert_eq!(uniform.members.len(), expected.len());
        assert_eq!(u64::from(uniform.size), capacity.byte_count());
    }
    // Two pairs are one vec4: index, weight, index, weight.
    assert_eq!(size_of::<WeightPair>(), 8);
    assert_eq!((offset_of!(WeightPair, index), offset_of!(WeightPair, weight)), (0, 4));
}

#[test]
fn the_uniform_of_two_frames_lies_as_in_rust() {
    for capacity in UniformCapacity::ALL {
        let permutation = Permutation::tiled(Stage::Vertex, capacity, AttributeSet::P, true);
        let reflection = reflect(&permutation.with_motion(), &Slots::default());
        let uniform = reflection.structure("MorphUniforms").unwrap();
        let pairs = size_of::<UniformHeader>();
        let previous = pairs + capacity.motion_pairs() as usize * size_of::<WeightPair>();
        for (member, offset) in [("active_count", 0), ("pairs", pairs), ("previous", previous)] {
            assert_eq!(uniform.offset(member), Some(offset as u32), "{member}");
        }
        assert_eq!(u64::from(uniform.size), capacity.motion_byte_count());
    }
}

#[test]
fn compat_weights_follow_the_header() {
    let reflection = reflect(&Permutation::compat(Stage::Vertex, false), &Slots::default());
    let weights = reflection.structure("MorphWeights").unwrap();
    let offsets: Vec<_> = weights.members.iter().map(|m| (m.name.as_str(), m.offset)).collect();
    let expected = [("count", 0), ("vertex_count", 4), ("pad", 8), ("weights", HEADER_WORDS * 4)];
    assert_eq!(offsets, expected);
}

#[test]
fn compute_permutations_have_one_entry_point_of_the_stated_size() {
    for permutation in Permutation::all() {
        let reflection = reflect(&permutation, &Slots::default());
        let [entry] = &reflection.entry_points[..] else { panic!("{permutation}: one entry") };
        if permutation.stage == Stage::Compute {
            assert_eq!((entry.stage.as_str(), entry.name.as_str()), ("compute", "morph_main"));
            assert_eq!(entry.workgroup_size, [WORKGROUP_SIZE, 1, 1]);
        } else {
            assert_eq!((entry.stage.as_str(), entry.name.as_str()), ("vertex", "morph_harness"));
        }
    }
}

#[test]
fn no_permutation_needs_more_storage_buffers_than_downlevel_devices_have() {
    for permutation in Permutation::all() {
        let buffers = bindings(&permutation, &Slots::default())
            .into_iter()
            .filter(|binding| {
                use morph_wgsl::BindingKind::{ReadStorage, ReadWriteStorage};
                matches!(binding.kind, ReadStorage { .. } | ReadWriteStorage { .. })
            })
            .count();
        assert!(buffers <= 4, "{permutation}: {buffers}");
    }
}
