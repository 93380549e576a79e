//! Which shader: stage, where deltas and weights come from, what is morphed.

mod name;

pub use name::ParsePermutationError;
pub(crate) use name::parse_attributes;

use crate::{AttributeSet, Stage, UniformCapacity};

/// Where a shader reads deltas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DeltaSource {
    /// The seed profile's 2D texture.
    SeedTexture,
    /// A tiled 2D array texture, of one layer or more.
    TiledTexture,
    /// The compat profile's storage buffer.
    CompatStorage,
    /// A linear storage buffer of any bands.
    LinearStorage,
    /// A row sparse set, [`morph_core::packed::RowSparseTargets`].
    RowSparse,
}

/// Where a shader reads weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WeightsFormat {
    /// The seed profile's uniform, [`morph_core::SeedUniform`].
    SeedUniform,
    /// Header and (index, weight) pairs in a uniform, [`morph_core::encode_uniform`].
    Uniform(UniformCapacity),
    /// The compat profile's storage buffer, [`morph_core::encode_compat`].
    CompatStorage,
    /// Rows in a storage buffer, one an instance, [`morph_core::encode_row`].
    Rows,
    /// Rows with a weight for every target, [`morph_core::encode_dense_row`].
    DenseRows,
}

/// One shader of the family.
///
/// The constructors make those that fit together: seed deltas go with the seed uniform, tiled
/// textures with a uniform of pairs, compat with compat, linear storage with rows. A value put
/// together by hand may not compile as WGSL.
///
/// # Example
/// ```
/// use morph_wgsl::{AttributeSet, Permutation, Stage, UniformCapacity};
/// let permutation =
///     Permutation::tiled(Stage::Vertex, UniformCapacity::C64, AttributeSet::PNT, true);
/// assert_eq!(permutation.name(), "vertex-tiled-uniform64-pnt-normalized");
/// assert_eq!("vertex-tiled-uniform64-pnt-normalized".parse(), Ok(permutation));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Permutation {
    /// Where targets are added.
    pub stage: Stage,
    /// Where deltas come from.
    pub deltas: DeltaSource,
    /// Where weights come from.
    pub weights: WeightsFormat,
    /// What is morphed: the bands of the layout.
    pub attributes: AttributeSet,
    /// Whether NORMAL and TANGENT get unit length after the sum.
    pub normalize: bool,
    /// Whether `morph_motion` is there beside `morph_vertex`: it gives the position of the frame
    /// before as well, from weights of two frames.
    pub motion: bool,
}

impl Permutation {
    /// The seed profile: POSITION and NORMAL of at most four targets.
    #[must_use]
    pub const fn seed(stage: Stage, normalize: bool) -> Self {
        Self {
            stage,
            deltas: DeltaSource::SeedTexture,
            weights: WeightsFormat::SeedUniform,
            attributes: AttributeSet::PN,
            normalize,
            motion: false,
        }
    }

    /// Tiled textures with a uniform of active weights.
    #[must_use]
    pub const fn tiled(
        stage: Stage,
        capacity: UniformCapacity,
        attributes: AttributeSet,
        normalize: bool,
    ) -> Self {
        let (deltas, weights) = (DeltaSource::TiledTexture, WeightsFormat::Uniform(capacity));
        Self { stage, deltas, weights, attributes, normalize, motion: false }
    }

    /// The compat profile: POSITION and NORMAL in storage, a weight for every target.
    #[must_use]
    pub const fn compat(stage: Stage, normalize: bool) -> Self {
        Self {
            stage,
            deltas: DeltaSource::CompatStorage,
            weights: WeightsFormat::CompatStorage,
            attributes: AttributeSet::PN,
            normalize,
            motion: false,
        }
    }

    /// Linear storage with rows of active weights.
    #[must_use]
    pub const fn linear(stage: Stage, attributes: AttributeSet, normalize: bool) -> Self {
        let (deltas, weights) = (DeltaSource::LinearStorage, WeightsFormat::Rows);
        Self { stage, deltas, weights, attributes, normalize, motion: false }
    }

    /// A row sparse set with rows of all weights. The deform pass has a kernel of its own,
    /// [`crate::Deform`].
    #[must_use]
    pub const fn row_sparse(stage: Stage, attributes: AttributeSet, normalize: bool) -> Self {
        let (deltas, weights) = (DeltaSource::RowSparse, WeightsFormat::DenseRows);
        Self { stage, deltas, weights, attributes, normalize, motion: false }
    }

    /// The same with `morph_motion`, for motion vectors: of the vertex stage, and not of the two
    /// profiles, whose bytes are fixed.
    ///
    /// # Example
    /// ```
    /// use morph_wgsl::{AttributeSet, Permutation, Slots, Stage, compose};
    /// let motion = Permutation::linear(Stage::Vertex, AttributeSet::PN, true).with_motion();
    /// assert_eq!(motion.name(), "vertex-linear-rows-pn-normalized-motion");
    /// assert!(compose(&motion, &Slots::default(), None).contains("fn morph_motion("));
    /// ```
    #[must_use]
    pub const fn with_motion(self) -> Self {
        Self { motion: true, ..self }
    }

