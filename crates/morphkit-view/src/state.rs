//! What the window shows, apart from how: plain data that widgets change.

use crate::orbit::Orbit;
use morphkit_scene::Backend;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A target of an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Target {
    /// Index of the instance in the scene.
    pub(crate) instance: usize,
    /// Index of the target in its mesh.
    pub(crate) index: usize,
}

/// What is shown beside or instead of lit surfaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Shown {
    /// Edges of triangles.
    pub(crate) wires: bool,
    /// Normals as lines.
    pub(crate) normals: bool,
    /// Boxes: of the base, of what is seen, and of the worst case.
    pub(crate) bounds: bool,
    /// How far the target below the pointer moves each vertex.
    pub(crate) heat: bool,
}

/// What the window shows of a file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct State {
    /// Weights that a person set; all others are the file's or the animation's.
    pub(crate) held: BTreeMap<Target, f32>,
    /// What names in the list must contain.
    pub(crate) search: String,
    /// Whether left and right move together.
    pub(crate) pairs: bool,
    /// The animation.
    pub(crate) clip: Option<usize>,
    /// Its time in seconds.
    pub(crate) time: f32,
    /// Whether time goes on.
    pub(crate) playing: bool,
    /// Seconds of the animation a second.
    pub(crate) speed: f32,
    /// The camera.
    pub(crate) orbit: Orbit,
    /// What else is drawn.
    pub(crate) shown: Shown,
    /// The target below the pointer.
    pub(crate) hovered: Option<Target>,
    /// What adds the targets.
    pub(crate) layouts: [Backend; 2],
    /// Whether the second of them is shown on the right side.
    pub(crate) compare: bool,
    /// Where the right side begins, in parts of the width.
    pub(crate) split: f32,
}

impl State {
    /// As a window begins.
    pub(crate) fn new(layout: Backend, against: Option<Backend>) -> Self {
        Self {
            held: BTreeMap::new(),
            search: String::new(),
            pairs: false,
            clip: None,
            time: 0.0,
            playing: false,
            speed: 1.0,
            orbit: Orbit::HOME,
            shown: Shown { heat: true, ..Shown::default() },
            hovered: None,
            layouts: [layout, against.unwrap_or(Backend::Texture)],
            compare: against.is_some(),
            split: 0.5,
        }
    }

    /// Another file: what belongs to the old one goes.
    pub(crate) fn forget_file(&mut self) {
        self.held.clear();
        self.hovered = None;
        (self.clip, self.time, self.playing) = (None, 0.0, false);
        self.orbit = Orbit::HOME;
    }

    /// Holds a weight, and that of its partner where pairs move together. What is not a number is
    /// left out.
    pub(crate) fn hold(&mut self, target: Target, partner: Option<usize>, weight: f32) {
        if weight.is_finite() {
            self.held.insert(target, weight);
            if let Some(index) = partner.filter(|_| self.pairs) {
                self.held.insert(Target { index, ..target }, weight);
            }
        }
    }

    /// Gives a weight, and with it its partner's, back to the file or the animation.
    pub(crate) fn release(&mut self, target: Target, partner: Option<usize>) {
        self.held.remove(&target);
        if let Some(index) = partner.filter(|_| self.pairs) {
            self.held.remove(&Target { index, ..target });
        }
    }

    /// Puts the held weights into rows, one for each instance.
    pub(crate) fn write_into(&self, rows: &mut [Vec<f32>]) {
        for (target, &weight) in &self.held {
            let row = rows.get_mut(target.instance);
            if let Some(place) = row.and_then(|row| row.get_mut(target.index)) {
                *place = weight;
            }
        }
    }

    /// Lets time go on by some seconds; at the end of the span it begins again.
    pub(crate) fn advance(&mut self, seconds: f32, (start, end): (f32, f32)) {
        if !self.playing || self.clip.is_none() {
            return;
        }
        let length = end - start;
        if length > 0.0 {
            let at = self.time - start + seconds * self.speed;
            self.time = start + at.rem_euclid(length);
        } else {
            self.time = start;
        }
    }

