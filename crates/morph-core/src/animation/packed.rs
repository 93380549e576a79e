//! Tracks as words, for shaders that sample them: crowds whose weights never see the CPU.

mod crowd;
mod error;

pub use crowd::{CROWD_HEADER_WORDS, CrowdHeader, Player, crowd_words, encode_crowd};
pub use error::PackTracksError;

use super::{Interpolation, WeightTrack};
use alloc::vec::Vec;
use bytemuck::{Pod, Zeroable};

/// First 16 bytes of packed tracks.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
pub struct TracksHeader {
    /// [`TRACKS_TAG`].
    pub tag: u32,
    /// Number of tracks.
    pub track_count: u32,
    /// Words of all: header, records, times and values.
    pub word_count: u32,
    /// 0.
    pub pad: u32,
}

/// What packed tracks begin with: kind 4 in version 1, as packed sets of deltas have it.
pub const TRACKS_TAG: u32 = 4 | 1 << 16;

/// What stands of one track before its keys.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
pub struct TrackRecord {
    /// Word where the keys' times begin; values follow them.
    pub first_word: u32,
    /// Number of keys, at least 1.
    pub key_count: u32,
    /// Number of targets.
    pub target_count: u32,
    /// [`MODE_STEP`], [`MODE_LINEAR`] or [`MODE_CUBIC_SPLINE`].
    pub mode: u32,
}

/// A key's value holds until the next key.
pub const MODE_STEP: u32 = 0;
/// Straight lines from key to key.
pub const MODE_LINEAR: u32 = 1;
/// Splines: a key has in-tangents, values and out-tangents.
pub const MODE_CUBIC_SPLINE: u32 = 2;

/// Words before the records.
pub const TRACKS_HEADER_WORDS: u32 = (size_of::<TracksHeader>() / 4) as u32;
/// Words of a record.
pub const TRACK_RECORD_WORDS: u32 = (size_of::<TrackRecord>() / 4) as u32;

/// Seconds that two neighbouring keys may be apart, where a shader divides by them in f32.
const LEAST_DISTANCE: f64 = 1.0 / (1u128 << 100) as f64;
const MOST_DISTANCE: f64 = (1u128 << 100) as f64;

impl TrackRecord {
    /// Parts of a key: 1, or 3 where it has tangents.
    #[must_use]
    pub const fn parts(&self) -> u32 {
        if self.mode == MODE_CUBIC_SPLINE { 3 } else { 1 }
    }

    /// Word of a key's time.
    #[must_use]
    pub const fn time_word(&self, key: u32) -> u32 {
        self.first_word + key
    }

    /// Word of a key's weight for a target.
    #[must_use]
    pub const fn weight_word(&self, key: u32, target: u32) -> u32 {
        let part = self.parts() / 2;
        self.value_word(key, part, target)
    }

    /// Word of a part of a key, for a target: 0 in-tangents, 1 values, 2 out-tangents of splines; else 0.
    #[must_use]
    pub const fn value_word(&self, key: u32, part: u32, target: u32) -> u32 {
        let row = key * self.parts() + part;
        self.first_word + self.key_count + row * self.target_count + target
    }

    /// Words of its times and values.
    const fn words(&self) -> u64 {
        let values = self.key_count as u64 * self.parts() as u64 * self.target_count as u64;
        self.key_count as u64 + values
    }
}

/// Tracks as words: a header, a record a track, then the times and the values of each.
///
/// Floats are stored as their bits, so nothing is rounded, and a shader gives the weights of keys bit
/// for bit.
///
/// # Example
/// ```
/// use morph_core::animation::{Interpolation, PackedTracks, WeightTrack};
/// let keys = [(0.0, [0.0, 0.5]), (2.0, [1.0, 0.5])];
/// let track = WeightTrack::from_keys(Interpolation::Linear, keys)?;
/// let packed = PackedTracks::new(&[track.clone()])?;
/// let record = packed.record(0).expect("there is one");
/// assert_eq!(packed.words().len(), 4 + 4 + 2 + 4);
/// assert_eq!(packed.words()[record.weight_word(1, 0) as usize], 1_f32.to_bits());
/// assert_eq!(packed.decode(), [track]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedTracks {
    words: Vec<u32>,
}

