//! Every permutation is valid WGSL without optional features, and errors say where.

use morph_wgsl::validate::{validate, validate_all, validate_permutation, with_harness};
use morph_wgsl::{AttributeSet, Composition, MaterialPlan, Permutation, Slots, Stage};

#[test]
fn every_permutation_is_valid_without_optional_features() {
    let results = validate_all();
    assert_eq!(results.len(), 108);
    let errors: Vec<_> = results.iter().filter_map(|(_, result)| result.as_ref().err()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

#[test]
fn attribute_sets_outside_the_table_are_valid() {
    let sets = [
        AttributeSet { normal: true, ..AttributeSet::EMPTY },
        AttributeSet { texcoords: 0b10, ..AttributeSet::EMPTY },
        AttributeSet { colors: 1 << 31, ..AttributeSet::P },
        AttributeSet { texcoords: !0, colors: !0, ..AttributeSet::PNT },
    ];
    let capacity = morph_wgsl::UniformCapacity::C256;
    for set in sets {
        for stage in [Stage::Vertex, Stage::Compute] {
            for permutation in [
                Permutation::linear(stage, set, true),
                Permutation::tiled(stage, capacity, set, false),
                Permutation::linear(Stage::Vertex, set, true).with_motion(),
                Permutation::tiled(Stage::Vertex, capacity, set, false).with_motion(),
                Permutation::row_sparse(Stage::Vertex, set, true).with_motion(),
            ] {
                if let Err(error) = validate_permutation(&permutation, &Slots::default(), None) {
                    panic!("{}", error.rendered);
                }
            }
        }
    }
}

#[test]
fn slots_are_where_the_caller_wants_them() {
    let slots = Slots { group: 3, first_binding: 7 };
    for permutation in Permutation::all() {
        let shader = validate_permutation(&permutation, &slots, None).unwrap();
        for binding in shader.reflection().bindings {
            assert_eq!(binding.group, 3, "{permutation}");
            assert!((7..11).contains(&binding.binding), "{permutation}");
        }
    }
}

#[test]
fn a_hook_may_bring_its_own_bindings() {
    let hook = "
        @group(1) @binding(0) var<uniform> lift: vec4<f32>;
        fn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex {
            var lifted = v;
            lifted.position += lift.xyz * f32(at.instance + at.mesh + at.vertex);
            return lifted;
        }";
    for permutation in Permutation::all().into_iter().filter(|p| p.stage == Stage::Compute) {
        let shader = validate_permutation(&permutation, &Slots::default(), Some(hook)).unwrap();
        let bindings = shader.reflection().bindings;
        assert_eq!(bindings.len(), 5, "{permutation}");
        assert_eq!((bindings[4].group, bindings[4].name.as_str()), (1, "lift"));
    }
}

#[test]
fn a_broken_hook_is_named_with_its_line_and_the_permutation() {
    let hook =
        "// a hook\nfn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex {\n    return w;\n}";
    let permutation = Permutation::seed(Stage::Compute, true);
    let error = validate_permutation(&permutation, &Slots::default(), Some(hook)).unwrap_err();
    assert_eq!((error.file.as_str(), error.line, error.column), ("hook", 3, 12));
    assert_eq!(
        error.to_string(),
        "hook:3:12: compute-seed-uniform-pn-normalized: no definition in scope for identifier: `w`"
    );
    assert!(error.rendered.contains("\n        return w;\n"), "{}", error.rendered);
}

#[test]
fn a_hook_that_parses_but_is_invalid_is_named_too() {
    let hook = "fn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex {\n    return at;\n}";
    let permutation = Permutation::compat(Stage::Compute, false);
    let error = validate_permutation(&permutation, &Slots::default(), Some(hook)).unwrap_err();
    assert_eq!((error.file.as_str(), error.line), ("hook", 1), "{}", error.rendered);
    assert_eq!(error.permutation, permutation.name());
}

#[test]
fn text_that_needs_an_optional_feature_is_refused() {
    let permutation = Permutation::compat(Stage::Vertex, false);
    let mut composition = with_harness(&permutation, &Slots::default(), None);
    composition.append("mine.wgsl", "fn mine() -> f32 {\n    return unpack2x16float(1u).x;\n}");
    let error = validate(&composition).unwrap_err();
    assert_eq!((error.file.as_str(), error.line), ("mine.wgsl", 2), "{}", error.rendered);
}

#[test]
fn a_material_of_every_plan_is_valid() {
    for bits in 0..8 {
        let plan = MaterialPlan {
            textures: 2,
            uses_morph: true,
            environment: bits & 1 == 1,
            shadow: bits & 2 == 2,
        };
        let slots = plan.bindings(1, 4).morph.unwrap();
        let permutation = MaterialPlan::permutation(bits & 4 == 4);
        let composition = Composition::new(&permutation, &slots, None);
        assert_eq!(plan.morph_wgsl(1, 4, bits & 4 == 4), Some(composition.text.clone()));
        validate(&composition).unwrap();
    }
}
