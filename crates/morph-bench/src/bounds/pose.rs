//! Weights that boxes are measured at.

/// A kind of weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Pose {
    /// All 0.
    Rest,
    /// Each target at 1 by itself.
    One,
    /// All at random in 0..1.
    Mixed,
    /// All 1.
    All,
    /// All at random in -1..2.
    Beyond,
}

impl Pose {
    pub(crate) const ALL: [Self; 5] = [Self::Rest, Self::One, Self::Mixed, Self::All, Self::Beyond];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Rest => "all 0",
            Self::One => "one at 1",
            Self::Mixed => "0..1",
            Self::All => "all 1",
            Self::Beyond => "-1..2",
        }
    }

    /// The weights, the same in every run.
    pub(crate) fn weights(self, targets: usize, randoms: u32) -> Vec<Vec<f32>> {
        let random = |(low, high): (f32, f32)| {
            let mut noise = 0x9E37_79B9_u32;
            let mut next = move || {
                noise ^= noise << 13;
                noise ^= noise >> 17;
                noise ^= noise << 5;
                low + (high - low) * (noise >> 8) as f32 / 16_777_216.0
            };
            (0..randoms).map(|_| (0..targets).map(|_| next()).collect()).collect()
        };
        match self {
            Self::Rest => vec![vec![0.0; targets]],
            Self::One => (0..targets)
                .map(|one| (0..targets).map(|t| f32::from(u8::from(t == one))).collect())
                .collect(),
            Self::Mixed => random((0.0, 1.0)),
            Self::All => vec![vec![1.0; targets]],
            Self::Beyond => random((-1.0, 2.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_weights_fill_their_range() {
        for (pose, low, high) in [(Pose::Mixed, 0.0, 1.0), (Pose::Beyond, -1.0, 2.0)] {
            let all = pose.weights(50, 8).concat();
            assert_eq!(all.len(), 400);
            assert!(all.iter().all(|w| (low..=high).contains(w)));
            let (least, most) =
                (all.iter().copied().fold(9.0, f32::min), all.iter().copied().fold(-9.0, f32::max));
            assert!(least < low + 0.05 && most > high - 0.05, "{least} {most}");
        }
        assert_eq!(Pose::One.weights(2, 8), [[1.0, 0.0], [0.0, 1.0]]);
    }
}
