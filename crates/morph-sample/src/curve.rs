//! Curves from basic arithmetic and square roots alone, so that every machine gets the same bits.

/// Sine and cosine of an angle between -2 pi and 2 pi, in radians.
///
/// The standard library's may differ in the last bit from one system to the next; these are
/// Taylor sums in f64 after folding to a quarter turn.
pub(crate) fn sin_cos(angle: f32) -> (f32, f32) {
    use std::f64::consts::{FRAC_PI_2, PI, TAU};
    let mut x = f64::from(angle);
    if x > PI {
        x -= TAU;
    } else if x < -PI {
        x += TAU;
    }
    let (folded, flip) = if x > FRAC_PI_2 {
        (PI - x, -1.0)
    } else if x < -FRAC_PI_2 {
        (-PI - x, -1.0)
    } else {
        (x, 1.0)
    };
    let square = folded * folded;
    let (mut sin, mut cos) = (0.0, 0.0);
    let mut term = 1.0;
    for n in 0..9u32 {
        cos += term;
        let odd = term * folded / f64::from(2 * n + 1);
        sin += odd;
        term = -term * square / f64::from((2 * n + 1) * (2 * n + 2));
    }
    (sin as f32, (cos * flip) as f32)
}

/// The angle between 0 and pi / 2 with this sine, in radians.
pub(crate) fn angle_of_sine(sine: f32) -> f32 {
    let (mut low, mut high) = (0.0, std::f32::consts::FRAC_PI_2);
    for _ in 0..30 {
        let middle = 0.5 * (low + high);
        if sin_cos(middle).0 < sine {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// Sine of a number of turns, of any size.
pub(crate) fn wave(turns: f32) -> f32 {
    -sin_cos((turns - turns.floor() - 0.5) * std::f32::consts::TAU).0
}

/// From 0 at `low` to 1 at `high`, flat at both ends.
pub(crate) fn smoothstep(low: f32, high: f32, x: f32) -> f32 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// 1 at 0, 0 from 1 on, smooth; takes the square of the distance.
pub(crate) fn bump(square: f32) -> f32 {
    if square >= 1.0 { 0.0 } else { (1.0 - square) * (1.0 - square) }
}

/// A bump over an ellipse: centre `at`, half axes `radius`.
pub(crate) fn bump2(x: f32, y: f32, at: [f32; 2], radius: [f32; 2]) -> f32 {
    let (u, v) = ((x - at[0]) / radius[0], (y - at[1]) / radius[1]);
    bump(u * u + v * v)
}

/// The larger of two values with a rounded corner of the given width.
pub(crate) fn smooth_max(a: f32, b: f32, width: f32) -> f32 {
    let h = (width - (a - b).abs()).max(0.0) / width;
    a.max(b) + h * h * width * 0.25
}

/// Linear mix.
pub(crate) fn mix(a: f32, b: f32, factor: f32) -> f32 {
    a + (b - a) * factor
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sine_and_cosine_agree_with_the_standard_library() {
        for step in -600..=600i16 {
            let angle = f32::from(step) * 0.01;
            let (sin, cos) = sin_cos(angle);
            assert!((sin - angle.sin()).abs() < 3e-7, "sin {angle}: {sin}");
            assert!((cos - angle.cos()).abs() < 3e-7, "cos {angle}: {cos}");
        }
    }

    #[test]
    fn bumps_end_exactly_at_their_radius() {
        assert_eq!(bump2(1.5, 0.0, [1.0, 0.0], [0.5, 1.0]), 0.0);
        assert_eq!(bump(0.0), 1.0);
        assert!(bump(0.99) > 0.0);
    }

    #[test]
    fn the_rounded_maximum_is_never_below_the_maximum() {
        for (a, b) in [(0.0, 1.0), (0.5, 0.52), (1.0, 1.0)] {
            assert!(smooth_max(a, b, 0.1) >= f32::max(a, b));
        }
    }
}
