//! What is done to the elements once their bytes are there.

/// How stored elements become those of the view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Filter {
    /// Unit vectors: an octahedron's two coordinates, and what stands for 1.
    Octahedral,
    /// Unit quaternions: three components, and which is the largest.
    Quaternion,
    /// Floats: an exponent and a mantissa.
    Exponential,
    /// Colours: brightness, two differences, and alpha.
    Color,
}

impl Filter {
    /// Replaces elements, which are `stride` bytes each.
    ///
    /// # Source
    /// `KHR_meshopt_compression`, appendix B "Filters".
    pub(super) fn apply(self, bytes: &mut [u8], stride: usize) {
        match self {
            Self::Exponential => words(bytes, |word| exponential(word as i32).to_bits()),
            Self::Quaternion => wide(bytes, quaternion),
            Self::Octahedral if stride == 4 => narrow(bytes, |v| {
                octahedral(v.map(|b| i32::from(b as i8)), 127.0).map(|c| c as i8 as u8)
            }),
            Self::Octahedral => {
                wide(bytes, |v| octahedral(v.map(i32::from), 32767.0).map(|c| c as i16));
            }
            Self::Color if stride == 4 => narrow(bytes, |[y, co, cg, a]| {
                let stored = [y.into(), (co as i8).into(), (cg as i8).into(), a.into()];
                color(stored, 255.0).map(|c| c as u8)
            }),
            Self::Color => wide(bytes, |[y, co, cg, a]| {
                let stored = [(y as u16).into(), co.into(), cg.into(), (a as u16).into()];
                color(stored, 65535.0).map(|c| c as u16 as i16)
            }),
        }
    }
}

fn words(bytes: &mut [u8], replace: impl Fn(u32) -> u32) {
    for word in bytes.chunks_exact_mut(4) {
        let value = replace(u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        word.copy_from_slice(&value.to_le_bytes());
    }
}

/// Elements of four bytes.
fn narrow(bytes: &mut [u8], replace: impl Fn([u8; 4]) -> [u8; 4]) {
    words(bytes, |word| u32::from_le_bytes(replace(word.to_le_bytes())));
}

/// Elements of four 16-bit integers.
fn wide(bytes: &mut [u8], replace: impl Fn([i16; 4]) -> [i16; 4]) {
    for element in bytes.chunks_exact_mut(8) {
        let stored = |at: usize| i16::from_le_bytes([element[at * 2], element[at * 2 + 1]]);
        let values = replace([stored(0), stored(1), stored(2), stored(3)]);
        for (bytes, value) in element.chunks_exact_mut(2).zip(values) {
            bytes.copy_from_slice(&value.to_le_bytes());
        }
    }
}

fn octahedral([x, y, one, rest]: [i32; 4], max: f32) -> [i32; 4] {
    let (x, y) = (x as f32 / one as f32, y as f32 / one as f32);
    let z = 1.0 - x.abs() - y.abs();
    // The lower half is folded outwards.
    let fold = z.min(0.0);
    let (x, y) = (x - fold.copysign(x), y - fold.copysign(y));
    let scale = max / (x * x + y * y + z * z).sqrt();
    let [x, y, z] = [x, y, z].map(|c| (c * scale).round() as i32);
    [x, y, z, rest]
}

fn quaternion([x, y, z, rest]: [i16; 4]) -> [i16; 4] {
    let scale = std::f32::consts::FRAC_1_SQRT_2 / f32::from(rest | 3);
    let [x, y, z] = [x, y, z].map(|c| f32::from(c) * scale);
    let w = (1.0 - x * x - y * y - z * z).max(0.0).sqrt();
    let largest = usize::from(rest as u16 & 3);
    let mut out = [0; 4];
    for (at, component) in [w, x, y, z].into_iter().enumerate() {
        out[(largest + at) % 4] = (component * 32767.0).round() as i16;
    }
    out
}

/// Exact: a mantissa of 24 bits times a power of two is an f64 always, and rounded once.
fn exponential(stored: i32) -> f32 {
    let (exponent, mantissa) = (stored >> 24, (stored << 8) >> 8);
    let power = f64::from_bits(((1023 + exponent) as u64) << 52);
    (f64::from(mantissa) * power) as f32
}

fn color([y, co, cg, alpha]: [i32; 4], max: f32) -> [i32; 4] {
    // The highest bit of alpha says how many bits there are.
    let bits = i32::BITS - alpha.leading_zeros();
    let all = (1 << bits) - 1;
    let a = alpha & (all >> 1);
    let a = a << 1 | a & 1;
    let scale = max / all as f32;
    [y + co - cg, y + cg, y - co - cg, a].map(|c| (c as f32 * scale).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octahedra_unfold_to_unit_vectors() {
        for (stored, vector) in [
            ([0, 0, 127, 5], [0, 0, 127, 5]),
            ([127, 0, 127, -7], [127, 0, 0, -7]),
            ([127, 127, 127, 0], [0, 0, -127, 0]),
            ([0, -511, 511, 9], [0, -127, 0, 9]),
        ] {
            assert_eq!(octahedral(stored, 127.0), vector);
        }
    }

    #[test]
    fn the_largest_component_of_a_quaternion_follows_from_the_others() {
        let one = 0x7ffc_u16 as i16;
        assert_eq!(quaternion([0, 0, 0, one | 3]), [0, 0, 0, 32767]);
        assert_eq!(quaternion([0, 0, 0, one]), [32767, 0, 0, 0]);
        assert_eq!(quaternion([32767, 0, 0, one | 1]), [0, 23170, 23170, 0]);
    }

    #[test]
    fn exponents_are_exact_to_both_ends() {
        for (stored, value) in [
            (0, 0.0),
            (0x0000_0003, 3.0),
            (0xff00_0003_u32 as i32, 1.5),
            (0x00ff_ffff, -1.0),
            (0x6400_0001, 2.0_f32.powi(100)),
            (0x9c00_0001_u32 as i32, 2.0_f32.powi(-100)),
        ] {
            assert_eq!(exponential(stored), value, "{stored:#x}");
        }
    }

    #[test]
    fn colours_of_fewer_bits_fill_the_range() {
        // Eight bits: white, and red at half alpha; then the same in five.
        assert_eq!(color([255, 0, 0, 255], 255.0), [255; 4]);
        assert_eq!(color([31, 0, 0, 31], 255.0), [255; 4]);
        assert_eq!(color([64, 127, -63, 0b1100_0000], 255.0), [254, 1, 0, 128]);
    }

    #[test]
    fn bytes_of_any_kind_do_no_harm() {
        for filter in [Filter::Octahedral, Filter::Quaternion, Filter::Exponential, Filter::Color] {
            for byte in [0x00, 0x7f, 0x80, 0xff] {
                for stride in [4, 8] {
                    filter.apply(&mut [byte; 16], stride);
                }
            }
        }
    }
}
