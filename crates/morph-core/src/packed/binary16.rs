//! IEEE binary16, by bits.

/// The largest number that is finite.
pub(super) const LARGEST: f32 = 65504.0;

/// The nearest binary16, ties to even; beyond the largest it is an infinity.
pub(super) fn to_binary16(value: f32) -> u16 {
    // spec L35
    let bits = value.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let magnitude = bits & 0x7fff_ffff;
    let rounded = if magnitude >= 0x3880_0000 {
        // Normal: the exponent's bias goes from 127 to 15, 13 bits go away. Past the largest
        // the sum runs into the exponent of infinity by itself.
        round_off(magnitude - (112 << 23), 13).min(0x7c00)
    } else {
        // Subnormal: the bits count steps of 2^-24.
        let exponent = magnitude >> 23;
        let shift = 126 - exponent;
        if shift > 24 { 0 } else { round_off(magnitude & 0x7f_ffff | 0x80_0000, shift) }
    };
    sign | rounded as u16
}

/// Cuts bits off, rounding to nearest, ties to even.
fn round_off(bits: u32, count: u32) -> u32 {
    let kept = bits >> count;
    let (rest, half) = (bits & ((1 << count) - 1), 1 << (count - 1));
    kept + u32::from(rest > half || rest == half && kept & 1 == 1)
}

/// The number, exactly.
pub(super) fn from_binary16(half: u16) -> f32 {
    let sign = u32::from(half & 0x8000) << 16;
    let (exponent, fraction) = (u32::from(half >> 10 & 0x1f), u32::from(half & 0x3ff));
    match exponent {
        0 => f32::from_bits(sign | (fraction as f32 / (1 << 24) as f32).to_bits()),
        31 => f32::from_bits(sign | 0x7f80_0000 | fraction << 13),
        _ => f32::from_bits(sign | (exponent + 112) << 23 | fraction << 13),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_survives_the_way_through_f32() {
        for half in 0..=u16::MAX {
            let value = from_binary16(half);
            if !value.is_nan() {
                assert_eq!(to_binary16(value), half, "{value:e}");
            }
        }
    }

    #[test]
    fn between_two_numbers_the_nearest_is_taken_and_the_even_one_in_the_middle() {
        for half in 0..0x7bff_u16 {
            let (low, high) = (from_binary16(half), from_binary16(half + 1));
            let middle = low + (high - low) / 2.0;
            let even = half + (half & 1);
            assert_eq!(to_binary16(middle), even, "{middle:e}");
            assert_eq!(to_binary16(middle.next_down()), half, "{middle:e}");
            assert_eq!(to_binary16(-middle.next_up()), (half + 1) | 0x8000, "{middle:e}");
        }
        assert_eq!(to_binary16(65519.9), 0x7bff);
        assert_eq!(to_binary16(65520.0), 0x7c00);
        assert_eq!(to_binary16(f32::MAX), 0x7c00);
        assert_eq!((to_binary16(2f32.powi(-26)), to_binary16(-0.0)), (0, 0x8000));
    }
}
