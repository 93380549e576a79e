//! Members of one set of targets: rows with one header, in one dispatch.

use crate::pool::TargetsId;
use morph_core::animation::Player;
use morph_core::animation::packed::{CrowdHeader, crowd_words};
use morph_wgsl::{TrackSampler, deform_dispatch};

/// Where bindings of a buffer may begin, on any device.
const ALIGN: u64 = 256;

/// A row, and whose it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlayerOf {
    pub(super) member: usize,
    pub(super) player: Player,
}

/// The rows of a set of targets.
#[derive(Debug)]
pub(super) struct Rows<'a> {
    pub(super) buffer: &'a wgpu::Buffer,
    pub(super) offset: u64,
    pub(super) bytes: u64,
    pub(super) header: CrowdHeader,
}

/// Members of one set of targets.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) targets: TargetsId,
    pub(super) kernel: TrackSampler,
    /// Ascending by rows.
    pub(super) players: Vec<PlayerOf>,
    /// First byte among those of all parts: of the players, and of the times.
    pub(super) crowd_offset: u64,
    pub(super) time_offset: u64,
    /// What was uploaded last.
    pub(super) header: Option<CrowdHeader>,
    pub(super) bind_group: Option<wgpu::BindGroup>,
}

impl Part {
    pub(super) fn new(targets: TargetsId, kernel: TrackSampler, player: PlayerOf) -> Self {
        Self {
            targets,
            kernel,
            players: vec![player],
            crowd_offset: 0,
            time_offset: 0,
            header: None,
            bind_group: None,
        }
    }

    /// Bytes of its players, with what stands before them.
    pub(super) fn crowd_bytes(&self) -> u64 {
        crowd_words(self.players.len() as u32) * 4
    }

    /// Bytes of its times.
    pub(super) fn time_bytes(&self) -> u64 {
        self.players.len() as u64 * 4
    }

    /// Workgroups of its dispatch, one a player.
    pub(super) fn workgroups(&self) -> [u32; 3] {
        deform_dispatch(self.players.len() as u32)
    }

    /// Copies its members' times among those of all parts.
    pub(super) fn fill_times(&self, times: &[f32], all: &mut [u32]) {
        let own = &mut all[(self.time_offset / 4) as usize..];
        for (word, of) in own.iter_mut().zip(&self.players) {
            *word = times[of.member].to_bits();
        }
    }
}

/// Gives each part its place, and the parts to the crowd. Returns the words of all times.
pub(super) fn place(parts: &mut Vec<Part>, mut new: Vec<Part>) -> usize {
    let (mut crowd, mut times) = (0_u64, 0_u64);
    for part in &mut new {
        (part.crowd_offset, part.time_offset) =
            (crowd.next_multiple_of(ALIGN), times.next_multiple_of(ALIGN));
        crowd = part.crowd_offset + part.crowd_bytes();
        times = part.time_offset + part.time_bytes();
    }
    *parts = new;
    (times / 4) as usize
}
