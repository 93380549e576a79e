//! Which packing to take, and why.

use super::{BlockEncoding, DenseEncoding, PackError};
use crate::TextureLayout;
use crate::{AttributeSet, DeviceLimits, LayoutError, LinearLayout, Stage, TargetsStats};

/// How deltas are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Packing {
    /// [`TextureLayout`]: a tiled texture of f32.
    Texture,
    /// [`LinearLayout`]: a storage buffer of f32.
    Linear,
    /// Dense in 16 bits.
    Dense(DenseEncoding),
    /// Blocked sparse.
    Blocked(BlockEncoding),
    /// Row sparse.
    RowSparse,
}

/// Most coverage where the vertex stage reads rows: a row holds all targets, a list of active ones
/// a quarter of them, as faces go, and then both take equally long at 8 %; with all targets active
/// they do at 30 %.
const ROW_COVERAGE: f64 = 0.1;
/// Instances from which on an entry is read once for several of them.
const CROWD: u32 = 8;

/// Chooses a packing, with the reason in words.
///
/// The first row that holds and that fits the device is taken.
///
/// | stage | where | packing | why |
/// | --- | --- | --- | --- |
/// | vertex, fewer than 2 storage buffers | - | tiled texture | needs none |
/// | vertex | coverage at most 10 % | row sparse | 62 against 95 us at 5 % of 100k x 52 with 13 active, 64 against 414 with all |
/// | vertex | - | linear | reads active targets only |
/// | vertex | - | row sparse | the smaller one, where linear does not fit |
/// | compute, fewer than 4 storage buffers | - | tiled texture | needs none |
/// | compute | rows take less than half of the blocks' bytes; a quarter, from 8 instances on | row sparse | scattered deltas: 12 against 24 us at 5 % of 100k x 52 |
/// | compute | - | blocked, eight bytes | best or within 1 us of it in nearly all other cases |
/// | compute | - | row sparse | where blocks do not fit |
/// | any | - | tiled texture | holds most |
///
/// Pure: the same arguments give the same answer. Every packing can be asked for directly instead.
/// Times are of the H200 (docs/performance.md). Bytes count deltas that are not zero, before any is
/// left out.
///
/// # Errors
/// [`LayoutError`] of the texture, with its numbers, where nothing fits.
///
/// # Example
/// ```
/// use morph_core::packed::{BlockEncoding, Packing, choose};
/// use morph_core::{Attribute, AttributeSet, Deltas, DeviceLimits, MorphTargets, Stage};
/// use morph_core::{TargetDeltas, TargetsStats};
/// let patch = Deltas::Sparse { indices: (100..160).collect(), values: vec![1.0; 180] };
/// let target = TargetDeltas::new().with(Attribute::Position, patch);
/// let targets = MorphTargets::new(1000, vec![target; 8])?.expect("eight targets");
/// let (stats, limits) = (TargetsStats::new(&targets), DeviceLimits::WEBGPU_DEFAULT);
/// let packing = |stage| choose(&stats, AttributeSet::P, &limits, stage, 1).map(|chosen| chosen.0);
/// assert_eq!(packing(Stage::Vertex), Ok(Packing::RowSparse));
/// assert_eq!(packing(Stage::Compute), Ok(Packing::Blocked(BlockEncoding::EightBytes)));
/// # Ok::<(), morph_core::TargetsError>(())
/// ```
pub fn choose(
    stats: &TargetsStats,
    attributes: AttributeSet,
    limits: &DeviceLimits,
    stage: Stage,
    instances: u32,
) -> Result<(Packing, &'static str), LayoutError> {
    let (vertices, targets) = stats.counts();
    let texture = |reason| {
        TextureLayout::new(vertices, targets, attributes, limits)
            .map(|_| (Packing::Texture, reason))
    };
    let needed = match stage {
        Stage::Vertex => 2,
        Stage::Compute => 4,
    };
    if limits.max_storage_buffers_per_shader_stage < needed {
        return texture("the stage has too few storage buffers");
    }
    let blocked = bytes(stats.blocked(attributes, BlockEncoding::EightBytes), |layout| {
        layout.check_limits(limits).map(|()| layout.byte_count())
    });
    let rows = bytes(stats.row_sparse(attributes), |layout| {
        layout.check_limits(limits).map(|()| layout.byte_count())
    });
    match stage {
        Stage::Vertex => {
            if rows.is_some() && stats.coverage() <= ROW_COVERAGE {
                return Ok((Packing::RowSparse, "targets move at most a tenth of the vertices"));
            }
            if LinearLayout::new(vertices, targets, attributes, limits).is_ok() {
                return Ok((Packing::Linear, "targets move much, and active ones alone are read"));
            }
        }
        Stage::Compute => {
            // What blocks would take, whether it fits or not.
            let all = stats.blocked(attributes, BlockEncoding::EightBytes);
            let all = all.map_or(u64::MAX, |layout| layout.byte_count());
            let times = if instances < CROWD { 2 } else { 4 };
            if rows.is_some_and(|rows| rows.saturating_mul(times) < all) {
                return Ok((Packing::RowSparse, "deltas are scattered over the blocks"));
            }
            if blocked.is_some() {
                let packing = Packing::Blocked(BlockEncoding::EightBytes);
                return Ok((packing, "targets move vertices that lie together"));
            }
        }
    }
    if rows.is_some() {
        return Ok((Packing::RowSparse, "nothing else fits one storage buffer binding"));
    }
    texture("the deltas do not fit one storage buffer binding")
}

