//! The group `linear`.

use crate::{assert_bytes, refusal};
use morph_core::{DeviceLimits, LayoutError, LinearLayout};
use morph_tests::golden::{Case, cases};

#[test]
fn addresses_and_words_of_linear_buffers_are_exact() {
    let mut encoded = 0;
    for case in cases("linear") {
        match layout(&case) {
            Err(error) => case.assert_refused(refusal::of_layout(&error)),
            Ok(layout) => encoded += usize::from(check(&case, &layout)),
        }
    }
    assert!(encoded > 5, "{encoded} buffers");
}

fn layout(case: &Case) -> Result<LinearLayout, LayoutError> {
    let (vertices, targets) = (case.input.number("vertices"), case.input.number("targets"));
    let limits = DeviceLimits {
        max_storage_buffer_binding_size: case.input.number("limit.binding"),
        ..DeviceLimits::WEBGPU_DEFAULT
    };
    if case.input.word("profile") == "compat" {
        return LinearLayout::compat(vertices, targets, &limits);
    }
    LinearLayout::new(vertices, targets, case.bands()?, &limits)
}

/// Compares, and says whether there were words.
fn check(case: &Case, layout: &LinearLayout) -> bool {
    assert_eq!(case.refusal(), None, "{}", case.name);
    case.assert_numbers("stride", [layout.stride_words().into()]);
    case.assert_numbers("words", [layout.word_count()]);
    let found: Vec<_> =
        case.addresses().map(|(t, a, v)| layout.address(t, a, v).expect(&case.name)).collect();
    assert!(!found.is_empty(), "{}", case.name);
    case.assert_numbers("address.word", found);
    if case.has_deltas() {
        let words = layout.encode(&case.targets().unwrap());
        case.assert_bits("encode", "data", &words);
        assert_bytes(case, bytemuck::cast_slice(&words));
        let decoded = layout.decode(&words).unwrap().unwrap().unwrap();
        case.assert_bits("decode and encode", "data", &layout.encode(&decoded));
    }
    case.has_deltas()
}
