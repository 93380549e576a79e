//! Dispatches of more workgroups than one dimension has, and of none.

use super::dispatch::{Input, UNTOUCHED, run, run_workgroups};
use super::scene::{Mesh, Scene};
use morph_core::AttributeSet;
use morph_core::deform::{Frame, GroupSize, WeightForm};
use morph_tests::random_mesh;
use morph_wgsl::{DISPATCH_ROW, Deform, DeformLayout};

#[test]
fn workgroups_past_the_first_row_go_on_in_the_next() {
    let kernel = Deform::new(DeformLayout::RowSparse, AttributeSet::P, true);
    let (base, targets) = random_mesh(1, 1, 1, AttributeSet::P);
    let mesh = Mesh::new(&kernel, base, &targets);
    let instances: Vec<Vec<f32>> =
        (0..DISPATCH_ROW + 3).map(|i| vec![(i % 7) as f32 / 4.0]).collect();
    let mut scene = Scene::new(&kernel);
    scene.add(&mesh, &instances);
    let input = scene.input();
    assert_eq!(input.frame[1], DISPATCH_ROW + 3);
    // The second row is full as well: all but three of its workgroups have nothing to do.
    scene.check(&run(&kernel, &input));
}

#[test]
fn a_frame_without_groups_writes_nothing() {
    for layout in DeformLayout::ALL {
        let kernel = Deform::new(layout, AttributeSet::PN, true);
        let frame = Frame::new(GroupSize::One, WeightForm::ByTarget);
        let mut words = vec![0; frame.word_count() as usize];
        frame.encode_into(&mut words).unwrap();
        let (base, set) = (vec![1.0; 8], vec![0; 32]);
        // One workgroup is dispatched all the same.
        let mut input = Input { words: set, frame: words, base, output_words: 16 };
        input.frame.resize(16, 0);
        assert_eq!(run_workgroups(&kernel, &input, 1), [UNTOUCHED; 16]);
    }
}