impl PackedTracks {
    /// Packs tracks, references to them, or the tracks of a clip's channels.
    ///
    /// # Errors
    /// [`PackTracksError`] where a shader that computes in f32 could not sample a track: keys less
    /// than 2^-100 or more than 2^100 seconds apart, or weights and tangents that may leave f32
    /// between two keys; and where all is more than 2^32 - 1 words.
    pub fn new<T: AsRef<WeightTrack>>(tracks: &[T]) -> Result<Self, PackTracksError> {
        // spec P1
        let mut records = Vec::with_capacity(tracks.len());
        let heads = u64::from(TRACK_RECORD_WORDS) * tracks.len() as u64;
        let mut word_count = u64::from(TRACKS_HEADER_WORDS) + heads;
        for (number, track) in tracks.iter().map(AsRef::as_ref).enumerate() {
            check(number, track)?;
            // Numbers that do not fit make more words than fit.
            let record = TrackRecord {
                first_word: word_count as u32,
                key_count: track.key_count() as u32,
                target_count: track.target_count() as u32,
                mode: mode(track.interpolation()),
            };
            word_count += track.times().len() as u64 + track.values().len() as u64;
            if word_count > u64::from(u32::MAX) || track.target_count() > u32::MAX as usize {
                return Err(PackTracksError::Words { track: number, limit: u32::MAX.into() });
            }
            records.push(record);
        }
        let header = TracksHeader {
            tag: TRACKS_TAG,
            track_count: records.len() as u32,
            word_count: word_count as u32,
            pad: 0,
        };
        let mut words = Vec::with_capacity(word_count as usize);
        words.extend_from_slice(bytemuck::cast_slice(&[header]));
        words.extend_from_slice(bytemuck::cast_slice(&records));
        for track in tracks.iter().map(AsRef::as_ref) {
            words.extend_from_slice(bytemuck::cast_slice(track.times()));
            words.extend_from_slice(bytemuck::cast_slice(track.values()));
        }
        Ok(Self { words })
    }

    /// The words, as a storage buffer holds them.
    #[must_use]
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Number of tracks.
    #[must_use]
    pub fn track_count(&self) -> usize {
        self.records().len()
    }

    /// What stands of a track before its keys, `None` where there is no such track.
    #[must_use]
    pub fn record(&self, track: usize) -> Option<TrackRecord> {
        self.records().get(track).copied()
    }

    /// The tracks again, bit for bit.
    #[must_use]
    pub fn decode(&self) -> Vec<WeightTrack> {
        let floats = |first: u32, count: u64| {
            let first = first as usize;
            let words = &self.words[first..first + count as usize];
            words.iter().copied().map(f32::from_bits).collect::<Vec<_>>()
        };
        let track = |record: &TrackRecord| {
            let mode = match record.mode {
                MODE_STEP => Interpolation::Step,
                MODE_LINEAR => Interpolation::Linear,
                _ => Interpolation::CubicSpline,
            };
            let times = floats(record.first_word, record.key_count.into());
            let values = record.words() - u64::from(record.key_count);
            let values = floats(record.first_word + record.key_count, values);
            WeightTrack::new(record.target_count as usize, mode, times, values).ok()
        };
        // They were tracks when they were packed, so none is left out.
        self.records().iter().filter_map(track).collect()
    }

    fn records(&self) -> &[TrackRecord] {
        let first = TRACKS_HEADER_WORDS as usize;
        let header: TracksHeader =
            bytemuck::pod_read_unaligned(bytemuck::cast_slice(&self.words[..first]));
        let words = header.track_count as usize * TRACK_RECORD_WORDS as usize;
        bytemuck::cast_slice(&self.words[first..first + words])
    }
}

const fn mode(interpolation: Interpolation) -> u32 {
    match interpolation {
        Interpolation::Step => MODE_STEP,
        Interpolation::Linear => MODE_LINEAR,
        Interpolation::CubicSpline => MODE_CUBIC_SPLINE,
    }
}

/// Whether f32 is enough between any two keys.
fn check(number: usize, track: &WeightTrack) -> Result<(), PackTracksError> {
    // spec P2
    if track.interpolation() == Interpolation::Step {
        return Ok(());
    }
    for (key, pair) in track.times().windows(2).enumerate() {
        let seconds = f64::from(pair[1]) - f64::from(pair[0]);
        if !(LEAST_DISTANCE..=MOST_DISTANCE).contains(&seconds) {
            return Err(PackTracksError::Distance { track: number, key: key + 1, seconds });
        }
        let spline = track.interpolation() == Interpolation::CubicSpline;
        let (value, key_parts) = if spline { (1, 3) } else { (0, 1) };
        let part = |key: usize, part: usize, target: usize| {
            f64::from(track.values()[(key * key_parts + part) * track.target_count() + target])
                .abs()
        };
        for target in 0..track.target_count() {
            let mut sum = part(key, value, target) + part(key + 1, value, target);
            if spline {
                sum += seconds * (part(key, 2, target) + part(key + 1, 0, target));
            }
            if sum > f64::from(f32::MAX) {
                return Err(PackTracksError::Range { track: number, key, target });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
