//! The kernels of the deform pass: valid on every device, and what Rust says of them.

use morph_core::deform::{ChunkRecord, FrameHeader, GroupRecord, GroupSize};
use morph_core::packed::{BlockEncoding, DenseEncoding};
use morph_wgsl::validate::{ReflectedValue, Reflection, check, validate, validate_deform};
use morph_wgsl::{
    AttributeSet, BindingKind, Composition, Deform, DeformLayout, Slots, deform_bindings,
};
use std::mem::offset_of;

fn reflect(kernel: &Deform) -> Reflection {
    match validate_deform(kernel, &Slots::default(), None) {
        Ok(shader) => shader.reflection(),
        Err(error) => panic!("{}", error.rendered),
    }
}

#[test]
fn only_kernels_of_half_floats_need_an_optional_feature() {
    let mut halves = 0;
    for kernel in Deform::all() {
        let composition = Composition::deform(&kernel, &Slots::default(), None);
        let plain = validate(&composition);
        assert_eq!(plain.is_err(), kernel.needs_half_floats(), "{kernel}");
        halves += usize::from(kernel.needs_half_floats());
        reflect(&kernel);
    }
    assert!(halves > 3);
}

#[test]
fn attribute_sets_outside_the_table_are_valid() {
    let sets = [
        AttributeSet { normal: true, ..AttributeSet::EMPTY },
        AttributeSet { tangent: true, ..AttributeSet::EMPTY },
        AttributeSet { tangent: true, ..AttributeSet::P },
        AttributeSet { texcoords: 0b10, ..AttributeSet::EMPTY },
        AttributeSet { colors: 1 << 31, ..AttributeSet::P },
        AttributeSet { texcoords: !0, colors: !0, ..AttributeSet::PNT },
    ];
    for set in sets {
        for layout in DeformLayout::ALL {
            let kernel = Deform::new(layout, set, false);
            assert!(kernel.is_valid());
            reflect(&kernel);
            if set.is_pnt() && matches!(layout, DeformLayout::Blocked(_)) {
                reflect(&Deform { slices: 4, ..kernel });
                reflect(&Deform { group: GroupSize::Sixteen, ..kernel });
            }
        }
    }
}

#[test]
fn bindings_equal_the_reflection() {
    for kernel in Deform::all() {
        for (group, first_binding) in [(0, 0), (2, 3)] {
            let slots = Slots { group, first_binding };
            let shader = validate_deform(&kernel, &slots, None).unwrap();
            let expected = shader.reflection().bindings;
            let listed = deform_bindings(&kernel, &slots);
            assert_eq!(listed.len(), expected.len(), "{kernel}");
            for (listed, expected) in listed.iter().zip(expected) {
                assert_eq!(
                    (listed.group, listed.binding, listed.name, Some(listed.kind)),
                    (expected.group, expected.binding, expected.name.as_str(), expected.kind),
                    "{kernel}"
                );
            }
        }
    }
}

#[test]
fn workgroups_fit_every_device() {
    for kernel in Deform::all() {
        let shader = validate_deform(&kernel, &Slots::default(), None).unwrap();
        let [entry] = &shader.reflection().entry_points[..] else { panic!("{kernel}: one entry") };
        assert_eq!(entry.name, "morph_main");
        assert_eq!(entry.workgroup_size, [kernel.workgroup_size(), 1, 1]);
        assert!(kernel.workgroup_size() <= 256);
        let module = &shader.module;
        let shared = module
            .global_variables
            .iter()
            .filter(|(_, global)| format!("{:?}", global.space) == "WorkGroup");
        let bytes: u32 =
            shared.map(|(_, global)| module.types[global.ty].inner.size(module.to_ctx())).sum();
        assert!(bytes <= 16 << 10, "{kernel}: {bytes} bytes");
        let storage = deform_bindings(&kernel, &Slots::default()).iter().all(|binding| {
            matches!(
                binding.kind,
                BindingKind::ReadStorage { .. } | BindingKind::ReadWriteStorage { .. }
            )
        });
        assert!(storage);
    }
}

