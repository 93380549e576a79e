//! Crowds whose weights are sampled on the GPU, straight into the rows that shaders read.

mod members;
mod part;
mod place;

use super::rows::UploadStats;
use super::{InstanceId, MorphPool, TargetsId};
use crate::limits::{check_dispatch, check_storage_binding};
use crate::{GpuError, check_shader};
use members::Membership;
use morph_core::animation::{PackedTracks, Player};
use morph_wgsl::{Slots, TrackSampler};
use part::{Part, PlayerOf};
use place::OnDevice;

/// Who plays which track of a [`Crowd`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CrowdMember {
    /// The instance: all of its primitives get the track's weights.
    pub instance: InstanceId,
    /// Index of the track.
    pub track: usize,
}

/// Instances of a pool that play tracks on the GPU: a time for each member goes in with a frame, and
/// rows of weights come out, without the CPU having seen a weight.
///
/// Tracks and members are uploaded once; a frame is one write of four bytes a member for each of its
/// primitives, and one dispatch for each set of targets, whose times begin at multiples of 256 bytes.
/// Nothing is allocated and no bind group is made but where members or
/// buffers have changed. After [`MorphPool::recover`] the next [`Crowd::encode`] uploads all again.
///
/// # Exactness
/// On keys, before the first and after the last one, and in the mode STEP, the weights are those of
/// [`WeightTrack::sample_into`](morph_core::animation::WeightTrack::sample_into) bit for bit (in rows
/// of pairs but for the sign of a zero); elsewhere within rule E4 of docs/spec.md, since shaders
/// compute in f32. Weights below 2^-126 in magnitude may become 0.
///
/// # Who wins
/// The rows of members are the crowd's: what it encodes comes after what [`MorphPool::upload`] wrote,
/// so it wins over setters, and [`MorphPool::weights`] still gives what setters set. Encode in every
/// frame: an upload that sends a member's row (the rows grew, the pool was recovered, a setter changed
/// it) sends the setters' weights, which then hold until the next encode. What a setter sets is sent
/// even where it is what was set before, so a crowd that rests lets setters win.
///
/// An instance that is no longer a member shows the setters' weights after the next upload, and so
/// does every member once the crowd is dropped. Members are instances, not handles: one whose handle
/// was destroyed plays on, and may leave, as long as another handle shares it.
///
/// Layers and overrides over tracks need the CPU: [`mix_into`](morph_core::animation::mix_into), and
/// setters.
///
/// Tracks mean targets by index, so an edit that moves targets ([`MorphPool::remove_target`]) wants
/// other tracks; rows that it makes longer or shorter are found by themselves.
///
/// [`InstanceBounds`](crate::InstanceBounds), encoded after a crowd, has the boxes of what it sampled.
///
/// # The deform pass
/// Primitives of the deform pass cannot be members ([`GpuError::Deformed`]): the pass sorts the work of
/// a frame by which weights are zero, and that is done on the CPU. Sample these with
/// [`sample_batch_into`](morph_core::animation::sample_batch_into) and set their weights.
///
/// # Motion vectors
/// A crowd knows no frame before: where the pool keeps it
/// ([`PoolOptions::keep_previous`](crate::PoolOptions::keep_previous)), targets of the vertex stage
/// are [`GpuError::CrowdMotion`]. Members of a pool of their own are fine.
///
/// # Example
/// ```
/// use morph_core::animation::{Interpolation, PackedTracks, WeightTrack};
/// use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
/// use morph_gpu::{Choice, Crowd, CrowdMember, MorphPool, PoolOptions};
/// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
/// # let mut encoder = device.create_command_encoder(&Default::default());
/// # let raise = TargetDeltas::new()
/// #     .with(Attribute::Position, Deltas::from_vec3(&[[0.0, 1.0, 0.0]; 3]));
/// # let targets = MorphTargets::new(3, vec![raise])?.expect("one target, three vertices");
/// # let mut pool = MorphPool::new(&device, &queue, PoolOptions::default());
/// let targets = pool.add_targets(&targets, None, Choice::Linear(morph_wgsl::Stage::Vertex))?;
/// let keys = [(0.0, [0.0]), (2.0, [1.0])];
/// let track = WeightTrack::from_keys(Interpolation::Linear, keys)?;
///
/// let mut crowd = Crowd::new(PackedTracks::new(&[track])?);
/// let members = [0.0, 1.0].map(|_| pool.new_instance(&[targets], &[]));
/// let members = members.map(|made| made.map(|instance| CrowdMember { instance, track: 0 }));
/// let [first, second] = members;
/// crowd.set_members(&mut pool, &[first?, second?])?;
///
/// // Each frame:
/// pool.upload(&queue);
/// crowd.encode(&pool, &[0.5, 1.75], &mut encoder)?; // seconds, then draw
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Crowd {
    tracks: PackedTracks,
    members: Vec<CrowdMember>,
    membership: Option<Membership>,
    /// One for each set of targets.
    parts: Vec<Part>,
    /// Bits of the times, part by part.
    times: Vec<u32>,
    place: Option<OnDevice>,
}

