//! What holds for random files.

use crate::random::file;
use crate::same::{assert_same, read};
use morph_core::VertexOrder;
use morph_gltf::optimize::{Optimize, Quantize, optimize};
use proptest::prelude::*;

fn config() -> ProptestConfig {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let default = ProptestConfig::default();
    if asked { default } else { ProptestConfig { cases: 24, ..default } }
}

fn bound() -> impl Strategy<Value = Quantize> {
    (-6.0_f64..-2.0, 0.01_f64..3.0).prop_map(|(position, direction_degrees)| Quantize {
        position: 10.0_f64.powf(position),
        direction_degrees,
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn without_quantising_nothing_changes_and_bytes_never_grow(
        seed in any::<u64>(),
        drop_empty in any::<bool>(),
    ) {
        let before = file(seed).open();
        let options = Optimize { drop_empty, ..Optimize::default() };
        let optimized = optimize(&before, &options).unwrap();
        assert_same(&before, &optimized, None);
        let plain = Optimize { drop_empty, sparse: false, ..Optimize::default() };
        let plain = optimize(&before, &plain).unwrap().report.bytes.after;
        prop_assert!(optimized.report.bytes.after <= plain, "{:?}, {}", optimized.report.bytes, plain);
    }

    #[test]
    fn another_order_changes_nothing_and_touches_fewer_blocks(
        seed in any::<u64>(),
        morton in any::<bool>(),
    ) {
        let before = file(seed).open();
        let order = if morton { VertexOrder::Morton } else { VertexOrder::Signature };
        let options = Optimize { reorder: Some(order), ..Optimize::default() };
        let optimized = optimize(&before, &options).unwrap();
        assert_same(&before, &optimized, None);
        for reordered in optimized.report.meshes.iter().flat_map(|mesh| &mesh.reordered) {
            prop_assert!(reordered.blocks_after < reordered.blocks_before);
        }
    }

    #[test]
    fn quantised_values_are_within_the_bound_in_the_world(
        seed in any::<u64>(),
        bound in bound(),
        reorder in any::<bool>(),
        drop_empty in any::<bool>(),
    ) {
        let before = file(seed).open();
        let reorder = reorder.then_some(VertexOrder::Signature);
        let options = Optimize { quantize: Some(bound), reorder, drop_empty, ..Optimize::default() };
        let optimized = optimize(&before, &options).unwrap();
        assert_same(&before, &optimized, Some(bound));
        for reached in optimized.report.meshes.iter().flat_map(|mesh| &mesh.quantized) {
            let position = reached.attribute == "POSITION";
            let allowed = if position { bound.position } else { bound.direction_degrees };
            prop_assert!(reached.error <= allowed, "{:?}", reached);
        }
    }

    #[test]
    fn a_second_run_changes_nothing_more(
        seed in any::<u64>(),
        quantize in prop::option::of(bound()),
        reorder in any::<bool>(),
        drop_empty in any::<bool>(),
    ) {
        let reorder = reorder.then_some(VertexOrder::Signature);
        let options = Optimize { quantize, reorder, drop_empty, sparse: true };
        let once = optimize(&file(seed).open(), &options).unwrap();
        let twice = optimize(&read(&once), &options).unwrap();
        prop_assert!(once.written.json() == twice.written.json(), "{:?}\n{:?}", once.report, twice.report);
        prop_assert!(once.written.bin() == twice.written.bin());
    }
}
