use super::*;
use alloc::collections::BTreeSet;

const LIMITS: DeviceLimits = DeviceLimits::WEBGPU_DEFAULT;

#[test]
fn five_thousand_vertices_are_2048_wide_with_3_rows_a_band() {
    let layout = TextureLayout::seed(5000, 1).unwrap();
    assert_eq!((layout.width(), layout.rows_per_band()), (2048, 3));
}

#[test]
fn two_targets_of_5000_vertices_are_12_rows_high() {
    assert_eq!(TextureLayout::seed(5000, 2).unwrap().height(), 12);
}

#[test]
fn vertex_4097_is_column_1_row_2() {
    let texel = TextureLayout::seed(5000, 2).unwrap().address(0, Attribute::Position, 4097);
    assert_eq!(texel, Some(Texel { column: 1, row: 2, layer: 0 }));
}

#[test]
fn the_normal_band_of_target_1_starts_at_row_9() {
    let layout = TextureLayout::seed(5000, 2).unwrap();
    assert_eq!(layout.band_start(1, Attribute::Normal), Some(9));
}

#[test]
fn eight_targets_keep_the_first_four() {
    let layout = TextureLayout::seed(10, 8).unwrap();
    assert_eq!((layout.target_count(), layout.height()), (4, 8));
    assert_eq!(layout.band_start(4, Attribute::Position), None);
}

#[test]
fn nothing_gives_no_seed_layout() {
    assert_eq!(TextureLayout::seed(0, 3), None);
    assert_eq!(TextureLayout::seed(3, 0), None);
}

#[test]
fn every_address_is_used_once_and_inside_at_every_width() {
    let limits =
        DeviceLimits { max_texture_dimension_2d: 8, max_texture_array_layers: 64, ..LIMITS };
    let attributes = AttributeSet { texcoords: 1, ..AttributeSet::PN };
    for vertex_count in [1, 7, 8, 9, 15, 16, 17, 24] {
        let layout = TextureLayout::new(vertex_count, 5, attributes, &limits).unwrap();
        let mut seen = BTreeSet::new();
        for target in 0..5 {
            for attribute in attributes.bands() {
                for vertex in 0..vertex_count {
                    let t = layout.address(target, attribute, vertex).unwrap();
                    assert!(t.column < layout.width() && t.row < layout.height());
                    assert!(t.layer < layout.layers() && layout.height() <= 8);
                    assert!(seen.insert((t.layer, t.row, t.column)), "{t:?} twice");
                }
            }
        }
        assert!(seen.len() as u64 <= layout.texel_count());
    }
}

#[test]
fn what_does_not_fit_is_refused_with_the_numbers() {
    let limits = DeviceLimits { max_texture_array_layers: 2, ..LIMITS };
    let error = TextureLayout::new(100_000, 1000, AttributeSet::PN, &limits).unwrap_err();
    assert_eq!(
        alloc::format!("{error}"),
        "1000 targets of 100000 vertices: expected at most 2 layers of 8192 rows, got 26000 rows of 8192 texels"
    );
    assert_eq!(TextureLayout::new(3, 3, AttributeSet::EMPTY, &limits), Err(LayoutError::NoBands));
}

#[test]
fn texels_hold_each_delta_and_zeros_elsewhere() {
    let target = TargetDeltas::new()
        .with(Attribute::Position, Deltas::from_vec3(&[[1.0, 2.0, 3.0]; 3]))
        .with(
            Attribute::TexCoord(0),
            Deltas::Sparse { indices: alloc::vec![1], values: alloc::vec![4.0, 5.0] },
        );
    let targets = MorphTargets::new(3, alloc::vec![target]).unwrap().unwrap();
    let limits =
        DeviceLimits { max_texture_dimension_2d: 2, max_texture_array_layers: 4, ..LIMITS };
    let set = AttributeSet::from_attributes(targets.attributes().iter().copied()).unwrap();
    let layout = TextureLayout::new(3, 1, set, &limits).unwrap();
    assert_eq!((layout.width(), layout.height(), layout.layers()), (2, 2, 2));
    let p = [1.0, 2.0, 3.0, 0.0];
    let o = [0.0; 4];
    assert_eq!(layout.encode(&targets), [p, p, p, o, o, [4.0, 5.0, 0.0, 0.0], o, o]);
    let decoded = layout.decode(&layout.encode(&targets)).unwrap().unwrap().unwrap();
    assert_eq!(
        decoded.deltas(0, Attribute::TexCoord(0)),
        Some(&Deltas::Dense(alloc::vec![0.0, 0.0, 4.0, 5.0, 0.0, 0.0]))
    );
}