    /// Chooses an animation, and shows its beginning.
    pub(crate) fn choose(&mut self, clip: Option<usize>, start: f32) {
        (self.clip, self.time, self.playing) = (clip, start, false);
    }

    /// Takes what was typed as a time or a speed and is not a number back: to the animation's start,
    /// and to one second a second.
    pub(crate) fn settle(&mut self, start: f32) {
        if !self.time.is_finite() {
            self.time = start;
        }
        if !self.speed.is_finite() {
            self.speed = 1.0;
        }
    }

    /// All of it as JSON; `name` gives names of targets.
    pub(crate) fn dump(&self, name: impl Fn(Target) -> String) -> Value {
        let held: BTreeMap<_, _> = self.held.iter().map(|(&t, &w)| (name(t), w)).collect();
        let Shown { wires, normals, bounds, heat } = self.shown;
        json!({
            "held": held,
            "search": self.search,
            "pairs": self.pairs,
            "clip": self.clip,
            "time": self.time,
            "playing": self.playing,
            "speed": self.speed,
            "camera": self.orbit.dump(),
            "shown": { "wires": wires, "normals": normals, "bounds": bounds, "heat": heat },
            "hovered": self.hovered.map(name),
            "layouts": self.layouts.map(|layout| layout.to_string()),
            "compare": self.compare,
            "split": self.split,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TARGET: Target = Target { instance: 0, index: 1 };

    fn state() -> State {
        State::new(Backend::Deform, None)
    }

    #[test]
    fn held_weights_lie_over_those_of_the_file_until_they_are_released() {
        let mut state = state();
        state.hold(TARGET, Some(0), -0.5);
        state.hold(Target { instance: 7, index: 0 }, None, 1.0);
        let mut rows = vec![vec![0.1, 0.2]];
        state.write_into(&mut rows);
        assert_eq!(rows, [[0.1, -0.5]]);
        state.hold(TARGET, None, f32::NAN);
        assert_eq!(state.held[&TARGET], -0.5);
        state.release(TARGET, None);
        assert!(!state.held.contains_key(&TARGET));
    }

    #[test]
    fn pairs_move_together_only_where_that_is_wanted() {
        let mut state = state();
        state.pairs = true;
        state.hold(TARGET, Some(0), 2.5);
        assert_eq!(state.held.values().copied().collect::<Vec<_>>(), [2.5, 2.5]);
        state.release(TARGET, Some(0));
        assert!(state.held.is_empty());
    }

    #[test]
    fn time_begins_again_at_the_end_and_goes_backwards() {
        let mut state = state();
        state.choose(Some(0), 1.0);
        state.advance(0.5, (1.0, 3.0));
        assert_eq!(state.time, 1.0);
        state.playing = true;
        state.advance(2.5, (1.0, 3.0));
        assert_eq!(state.time, 1.5);
        state.speed = -1.0;
        state.advance(1.0, (1.0, 3.0));
        assert_eq!(state.time, 2.5);
        state.advance(1.0, (4.0, 4.0));
        assert_eq!(state.time, 4.0);
    }

    #[test]
    fn times_and_speeds_that_are_not_numbers_go_back() {
        let mut state = state();
        (state.time, state.speed) = (f32::NAN, f32::INFINITY);
        state.settle(0.25);
        assert_eq!((state.time, state.speed), (0.25, 1.0));
        (state.time, state.speed) = (0.75, -2.0);
        state.settle(0.25);
        assert_eq!((state.time, state.speed), (0.75, -2.0));
    }

    #[test]
    fn another_file_keeps_what_is_not_its_own() {
        let mut state = state();
        state.hold(TARGET, None, 1.0);
        state.choose(Some(3), 0.0);
        state.shown.wires = true;
        state.orbit.approach(2.0);
        state.forget_file();
        assert_eq!((state.held.len(), state.clip, state.orbit), (0, None, Orbit::HOME));
        assert!(state.shown.wires);
    }
}
