//! What holds for every order of vertices.

use crate::mesh::{all_bits, mesh, mesh_and_weights, normalize};
use morph_core::{Remap, VertexOrder, blend};
use proptest::prelude::*;

fn order() -> impl Strategy<Value = VertexOrder> {
    prop_oneof![Just(VertexOrder::Signature), Just(VertexOrder::Morton)]
}

proptest! {
    #![proptest_config(crate::config())]

    #[test]
    fn a_reordered_blend_is_the_blend_reordered(
        (mesh, weights) in mesh_and_weights(),
        normalize in normalize(),
        order in order(),
    ) {
        let targets = mesh.targets();
        let remap = order.remap(&mesh.base, &targets);
        let before = (remap.base(&mesh.base).unwrap(), remap.targets(&targets).unwrap());
        let before = blend(&before.0, &before.1, &weights, normalize).unwrap();
        let after = blend(&mesh.base, &targets, &weights, normalize).unwrap();
        prop_assert_eq!(all_bits(&before), all_bits(&remap.base(&after).unwrap()));
    }

    #[test]
    fn the_inverse_leads_back(mesh in mesh(), order in order()) {
        let targets = mesh.targets();
        let remap = order.remap(&mesh.base, &targets);
        let back = remap.inverse();
        let there = remap.targets(&targets).unwrap();
        prop_assert_eq!(&back.targets(&there).unwrap(), &targets);
        let base = back.base(&remap.base(&mesh.base).unwrap()).unwrap();
        prop_assert_eq!(all_bits(&base), all_bits(&mesh.base));
        prop_assert_eq!(Remap::new(remap.old_vertices().to_vec()).unwrap(), remap.clone());
        let all: Vec<u32> = (0..targets.vertex_count() as u32).collect();
        prop_assert_eq!(back.indices(&remap.indices(&all).unwrap()).unwrap(), all);
    }

    #[test]
    fn ordering_twice_changes_nothing_more(mesh in mesh(), order in order()) {
        let targets = mesh.targets();
        let remap = order.remap(&mesh.base, &targets);
        let (base, targets) = (remap.base(&mesh.base).unwrap(), remap.targets(&targets).unwrap());
        prop_assert!(order.remap(&base, &targets).is_identity());
    }
}