    /// The table that tests and translations go through: every file list, every capacity, and the
    /// attribute sets p, pn, pnt and pnt with `TEXCOORD_0`, `TEXCOORD_1` and `COLOR_0`; those with
    /// motion, normalized ones.
    ///
    /// Other attribute sets have the same files as one of these, and other constants.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let sets = [
            AttributeSet::P,
            AttributeSet::PN,
            AttributeSet::PNT,
            AttributeSet { texcoords: 0b11, colors: 0b1, ..AttributeSet::PNT },
        ];
        let mut all = Vec::new();
        for stage in [Stage::Vertex, Stage::Compute] {
            for normalize in [true, false] {
                all.push(Self::seed(stage, normalize));
                for capacity in UniformCapacity::ALL {
                    all.extend(sets.map(|set| Self::tiled(stage, capacity, set, normalize)));
                }
                all.push(Self::compat(stage, normalize));
                all.extend(sets.map(|set| Self::linear(stage, set, normalize)));
                all.extend(sets.map(|set| Self::row_sparse(stage, set, normalize)));
            }
        }
        let normalized = all.iter().filter(|permutation| permutation.normalize);
        let motion: Vec<_> = normalized.map(|permutation| permutation.with_motion()).collect();
        all.extend(motion.into_iter().filter(Self::is_valid));
        all
    }

    /// Whether the parts fit together, as the constructors make them.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        match (self.deltas, self.weights) {
            (DeltaSource::SeedTexture, WeightsFormat::SeedUniform)
            | (DeltaSource::CompatStorage, WeightsFormat::CompatStorage) => {
                self.attributes == AttributeSet::PN && !self.motion
            }
            (DeltaSource::TiledTexture, WeightsFormat::Uniform(_))
            | (DeltaSource::LinearStorage, WeightsFormat::Rows)
            | (DeltaSource::RowSparse, WeightsFormat::DenseRows) => {
                !self.attributes.is_empty() && (!self.motion || self.stage == Stage::Vertex)
            }
            _ => false,
        }
    }

    /// The files after the prelude, in order. The hook's file is left out where a hook is given.
    #[must_use]
    pub fn files(&self) -> Vec<&'static str> {
        let sets = self.attributes.is_pnt();
        let mut files = vec![if sets { "vertex/pnt.wgsl" } else { "vertex/all.wgsl" }];
        if let WeightsFormat::Uniform(_) = self.weights {
            files.push(match self.motion {
                true => "motion/uniform_pairs.wgsl",
                false => "weights/uniform_pairs.wgsl",
            });
        }
        files.extend([
            match self.weights {
                WeightsFormat::SeedUniform => "weights/seed_uniform.wgsl",
                WeightsFormat::Uniform(_) => "weights/uniform.wgsl",
                WeightsFormat::CompatStorage => "weights/compat_storage.wgsl",
                WeightsFormat::Rows => "weights/rows.wgsl",
                WeightsFormat::DenseRows => "weights/dense_rows.wgsl",
            },
            match self.deltas {
                DeltaSource::SeedTexture => "deltas/seed_texture.wgsl",
                DeltaSource::TiledTexture => "deltas/tiled_texture.wgsl",
                DeltaSource::CompatStorage | DeltaSource::LinearStorage => {
                    "deltas/linear_storage.wgsl"
                }
                DeltaSource::RowSparse => "deltas/row_sparse.wgsl",
            },
        ]);
        if self.deltas == DeltaSource::RowSparse {
            files.extend(["halves/integers.wgsl", "component.wgsl", "row_sparse/entry.wgsl"]);
            files.push(if sets { "row_sparse/sets_pnt.wgsl" } else { "row_sparse/sets_all.wgsl" });
            files.push("row_sparse/rows.wgsl");
        } else {
            files.push(if sets { "vertex/add_pnt.wgsl" } else { "vertex/add_all.wgsl" });
            files.push("add.wgsl");
        }
        files.extend(["finish.wgsl", "morph.wgsl"]);
        if self.motion {
            files.extend(match self.weights {
                WeightsFormat::DenseRows => &["motion/row_sparse.wgsl"][..],
                WeightsFormat::Uniform(_) => &["motion/add.wgsl", "motion/uniform.wgsl"],
                _ => &["motion/add.wgsl", "motion/rows.wgsl"],
            });
            files.push("motion/morph.wgsl");
        }
        if self.stage == Stage::Compute {
            files.extend([
                "compute/main.wgsl",
                "compute/words.wgsl",
                if sets { "compute/sets_pnt.wgsl" } else { "compute/sets_all.wgsl" },
                IDENTITY_HOOK,
            ]);
        }
        files
    }
}

/// The hook that does nothing.
pub(crate) const IDENTITY_HOOK: &str = "hook/identity.wgsl";

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_file_but_those_for_callers_is_in_some_shader() {
        let mut used: BTreeSet<_> =
            Permutation::all().iter().flat_map(Permutation::files).collect();
        used.extend(crate::Deform::all().iter().flat_map(crate::Deform::files));
        used.extend(crate::TrackSampler::ALL.iter().flat_map(crate::TrackSampler::files));
        used.extend(crate::Bounds::ALL.into_iter().flat_map(crate::Bounds::files));
        let there = crate::source::ALL.iter().map(|source| source.path);
        let alone =
            |path: &&str| path.starts_with("harness/") || *path == crate::source::UNPACK_COMPACT;
        let expected: BTreeSet<_> = there.filter(|path| !alone(path)).collect();
        assert_eq!(used, expected);
    }

    #[test]
    fn the_table_holds_valid_permutations_only() {
        let all = Permutation::all();
        assert_eq!(all.len(), 108);
        assert!(all.iter().all(Permutation::is_valid));
        let mixed =
            Permutation { weights: WeightsFormat::Rows, ..Permutation::seed(Stage::Vertex, true) };
        assert!(!mixed.is_valid());
        assert!(!Permutation::linear(Stage::Vertex, AttributeSet::EMPTY, true).is_valid());
        let profiles = [Permutation::seed, Permutation::compat];
        assert!(profiles.iter().all(|of| !of(Stage::Vertex, true).with_motion().is_valid()));
        let compute = Permutation::linear(Stage::Compute, AttributeSet::P, true);
        assert!(!compute.with_motion().is_valid());
    }
}
