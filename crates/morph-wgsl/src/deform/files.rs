//! The files of a kernel.

use super::{Deform, DeformLayout, Output};
use crate::permutation::IDENTITY_HOOK;
use morph_core::deform::GroupSize;
use morph_core::packed::{BlockEncoding, DenseEncoding};

impl Deform {
    /// The files after the prelude, in order. The hook's file is left out where a hook is given.
    #[must_use]
    pub fn files(&self) -> Vec<&'static str> {
        let mut files = vec![
            self.of_sets("vertex/pnt.wgsl", "vertex/all.wgsl"),
            "finish.wgsl",
            "deform/frame.wgsl",
            "deform/words.wgsl",
            "deform/base.wgsl",
            self.of_sets("deform/base_pnt.wgsl", "deform/base_all.wgsl"),
        ];
        self.codes(&mut files);
        match self.layout {
            DeformLayout::Linear | DeformLayout::Dense(_) => self.dense(&mut files),
            DeformLayout::Blocked(encoding) if self.group == GroupSize::One => {
                self.blocked(encoding, &mut files);
            }
            DeformLayout::Blocked(encoding) => self.crowd(encoding, &mut files),
            DeformLayout::RowSparse => files.extend([
                "row_sparse/entry.wgsl",
                self.of_sets("row_sparse/sets_pnt.wgsl", "row_sparse/sets_all.wgsl"),
                "row_sparse/rows.wgsl",
                "deform/row_sparse.wgsl",
            ]),
        }
        files.push("deform/put.wgsl");
        self.stores(&mut files);
        files.push(IDENTITY_HOOK);
        files
    }

    /// Whether entries hold position and normal together, as six bytes.
    pub(super) fn is_paired(&self) -> bool {
        let six = matches!(
            self.layout,
            DeformLayout::Blocked(BlockEncoding::SixBytes | BlockEncoding::Bounded)
        );
        six && self.attributes.position && self.attributes.normal
    }

    /// Whether there are entries of two widths.
    pub(super) fn is_bounded(&self) -> bool {
        self.layout == DeformLayout::Blocked(BlockEncoding::Bounded)
    }

    /// Whether components are f32.
    pub(super) fn is_float(&self) -> bool {
        matches!(self.layout, DeformLayout::Linear | DeformLayout::Blocked(BlockEncoding::F32))
    }

    /// Whether all components are 16 bits.
    fn is_sixteen(&self) -> bool {
        matches!(
            self.layout,
            DeformLayout::Dense(_)
                | DeformLayout::RowSparse
                | DeformLayout::Blocked(BlockEncoding::Bits16)
        )
    }

    fn of_sets(&self, pnt: &'static str, all: &'static str) -> &'static str {
        if self.attributes.is_pnt() { pnt } else { all }
    }

    /// What reads the numbers of a delta.
    fn codes(&self, files: &mut Vec<&'static str>) {
        let sets = !self.attributes.is_pnt();
        let components = self.is_sixteen() || self.is_bounded();
        if components || (sets && !self.is_float()) {
            let half = self.layout == DeformLayout::Dense(DenseEncoding::F16);
            files.push(if half { "halves/floats.wgsl" } else { "halves/integers.wgsl" });
        }
        if components {
            files.push("component.wgsl");
        }
        if self.layout == DeformLayout::RowSparse {
            return;
        }
        if components {
            files.push("deform/codes/sixteen.wgsl");
        }
        if self.is_float() {
            files.push("deform/codes/floats.wgsl");
        } else if self.is_sixteen() {
            files.push("deform/codes/only_sixteen.wgsl");
        } else if self.is_paired() {
            files.extend(["deform/codes/six.wgsl", "deform/codes/only_six.wgsl"]);
        } else {
            files.push("deform/codes/eight.wgsl");
        }
        files.push("deform/codes/add.wgsl");
        if self.is_bounded() {
            files.push("deform/codes/add_wide.wgsl");
        }
        if sets {
            files.push(if self.is_float() {
                "deform/codes/set_floats.wgsl"
            } else {
                "deform/codes/set_halves.wgsl"
            });
        }
    }

    fn dense(&self, files: &mut Vec<&'static str>) {
        files.push(match self.layout {
            DeformLayout::Linear => "deform/dense/linear.wgsl",
            _ => "deform/dense/planes.wgsl",
        });
        files.push(match self.layout {
            DeformLayout::Dense(DenseEncoding::Bits16) => "deform/dense/steps.wgsl",
            _ => "deform/dense/no_steps.wgsl",
        });
        files.push(self.of_sets("deform/dense/sets_pnt.wgsl", "deform/dense/sets_all.wgsl"));
        files.extend(["deform/run.wgsl", self.join(), "deform/dense/main.wgsl"]);
    }

    fn blocked(&self, encoding: BlockEncoding, files: &mut Vec<&'static str>) {
        files.extend([
            "deform/blocked/record.wgsl",
            "deform/run.wgsl",
            "deform/blocked/cache.wgsl",
            "deform/blocked/list.wgsl",
            self.of_sets("deform/blocked/sets_pnt.wgsl", "deform/blocked/sets_all.wgsl"),
            match encoding {
                BlockEncoding::Bounded => "deform/blocked/run_wide.wgsl",
                _ => "deform/blocked/narrow_only.wgsl",
            },
            self.join(),
            "deform/blocked/main.wgsl",
        ]);
    }

    fn crowd(&self, encoding: BlockEncoding, files: &mut Vec<&'static str>) {
        files.extend([
            "deform/blocked/record.wgsl",
            match self.output {
                Output::Compact => "deform/crowd/places_early.wgsl",
                Output::Arena | Output::Interleaved(_) => "deform/crowd/places_late.wgsl",
            },
            "deform/crowd/put.wgsl",
            "deform/crowd/quad.wgsl",
            match self.group {
                GroupSize::Sixteen => "deform/crowd/sixteen.wgsl",
                GroupSize::One | GroupSize::Eight => "deform/crowd/eight.wgsl",
            },
            match encoding {
                BlockEncoding::Bounded => "deform/crowd/wide.wgsl",
                _ => "deform/crowd/narrow_only.wgsl",
            },
            "deform/crowd/main.wgsl",
        ]);
    }

    fn join(&self) -> &'static str {
        if self.slices == 1 { "deform/slices/one.wgsl" } else { "deform/slices/many.wgsl" }
    }

    fn stores(&self, files: &mut Vec<&'static str>) {
        let sets = !self.attributes.is_pnt();
        if self.output == Output::Compact {
            files.push("deform/output/compact.wgsl");
            return;
        }
        let (store, word) = match self.output.store_words() {
            4 => ("deform/output/quads.wgsl", Some("deform/output/quad_word.wgsl")),
            2 => ("deform/output/pairs.wgsl", Some("deform/output/pair_word.wgsl")),
            _ => ("deform/output/words.wgsl", None),
        };
        files.push(store);
        files.extend(word.filter(|_| sets));
        if sets {
            files.push(match self.output {
                Output::Interleaved(_) => "deform/output/placed_sets.wgsl",
                Output::Arena | Output::Compact => "deform/output/packed_sets.wgsl",
            });
        }
        files.push(self.of_sets("deform/output/sets_pnt.wgsl", "deform/output/sets_all.wgsl"));
    }
}
