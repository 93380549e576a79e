//! Motion vectors: pictures of the velocity of what a scripted run shows, beside the CPU's blend of
//! both frames' weights. `MORPH_VELOCITY` names a folder to save them in, for a look.

mod paint;
mod picture;
mod rows;
mod scene;

use morph_core::Stage;
use morph_core::packed::BlockEncoding;
use morph_gpu::Choice;
use morph_wgsl::{DeformLayout, Output};
use scene::{Scene, Way};

const A: [f32; 3] = [0.2, 0.0, -0.5];
const B: [f32; 3] = [0.0, 0.6, 0.0];
const C: [f32; 3] = [0.0, 0.0, 0.0];

const WAYS: [Way; 6] = [
    Way::Vertex(Choice::Texture(Stage::Vertex)),
    Way::Vertex(Choice::Linear(Stage::Vertex)),
    Way::Vertex(Choice::RowSparse(Stage::Vertex)),
    Way::Deform(DeformLayout::Linear, Output::Arena),
    Way::Deform(DeformLayout::Blocked(BlockEncoding::F32), Output::Arena),
    Way::Deform(DeformLayout::Linear, Output::Compact),
];

#[test]
fn a_first_frame_has_no_motion_and_a_change_has_it_for_one_frame() {
    for way in WAYS {
        let mut scene = Scene::new(way);
        let [a, b, c] = [A, B, C].map(|weights| scene.add(&weights));
        assert_eq!(scene.frame("first"), [0.0; 3]);
        // What is set before the first frame that shows it is no motion either.
        let d = scene.add(&A);
        scene.set(d, &B);
        scene.set(a, &[1.0, 0.0, 0.0]);
        // The last one counts, and the frame before is the one that was shown.
        scene.set(a, &[-0.4, 0.3, 0.5]);
        scene.set(c, &[0.0, -1.0, 0.25]);
        let moved = scene.frame("two of three change");
        assert!(moved[a] > 0.05 && moved[c] > 0.05, "{moved:?}");
        assert_eq!((moved[b], moved[d]), (0.0, 0.0));
        for hold in ["hold", "hold again"] {
            assert_eq!(scene.frame(hold), [0.0; 4]);
        }
        scene.set(a, &A);
        scene.set(a, &[-0.4, 0.3, 0.5]);
        assert_eq!(scene.frame("there and back before a frame shows it"), [0.0; 4]);
        for step in 0..3 {
            scene.set(b, &[0.0, 0.2 * step as f32, 0.3]);
            let moved = scene.frame("moves on");
            assert!(moved[b] > 0.02 && moved[a] == 0.0, "{moved:?}");
        }
    }
}

#[test]
fn who_takes_the_place_of_another_does_not_inherit_its_motion() {
    for way in WAYS {
        let mut scene = Scene::new(way);
        let [a, _, c] = [A, B, C].map(|weights| scene.add(&weights));
        scene.frame("first");
        scene.set(c, &A);
        scene.set(a, &C);
        scene.frame("moves");
        let place = scene.place(c);
        scene.set(c, &B);
        scene.remove(c);
        if matches!(way, Way::Deform(..)) {
            // What a frame reads is free once it ran.
            scene.frame("one less");
        }
        let d = scene.add(&[0.0, 0.0, 1.0]);
        assert_eq!(scene.place(d), place, "{way:?}");
        let moved = scene.frame("another in its place");
        assert_eq!(moved, [0.0; 3]);
        scene.set(d, &C);
        assert!(scene.frame("and moves by itself")[d] > 0.05);
    }
}

#[test]
fn shared_handles_have_one_motion_that_outlives_each_of_them() {
    for way in WAYS {
        let mut scene = Scene::new(way);
        let a = scene.add(&A);
        scene.frame("first");
        let first = scene.share(a);
        scene.set(a, &B);
        scene.pool.destroy_instance(first);
        assert!(scene.frame("moves")[a] > 0.05);
        assert_eq!(scene.frame("hold"), [0.0]);
    }
}

#[test]
fn rows_and_pages_that_grow_keep_the_frame_before() {
    for way in WAYS {
        let mut scene = Scene::new(way);
        let a = scene.add(&A);
        scene.frame("first");
        let generation = scene.pool.generation();
        scene.set(a, &B);
        let many: Vec<_> = (0..6).map(|_| scene.add(&C)).collect();
        let moved = scene.frame("moves while others come");
        assert!(moved[a] > 0.05 && many.iter().all(|&other| moved[other] == 0.0), "{moved:?}");
        assert_eq!(scene.pool.generation() > generation, matches!(way, Way::Vertex(_)));
        scene.set(a, &C);
        scene.add(&B);
        scene.frame("once more");
        scene.frame("hold");
    }
}