#[test]
fn members_of_a_frame_lie_where_rust_puts_them() {
    let kernel = Deform::new(DeformLayout::Linear, AttributeSet::P, true);
    let reflection = reflect(&kernel);
    let constant = |name: &str| {
        let name = format!("MORPH_{name}");
        match reflection.constants.iter().find(|constant| constant.name == name).map(|c| c.value) {
            Some(ReflectedValue::Uint(value)) => value as usize,
            other => panic!("{name}: {other:?}"),
        }
    };
    // A group is two elements, so its members' components begin again in the second.
    for (name, offset) in [
        ("FRAME_GROUP_COUNT", offset_of!(FrameHeader, group_count)),
        ("FRAME_WORKGROUP_COUNT", offset_of!(FrameHeader, workgroup_count)),
        ("GROUP_FIRST_WORKGROUP", offset_of!(GroupRecord, first_workgroup)),
        ("GROUP_BLOCK_COUNT", offset_of!(GroupRecord, block_count)),
        ("GROUP_SET_WORD", offset_of!(GroupRecord, set_word)),
        ("GROUP_BASE_WORD", offset_of!(GroupRecord, base_word)),
        ("GROUP_VERTEX_COUNT", offset_of!(GroupRecord, vertex_count) - 16),
        ("GROUP_FIRST_CHUNK", offset_of!(GroupRecord, first_chunk) - 16),
        ("GROUP_MESH", offset_of!(GroupRecord, mesh) - 16),
        ("GROUP_EXTRA", offset_of!(GroupRecord, extra) - 16),
        ("CHUNK_WEIGHTS", offset_of!(ChunkRecord, weights)),
        ("CHUNK_WEIGHT_COUNT", offset_of!(ChunkRecord, weight_count)),
        ("CHUNK_OUTPUT", offset_of!(ChunkRecord, output)),
        ("CHUNK_INSTANCE", offset_of!(ChunkRecord, instance)),
    ] {
        assert_eq!(4 * constant(name), offset, "{name}");
    }
    assert_eq!(16 * constant("FRAME_GROUPS"), size_of::<FrameHeader>());
    assert_eq!(16 * constant("GROUP_ELEMENTS"), size_of::<GroupRecord>());
    assert_eq!(16 * constant("CHUNK_ELEMENTS"), size_of::<ChunkRecord>());
}

#[test]
fn a_hook_may_bring_its_own_bindings_and_is_checked_with_a_kernel() {
    let hook = "\
@group(1) @binding(0) var<uniform> lift: vec4<f32>;
fn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex {
    var lifted = v;
    lifted.position += lift.xyz * f32(at.instance + at.mesh + at.vertex);
    return lifted;
}
";
    for kernel in Deform::all() {
        let checked = check(kernel, &Slots::default(), "lift.wgsl", hook)
            .unwrap_or_else(|error| panic!("{kernel}: {error}"));
        assert!(checked.is_hook && checked.morphs, "{kernel}");
        assert_eq!(checked.bindings.len(), 5, "{kernel}");
    }
    let layout = DeformLayout::Blocked(BlockEncoding::Bounded);
    let kernel = Deform::new(layout, AttributeSet::PN, true);
    let error = check(kernel, &Slots::default(), "lift.wgsl", &hook.replace("lift.xyz", "w"));
    assert!(error.unwrap_err().to_string().starts_with("lift.wgsl:4:"));
}

#[test]
fn every_layout_has_a_kernel_for_every_kind_of_work() {
    let halves = DeformLayout::Dense(DenseEncoding::F16);
    for layout in DeformLayout::ALL {
        let kernel = Deform::new(layout, AttributeSet::PNT, true);
        let dense_or_blocked = layout != DeformLayout::RowSparse;
        let blocked = matches!(layout, DeformLayout::Blocked(_));
        assert!(kernel.is_valid());
        assert_eq!(kernel.needs_half_floats(), layout == halves);
        for slices in [2, 4] {
            assert_eq!(Deform { slices, ..kernel }.is_valid(), dense_or_blocked);
        }
        for group in [GroupSize::Eight, GroupSize::Sixteen] {
            assert_eq!(Deform { group, ..kernel }.is_valid(), blocked);
            assert!(!Deform { group, slices: 2, ..kernel }.is_valid());
        }
        assert!(!Deform { slices: 3, ..kernel }.is_valid());
        assert!(!Deform::new(layout, AttributeSet::EMPTY, true).is_valid());
    }
}