impl Crowd {
    /// A crowd without members that has these tracks.
    #[must_use]
    pub const fn new(tracks: PackedTracks) -> Self {
        Self {
            tracks,
            members: Vec::new(),
            membership: None,
            parts: Vec::new(),
            times: Vec::new(),
            place: None,
        }
    }

    /// The tracks.
    #[must_use]
    pub const fn tracks(&self) -> &PackedTracks {
        &self.tracks
    }

    /// The members; times come in their order.
    #[must_use]
    pub fn members(&self) -> &[CrowdMember] {
        &self.members
    }

    /// Other members, or none. Instances that are members no more get the weights back that setters
    /// set, with the next [`MorphPool::upload`].
    ///
    /// All members are of one pool. A crowd goes to another one once it has no members in the first,
    /// or that one was dropped.
    ///
    /// # Errors
    /// [`GpuError::NoSuchInstance`]; [`GpuError::OtherPool`] where there are members in another pool; [`GpuError::NoSuchTrack`]; [`GpuError::TwoTracks`] where one
    /// instance is there twice; [`GpuError::Deformed`] and [`GpuError::NoRows`] for primitives of the
    /// deform pass and of tiled textures; [`GpuError::CrowdMotion`] for rows of two frames;
    /// [`GpuError::Device`] where the device has not what the kernels need, or cannot bind the tracks.
    /// The crowd then stays as it was.
    pub fn set_members(
        &mut self,
        pool: &mut MorphPool,
        members: &[CrowdMember],
    ) -> Result<(), GpuError> {
        if self.membership.as_ref().is_some_and(|of| !of.may_go_to(pool)) {
            return Err(GpuError::OtherPool { members: self.members.len() });
        }
        let parts = self.parts_of(pool, members)?;
        let limits = pool.device.limits();
        check_storage_binding(self.tracks.words().len() as u64 * 4, &limits)?;
        for part in &parts {
            check_shader(part.kernel, &Slots::default(), &limits)?;
            check_dispatch(part.workgroups(), &limits)?;
            check_storage_binding(part.crowd_bytes(), &limits)?;
        }
        let keys = members.iter().map(|member| pool.instance_key(member.instance));
        let keys = keys.collect::<Result<Vec<_>, _>>()?;
        let membership = (!keys.is_empty()).then(|| Membership::new(pool, keys));
        if let Some(before) = std::mem::replace(&mut self.membership, membership) {
            before.end(pool)?;
        }
        self.times.clear();
        self.times.resize(part::place(&mut self.parts, parts), 0);
        self.members.clear();
        self.members.extend_from_slice(members);
        Ok(())
    }

