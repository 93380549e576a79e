//! The colours of [`super::Looks::heat`], for legends.

use super::target::encoded;

/// Colours in linear light for numbers from 0 to 1, equally far apart: twins of those in
/// `heat_color` of `looks.wgsl`.
const STOPS: [[f64; 3]; 4] =
    [[0.33, 0.34, 0.36], [0.98, 0.76, 0.24], [0.83, 0.11, 0.05], [0.20, 0.01, 0.17]];

/// The colour of a number from 0 to 1 where the light is full, sRGB.
#[must_use]
pub fn heat_color(heat: f32) -> [u8; 3] {
    let at = f64::from(heat).clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
    let from = (at as usize).min(STOPS.len() - 2);
    let share = at - from as f64;
    let channel = |c: usize| STOPS[from][c] * (1.0 - share) + STOPS[from + 1][c] * share;
    [channel(0), channel(1), channel(2)].map(encoded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shader_has_the_same_colours() {
        let shader = include_str!("shaders/looks.wgsl");
        for [r, g, b] in STOPS {
            let text = format!("vec3<f32>({r:.2}, {g:.2}, {b:.2});");
            assert!(shader.contains(&text), "{text}");
        }
        assert!(shader.contains("clamp(heat, 0.0, 1.0) * 3.0;"));
    }

    #[test]
    fn numbers_outside_have_the_colours_of_the_ends() {
        assert_eq!((heat_color(-1.0), heat_color(9.0)), (heat_color(0.0), heat_color(1.0)));
        let [r, g, b] = heat_color(1.0 / 3.0);
        assert!(r > 245 && g > 215 && b < 140, "{r} {g} {b}");
    }
}
