//! What runs per frame allocates nothing.
#![allow(unsafe_code, reason = "a counting allocator is an unsafe trait")]

use morph_core::animation::{
    BatchSample, Clip, ClipChannel, ClipLayer, ClipMixer, ClipPlayer, Cursor, Interpolation, Layer,
    TrackPlayer, WeightBinding, WeightRows, WeightSink, WeightTrack, mix_into, sample_batch_into,
};
use morph_core::{
    Attribute, CpuInstance, Deltas, MorphBounds, MorphTargets, Normalize, QuantizedTargets,
    TargetDeltas, VertexAttributes, VertexLayout, WeightPair, blend_attribute_into,
    blend_interleaved_into, blend_into, blend_sequence_into, blend_vertex, exact_bounds,
};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::error::Error;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, counting what each thread asks for.
struct Counting;

// SAFETY: hands every call on to the system's allocator unchanged. The cell is initialised by a
// constant and needs no drop, so reaching it allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller's layout, as it came.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from the system's allocator, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[track_caller]
fn allocates(expected: bool, what: impl FnOnce() -> Result<(), Box<dyn Error>>) {
    let before = COUNT.get();
    what().unwrap();
    assert_eq!(COUNT.get() != before, expected);
}

#[test]
fn crowds_and_layers_allocate_nothing() {
    let keys = [(0.0, [0.0; 52]), (1.0, [1.0; 52]), (2.0, [0.5; 52])];
    let modes = [Interpolation::Linear, Interpolation::Step];
    let tracks = modes.map(|mode| WeightTrack::from_keys(mode, keys).unwrap());
    let mut crowd: Vec<_> = (0..300).map(|row| BatchSample::new(row % 2, row)).collect();
    let mut weights = vec![0.0; 300 * 64];
    let [walk, talk] = tracks.clone().map(|track| Clip {
        name: None,
        channels: vec![ClipChannel::new(0, track.clone()), ClipChannel::one(0, 7, track)],
    });
    let (mut mixer, mut row) = (ClipMixer::new(52, 4), [0.0; 52]);
    let (mask, slider) = ([0.5; 52], [WeightPair { index: 3, weight: 0.9 }]);
    allocates(false, || {
        for frame in 0..3 {
            for (number, member) in crowd.iter_mut().enumerate() {
                member.time = (number + frame) as f32 / 100.0;
            }
            sample_batch_into(&tracks, &mut crowd, WeightRows::new(&mut weights, 52, 64)?)?;
        }
        Ok(())
    });
    allocates(false, || {
        let layers = [
            ClipLayer::replace(&walk, 0.5, 1.0),
            ClipLayer::replace(&talk, 1.5, 0.3).with_mask(&mask),
            ClipLayer::add(&walk, 0.7, 0.2),
        ];
        mixer.mix_into(0, &[0.25], &layers[..2], &slider, &mut row)?;
        mix_into(&[0.25], &[Layer::replace(&mask, 0.5)], &slider, &mut row)?;
        Ok(())
    });
}

#[test]
fn blending_bounding_and_animating_allocate_nothing() {
    let count = 1000;
    let base = VertexAttributes::new(count)
        .with_positions(&vec![[1.0; 3]; count])
        .and_then(|b| b.with_normals(&vec![[0.0, 0.0, 1.0]; count]))
        .and_then(|b| b.with_tangents(&vec![[1.0, 0.0, 0.0, 1.0]; count]))
        .unwrap();
    let target = TargetDeltas::new()
        .with(Attribute::Position, Deltas::from_vec3(&vec![[0.5; 3]; count]))
        .with(Attribute::Normal, Deltas::Sparse { indices: vec![3], values: vec![1.0; 3] })
        .with(Attribute::Tangent, Deltas::from_vec3(&vec![[0.5; 3]; count]));
    let targets = MorphTargets::new(count, vec![target; 12]).unwrap().unwrap();
    let weights = [0.5; 12];
    let mut out = base.clone();
    let mut bytes = vec![0; count * 12];
    let layout = VertexLayout { stride_bytes: 12, attributes: &[(Attribute::Position, 0)] };
    let quantized = QuantizedTargets::new(&targets);
    let (two_frames, mut sequence) = ([0.5; 24], vec![0.0; count * 6]);
    let bounds = MorphBounds::new(&base, &targets).unwrap();
    let mut instance =
        CpuInstance::new(base.clone().into(), targets.clone(), Normalize::Yes).unwrap();
    let keys = [(0.0, [0.0; 12]), (1.0, [1.0; 12])];
    let track = WeightTrack::from_keys(Interpolation::Linear, keys).unwrap();
    let channels = vec![ClipChannel::new(0, track.clone()), ClipChannel::one(0, 12, track.clone())];
    let clip = Clip { name: None, channels };
    let bindings = [WeightBinding { node: 0, target_count: 13, handle: () }];
    let mut clip_player = ClipPlayer::new(&clip, &bindings);
    let mut track_player = TrackPlayer::new(&track);
    let (mut cursor, mut sampled) = (Cursor::default(), [0.0; 12]);
    let yes = Normalize::Yes;

    // The counter counts.
    allocates(true, || {
        std::hint::black_box(vec![0_u8; 1]);
        Ok(())
    });
    allocates(false, || {
        blend_into(&base, &targets, &weights, yes, &mut out)?;
        let normals = out.values_mut(Attribute::Normal).ok_or("normals")?;
        blend_attribute_into(&base, &targets, Attribute::Normal, &weights, yes, normals)?;
        blend_vertex(&base, &targets, &weights, yes, 7)?;
        blend_interleaved_into(&base, &targets, &weights, yes, layout, &mut bytes)?;
        Ok(())
    });
    allocates(false, || {
        let position = Attribute::Position;
        blend_sequence_into(&base, &targets, position, &two_frames, yes, &mut sequence)?;
        blend_into(&base, &quantized, &weights, yes, &mut out)?;
        blend_sequence_into(&base, &quantized, position, &two_frames, yes, &mut sequence)?;
        Ok(())
    });
    allocates(false, || {
        bounds.bounds(&weights)?;
        bounds.bounds_for_ranges(&[(0.0, 1.0); 12])?;
        exact_bounds(&base, &targets, &weights)?;
        Ok(())
    });
    allocates(false, || {
        track.sample_into(0.5, &mut cursor, &mut sampled)?;
        track.apply(0.25, &mut track_player, &mut instance)?;
        instance.set_weights(&weights)?;
        clip.apply(0.5, &bindings, &mut clip_player, |(), sampled| {
            std::hint::black_box(sampled);
        })?;
        Ok(())
    });
}
