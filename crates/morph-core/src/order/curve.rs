//! A Morton curve through positions.

/// Bits of each axis: three of them fill a word of 64 bits.
const BITS: u32 = 21;

/// Where positions lie along a Morton curve through the cube around all of them.
pub(crate) struct Curve {
    low: [f32; 3],
    /// Cells of the curve for each unit of length.
    scale: f32,
}

impl Curve {
    /// The curve through these positions. Positions that are not finite do not stretch it.
    pub(crate) fn new(positions: &[[f32; 3]]) -> Self {
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for position in positions.iter().filter(|p| p.iter().all(|x| x.is_finite())) {
            for axis in 0..3 {
                low[axis] = low[axis].min(position[axis]);
                high[axis] = high[axis].max(position[axis]);
            }
        }
        let size = (0..3).map(|axis| high[axis] - low[axis]).fold(0.0, f32::max);
        let scale = if size > 0.0 { (1u32 << BITS) as f32 / size } else { 0.0 };
        Self { low, scale }
    }

    /// The cell of a vertex on the curve; 0 for one without a position.
    pub(super) fn code(&self, positions: &[[f32; 3]], vertex: u32) -> u64 {
        positions.get(vertex as usize).map_or(0, |position| self.code_at(*position))
    }

    /// The cell of a position on the curve.
    pub(crate) fn code_at(&self, position: [f32; 3]) -> u64 {
        let mut code = 0;
        for (axis, (x, low)) in position.iter().zip(self.low).enumerate() {
            let cell = (x - low) * self.scale;
            // A cast saturates, and what is no number becomes 0.
            let cell = (cell as u64).min((1 << BITS) - 1);
            code |= spread(cell) << axis;
        }
        code
    }
}

/// The low 21 bits, each at three times its place.
fn spread(bits: u64) -> u64 {
    let mut x = bits & 0x1f_ffff;
    for (shift, mask) in [
        (32, 0x001f_0000_0000_ffff),
        (16, 0x001f_0000_ff00_00ff),
        (8, 0x100f_00f0_0f00_f00f),
        (4, 0x10c3_0c30_c30c_30c3),
        (2, 0x1249_2492_4924_9249),
    ] {
        x = (x | x << shift) & mask;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_spread_to_three_times_their_place() {
        for bit in 0..BITS {
            assert_eq!(spread(1 << bit), 1 << (3 * bit));
        }
        assert_eq!(spread(0x1f_ffff).count_ones(), BITS);
    }

    #[test]
    fn the_corners_of_a_cube_are_met_in_order() {
        let corners: alloc::vec::Vec<[f32; 3]> =
            (0..8u8).map(|c| [0, 1, 2].map(|axis| f32::from(c >> axis & 1) * 4.0 - 1.0)).collect();
        let curve = Curve::new(&corners);
        let codes: alloc::vec::Vec<u64> = (0..8).map(|c| curve.code(&corners, c)).collect();
        assert!(codes.is_sorted_by(|a, b| a < b), "{codes:?}");
    }

    #[test]
    fn flat_single_and_missing_positions_have_a_code() {
        for positions in
            [&[[1.0, 2.0, 3.0]; 2][..], &[[f32::NAN; 3]], &[[f32::MAX; 3], [f32::MIN; 3]], &[]]
        {
            let curve = Curve::new(positions);
            assert!(curve.code(positions, 0) >> (3 * BITS) == 0);
        }
    }
}
