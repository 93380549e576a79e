//! Scales of entries: the upper half of an f32, rounded up.

/// The least scale that is not 0: factors of its codes stay normal numbers, which no device flushes
/// to zero.
const SMALLEST: f32 = 1.0 / (1u64 << 63) as f32 / 2.0;

/// The largest scale.
pub(super) const LARGEST: f32 = f32::from_bits(0x7f7f << 16);

/// The least scale that is not below `largest`; `None` beyond [`LARGEST`].
pub(super) fn scale_up(largest: f32) -> Option<u16> {
    // spec K4
    if largest == 0.0 {
        return Some(0);
    }
    let bits = largest.max(SMALLEST).to_bits();
    (largest <= LARGEST).then_some(((bits + 0xffff) >> 16) as u16)
}

/// The scale as a number.
pub(super) fn scale_value(scale: u16) -> f32 {
    f32::from_bits(u32::from(scale) << 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_not_below_what_they_scale_and_at_most_a_128th_above() {
        for bits in (1..0x7f7f_0000_u32).step_by(9973) {
            let largest = f32::from_bits(bits);
            let scale = scale_value(scale_up(largest).unwrap());
            assert!(scale >= largest, "{largest:e}");
            assert!(scale <= (largest * (1.0 + 1.0 / 128.0)).max(SMALLEST), "{largest:e}");
        }
        assert_eq!(scale_value(scale_up(SMALLEST).unwrap()), 2f32.powi(-64));
        assert_eq!(scale_up(0.0), Some(0));
        assert_eq!(scale_up(1.5), Some(0x3fc0));
        assert_eq!((scale_up(LARGEST), scale_up(f32::MAX)), (Some(0x7f7f), None));
    }
}
