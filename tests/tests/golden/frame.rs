//! The group `frame`.

use crate::{assert_bytes, refusal};
use morph_core::{
    ActiveList, AttributeSet, COMPAT_FALLBACK, DeviceLimits, LayoutError, SEED_FRAME_BYTES,
    SeedUniform, TextureLayout, UniformCapacity, compat_words, encode_compat, encode_row,
    encode_uniform, first_four, row_words,
};
use morph_tests::golden::{Case, cases};

#[test]
fn words_of_a_frame_are_exact() {
    for case in cases("frame") {
        let found = match case.input.word("format") {
            "seed" => Ok(seed(&case)),
            "pairs" => pairs(&case),
            "compat" => compat(&case),
            "fallback" => Ok(COMPAT_FALLBACK.to_vec()),
            "row" => row(&case),
            other => panic!("{}: no format {other}", case.name),
        };
        match found {
            Err(error) => case.assert_refused(refusal::of_layout(&error)),
            Ok(words) => {
                assert_eq!(case.refusal(), None, "{}", case.name);
                assert_bytes(&case, bytemuck::cast_slice(&words));
                case.assert_numbers("words", words.into_iter().map(u64::from));
            }
        }
    }
}

fn counts(case: &Case) -> (u32, u32) {
    (case.input.number("vertices"), case.input.number("targets"))
}

fn seed(case: &Case) -> Vec<u32> {
    let (vertices, targets) = counts(case);
    let layout = TextureLayout::seed(vertices, targets).unwrap();
    let weights = case.input.floats("weights");
    let words: Vec<u32> = bytemuck::cast_slice(&[SeedUniform::new(&layout, weights)]).to_vec();
    let four = first_four(weights, layout.target_count());
    assert_eq!(words[..SEED_FRAME_BYTES / 4], four.map(f32::to_bits), "{}", case.name);
    words
}

fn pairs(case: &Case) -> Result<Vec<u32>, LayoutError> {
    let (vertices, targets) = counts(case);
    let dimension = case.input.number("limit.dimension");
    let limits =
        DeviceLimits { max_texture_dimension_2d: dimension, ..DeviceLimits::WEBGPU_DEFAULT };
    let layout = TextureLayout::new(vertices, targets, AttributeSet::P, &limits)?;
    let capacity = match case.input.get("capacity") {
        None => UniformCapacity::for_targets(targets),
        Some(_) => {
            let pairs: u32 = case.input.number("capacity");
            UniformCapacity::ALL.into_iter().find(|c| c.pairs() == pairs).unwrap()
        }
    };
    let (weights, count) = (case.input.floats("weights"), targets as usize);
    let mut active = ActiveList::default();
    let dropped = if case.input.number::<u32>("shorten") == 1 {
        active.fill_largest(weights, count, capacity.pairs() as usize)
    } else {
        active.fill(weights, count);
        0
    };
    let mut words = vec![7; capacity.byte_count() as usize / 4];
    let first_vertex = case.input.number("first_vertex");
    encode_uniform(&layout, first_vertex, &active, capacity, &mut words)?;
    case.assert_numbers("dropped", [dropped as u64]);
    Ok(words)
}

fn compat(case: &Case) -> Result<Vec<u32>, LayoutError> {
    let (vertices, targets) = counts(case);
    let mut words = vec![7; compat_words(targets) as usize];
    encode_compat(targets, vertices, case.input.floats("weights"), &mut words)?;
    Ok(words)
}

fn row(case: &Case) -> Result<Vec<u32>, LayoutError> {
    let (vertices, targets) = counts(case);
    let mut active = ActiveList::default();
    active.fill(case.input.floats("weights"), targets as usize);
    let stride = match case.input.get("stride") {
        None => row_words(targets, case.input.number("alignment")) as usize,
        Some(_) => case.input.number("stride"),
    };
    let mut words = vec![7; stride];
    encode_row(vertices, case.input.number("first_vertex"), &active, &mut words)?;
    Ok(words)
}
