//! Crowds: the kernels that sample packed tracks into rows of weights.

use crate::prelude::{row_header, uint};
use crate::{
    Binding, BindingKind, DISPATCH_ROW, ParsePermutationError, Slots, WORKGROUP_SIZE, WeightsFormat,
};
use morph_core::animation::packed::{
    CROWD_HEADER_WORDS, CrowdHeader, MODE_CUBIC_SPLINE, MODE_LINEAR, MODE_STEP, Player,
    TRACK_RECORD_WORDS, TRACKS_HEADER_WORDS, TrackRecord,
};
use std::fmt;
use std::mem::offset_of;
use std::str::FromStr;

/// A kernel that samples tracks on the GPU: a time for each player goes in, rows of weights come out,
/// in the very format that the vertex stage reads.
///
/// Its workgroups are the players: dispatch [`crate::deform_dispatch`] of their number. Sampled weights
/// are those of the CPU within rule E4 of docs/spec.md, and those of keys bit for bit.
///
/// # Example
/// ```
/// use morph_wgsl::{TrackSampler, WeightsFormat, compose_tracks};
/// let kernel = TrackSampler::new(WeightsFormat::Rows).expect("rows can be written");
/// assert_eq!(kernel.name(), "tracks-rows");
/// assert!(compose_tracks(&kernel).contains("fn morph_main("));
/// assert_eq!(TrackSampler::new(WeightsFormat::SeedUniform), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TrackSampler {
    dense: bool,
}

impl TrackSampler {
    /// Rows of active pairs.
    pub const PAIRS: Self = Self { dense: false };
    /// Rows with a weight for each target.
    pub const DENSE: Self = Self { dense: true };

    /// All kernels.
    pub const ALL: [Self; 2] = [Self::PAIRS, Self::DENSE];

    /// The kernel that writes what a permutation reads: [`WeightsFormat::Rows`] or
    /// [`WeightsFormat::DenseRows`]; `None` for the other formats, which no kernel writes.
    #[must_use]
    pub const fn new(format: WeightsFormat) -> Option<Self> {
        match format {
            WeightsFormat::Rows => Some(Self::PAIRS),
            WeightsFormat::DenseRows => Some(Self::DENSE),
            WeightsFormat::SeedUniform
            | WeightsFormat::Uniform(_)
            | WeightsFormat::CompatStorage => None,
        }
    }

    /// The rows that it writes.
    #[must_use]
    pub const fn format(&self) -> WeightsFormat {
        if self.dense { WeightsFormat::DenseRows } else { WeightsFormat::Rows }
    }

    /// Bytes of memory that a workgroup shares.
    #[must_use]
    pub const fn workgroup_bytes(&self) -> u32 {
        if self.dense { 4 } else { BALLOTS * 4 }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> String {
        self.to_string()
    }

    /// The files after the prelude, in order.
    #[must_use]
    pub const fn files(&self) -> [&'static str; 4] {
        let rows = if self.dense { "tracks/rows_dense.wgsl" } else { "tracks/rows_pairs.wgsl" };
        ["tracks/set.wgsl", "tracks/curve.wgsl", rows, "tracks/main.wgsl"]
    }
}

/// Words with a bit for each lane.
const BALLOTS: u32 = WORKGROUP_SIZE / u32::BITS;

impl fmt::Display for TrackSampler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.dense { "tracks-denserows" } else { "tracks-rows" })
    }
}

impl FromStr for TrackSampler {
    type Err = ParsePermutationError;

    fn from_str(text: &str) -> Result<Self, ParsePermutationError> {
        let named = Self::ALL.into_iter().find(|kernel| kernel.to_string() == text);
        named.ok_or_else(|| ParsePermutationError { text: text.to_owned() })
    }
}