#[test]
fn what_appears_again_shows_no_motion_and_moves_from_there() {
    for way in WAYS {
        let mut scene = Scene::new(way);
        let [a, b] = [A, B].map(|weights| scene.add(&weights));
        scene.frame("first");
        scene.set(a, &C);
        scene.frame("moves");
        // Out of sight, in the frame that would show the end of its motion.
        scene.set(b, &A);
        scene.jump(a);
        let moved = scene.frame("cut without a change");
        assert!(moved[a] == 0.0 && moved[b] > 0.05);
        scene.set(a, &B);
        assert!(scene.frame("a cut holds for one frame")[a] > 0.05);
        // Before the change, and after it.
        scene.jump(a);
        scene.set(a, &A);
        scene.set(b, &B);
        scene.jump(b);
        assert_eq!(scene.frame("cut with a change"), [0.0; 2]);
        scene.set(a, &C);
        scene.set(b, &C);
        let moved = scene.frame("moves on");
        assert!(moved[a] > 0.05 && moved[b] > 0.05);
    }
}

#[test]
fn targets_that_become_others_begin_anew() {
    for way in WAYS {
        let mut scene = Scene::new(way);
        let [a, b] = [A, B].map(|weights| scene.add(&weights));
        scene.frame("first");
        scene.set(a, &B);
        scene.frame("moves");
        scene.replace();
        scene.set(b, &A);
        assert_eq!(scene.frame("other targets"), [0.0; 2]);
        scene.set(a, &A);
        let moved = scene.frame("moves with them");
        assert!(moved[a] > 0.05 && moved[b] == 0.0, "{moved:?}");
        assert_eq!(scene.frame("hold"), [0.0; 2]);
    }
}

#[test]
fn another_device_in_between_keeps_the_frame_before() {
    for way in WAYS {
        let mut scene = Scene::new(way);
        let [a, b, c] = [A, B, C].map(|weights| scene.add(&weights));
        scene.frame("first");
        scene.set(a, &B);
        scene.set(b, &C);
        scene.frame("moves");
        // One moves on, one rests, one begins to move.
        scene.set(a, &C);
        scene.lose_the_device();
        scene.set(c, &A);
        let d = scene.add(&A);
        let moved = scene.frame("on another device");
        assert!(moved[a] > 0.05 && moved[c] > 0.05, "{moved:?}");
        assert_eq!((moved[b], moved[d]), (0.0, 0.0));
        assert_eq!(scene.frame("hold"), [0.0; 4]);
        scene.lose_the_device();
        scene.lose_the_device();
        assert_eq!(scene.frame("nothing moved"), [0.0; 4]);
        scene.set(d, &B);
        assert!(scene.frame("moves on")[d] > 0.05);
    }
}

#[test]
fn a_camera_moves_what_rests_and_adds_to_what_moves() {
    for way in WAYS {
        let mut scene = Scene::new(way);
        let [a, b] = [A, B].map(|weights| scene.add(&weights));
        scene.frame("first");
        scene.look(0.2);
        let moved = scene.frame("camera turns");
        assert!(moved[a] > 0.01 && moved[b] > 0.01, "{moved:?}");
        scene.look(0.3);
        scene.set(a, &B);
        scene.frame("camera and one of two");
        // Its targets have no frame before, but the camera has.
        scene.set(a, &A);
        scene.jump(a);
        scene.look(0.4);
        scene.frame("camera and a cut");
        assert_eq!(scene.frame("hold"), [0.0; 2]);
    }
}

#[test]
fn both_stages_paint_the_same_velocity() {
    let pictures = WAYS.map(|way| {
        let mut scene = Scene::new(way);
        let [a, _] = [A, B].map(|weights| scene.add(&weights));
        scene.frame("first");
        scene.set(a, &[0.5, 0.3, 0.1]);
        scene.look(0.1);
        scene.frame("one moves");
        scene.pictures
    });
    for (way, of) in WAYS.iter().zip(&pictures).skip(1) {
        for (one, other) in of.iter().zip(&pictures[0]) {
            one.assert_like(other, &format!("{way:?}"));
        }
    }
}
