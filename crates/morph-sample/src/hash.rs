//! Numbers that look random and are the same everywhere.

/// A stream of hashes of a counter.
#[derive(Debug, Clone)]
pub(crate) struct Hash {
    state: u64,
}

impl Hash {
    pub(crate) const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 32 bits.
    ///
    /// # Source
    /// Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014 (`SplitMix64`).
    pub(crate) fn bits(&mut self) -> u32 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 32) as u32
    }

    /// A number from 0 to just below 1.
    pub(crate) fn unit(&mut self) -> f32 {
        (self.bits() >> 8) as f32 / 16_777_216.0
    }

    /// A number from -1 to just below 1.
    pub(crate) fn signed(&mut self) -> f32 {
        2.0 * self.unit() - 1.0
    }
}
