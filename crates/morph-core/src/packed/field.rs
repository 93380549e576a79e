//! Fields of a word: signed integers that lie side by side.

/// Some bits of a word in which a component lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bits {
    /// Number of the word.
    pub word: u64,
    /// The lowest of the bits.
    pub first: u32,
    /// How many they are.
    pub count: u32,
}

/// Steps from zero to the scale, where fields have 16 bits.
pub(super) const STEPS_16: f32 = 32767.0;
/// The same for fields of 10 bits.
pub(super) const STEPS_10: f32 = 511.0;
/// The same for fields of 6 bits.
pub(super) const STEPS_6: f32 = 31.0;
/// The same for a word of 11-11-10 bits that is read as one integer.
pub(super) const STEPS_11: f32 = 1022.0 * (1 << 21) as f32;

/// The integer nearest to `value`, halves away from zero, within `-most..=most`.
pub(super) fn nearest(value: f64, most: f32) -> i32 {
    // spec L33
    // Half a step away from zero, then cut: rounding without std. The cast saturates.
    let rounded = (value + if value < 0.0 { -0.5 } else { 0.5 }) as i32;
    rounded.clamp(-(most as i32), most as i32)
}

/// 11-11-10 bits, from components in steps of a whole word: the bits below a field count as a part
/// of it, so the lowest field is rounded first and the others against what lies below them.
pub(super) fn pack_11([x, y, z]: [f64; 3]) -> u32 {
    // spec K7
    const Y: f64 = (1 << 21) as f64;
    const Z: f64 = (1 << 22) as f64;
    let z = nearest(z / Z, STEPS_10) as u32 & 0x3ff;
    let y = nearest(y / Y - f64::from(z) / 1024.0, 1023.0) as u32 & 0x7ff;
    let below = y << 10 | z;
    let x = nearest(x / Y - f64::from(below) / Y, 1023.0) as u32 & 0x7ff;
    x << 21 | below
}

/// The three numbers of 11-11-10 bits, in steps of a whole word.
pub(super) fn unpack_11(word: u32) -> [f32; 3] {
    [word, word << 11, word << 22].map(|field| field as i32 as f32)
}

/// Position in 10-10-10 bits and normal in 6-6-6 bits: a word and a half word.
pub(super) fn pack_pair(position: [f64; 3], normal: [f64; 3]) -> (u32, u16) {
    // spec K8
    let [px, py, pz] = position.map(|p| nearest(p, STEPS_10) as u32 & 0x3ff);
    let [nx, ny, nz] = normal.map(|n| nearest(n, STEPS_6) as u32 & 0x3f);
    (pz << 22 | py << 12 | px << 2 | nx & 3, (nx >> 2 << 12 | ny << 6 | nz) as u16)
}

/// What [`pack_pair`] packed: position, then normal.
pub(super) fn unpack_pair(word: u32, half: u16) -> [f32; 6] {
    let half = u32::from(half) << 16;
    let field = |bits: u32, below: u32, count: u32| {
        // The field to the top of the word, then down again with its sign.
        ((bits << (32 - below - count)) as i32 >> (32 - count)) as f32
    };
    let nx = (half as i32 >> 28) << 2 | (word & 3) as i32;
    [
        field(word, 2, 10),
        field(word, 12, 10),
        field(word, 22, 10),
        nx as f32,
        field(half, 22, 6),
        field(half, 16, 6),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_11_bits_are_half_a_step_off_at_most_whatever_lies_below() {
        let mut worst = [0.0_f64; 3];
        for i in 0..40_000_u32 {
            let at = |k: u32| {
                let hash = (i * 3 + k).wrapping_mul(0x9e37_79b1) >> 8;
                (f64::from(hash) / f64::from(1 << 23) - 1.0) * f64::from(STEPS_11)
            };
            let exact = [at(0), at(1), at(2)];
            for (axis, stored) in unpack_11(pack_11(exact)).into_iter().enumerate() {
                worst[axis] = worst[axis].max((f64::from(stored) - exact[axis]).abs());
            }
        }
        // A word as f32 is rounded to 24 bits: 128 of 2^31 at most.
        let half = f64::from(1 << 20);
        assert!(worst[0] <= half + 128.0 && worst[1] <= half + 128.0, "{worst:?}");
        assert!(worst[2] <= 2.0 * half + 128.0, "{worst:?}");
        assert!(worst.iter().all(|w| *w > 0.9 * half), "{worst:?}");
    }

    #[test]
    fn the_ends_of_each_field_fit_and_zero_is_zero() {
        let end = f64::from(STEPS_11);
        for sign in [[1.0, 1.0, 1.0], [-1.0, -1.0, -1.0], [1.0, -1.0, 1.0], [-1.0, 1.0, -1.0]] {
            let exact = sign.map(|s| s * end);
            for (stored, exact) in unpack_11(pack_11(exact)).into_iter().zip(exact) {
                assert!((f64::from(stored) - exact).abs() <= f64::from((1 << 20) + 128));
            }
        }
        assert_eq!(pack_11([0.0; 3]), 0);
        assert_eq!(pack_pair([0.0; 3], [0.0; 3]), (0, 0));
    }

    #[test]
    fn every_position_and_normal_of_six_bytes_comes_back() {
        for i in -511..=511_i32 {
            let n = (i % 32).clamp(-31, 31);
            let position = [i, -i, i / 2].map(f64::from);
            let normal = [n, -n, n / 2].map(f64::from);
            let (word, half) = pack_pair(position, normal);
            let stored = unpack_pair(word, half);
            let exact = position.iter().chain(&normal);
            assert!(stored.iter().zip(exact).all(|(s, e)| f64::from(*s) == *e), "{i}: {stored:?}");
        }
    }

    #[test]
    fn rounding_is_to_nearest_halves_away_from_zero() {
        assert_eq!([0.5, -0.5, 0.49, 7.9, -7.9].map(|v| nearest(v, 7.0)), [1, -1, 0, 7, -7]);
    }
}
