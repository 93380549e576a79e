use super::*;
use crate::MorphTargets;
use crate::{Deltas, TargetDeltas, blend};
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

const VERTICES: usize = 300;

fn mesh() -> (VertexAttributes, MorphTargets) {
    let ramp = |components: usize, step: f32| -> Vec<f32> {
        (0..VERTICES * components).map(|i| (i as f32 * step) % 2.0 - 1.0).collect()
    };
    let mut base = VertexAttributes::new(VERTICES);
    base.insert(Attribute::Position, 3, ramp(3, 0.1)).unwrap();
    base.insert(Attribute::Normal, 3, ramp(3, 0.2)).unwrap();
    base.insert(Attribute::Tangent, 4, ramp(4, 0.3)).unwrap();
    base.insert(Attribute::TexCoord(0), 2, ramp(2, 0.3)).unwrap();
    let target = |step: f32| {
        TargetDeltas::new()
            .with(Attribute::Position, Deltas::Dense(ramp(3, step)))
            .with(Attribute::Tangent, Deltas::Dense(ramp(3, step)))
            .with(
                Attribute::Normal,
                Deltas::Sparse { indices: vec![0, 255, 256, 299], values: vec![step; 12] },
            )
    };
    let targets = MorphTargets::new(VERTICES, vec![target(0.7), target(1.1)]).unwrap().unwrap();
    (base, targets)
}

const LAYOUT: VertexLayout<'_> = VertexLayout {
    stride_bytes: 51,
    attributes: &[
        (Attribute::Tangent, 1),
        (Attribute::Position, 17),
        (Attribute::TexCoord(0), 43),
        (Attribute::Normal, 31),
    ],
};

#[test]
fn listed_attributes_are_those_of_the_blend_and_all_else_is_untouched() {
    let (base, targets) = mesh();
    let before: Vec<u8> = (0..1 + VERTICES * 51).map(|i| (i * 31 % 251) as u8).collect();
    let mut room = before.clone();
    // An odd address, whatever the allocator gave, and twice: from the base each time.
    for weights in [[0.5, -2.0], [0.25, 0.75]] {
        let bytes = &mut room[1..];
        blend_interleaved_into(&base, &targets, &weights, Normalize::Yes, LAYOUT, bytes).unwrap();
        let whole = blend(&base, &targets, &weights, Normalize::Yes).unwrap();
        let mut expected = before[1..].to_vec();
        for &(attribute, offset) in LAYOUT.attributes {
            let components = whole.components(attribute).unwrap();
            let values = whole.values(attribute).unwrap().chunks_exact(components);
            for (vertex, value) in values.enumerate() {
                let value: &[u8] = bytemuck::cast_slice(value);
                expected[vertex * 51 + offset..][..value.len()].copy_from_slice(value);
            }
        }
        assert!(bytes == expected);
    }
    assert_eq!(room[0], before[0]);
}

#[test]
fn the_buffer_may_end_right_after_the_last_attribute() {
    let (base, targets) = mesh();
    let layout = VertexLayout { stride_bytes: 100, attributes: &[(Attribute::Position, 8)] };
    let enough = (VERTICES - 1) * 100 + 20;
    let run = |length: usize| {
        let mut bytes = vec![0; length];
        blend_interleaved_into(&base, &targets, &[1.0], Normalize::Yes, layout, &mut bytes)
    };
    assert_eq!(run(enough), Ok(()));
    assert_eq!(
        run(enough - 1).unwrap_err().to_string(),
        "vertex buffer: expected 29920 bytes, got 29919"
    );
}

#[test]
fn no_listed_attribute_writes_nothing() {
    let (base, targets) = mesh();
    let layout = VertexLayout { stride_bytes: 0, attributes: &[] };
    assert_eq!(
        blend_interleaved_into(&base, &targets, &[1.0], Normalize::Yes, layout, &mut []),
        Ok(())
    );
}

#[test]
fn every_wrong_layout_is_named_and_writes_nothing() {
    let (base, targets) = mesh();
    for (stride_bytes, attributes, text) in [
        (
            16,
            &[(Attribute::Position, 5)][..],
            "vertex buffer, POSITION: ends at byte 17 of a stride of 16",
        ),
        (
            16,
            &[(Attribute::Position, usize::MAX)],
            "vertex buffer, POSITION: ends at byte 18446744073709551615 of a stride of 16",
        ),
        (
            16,
            &[(Attribute::Position, 0), (Attribute::Tangent, 0)],
            "vertex buffer: POSITION and TANGENT share bytes",
        ),
        (
            64,
            &[(Attribute::Tangent, 11), (Attribute::Position, 0)],
            "vertex buffer: TANGENT and POSITION share bytes",
        ),
        (16, &[(Attribute::Color(0), 0)], "vertex buffer, COLOR_0: the base has none"),
        (
            usize::MAX,
            &[(Attribute::Position, 0)],
            "vertex buffer: expected 18446744073709551615 bytes, got 9000",
        ),
    ] {
        let mut bytes = vec![7; 9000];
        let layout = VertexLayout { stride_bytes, attributes };
        let result =
            blend_interleaved_into(&base, &targets, &[1.0], Normalize::Yes, layout, &mut bytes);
        assert_eq!(result.unwrap_err().to_string(), text);
        assert!(bytes.iter().all(|&b| b == 7));
    }
}