/// The bindings of a kernel that samples tracks, ascending: tracks, crowd, times, rows.
///
/// They equal what naga reflects from the composed text; a test holds that.
///
/// # Example
/// ```
/// use morph_wgsl::{Slots, TrackSampler, track_bindings};
/// let names = track_bindings(&TrackSampler::PAIRS, &Slots::default()).map(|binding| binding.name);
/// assert_eq!(names, ["morph_tracks", "morph_crowd", "morph_times", "morph_rows"]);
/// ```
#[must_use]
pub fn track_bindings(_: &TrackSampler, slots: &Slots) -> [Binding; 4] {
    let read = BindingKind::ReadStorage { min_size: 4 };
    let list = [
        ("morph_tracks", read),
        ("morph_crowd", read),
        ("morph_times", read),
        ("morph_rows", BindingKind::ReadWriteStorage { min_size: 4 }),
    ];
    let mut binding = slots.first_binding;
    list.map(|(name, kind)| {
        let at = binding;
        binding += 1;
        let (group, vertex, dynamic_offset) = (slots.group, false, false);
        Binding { group, binding: at, name, kind, vertex, dynamic_offset }
    })
}

/// The constants of a kernel.
pub(crate) fn prelude(kernel: &TrackSampler, slots: &Slots) -> String {
    let mut text = format!("// morph targets: {kernel}\n");
    let word = |bytes: usize| (bytes / 4) as u32;
    let text_of = &mut text;
    uint(text_of, "GROUP", slots.group);
    uint(text_of, "BINDING", slots.first_binding);
    uint(text_of, "WORKGROUP", WORKGROUP_SIZE);
    uint(text_of, "DISPATCH_ROW", DISPATCH_ROW);
    uint(text_of, "TRACKS_HEADER", TRACKS_HEADER_WORDS);
    uint(text_of, "TRACK_WORDS", TRACK_RECORD_WORDS);
    uint(text_of, "TRACK_FIRST_WORD", word(offset_of!(TrackRecord, first_word)));
    uint(text_of, "TRACK_KEY_COUNT", word(offset_of!(TrackRecord, key_count)));
    uint(text_of, "TRACK_TARGET_COUNT", word(offset_of!(TrackRecord, target_count)));
    uint(text_of, "TRACK_MODE", word(offset_of!(TrackRecord, mode)));
    uint(text_of, "MODE_STEP", MODE_STEP);
    uint(text_of, "MODE_LINEAR", MODE_LINEAR);
    uint(text_of, "MODE_CUBIC_SPLINE", MODE_CUBIC_SPLINE);
    let spline = TrackRecord { mode: MODE_CUBIC_SPLINE, target_count: 1, ..TrackRecord::default() };
    uint(text_of, "SPLINE_PARTS", spline.parts());
    uint(text_of, "SPLINE_VALUES", spline.weight_word(0, 0));
    uint(text_of, "CROWD_HEADER", CROWD_HEADER_WORDS);
    uint(text_of, "CROWD_PLAYER_COUNT", word(offset_of!(CrowdHeader, player_count)));
    uint(text_of, "CROWD_TARGET_COUNT", word(offset_of!(CrowdHeader, target_count)));
    uint(text_of, "CROWD_ROW_STRIDE", word(offset_of!(CrowdHeader, row_stride)));
    uint(text_of, "CROWD_VERTEX_COUNT", word(offset_of!(CrowdHeader, vertex_count)));
    uint(text_of, "CROWD_FIRST_VERTEX", word(offset_of!(CrowdHeader, first_vertex)));
    uint(text_of, "PLAYER_WORDS", word(size_of::<Player>()));
    uint(text_of, "PLAYER_TRACK", word(offset_of!(Player, track)));
    uint(text_of, "PLAYER_ROW", word(offset_of!(Player, row)));
    if !kernel.dense {
        uint(text_of, "BALLOTS", BALLOTS);
    }
    row_header(text_of);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_back_and_others_are_refused() {
        for kernel in TrackSampler::ALL {
            assert_eq!(kernel.name().parse(), Ok(kernel));
            assert_eq!(TrackSampler::new(kernel.format()), Some(kernel));
        }
        for text in ["", "tracks", "tracks-", "tracks-uniform", "rows"] {
            assert_eq!(text.parse::<TrackSampler>().unwrap_err().text, text);
        }
    }
}
