//! Composes shader text for an engine of one's own.

use morph_wgsl::{AttributeSet, Permutation, Slots, Stage, bindings, compose};

fn main() {
    let permutation = Permutation::linear(Stage::Vertex, AttributeSet::PNT, true);
    let slots = Slots { group: 2, first_binding: 4 };
    let text = compose(&permutation, &slots, None);
    assert!(text.contains("fn morph_vertex"));
    let numbers: Vec<u32> = bindings(&permutation, &slots).iter().map(|b| b.binding).collect();
    assert_eq!(numbers, [4, 5]);
}
