//! The group `texture`.

use crate::{assert_bytes, refusal};
use morph_core::{DeviceLimits, LayoutError, TextureLayout};
use morph_tests::golden::{Case, cases};

#[test]
fn addresses_and_texels_of_textures_are_exact() {
    let mut encoded = 0;
    for case in cases("texture") {
        match layout(&case) {
            Err(error) => case.assert_refused(refusal::of_layout(&error)),
            Ok(layout) => encoded += usize::from(check(&case, &layout)),
        }
    }
    assert!(encoded > 5, "{encoded} textures");
}

fn layout(case: &Case) -> Result<TextureLayout, LayoutError> {
    let (vertices, targets) = (case.input.number("vertices"), case.input.number("targets"));
    if case.input.word("profile") == "seed" {
        return TextureLayout::seed(vertices, targets).ok_or(LayoutError::NoBands);
    }
    let limits = DeviceLimits {
        max_texture_dimension_2d: case.input.number("limit.dimension"),
        max_texture_array_layers: case.input.number("limit.layers"),
        ..DeviceLimits::WEBGPU_DEFAULT
    };
    TextureLayout::new(vertices, targets, case.bands()?, &limits)
}

/// Compares, and says whether there were texels.
fn check(case: &Case, layout: &TextureLayout) -> bool {
    assert_eq!(case.refusal(), None, "{}", case.name);
    for (field, found) in [
        ("stored", layout.target_count()),
        ("width", layout.width()),
        ("rows_per_band", layout.rows_per_band()),
        ("height", layout.height()),
        ("layers", layout.layers()),
    ] {
        case.assert_numbers(field, [found.into()]);
    }
    let found: Vec<_> =
        case.addresses().map(|(t, a, v)| layout.address(t, a, v).expect(&case.name)).collect();
    assert!(!found.is_empty(), "{}", case.name);
    case.assert_numbers("address.column", found.iter().map(|texel| texel.column.into()));
    case.assert_numbers("address.row", found.iter().map(|texel| texel.row.into()));
    case.assert_numbers("address.layer", found.iter().map(|texel| texel.layer.into()));
    if case.has_deltas() {
        let texels = layout.encode(&case.targets().unwrap());
        case.assert_bits("encode", "texels", &texels.concat());
        assert_bytes(case, bytemuck::cast_slice(&texels));
        let decoded = layout.decode(&texels).unwrap().unwrap().unwrap();
        case.assert_bits("decode and encode", "texels", &layout.encode(&decoded).concat());
    }
    case.has_deltas()
}
