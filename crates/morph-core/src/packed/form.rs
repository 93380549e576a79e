//! How the components of some vertices of one target lie in words: in planes.

use super::binary16::{from_binary16, to_binary16};
use super::field::{
    Bits, STEPS_6, STEPS_10, STEPS_11, STEPS_16, nearest, pack_11, pack_pair, unpack_11,
    unpack_pair,
};
use crate::{Attribute, AttributeSet};
use alloc::vec::Vec;

/// In what components are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Coding {
    /// One component a word.
    Floats,
    /// Two components a word, integers.
    Integers,
    /// Two components a word, IEEE binary16.
    HalfFloats,
    /// Three components of a direction or position a word, others as integers.
    EightBytes,
    /// The same, but position and normal together in six bytes.
    SixBytes,
}

/// Planes of some lanes: one lane a vertex, neighbours in neighbouring words.
///
/// # Shapes
/// `values` are `stride` floats for each vertex, at most `lanes` of them, bands one after another.
/// `factors` have one float for each of the `stride` components: value = integer * factor.
#[derive(Debug, Clone)]
pub(super) struct Form {
    lanes: usize,
    stride: usize,
    planes: usize,
    /// Whether a plane of half words follows.
    half: bool,
    pieces: Vec<Piece>,
    /// Steps from 0 to the scale, for each component; 1 where there is no scale.
    steps: Vec<f32>,
}

/// Components that lie together.
#[derive(Debug, Clone, Copy)]
struct Piece {
    kind: Together,
    /// The first of the components.
    component: usize,
    /// The first of the planes.
    plane: usize,
}

#[derive(Debug, Clone, Copy)]
enum Together {
    Word11,
    /// Position and normal, in a word and a half word.
    Pair,
    /// Two in a word, an odd one in the plane of half words.
    Integers(usize),
    HalfFloats(usize),
    Floats(usize),
}

impl Form {
    pub(super) fn new(attributes: AttributeSet, coding: Coding, lanes: u32) -> Self {
        let stride = attributes.stride_words() as usize;
        let mut form = Self {
            lanes: lanes as usize,
            stride,
            planes: 0,
            half: false,
            pieces: Vec::new(),
            steps: Vec::with_capacity(stride),
        };
        // spec K5
        match coding {
            Coding::Floats => form.push(Together::Floats(stride), stride, 1.0),
            Coding::HalfFloats => form.push(Together::HalfFloats(stride), stride, 1.0),
            Coding::Integers => form.push(Together::Integers(stride), stride, STEPS_16),
            Coding::EightBytes | Coding::SixBytes => {
                let pair = coding == Coding::SixBytes && attributes.position && attributes.normal;
                for attribute in attributes.bands() {
                    let components = attribute.delta_components();
                    match attribute {
                        Attribute::Position if pair => {
                            form.push(Together::Pair, 3, STEPS_10);
                            form.steps.extend([STEPS_6; 3]);
                        }
                        Attribute::Normal if pair => {}
                        Attribute::Position | Attribute::Normal | Attribute::Tangent => {
                            form.push(Together::Word11, components, STEPS_11);
                        }
                        Attribute::TexCoord(_) | Attribute::Color(_) => {
                            form.push(Together::Integers(components), components, STEPS_16);
                        }
                    }
                }
            }
        }
        form
    }

    fn push(&mut self, kind: Together, components: usize, steps: f32) {
        let piece = Piece { kind, component: self.steps.len(), plane: self.planes };
        self.pieces.push(piece);
        self.planes += match kind {
            Together::Word11 | Together::Pair => 1,
            Together::Integers(count) | Together::HalfFloats(count) => count / 2,
            Together::Floats(count) => count,
        };
        self.half |= match kind {
            Together::Pair => true,
            Together::Integers(count) | Together::HalfFloats(count) => count % 2 == 1,
            Together::Word11 | Together::Floats(_) => false,
        };
        self.steps.extend(core::iter::repeat_n(steps, components));
    }

    /// Words of all planes.
    pub(super) fn words(&self) -> usize {
        self.lanes * self.planes + if self.half { self.lanes / 2 } else { 0 }
    }

    /// What a component's scale is to be multiplied by.
    pub(super) fn unit(&self, component: usize) -> f32 {
        1.0 / self.steps[component]
    }

    fn word(&self, plane: usize, lane: usize) -> usize {
        // spec L32
        plane * self.lanes + lane
    }

    /// Word of a lane's half word, and how far up its bits lie.
    fn half_word(&self, lane: usize) -> (usize, u32) {
        (self.planes * self.lanes + lane / 2, lane as u32 % 2 * 16)
    }

    /// Writes all words.
    pub(super) fn encode(&self, values: &[f32], factors: &[f32], words: &mut [u32]) {
        words.fill(0);
        for (lane, vertex) in values.chunks_exact(self.stride).enumerate() {
            if vertex.iter().any(|v| *v != 0.0) {
                for piece in &self.pieces {
                    self.encode_piece(*piece, lane, vertex, factors, words);
                }
            }
        }
    }

