//! What an upload writes where the frame before is kept.

use super::scene::{Scene, Way};
use super::{A, B, C};
use morph_core::animation::{Interpolation, PackedTracks, WeightTrack};
use morph_core::{AttributeSet, Stage};
use morph_gpu::{Choice, Crowd, CrowdMember, GpuError, MorphPool, PoolOptions, UploadStats};
use morph_tests::{gpu, random_mesh};

const CHOICES: [Choice; 3] = [
    Choice::Texture(Stage::Vertex),
    Choice::Linear(Stage::Vertex),
    Choice::RowSparse(Stage::Vertex),
];

#[test]
fn a_row_is_written_where_weights_change_and_once_more_where_they_rest() {
    for choice in CHOICES {
        let mut scene = Scene::new(Way::Vertex(choice));
        let [a, _, c] = [A, B, C].map(|weights| scene.add(&weights));
        scene.frame("first");
        assert!(scene.stats.bytes > 0);
        scene.frame("nobody moved in the first frame");
        assert_eq!(scene.stats, UploadStats::default(), "{choice:?}");
        scene.set(a, &B);
        scene.frame("change");
        let row = scene.stats;
        assert_eq!(row.writes, 1);
        scene.set(c, &A);
        scene.frame("one rests, one begins");
        assert_eq!(scene.stats, UploadStats { writes: 2, bytes: 2 * row.bytes }, "{choice:?}");
        scene.frame("the other rests as well");
        assert_eq!(scene.stats, row, "{choice:?}");
        scene.frame("hold");
        assert_eq!(scene.stats, UploadStats::default(), "{choice:?}");
        scene.jump(a);
        scene.frame("what rests need not be told");
        assert_eq!(scene.stats, UploadStats::default(), "{choice:?}");
    }
}

#[test]
fn nobody_pays_who_does_not_keep_the_frame_before() {
    let gpu = gpu();
    let (_, targets) = random_mesh(5, 20, 40, AttributeSet::P);
    for choice in CHOICES {
        let bytes = [false, true].map(|keep_previous| {
            let options = PoolOptions { keep_previous, ..PoolOptions::default() };
            let mut pool = MorphPool::new(&gpu.device, &gpu.queue, options);
            let id = pool.add_targets(&targets, None, choice).unwrap();
            assert_eq!(pool.permutation(id).unwrap().motion, keep_previous);
            assert!(pool.permutation(id).unwrap().is_valid());
            let instance = pool.new_instance(&[id], &[1.0]).unwrap();
            pool.upload(&gpu.queue);
            pool.set_weights(instance, &[0.5]).unwrap();
            pool.upload(&gpu.queue);
            pool.upload(&gpu.queue).bytes
        });
        assert!(bytes[0] == 0 && bytes[1] > 0, "{choice:?}: {bytes:?}");
    }
    // Shaders of the compute stage have no use for it.
    let options = PoolOptions { keep_previous: true, ..PoolOptions::default() };
    let mut pool = MorphPool::new(&gpu.device, &gpu.queue, options);
    let id = pool.add_targets(&targets, None, Choice::Linear(Stage::Compute)).unwrap();
    assert!(!pool.permutation(id).unwrap().motion);
}

#[test]
fn a_uniform_of_two_frames_keeps_the_targets_that_move_most_in_either() {
    let gpu = gpu();
    let (_, targets) = random_mesh(5, 2, 1400, AttributeSet::P);
    let options = PoolOptions { keep_previous: true, ..PoolOptions::default() };
    let mut pool = MorphPool::new(&gpu.device, &gpu.queue, options);
    let id = pool.add_targets(&targets, None, Choice::Texture(Stage::Vertex)).unwrap();
    let instance = pool.new_instance(&[id], &[]).unwrap();
    // Room for 1364 of both frames together.
    assert_eq!(pool.set_weights(instance, &[1.0; 1400]), Ok(36));
    pool.upload(&gpu.queue);
    let mut few = vec![0.0; 1400];
    few[1399] = 0.5;
    assert_eq!(pool.set_weights(instance, &few), Ok(36));
    pool.upload(&gpu.queue);
    few[1398] = 0.5;
    assert_eq!(pool.set_weights(instance, &few), Ok(0));
}

#[test]
fn a_crowd_refuses_rows_whose_frame_before_it_does_not_know() {
    let gpu = gpu();
    let (_, targets) = random_mesh(5, 2, 40, AttributeSet::P);
    let options = PoolOptions { keep_previous: true, ..PoolOptions::default() };
    let mut pool = MorphPool::new(&gpu.device, &gpu.queue, options);
    let id = pool.add_targets(&targets, None, Choice::Linear(Stage::Vertex)).unwrap();
    let instance = pool.new_instance(&[id], &[]).unwrap();
    let track = WeightTrack::from_keys(Interpolation::Linear, [(0.0, [0.0; 2])]).unwrap();
    let mut crowd = Crowd::new(PackedTracks::new(&[track]).unwrap());
    let refused = crowd.set_members(&mut pool, &[CrowdMember { instance, track: 0 }]);
    assert_eq!(refused, Err(GpuError::CrowdMotion(id)));
}
