//! What the head takes in packed sets, and how far it is off.

use morph_core::packed::{
    BlockEncoding, BlockedSet, BlockedTargets, EncodingReport, ErrorBound, PackOptions,
    RowSparseTargets,
};
use morph_core::seam::Seams;
use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas, VertexAttributes, VertexOrder};
use std::sync::OnceLock;

const VERTICES: usize = 20_000;

/// The head of 20,000 vertices in the order of the targets' signatures, its positions and normals.
fn head() -> &'static (VertexAttributes, MorphTargets) {
    static HEAD: OnceLock<(VertexAttributes, MorphTargets)> = OnceLock::new();
    HEAD.get_or_init(|| {
        let sample = morph_sample::head(VERTICES);
        let primitive = &sample.mesh.primitives[0];
        let targets = positions_and_normals(primitive.targets.as_ref().unwrap());
        let remap = VertexOrder::Signature.remap(&primitive.base, &targets);
        (remap.base(&primitive.base).unwrap(), remap.targets(&targets).unwrap())
    })
}

fn positions_and_normals(targets: &MorphTargets) -> MorphTargets {
    let target = |target| {
        let of = |attribute| targets.deltas(target, attribute).cloned().map(|d| (attribute, d));
        let attributes = [Attribute::Position, Attribute::Normal].into_iter().filter_map(of);
        TargetDeltas { attributes: attributes.collect::<Vec<(Attribute, Deltas)>>() }
    };
    let list = (0..targets.target_count()).map(target).collect();
    MorphTargets::new(targets.vertex_count(), list).unwrap().unwrap()
}

/// Worst errors: positions in radii, normals in degrees.
fn worst(report: &EncodingReport, bound: &ErrorBound) -> (f32, f32) {
    let radius = bound.position * 1e4;
    (report.attributes[0].worst / radius, report.attributes[1].worst)
}

#[test]
fn blocks_take_a_thirtieth_of_the_texture_and_much_less_than_a_list() {
    let (base, targets) = head();
    let options = PackOptions::for_base(base);
    let rows = RowSparseTargets::new(targets, &options).unwrap();
    // 32 bytes a vertex and target; 40 bytes for each vertex that moves by more than the bound, as
    // Unity keeps them: an index and nine floats.
    let texture = (VERTICES * targets.target_count() * 32) as f64;
    let list = rows.report().entries as f64 * 40.0;
    let bytes =
        |encoding| BlockedTargets::new(targets, encoding, &options).unwrap().report().bytes as f64;
    let eight = bytes(BlockEncoding::EightBytes);
    assert!(texture / eight >= 30.0, "{:.1}", texture / eight);
    assert!(list / eight >= 2.5, "{:.2}", list / eight);
    let (six, bounded) = (bytes(BlockEncoding::SixBytes), bytes(BlockEncoding::Bounded));
    assert!(six < 0.78 * eight && bounded < eight, "{six} {bounded} {eight}");
}

#[test]
fn each_encoding_is_as_far_off_as_the_page_says() {
    let (base, targets) = head();
    let options = PackOptions::for_base(base);
    let bound = options.bound.unwrap();
    let all = PackOptions { bound: None, ..options };
    let reach = |encoding, options: &PackOptions<'_>| {
        worst(BlockedTargets::new(targets, encoding, options).unwrap().report(), &bound)
    };
    let (position, degrees) = reach(BlockEncoding::EightBytes, &all);
    assert!(position <= 3e-4 && degrees <= 0.1, "{position:e} {degrees}");
    let (position, degrees) = reach(BlockEncoding::SixBytes, &all);
    assert!(position <= 4e-4 && degrees <= 2.5, "{position:e} {degrees}");
    let (position, degrees) = reach(BlockEncoding::Bits16, &all);
    assert!(position <= 8e-6 && degrees <= 0.003, "{position:e} {degrees}");
    let (position, degrees) = reach(BlockEncoding::Bounded, &options);
    assert!(position <= 1e-4 * 1.000_001 && degrees <= 0.5, "{position:e} {degrees}");
}

#[test]
fn the_seams_of_the_head_stay_closed_in_every_encoding() {
    let (base, targets) = head();
    let seams = Seams::new(base.positions().unwrap());
    assert!(seams.twins().count() > 100);
    for encoding in BlockEncoding::ALL {
        let packed = BlockedTargets::new(targets, encoding, &PackOptions::for_base(base)).unwrap();
        let words = packed.encode();
        let decoded = BlockedSet::new(&words).unwrap().decode().unwrap();
        for target in 0..targets.target_count() {
            let of = |targets: &MorphTargets, vertex: u32| {
                let deltas = targets.deltas(target, Attribute::Position);
                let delta = deltas.and_then(|deltas| deltas.get(vertex as usize, 3));
                delta.map_or([0.0; 3], |delta| [delta[0], delta[1], delta[2]])
            };
            for (first, twin) in seams.twins().flat_map(|g| g[1..].iter().map(|v| (g[0], *v))) {
                if of(targets, first) == of(targets, twin) {
                    assert_eq!(of(&decoded, first), of(&decoded, twin), "{encoding:?}");
                }
            }
        }
    }
}