    fn encode_piece(
        &self,
        Piece { kind, component, plane }: Piece,
        lane: usize,
        vertex: &[f32],
        factors: &[f32],
        words: &mut [u32],
    ) {
        // In steps; a factor of 0 stands for components that are all 0.
        let steps = |c: usize| match factors[c] {
            0.0 => 0.0,
            factor => f64::from(vertex[c]) / f64::from(factor),
        };
        let three = |c: usize| [steps(c), steps(c + 1), steps(c + 2)];
        match kind {
            Together::Word11 => words[self.word(plane, lane)] = pack_11(three(component)),
            Together::Pair => {
                let (word, half) = pack_pair(three(component), three(component + 3));
                words[self.word(plane, lane)] = word;
                let (at, up) = self.half_word(lane);
                words[at] |= u32::from(half) << up;
            }
            Together::Integers(count) => {
                for c in 0..count {
                    // spec K6
                    let code = nearest(steps(component + c), STEPS_16) as u16;
                    let (at, up) = self.sixteen(plane, c, count, lane);
                    words[at] |= u32::from(code) << up;
                }
            }
            Together::HalfFloats(count) => {
                for c in 0..count {
                    let (at, up) = self.sixteen(plane, c, count, lane);
                    words[at] |= u32::from(to_binary16(vertex[component + c])) << up;
                }
            }
            Together::Floats(count) => {
                for c in 0..count {
                    words[self.word(plane + c, lane)] = vertex[component + c].to_bits();
                }
            }
        }
    }

    /// Where the 16 bits of component `c` of `count` lie, and how far up.
    fn sixteen(&self, plane: usize, c: usize, count: usize, lane: usize) -> (usize, u32) {
        // spec L36
        if c + 1 == count && count % 2 == 1 {
            self.half_word(lane)
        } else {
            (self.word(plane + c / 2, lane), c as u32 % 2 * 16)
        }
    }

    /// Reads as many vertices as `values` has room for.
    pub(super) fn decode(&self, words: &[u32], factors: &[f32], values: &mut [f32]) {
        for (lane, vertex) in values.chunks_exact_mut(self.stride).enumerate() {
            self.decode_lane(words, factors, lane, vertex);
        }
    }

    /// Reads one vertex.
    pub(super) fn decode_lane(
        &self,
        words: &[u32],
        factors: &[f32],
        lane: usize,
        vertex: &mut [f32],
    ) {
        for Piece { kind, component, plane } in self.pieces.iter().copied() {
            let mut put = |at: usize, integers: &[f32]| {
                for (c, integer) in (at..).zip(integers) {
                    vertex[c] = integer * factors[c];
                }
            };
            match kind {
                Together::Word11 => put(component, &unpack_11(words[self.word(plane, lane)])),
                Together::Pair => {
                    let (at, up) = self.half_word(lane);
                    let half = (words[at] >> up) as u16;
                    put(component, &unpack_pair(words[self.word(plane, lane)], half));
                }
                Together::Integers(count) => {
                    for c in 0..count {
                        let (at, up) = self.sixteen(plane, c, count, lane);
                        put(component + c, &[f32::from((words[at] >> up) as u16 as i16)]);
                    }
                }
                Together::HalfFloats(count) => {
                    for c in 0..count {
                        let (at, up) = self.sixteen(plane, c, count, lane);
                        vertex[component + c] = from_binary16((words[at] >> up) as u16);
                    }
                }
                Together::Floats(count) => {
                    for c in 0..count {
                        vertex[component + c] = f32::from_bits(words[self.word(plane + c, lane)]);
                    }
                }
            }
        }
    }

    /// The bits of a component, counted from the first word of the planes.
    pub(super) fn bits(&self, component: usize, lane: usize) -> Vec<Bits> {
        let inside = |piece: &&Piece| piece.component <= component;
        let Some(piece) = self.pieces.iter().rfind(inside) else {
            return Vec::new();
        };
        let c = component - piece.component;
        let bits = |at: usize, first: u32, count: u32| Bits { word: at as u64, first, count };
        let word = self.word(piece.plane, lane);
        match piece.kind {
            Together::Word11 => {
                let (first, count) = [(21, 11), (10, 11), (0, 10)][c];
                [bits(word, first, count)].into()
            }
            Together::Pair => {
                let (at, up) = self.half_word(lane);
                match c {
                    0..3 => [bits(word, 2 + 10 * c as u32, 10)].into(),
                    3 => [bits(word, 0, 2), bits(at, up + 12, 4)].into(),
                    4 => [bits(at, up + 6, 6)].into(),
                    _ => [bits(at, up, 6)].into(),
                }
            }
            Together::Integers(count) | Together::HalfFloats(count) => {
                let (at, up) = self.sixteen(piece.plane, c, count, lane);
                [bits(at, up, 16)].into()
            }
            Together::Floats(_) => [bits(self.word(piece.plane + c, lane), 0, 32)].into(),
        }
    }
}

#[cfg(test)]
mod tests;