    /// Records what samples the weights of all members: times in seconds, one a member, in their order.
    ///
    /// Call it after [`MorphPool::upload`], and submit the encoder before the next call: the times
    /// are written before whatever is submitted next. Between an edit and its upload it writes to where
    /// rows are going to be, which may be where those of other targets are drawn from until then.
    ///
    /// # Errors
    /// [`GpuError::Times`] and [`GpuError::NanTime`], with nothing written; [`GpuError::NoSuchInstance`]
    /// where a member was destroyed, with all that shares it, or the pool is another; [`GpuError::NoRows`] where an edit took a set of targets to a tiled
    /// texture; [`GpuError::DeviceLost`], and [`GpuError::Device`] where the pool
    /// went to a device that has not what the kernels need.
    pub fn encode(
        &mut self,
        pool: &MorphPool,
        times: &[f32],
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<UploadStats, GpuError> {
        let (expected, found) = (self.members.len(), times.len());
        if found != expected {
            return Err(GpuError::Times { expected, found });
        }
        // spec A11, P6
        if let Some(member) = times.iter().position(|time| time.is_nan()) {
            return Err(GpuError::NanTime { member });
        }
        let Some(membership) = &self.membership else { return Ok(UploadStats::default()) };
        // Its rows may be another's by now.
        if let Some(member) = membership.first_gone(pool) {
            return Err(GpuError::NoSuchInstance(self.members[member].instance));
        }
        if self.place.as_ref().is_none_or(|place| !place.is_on(pool)) {
            self.place = Some(OnDevice::new(pool, &self.tracks)?);
        }
        let Some(place) = &mut self.place else { return Ok(UploadStats::default()) };
        let mut stats = place.prepare(pool, &mut self.parts, self.times.len())?;
        for part in &self.parts {
            part.fill_times(times, &mut self.times);
        }
        stats = stats + place.write_times(pool, &self.times)?;
        place.record(&self.parts, encoder);
        Ok(stats)
    }

    /// Members by sets of targets, whose rows have one header.
    fn parts_of(&self, pool: &MorphPool, members: &[CrowdMember]) -> Result<Vec<Part>, GpuError> {
        let mut parts: Vec<Part> = Vec::new();
        let count = self.tracks.track_count();
        for (member, &CrowdMember { instance, track }) in members.iter().enumerate() {
            if track >= count {
                return Err(GpuError::NoSuchTrack { member, track, count });
            }
            let entry = &pool.instances[pool.instance_key(instance)?];
            for (targets, row) in entry.rows() {
                let row = row.ok_or(GpuError::Deformed(targets))?;
                let player = Player { track: track as u32, row };
                let player = PlayerOf { member, player };
                match parts.iter_mut().find(|part| part.targets == targets) {
                    Some(part) => part.players.push(player),
                    None => parts.push(Part::new(targets, kernel(pool, targets)?, player)),
                }
            }
        }
        for part in &mut parts {
            part.players.sort_unstable_by_key(|of| (of.player.row, of.member));
            let same = part.players.windows(2).find(|two| two[0].player.row == two[1].player.row);
            if let Some([first, second]) = same {
                let instance = members[first.member].instance;
                let members = [first.member, second.member];
                return Err(GpuError::TwoTracks { instance, members });
            }
        }
        Ok(parts)
    }
}

/// The kernel that writes the rows of a set of targets.
fn kernel(pool: &MorphPool, targets: TargetsId) -> Result<TrackSampler, GpuError> {
    let permutation = pool.permutation(targets)?;
    if permutation.motion {
        return Err(GpuError::CrowdMotion(targets));
    }
    TrackSampler::new(permutation.weights).ok_or(GpuError::NoRows(targets))
}

impl MorphPool {
    /// What rows of a set of targets have in common.
    fn crowd_rows(&self, id: TargetsId) -> Result<part::Rows<'_>, GpuError> {
        let entry = self.entry(id)?;
        let reader = entry.shader(id)?;
        let rows = self.rows.of(&reader.layout).view(&reader.region);
        let (buffer, offset, row_bytes, count) = rows.ok_or(GpuError::NoInstances(id))?;
        let bytes = row_bytes * u64::from(count);
        let header = morph_core::animation::packed::CrowdHeader {
            target_count: entry.targets.target_count() as u32,
            row_stride: (row_bytes / 4) as u32,
            vertex_count: entry.targets.vertex_count() as u32,
            first_vertex: entry.first_vertex,
            ..Default::default()
        };
        Ok(part::Rows { buffer, offset, bytes, header })
    }
}

#[cfg(test)]
mod tests;