/// What a layout gives where there is one that fits.
fn bytes<L, T>(
    layout: Result<L, PackError>,
    of: impl Fn(&L) -> Result<T, LayoutError>,
) -> Option<T> {
    layout.ok().and_then(|layout| of(&layout).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TargetStats;
    use alloc::vec;

    const LIMITS: DeviceLimits = DeviceLimits::WEBGPU_DEFAULT;

    /// Targets that each move so many vertices in so many blocks.
    fn stats(vertices: usize, targets: usize, moved: usize, touched: usize) -> TargetsStats {
        let target =
            TargetStats { moved_vertices: moved, touched_blocks: touched, max_abs: vec![] };
        TargetsStats { vertex_count: vertices, targets: vec![target; targets] }
    }

    fn packing(
        stats: &TargetsStats,
        limits: &DeviceLimits,
        stage: Stage,
        instances: u32,
    ) -> Option<Packing> {
        choose(stats, AttributeSet::PN, limits, stage, instances).ok().map(|(packing, _)| packing)
    }

    #[test]
    fn the_vertex_stage_reads_rows_up_to_a_tenth_of_coverage() {
        let chosen = |moved| packing(&stats(1000, 10, moved, 16), &LIMITS, Stage::Vertex, 1);
        assert_eq!(chosen(100), Some(Packing::RowSparse));
        assert_eq!(chosen(101), Some(Packing::Linear));
    }

    #[test]
    fn stages_without_storage_buffers_read_the_texture() {
        let chosen = |stage, max_storage_buffers_per_shader_stage| {
            let limits = DeviceLimits { max_storage_buffers_per_shader_stage, ..LIMITS };
            packing(&stats(1000, 10, 100, 4), &limits, stage, 1)
        };
        assert_eq!(chosen(Stage::Vertex, 1), Some(Packing::Texture));
        assert_eq!(chosen(Stage::Vertex, 2), Some(Packing::RowSparse));
        assert_eq!(chosen(Stage::Compute, 3), Some(Packing::Texture));
        let blocked = Packing::Blocked(BlockEncoding::EightBytes);
        assert_eq!(chosen(Stage::Compute, 4), Some(blocked));
    }

    #[test]
    fn scattered_deltas_are_rows_where_these_take_half_the_bytes_or_a_quarter_in_crowds() {
        let layouts = |touched| {
            let stats = stats(64_000, 20, 1000, touched);
            let blocked = stats.blocked(AttributeSet::PN, BlockEncoding::EightBytes).unwrap();
            let rows = stats.row_sparse(AttributeSet::PN).unwrap();
            (stats, blocked.byte_count() as f64 / rows.byte_count() as f64)
        };
        for (instances, border) in [(1, 2.0), (8, 4.0)] {
            let mut seen = [0, 0];
            for touched in (20..=1000).step_by(3) {
                let (stats, ratio) = layouts(touched);
                let rows = ratio > border;
                let chosen = packing(&stats, &LIMITS, Stage::Compute, instances).unwrap();
                assert_eq!(chosen == Packing::RowSparse, rows, "{touched}: {ratio}");
                seen[usize::from(rows)] += 1;
            }
            assert!(seen.iter().all(|count| *count > 10), "{seen:?}");
        }
    }

    #[test]
    fn what_does_not_fit_gives_way_to_what_does_and_is_refused_with_numbers_in_the_end() {
        let stats = stats(100_000, 52, 90_000, 1560);
        let chosen = |bytes, stage| {
            let limits = DeviceLimits { max_storage_buffer_binding_size: bytes, ..LIMITS };
            packing(&stats, &limits, stage, 1)
        };
        let blocked = stats.blocked(AttributeSet::PN, BlockEncoding::EightBytes).unwrap();
        let rows = stats.row_sparse(AttributeSet::PN).unwrap().byte_count();
        assert!(rows > blocked.byte_count());
        let fits = Some(Packing::Blocked(BlockEncoding::EightBytes));
        assert_eq!(chosen(blocked.byte_count(), Stage::Compute), fits);
        assert_eq!(chosen(blocked.byte_count() - 1, Stage::Compute), Some(Packing::Texture));
        assert_eq!(chosen(124_800_000, Stage::Vertex), Some(Packing::Linear));
        assert_eq!(chosen(124_799_999, Stage::Vertex), Some(Packing::RowSparse));
        assert_eq!(chosen(rows - 1, Stage::Vertex), Some(Packing::Texture));
        let tiny = DeviceLimits { max_texture_array_layers: 1, ..DeviceLimits::WEBGL2 };
        let error = choose(&stats, AttributeSet::PN, &tiny, Stage::Vertex, 1).unwrap_err();
        assert!(matches!(error, LayoutError::Texture { max_layers: 1, .. }), "{error}");
    }
}
