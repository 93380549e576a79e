//! Who plays which track, and into which row of weights.

use super::PackTracksError;
use bytemuck::{Pod, Zeroable};

/// First 32 bytes of a crowd: what all its rows have in common.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
pub struct CrowdHeader {
    /// Number of players.
    pub player_count: u32,
    /// Number of targets of a row: tracks of more are cut, those of fewer are filled with zeros.
    pub target_count: u32,
    /// Words from one row to the next; see [`row_words`](crate::row_words) and
    /// [`dense_row_words`](crate::dense_row_words).
    pub row_stride: u32,
    /// Number of vertices of the primitive, for the rows' headers.
    pub vertex_count: u32,
    /// What `vertex_index` is at the primitive's first vertex, for the rows' headers.
    pub first_vertex: u32,
    /// 0.
    pub pad: [u32; 3],
}

/// Who plays: its time stands at the same number in the buffer of times.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Pod, Zeroable)]
pub struct Player {
    /// Number of its track.
    pub track: u32,
    /// Its row of weights; each row belongs to one player.
    pub row: u32,
}

/// Words before the players.
pub const CROWD_HEADER_WORDS: u32 = (size_of::<CrowdHeader>() / 4) as u32;

/// Words of a crowd.
#[must_use]
pub const fn crowd_words(player_count: u32) -> u64 {
    CROWD_HEADER_WORDS as u64 + player_count as u64 * (size_of::<Player>() / 4) as u64
}

/// Writes a crowd: the header, with the number of players, then the players.
///
/// # Shapes
/// `words`: [`crowd_words`].
///
/// # Errors
/// [`PackTracksError::Destination`] where `words` has another length.
///
/// # Example
/// ```
/// use morph_core::animation::packed::{CrowdHeader, Player, crowd_words, encode_crowd};
/// let rows = CrowdHeader { target_count: 52, row_stride: 128, ..CrowdHeader::default() };
/// let players = [Player { track: 3, row: 0 }, Player { track: 1, row: 7 }];
/// let mut words = [0; 12];
/// assert_eq!(crowd_words(2), 12);
/// encode_crowd(&rows, &players, &mut words)?;
/// assert_eq!(words, [2, 52, 128, 0, 0, 0, 0, 0, 3, 0, 1, 7]);
/// # Ok::<(), morph_core::animation::PackTracksError>(())
/// ```
pub fn encode_crowd(
    rows: &CrowdHeader,
    players: &[Player],
    words: &mut [u32],
) -> Result<(), PackTracksError> {
    // spec P3
    let expected = u64::from(CROWD_HEADER_WORDS) + 2 * players.len() as u64;
    if words.len() as u64 != expected {
        return Err(PackTracksError::Destination { expected, found: words.len() as u64 });
    }
    let header = CrowdHeader { player_count: players.len() as u32, ..*rows };
    let (start, rest) = words.split_at_mut(CROWD_HEADER_WORDS as usize);
    start.copy_from_slice(bytemuck::cast_slice(&[header]));
    rest.copy_from_slice(bytemuck::cast_slice(players));
    Ok(())
}

const _: () = assert!(size_of::<CrowdHeader>() == 32 && size_of::<Player>() == 8);
