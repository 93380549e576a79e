//! All forms of the blend give the same bits, or refuse the same.

use crate::mesh::{ATTRIBUTES, all_bits, bits, mesh, mesh_and_weights, normalize};
use morph_core::animation::{Cursor, Interpolation, WeightTrack};
use morph_core::{
    Attribute, AttributeSlices, Deltas, MorphBounds, MorphTargets, Normalize, TargetDeltas,
    VertexAttributes, VertexLayout, apply_morph_targets, blend, blend_attribute_into,
    blend_interleaved_into, blend_into, blend_vertex, exact_bounds,
};
use proptest::prelude::*;

proptest! {
    #![proptest_config(crate::config())]

    #[test]
    fn one_vertex_is_that_vertex_of_the_blend((mesh, weights) in mesh_and_weights(), normalize in normalize()) {
        let targets = mesh.targets();
        let whole = blend(&mesh.base, &targets, &weights, normalize).unwrap();
        for vertex in 0..mesh.base.vertex_count() {
            let one = blend_vertex(&mesh.base, &targets, &weights, normalize, vertex).unwrap();
            prop_assert_eq!(bits(&one.position.unwrap()), bits(&whole.positions().unwrap()[vertex]));
            prop_assert_eq!(bits(&one.normal.unwrap()), bits(&whole.normals().unwrap()[vertex]));
            prop_assert_eq!(bits(&one.tangent.unwrap()), bits(&whole.tangents().unwrap()[vertex]));
        }
    }

    #[test]
    fn every_form_of_the_blend_gives_the_same_bits((mesh, weights) in mesh_and_weights(), normalize in normalize()) {
        let targets = mesh.targets();
        let whole = blend(&mesh.base, &targets, &weights, normalize).unwrap();
        // Whatever the output held before.
        let mut out = blend(&mesh.base, &targets, &[7.0; 3], Normalize::No).unwrap();
        blend_into(&mesh.base, &targets, &weights, normalize, &mut out).unwrap();
        prop_assert_eq!(all_bits(&out), all_bits(&whole));
        for (attribute, _) in ATTRIBUTES {
            let mut values = vec![f32::NAN; whole.values(attribute).unwrap().len()];
            blend_attribute_into(&mesh.base, &targets, attribute, &weights, normalize, &mut values).unwrap();
            prop_assert_eq!(bits(&values), bits(whole.values(attribute).unwrap()));
        }
    }

    #[test]
    fn an_interleaved_buffer_gets_the_blend_and_keeps_the_rest((mesh, weights) in mesh_and_weights(), gap in 0_usize..5) {
        let targets = mesh.targets();
        let whole = blend(&mesh.base, &targets, &weights, Normalize::Yes).unwrap();
        let listed = [(Attribute::Color(1), gap), (Attribute::Position, gap + 12), (Attribute::Normal, gap + 24)];
        let layout = VertexLayout { stride_bytes: 36 + 2 * gap, attributes: &listed };
        let mut buffer = vec![0xA5; layout.stride_bytes * mesh.base.vertex_count()];
        blend_interleaved_into(&mesh.base, &targets, &weights, Normalize::Yes, layout, &mut buffer).unwrap();
        for (vertex, bytes) in buffer.chunks_exact(layout.stride_bytes).enumerate() {
            for (attribute, offset) in listed {
                for c in 0..3 {
                    let at = offset + c * 4;
                    let float = f32::from_ne_bytes(bytes[at..at + 4].try_into().unwrap());
                    let expected = whole.values(attribute).unwrap()[vertex * 3 + c];
                    prop_assert_eq!(float.to_bits(), expected.to_bits());
                }
            }
            let rest = bytes[..gap].iter().chain(&bytes[gap + 36..]);
            prop_assert!(rest.copied().all(|b| b == 0xA5));
        }
    }

    #[test]
    fn flat_slices_give_the_same_bits((mesh, weights) in mesh_and_weights()) {
        let targets = mesh.dense_targets();
        let whole = blend(&mesh.base, &targets, &weights, Normalize::Yes).unwrap();
        let of = |t, a| targets.deltas(t, a).map(Deltas::values);
        let slices: Vec<_> = (0..targets.target_count())
            .map(|t| AttributeSlices {
                positions: of(t, Attribute::Position),
                normals: of(t, Attribute::Normal),
                tangents: of(t, Attribute::Tangent),
            })
            .collect();
        let base = AttributeSlices {
            positions: mesh.base.values(Attribute::Position),
            normals: mesh.base.values(Attribute::Normal),
            tangents: mesh.base.values(Attribute::Tangent),
        };
        let morphed = apply_morph_targets(base, &slices, &weights).unwrap();
        for (attribute, found) in [
            (Attribute::Position, morphed.positions),
            (Attribute::Normal, morphed.normals),
            (Attribute::Tangent, morphed.tangents),
        ] {
            // Flat slices are always normalised, the blend only where a target moves them.
            if targets.has(attribute) || attribute == Attribute::Position {
                prop_assert_eq!(bits(&found.unwrap()), bits(whole.values(attribute).unwrap()));
            }
        }
    }

    #[test]
    fn weights_that_are_no_numbers_are_refused_by_everything(mesh in mesh(), bad in prop_oneof![Just(f32::NAN), Just(f32::INFINITY), Just(f32::NEG_INFINITY)]) {
        let targets = mesh.targets();
        let mut weights = vec![0.5; mesh.targets.len()];
        *weights.last_mut().unwrap() = bad;
        let mut out = mesh.base.clone();
        prop_assert!(blend_into(&mesh.base, &targets, &weights, Normalize::Yes, &mut out).is_err());
        prop_assert_eq!(&out, &mesh.base);
        prop_assert!(blend_vertex(&mesh.base, &targets, &weights, Normalize::Yes, 0).is_err());
        prop_assert!(MorphBounds::new(&mesh.base, &targets).unwrap().bounds(&weights).is_err());
        prop_assert!(exact_bounds(&mesh.base, &targets, &weights).is_err());
    }

    #[test]
    fn no_bits_at_all_make_it_panic(
        bits in prop::collection::vec(any::<u32>(), 3 * 14),
        weights in prop::collection::vec(any::<u32>(), 0..4),
        times in prop::collection::vec(any::<u32>(), 0..4),
        time in any::<u32>(),
    ) {
        let floats: Vec<f32> = bits.iter().map(|&b| f32::from_bits(b)).collect();
        let weights: Vec<f32> = weights.iter().map(|&b| f32::from_bits(b)).collect();
        let mut base = VertexAttributes::new(3);
        base.insert(Attribute::Position, 3, floats[..9].to_vec()).unwrap();
        base.insert(Attribute::Normal, 3, floats[9..18].to_vec()).unwrap();
        base.insert(Attribute::Color(0), 4, floats[18..30].to_vec()).unwrap();
        let target = TargetDeltas::new()
            .with(Attribute::Position, Deltas::Dense(floats[30..39].to_vec()))
            .with(Attribute::Normal, Deltas::Sparse { indices: vec![2], values: floats[39..42].to_vec() });
        if let Ok(Some(targets)) = MorphTargets::new(3, vec![target]) {
            let finite = weights.iter().all(|w| w.is_finite());
            let morphed = blend(&base, &targets, &weights, Normalize::Yes);
            prop_assert_eq!(morphed.is_ok(), finite);
            if let Ok(bounds) = MorphBounds::new(&base, &targets) {
                prop_assert_eq!(bounds.bounds(&weights).is_ok(), finite);
                let _ = exact_bounds(&base, &targets, &weights);
            }
        }
        let times: Vec<f32> = times.iter().map(|&b| f32::from_bits(b)).collect();
        let count = times.len();
        let mut out = [0.0; 3];
        if let Ok(track) = WeightTrack::new(2, Interpolation::CubicSpline, times, floats[..count * 6].to_vec()) {
            let time = f32::from_bits(time);
            let sampled = track.sample_into(time, &mut Cursor::default(), &mut out);
            prop_assert_eq!(sampled.is_err(), time.is_nan());
        }
    }
}
