//! The two sides of a seam stay together.

use super::*;
use crate::seam::Seams;

const TARGETS: usize = 6;

/// A base in which vertices of different blocks lie at one place, and targets that give such twins
/// the same deltas.
fn sewn(bands: AttributeSet) -> (VertexAttributes, MorphTargets) {
    let vertex_count = 512;
    // Every fifth vertex has a twin 128 or 192 further on; two twins have a third one.
    let twin = |v: usize| match v {
        ..128 if v.is_multiple_of(5) => Some(v + 128),
        128..192 if v % 25 == 5 => Some(v + 192),
        _ => None,
    };
    let mut places: Vec<usize> = (0..vertex_count).collect();
    for vertex in 0..vertex_count {
        if let Some(twin) = twin(vertex) {
            places[twin] = places[vertex];
        }
    }
    let position = |place: &usize| [0, 1, 2].map(|c| random(*place as u32 * 4 + c, 1));
    let positions: Vec<[f32; 3]> = places.iter().map(position).collect();
    let mut sewn = base(vertex_count);
    sewn.values_mut(Attribute::Position).unwrap().copy_from_slice(positions.as_flattened());
    let loose = targets(vertex_count, TARGETS, bands, 55);
    let tied = (0..TARGETS).map(|target| {
        let mut deltas = TargetDeltas::new();
        for attribute in bands.bands() {
            let of_all = dense(&loose, target, attribute);
            let components = attribute.delta_components();
            let values = places.iter().flat_map(|p| &of_all[p * components..][..components]);
            deltas = deltas.with(attribute, Deltas::Dense(values.copied().collect()));
        }
        deltas
    });
    (sewn, MorphTargets::new(vertex_count, tied.collect()).unwrap().unwrap())
}

/// Twins whose decoded deltas differ.
fn open(seams: &Seams, targets: &MorphTargets) -> usize {
    let mut count = 0;
    for target in 0..targets.target_count() {
        for &attribute in targets.attributes() {
            let (values, n) = (dense(targets, target, attribute), attribute.delta_components());
            let of = |v: u32| &values[v as usize * n..][..n];
            count +=
                seams.twins().filter(|group| group.iter().any(|v| of(*v) != of(group[0]))).count();
        }
    }
    count
}

// spec L38
#[test]
fn twins_in_different_blocks_decode_to_one_delta_in_every_encoding() {
    for bands in BANDS {
        let (base, targets) = sewn(bands);
        let seams = Seams::new(base.positions().unwrap());
        assert!(seams.twins().count() > 20 && open(&seams, &targets) == 0);
        for encoding in BlockEncoding::ALL {
            for position in [1e-4, 2e-2, 0.1] {
                let bound =
                    ErrorBound { position, direction_degrees: 5.0, texcoord: 0.05, color: 0.05 };
                let with = PackOptions { base: Some(&base), bound: Some(bound), strict: false };
                let (packed, decoded) = through(&targets, encoding, &with);
                assert_eq!(open(&seams, &decoded), 0, "{encoding:?} {bands} {position}");
                if encoding == BlockEncoding::Bounded {
                    let errors = &packed.report().attributes;
                    assert!(errors.iter().all(|error| error.worst <= bound.of(error.attribute)));
                }
            }
        }
    }
}

#[test]
fn without_the_base_the_same_seams_open() {
    let (base, targets) = sewn(AttributeSet::PN);
    let seams = Seams::new(base.positions().unwrap());
    for encoding in [BlockEncoding::SixBytes, BlockEncoding::EightBytes, BlockEncoding::Bits16] {
        let (_, decoded) = through(&targets, encoding, &PackOptions::default());
        assert!(open(&seams, &decoded) > 4, "{encoding:?}");
    }
    let bound = Some(ErrorBound { position: 2e-2, direction_degrees: 5.0, ..loose() });
    let options = PackOptions { bound, ..PackOptions::default() };
    for encoding in [BlockEncoding::F32, BlockEncoding::Bounded] {
        let (_, decoded) = through(&targets, encoding, &options);
        assert!(open(&seams, &decoded) > 0, "{encoding:?}");
    }
}

#[test]
fn a_twin_whose_block_is_left_out_goes_to_zero_on_the_other_side_too() {
    // Vertex 0 moves a little and its twin, vertex 64, as much; vertex 1 moves a lot.
    let mut positions = [[0.0_f32; 3]; 128];
    positions[0] = [0.001, 0.0, 0.0];
    positions[1] = [0.5, 0.0, 0.0];
    positions[64] = positions[0];
    let target = TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&positions));
    let targets = MorphTargets::new(128, vec![target]).unwrap().unwrap();
    let mut places: Vec<[f32; 3]> = (0..128).map(|v| [v as f32, 0.0, 0.0]).collect();
    places[64] = places[0];
    let base = VertexAttributes::new(128).with_positions(&places).unwrap();
    let with = |position| {
        let bound = Some(ErrorBound { position, ..loose() });
        let options = PackOptions { base: Some(&base), bound, strict: false };
        let (packed, decoded) = through(&targets, BlockEncoding::Bits16, &options);
        let values = dense(&decoded, 0, Attribute::Position);
        assert_eq!(values[0], values[64 * 3]);
        (packed.report().entries, packed.report().dropped, values[0] != 0.0)
    };
    assert_eq!(with(0.002), (1, 1, false));
    assert_eq!(with(0.0005), (2, 0, true));
}

#[test]
fn all_vertices_may_lie_at_one_place() {
    // All at one place, with few different deltas.
    let count = 5000;
    let base = VertexAttributes::new(count).with_positions(&vec![[1.0; 3]; count]).unwrap();
    let positions: Vec<[f32; 3]> = (0..count).map(|v| [(v % 3) as f32, 0.0, 0.0]).collect();
    let target = TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&positions));
    let targets = MorphTargets::new(count, vec![target]).unwrap().unwrap();
    let (packed, decoded) =
        through(&targets, BlockEncoding::EightBytes, &PackOptions::for_base(&base));
    assert_eq!(packed.layout().entry_count(), packed.layout().block_count());
    let values = dense(&decoded, 0, Attribute::Position);
    assert!(values.iter().step_by(3).enumerate().all(|(v, x)| *x == values[v % 3 * 3]));
}