#[test]
fn a_destination_of_another_size_is_refused() {
    let targets = MorphTargets::new(1, alloc::vec![TargetDeltas::new()]).unwrap().unwrap();
    let layout = TextureLayout::seed(1, 1).unwrap();
    let error = LayoutError::Destination { expected: 2, found: 1 };
    assert_eq!(layout.encode_into(&targets, &mut [[0.0; 4]]), Err(error));
    assert_eq!(layout.decode(&[[0.0; 4]]), Err(error));
}

#[test]
fn rows_of_any_number_are_refused_and_bytes_of_any_number_are_told() {
    let sizes = [1, 2, 3, 1 << 16, (1 << 31) - 1, 1 << 31, (1 << 31) + 1, u32::MAX];
    let sets =
        [AttributeSet::P, AttributeSet::PN, AttributeSet { colors: !0, ..AttributeSet::PNT }];
    let (mut fit, mut refused) = (0, 0);
    for (vertices, targets) in sizes.iter().flat_map(|v| sizes.map(|t| (*v, t))) {
        for (dimension, layers) in
            [0, 1, 16, 1 << 31, u32::MAX].iter().flat_map(|d| [(*d, 1), (*d, !0)])
        {
            for set in sets {
                let limits = DeviceLimits {
                    max_texture_dimension_2d: dimension,
                    max_texture_array_layers: layers,
                    ..LIMITS
                };
                let per_band = vertices.div_ceil(vertices.min(dimension).max(1));
                let rows =
                    u128::from(targets) * u128::from(set.band_count()) * u128::from(per_band);
                match TextureLayout::new(vertices, targets, set, &limits) {
                    Ok(layout) => {
                        let rows_there = u128::from(layout.height()) * u128::from(layout.layers());
                        assert!(rows < 1 << 32 && rows <= rows_there);
                        let bytes = rows_there * u128::from(layout.width()) * 16;
                        assert_eq!(layout.byte_count(), u64::try_from(bytes).unwrap_or(u64::MAX));
                        fit += 1;
                    }
                    Err(LayoutError::Texture { rows: told, .. }) => {
                        assert_eq!(told, u64::try_from(rows).unwrap_or(u64::MAX));
                        refused += 1;
                    }
                    Err(other) => panic!("{other}"),
                }
            }
        }
    }
    assert!(fit > 100 && refused > 1000, "{fit} fit, {refused} do not");
}

#[test]
fn a_band_alone_is_its_part_of_all_texels() {
    let limits = DeviceLimits { max_texture_dimension_2d: 4, ..LIMITS };
    let of = |by: f32| TargetDeltas::new().with(Attribute::Normal, Deltas::Dense(vec![by; 3 * 9]));
    let targets = MorphTargets::new(9, vec![of(1.0), TargetDeltas::new(), of(3.0)]);
    let targets = targets.unwrap().unwrap();
    let layout = TextureLayout::new(9, 3, AttributeSet::PN, &limits).unwrap();
    let all = layout.encode(&targets);
    for target in 0..3 {
        for attribute in AttributeSet::PN.bands() {
            let mut texels = vec![[7.0; 4]; 12];
            layout.encode_band_into(&targets, target, attribute, &mut texels).unwrap();
            let first = layout.band_start(target, attribute).unwrap() as usize * 4;
            assert_eq!(texels, all[first..first + 12], "{target}, {attribute}");
        }
    }
    assert_eq!(
        layout.encode_band_into(&targets, 0, Attribute::Normal, &mut [[0.0; 4]; 9]),
        Err(LayoutError::Destination { expected: 12, found: 9 })
    );
}
