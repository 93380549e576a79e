//! Frames make nothing anew.

use super::*;
use crate::{Choice, PoolOptions};
use morph_core::animation::{Interpolation, WeightTrack};
use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
use morph_wgsl::Stage;

#[test]
fn a_frame_writes_its_times_and_makes_nothing() {
    let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    let mut pool = MorphPool::new(&device, &queue, PoolOptions::default());
    let raise =
        TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&[[0.0, 1.0, 0.0]; 3]));
    let targets = MorphTargets::new(3, vec![raise]).unwrap().unwrap();
    let targets = pool.add_targets(&targets, None, Choice::Linear(Stage::Vertex)).unwrap();
    let track = WeightTrack::from_keys(Interpolation::Linear, [(0.0, [0.0]), (1.0, [1.0])]);
    let mut crowd = Crowd::new(PackedTracks::new(&[track.unwrap()]).unwrap());
    let members: Vec<_> = (0..100)
        .map(|_| CrowdMember { instance: pool.new_instance(&[targets], &[]).unwrap(), track: 0 })
        .collect();
    crowd.set_members(&mut pool, &members).unwrap();
    let mut encoder = device.create_command_encoder(&Default::default());
    crowd.encode(&pool, &[0.5; 100], &mut encoder).unwrap();
    let made = |crowd: &Crowd| {
        let place = crowd.place.as_ref().unwrap();
        let buffers = (place.crowd.clone(), place.times.clone(), place.tracks.clone());
        let bind_group = crowd.parts[0].bind_group.clone();
        (buffers, bind_group, crowd.times.as_ptr(), crowd.times.capacity())
    };
    let before = made(&crowd);
    assert!(before.1.is_some());
    for frame in 0..5 {
        let stats = crowd.encode(&pool, &[frame as f32; 100], &mut encoder).unwrap();
        assert_eq!(stats, UploadStats { writes: 1, bytes: 400 });
        assert_eq!(made(&crowd), before);
    }
}

#[test]
fn a_pool_that_nobody_uploads_forgets_crowds_that_were_dropped() {
    let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    let mut pool = MorphPool::new(&device, &queue, PoolOptions::default());
    let raise =
        TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&[[0.0, 1.0, 0.0]; 3]));
    let targets = MorphTargets::new(3, vec![raise]).unwrap().unwrap();
    let targets = pool.add_targets(&targets, None, Choice::Linear(Stage::Vertex)).unwrap();
    let instance = pool.new_instance(&[targets], &[]).unwrap();
    let track = WeightTrack::from_keys(Interpolation::Linear, [(0.0, [0.0])]).unwrap();
    for _ in 0..10 {
        let mut crowd = Crowd::new(PackedTracks::new(&[&track]).unwrap());
        crowd.set_members(&mut pool, &[CrowdMember { instance, track: 0 }]).unwrap();
        assert_eq!(pool.crowds.len(), 1);
        assert_eq!(pool.instances.values().next().unwrap().crowds, 1);
    }
}
