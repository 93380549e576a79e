use super::*;
use alloc::vec;

fn encode(frame: &Frame) -> Vec<u32> {
    let mut words = vec![9; frame.word_count() as usize];
    frame.encode_into(&mut words).unwrap();
    words
}

fn element<T: bytemuck::AnyBitPattern>(words: &[u32], element: u32) -> T {
    let at = (element * ELEMENT_WORDS) as usize;
    bytemuck::pod_read_unaligned(bytemuck::cast_slice(&words[at..][..size_of::<T>() / 4]))
}

fn group(words: &[u32], number: u32) -> GroupRecord {
    element(words, GROUP_FIRST_ELEMENT + GROUP_ELEMENTS * number)
}

const MESH: DeformMesh = DeformMesh {
    set_word: 64,
    base_word: 600,
    vertex_count: 130,
    target_count: 5,
    mesh: 3,
    extra: 7,
};

#[test]
fn weights_by_target_are_found_from_the_header_on() {
    let mut frame = Frame::new(GroupSize::One, WeightForm::ByTarget);
    frame.group(&MESH).instance(12, 1, &[0.0, 2.0]);
    let small = DeformMesh { vertex_count: 64, target_count: 1, ..MESH };
    let mut second = frame.group(&small);
    second.instance(0, 8, &[0.0, 5.0]);
    second.instance(6, 9, &[1.0, 5.0]);
    let words = encode(&frame);
    let header: FrameHeader = element(&words, 0);
    assert_eq!((header.group_count, header.workgroup_count), (2, 3 + 1 + 1));
    let first = group(&words, 0);
    assert_eq!((first.first_workgroup, first.block_count, first.vertex_count), (0, 3, 130));
    assert_eq!((first.set_word, first.base_word, first.mesh, first.extra), (64, 600, 3, 7));
    let second = group(&words, 1);
    assert_eq!((second.first_workgroup, second.block_count), (3, 1));

    let chunk: ChunkRecord = element(&words, first.first_chunk);
    assert_eq!((chunk.weight_count, chunk.output, chunk.instance), (5, 12, 1));
    let weights: [f32; 8] = element(&words, chunk.weights);
    assert_eq!(weights, [0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    let resting: ChunkRecord = element(&words, second.first_chunk);
    assert_eq!((resting.weight_count, resting.instance), (0, 8), "extra weights are ignored");
    let moving: ChunkRecord = element(&words, second.first_chunk + 1);
    assert_eq!((moving.weight_count, moving.output, moving.instance), (1, 6, 9));
    assert_eq!(element::<[f32; 4]>(&words, moving.weights), [1.0, 0.0, 0.0, 0.0]);
}

#[test]
fn pairs_are_those_of_active_targets_and_zeros_fill_the_last_four() {
    let mut frame = Frame::new(GroupSize::One, WeightForm::Pairs);
    let mut both = frame.group(&MESH);
    both.instance(0, 0, &[0.0, 2.0, -0.0, -1.0, 0.0, 9.0]);
    both.instance(0, 1, &[1.0; 5]);
    let words = encode(&frame);
    let first = group(&words, 0).first_chunk;
    let chunk: ChunkRecord = element(&words, first);
    assert_eq!(chunk.weight_count, 2);
    let pairs: [[u32; 2]; 4] = element(&words, chunk.weights);
    assert_eq!(pairs, [[1, 2f32.to_bits()], [3, (-1f32).to_bits()], [0, 0], [0, 0]]);
    let chunk: ChunkRecord = element(&words, first + 1);
    assert_eq!(chunk.weight_count, 5);
    let pairs: [[u32; 2]; 8] = element(&words, chunk.weights);
    assert_eq!(pairs[4..], [[4, 1f32.to_bits()], [0, 0], [0, 0], [0, 0]]);
}

#[test]
fn instances_of_a_chunk_lie_side_by_side_and_the_last_chunk_may_have_fewer() {
    for size in [GroupSize::Eight, GroupSize::Sixteen] {
        let count = size.instances();
        let mut frame = Frame::new(size, WeightForm::Pairs);
        let mut crowd = frame.group(&MESH);
        for instance in 0..=count {
            let weight = if instance == 2 { 0.0 } else { instance as f32 + 1.0 };
            crowd.instance(100 * instance, instance, &[0.0, 0.0, weight]);
        }
        let words = encode(&frame);
        assert_eq!(frame.workgroup_count(), 2 * 3);
        let first = group(&words, 0).first_chunk;
        let chunk: ChunkRecord = element(&words, first);
        assert_eq!(chunk.weight_count, 5);
        assert_eq!(chunk.output, (1 << count) - 1 - (1 << 2), "the mask of active instances");
        for instance in 0..count {
            let places: [[u32; 2]; 2] = element(&words, first + 1 + instance / 2);
            assert_eq!(places[instance as usize % 2], [100 * instance, instance]);
            let row: [f32; 4] = element(&words, chunk.weights + 2 * count / 4 + instance / 4);
            let expected = if instance == 2 { 0.0 } else { instance as f32 + 1.0 };
            assert_eq!(row[instance as usize % 4], expected);
        }
        let last = first + size.chunk_elements();
        let chunk: ChunkRecord = element(&words, last);
        assert_eq!(chunk.output, 1);
        let places: [[u32; 2]; 2] = element(&words, last + 1);
        assert_eq!(places, [[100 * count, count], [ABSENT, 0]]);
        let places: [[u32; 2]; 2] = element(&words, last + size.chunk_elements() - 1);
        assert_eq!(places[1], [ABSENT, 0]);
    }
}

#[test]
fn a_crowd_without_active_weights_has_none() {
    let mut frame = Frame::new(GroupSize::Eight, WeightForm::ByTarget);
    frame.group(&MESH).instance(0, 0, &[0.0; 5]);
    let words = encode(&frame);
    let chunk: ChunkRecord = element(&words, group(&words, 0).first_chunk);
    assert_eq!((chunk.weight_count, chunk.output), (0, 0));
    assert_eq!(frame.element_count(), 1 + 2 + 5);
}

#[test]
fn a_cleared_frame_is_empty_and_gives_the_same_words_again() {
    let mut frame = Frame::new(GroupSize::One, WeightForm::ByTarget);
    let fill = |frame: &mut Frame| {
        frame.group(&MESH).instance(0, 4, &[1.0]);
        encode(frame)
    };
    let once = fill(&mut frame);
    assert!(!frame.is_empty());
    frame.clear();
    assert!(frame.is_empty());
    assert_eq!(encode(&frame), [0; 4]);
    assert_eq!(fill(&mut frame), once);
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut frame = Frame::new(GroupSize::One, WeightForm::ByTarget);
    let huge = DeformMesh { vertex_count: u32::MAX, ..MESH };
    let mut group = frame.group(&huge);
    for instance in 0..64 {
        group.instance(0, instance, &[]);
    }
    let mut words = vec![0; frame.word_count() as usize];
    let error = frame.encode_into(&mut words).unwrap_err();
    let workgroup_count = 64 * (1 << 26);
    assert_eq!(error, FrameError::Workgroups { workgroup_count, limit: MAX_WORKGROUPS });
    frame.clear();
    let error = frame.encode_into(&mut words).unwrap_err();
    let found = words.len() as u64;
    assert_eq!(error, FrameError::Destination { expected: 4, found });
}
