//! The head's animation.

use super::shape::SHAPES;
use crate::WeightClip;

/// Keys of one or more weights: names, then (time in seconds, weight).
type Track = (&'static [&'static str], &'static [(f32, f32)]);

const TRACKS: &[Track] = &[
    (
        &["eyeBlinkLeft", "eyeBlinkRight"],
        &[(0.2, 0.0), (0.3, 1.0), (0.45, 0.0), (2.5, 0.0), (2.6, 1.0), (2.75, 0.0)],
    ),
    (
        &["mouthSmileLeft", "mouthSmileRight"],
        &[(0.4, 0.0), (0.8, 0.9), (1.3, 0.9), (1.6, 0.0), (2.4, 0.0), (2.7, 0.5), (3.0, 0.0)],
    ),
    (&["cheekSquintLeft", "cheekSquintRight"], &[(0.5, 0.0), (0.8, 0.6), (1.3, 0.6), (1.6, 0.0)]),
    (&["jawOpen"], &[(1.5, 0.0), (1.8, 0.75), (2.1, 0.7), (2.4, 0.0)]),
    (&["mouthFunnel"], &[(1.5, 0.0), (1.8, 0.35), (2.1, 0.35), (2.4, 0.0)]),
    (&["browInnerUp"], &[(1.5, 0.0), (1.8, 0.9), (2.1, 0.9), (2.4, 0.0)]),
    (&["browOuterUpLeft", "browOuterUpRight"], &[(1.5, 0.0), (1.8, 0.8), (2.1, 0.8), (2.4, 0.0)]),
    (&["eyeWideLeft", "eyeWideRight"], &[(1.55, 0.0), (1.8, 0.7), (2.1, 0.7), (2.4, 0.0)]),
];

/// Blink, smile, surprise and another blink in three seconds, a key every twentieth of a second.
pub(crate) fn expressions() -> WeightClip {
    let times: Vec<f32> = (0..=60u8).map(|key| f32::from(key) * 0.05).collect();
    let mut weights = vec![0.0; times.len() * SHAPES.len()];
    for (names, keys) in TRACKS {
        for (target, _) in SHAPES.iter().enumerate().filter(|(_, s)| names.contains(&s.name)) {
            for (row, &time) in times.iter().enumerate() {
                weights[row * SHAPES.len() + target] = value(keys, time);
            }
        }
    }
    WeightClip { name: "expressions".into(), times, weights }
}

fn value(keys: &[(f32, f32)], time: f32) -> f32 {
    let Some(after) = keys.iter().position(|key| key.0 > time) else {
        return keys.last().map_or(0.0, |key| key.1);
    };
    if after == 0 {
        return keys[0].1;
    }
    let ((t0, w0), (t1, w1)) = (keys[after - 1], keys[after]);
    w0 + (w1 - w0) * (time - t0) / (t1 - t0)
}
