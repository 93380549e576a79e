//! What can go wrong between packed bytes and GPU resources.

use crate::pool::{InstanceId, TargetsId};
use morph_core::animation::PackTracksError;
use morph_core::deform::FrameError;
use morph_core::packed::PackError;
use morph_core::{
    AttributesError, BlendError, BoundsError, LayoutError, TargetsError, WeightsError,
};

/// An operation on GPU resources that was refused or failed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GpuError {
    /// A layout that the device cannot hold.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// Targets whose arrays disagree.
    #[error(transparent)]
    Targets(#[from] TargetsError),
    /// A base whose arrays disagree.
    #[error(transparent)]
    Attributes(#[from] AttributesError),
    /// A weight that cannot be set.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// A blend on the CPU whose arrays do not fit.
    #[error(transparent)]
    Blend(#[from] BlendError),
    /// A base that has no box.
    #[error(transparent)]
    Bounds(#[from] BoundsError),
    /// The morph data was destroyed before.
    #[error("morph targets: used after they were destroyed")]
    Destroyed,
    /// The pool has no such targets: they were destroyed, or belong to another pool.
    #[error("{0}: destroyed before, or of another pool")]
    NoSuchTargets(TargetsId),
    /// The pool has no such instance: it was destroyed, or belongs to another pool.
    #[error("{0}: destroyed before, or of another pool")]
    NoSuchInstance(InstanceId),
    /// The instance has fewer primitives.
    #[error("{instance}: primitive {primitive}: there are {count}")]
    NoSuchPrimitive {
        /// The instance.
        instance: InstanceId,
        /// The primitive asked for.
        primitive: usize,
        /// How many it has.
        count: usize,
    },
    /// An instance without primitives.
    #[error("instance: expected at least one set of targets, got none")]
    NoPrimitives,
    /// Weights are bound once there is an instance of the targets.
    #[error("{0}: expected at least one instance, got none")]
    NoInstances(TargetsId),
    /// Rows moved or targets were edited, and nothing was uploaded since: there is nothing to read yet.
    #[error("{0}: expected an upload since rows moved or targets were edited, got none")]
    NotUploaded(TargetsId),
    /// A tiled texture's weights are a uniform: a draw reads one instance.
    #[error("{0}: expected a linear layout for draws of several instances, got a tiled texture")]
    OneInstance(TargetsId),
    /// No target of the instance has the name.
    #[error("{instance}: no target has the name {name:?}")]
    NoSuchName {
        /// The instance.
        instance: InstanceId,
        /// The name asked for.
        name: String,
    },
    /// None of the ids that are edited has a target of the name.
    #[error("{targets}: no target has the name {name:?}")]
    NoTargetOfName {
        /// The first of the ids.
        targets: TargetsId,
        /// The name asked for.
        name: String,
    },
    /// An edit with more or fewer targets than ids.
    #[error("edit: expected targets for {expected} ids, got {found}")]
    EditCount {
        /// Number of ids.
        expected: usize,
        /// Number of targets.
        found: usize,
    },
    /// An id twice in one edit.
    #[error("{0}: given twice in one edit")]
    EditedTwice(TargetsId),
    /// An edit that would leave no target.
    #[error("{0}: expected a target to be left, got none: destroy the targets instead")]
    LastTarget(TargetsId),
    /// An edit with targets of another mesh.
    #[error("{targets}: expected targets of {expected} vertices as before, got {found}")]
    VertexCount {
        /// The id.
        targets: TargetsId,
        /// Number of vertices before.
        expected: usize,
        /// Number of vertices of the new targets.
        found: usize,
    },
    /// An edit that moves weights of an instance which another of its primitives has as well:
    /// primitives of one mesh are edited together.
    #[error("{other}: not edited along with {targets}, whose weights move for an instance of both")]
    EditedAlone {
        /// The id that is edited.
        targets: TargetsId,
        /// The one that is not.
        other: TargetsId,
    },
    /// The primitive is the deform pass's: no shader reads its deltas.
    #[error("{0}: expected targets that shaders read, got a primitive of the deform pass")]
    Deformed(TargetsId),
    /// The targets are for shaders: no deform pass writes their vertices.
    #[error("{0}: expected a primitive of the deform pass, got targets that shaders read")]
    NotDeformed(TargetsId),
    /// The deform pass is to write a vertex buffer of the caller that it was not given.
    #[error("{instance}: primitive {primitive}: expected a vertex buffer to write, got none")]
    NoVertexBuffer {
        /// The instance.
        instance: InstanceId,
        /// The primitive.
        primitive: usize,
    },
    /// A vertex buffer for a primitive whose vertices stay in the pool.
    #[error("{instance}: primitive {primitive}: expected interleaved output, got the pool's own")]
    NotInterleaved {
        /// The instance.
        instance: InstanceId,
        /// The primitive.
        primitive: usize,
    },
    /// An offset that one store of the shader would straddle.
    #[error("{what}: expected an offset that is a multiple of {step}, got {offset}")]
    Unaligned {
        /// The buffer.
        what: &'static str,
        /// The offset in bytes.
        offset: u64,
        /// Bytes of one store.
        step: u64,
    },
    /// Kernel options that do not go together.
    #[error("deform pass: {kernel}: these do not go together")]
    Kernel {
        /// The kernel's name.
        kernel: String,
    },
    /// Deltas that an encoding cannot hold.
    #[error(transparent)]
    Pack(#[from] PackError),
    /// A frame that no dispatch can have.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// The device lacks what the layout needs.
    #[error("{what}: expected at least {needed}, the device has {found}")]
    Device {
        /// The limit, in WebGPU's name.
        what: &'static str,
        /// What is needed.
        needed: u64,
        /// What the device has.
        found: u64,
    },
    /// The rows of one set of targets outgrow what a shader can bind, or what a buffer can hold.
    #[error("rows of weights: expected at most {limit} bytes, got {bytes}")]
    Rows {
        /// Bytes that they take.
        bytes: u64,
        /// Most bytes.
        limit: u64,
    },
    /// A buffer that was made without a usage that is needed.
    #[error("{what}: expected usage {needed}, got {found}")]
    Usage {
        /// The buffer.
        what: &'static str,
        /// The usage that is needed.
        needed: &'static str,
        /// The usages that it has.
        found: String,
    },
    /// A vertex buffer that is smaller than its vertices.
    #[error("vertex buffer: expected at least {expected} bytes, got {found}")]
    VertexBuffer {
        /// Bytes needed.
        expected: u64,
        /// Bytes there.
        found: u64,
    },
    /// Another number of vertex buffers than before.
    #[error("vertex buffers: expected {expected}, got {found}")]
    VertexBuffers {
        /// How many there were.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The device was lost or destroyed: [`MorphPool::recover`](crate::MorphPool::recover) on
    /// another one. Nothing has changed.
    #[error("{what}: the device is lost")]
    DeviceLost {
        /// What was being made, written or read.
        what: &'static str,
    },
    /// The deltas went to the GPU and were not kept
    /// ([`PoolOptions::keep_deltas`](crate::PoolOptions::keep_deltas)).
    #[error("{0}: expected deltas that are kept or supplied, got none")]
    NotKept(TargetsId),
    /// What was supplied for a recovery is not what was added.
    #[error("{targets}: expected {expected}, got {found}")]
    OtherTargets {
        /// The targets.
        targets: TargetsId,
        /// What was added.
        expected: String,
        /// What was supplied.
        found: String,
    },
    /// A member of a crowd plays a track that is not there.
    #[error("members[{member}]: track {track}: there are {count}")]
    NoSuchTrack {
        /// Index of the member.
        member: usize,
        /// The track asked for.
        track: usize,
        /// How many there are.
        count: usize,
    },
    /// An instance is in a crowd twice.
    #[error("{instance}: expected one member, got members[{}] and members[{}]", members[0], members[1])]
    TwoTracks {
        /// The instance.
        instance: InstanceId,
        /// Indices of the two members.
        members: [usize; 2],
    },
    /// A crowd writes rows in storage; a tiled texture's weights are uniforms.
    #[error("{0}: expected rows of weights in storage, got uniforms of a tiled texture")]
    NoRows(TargetsId),
    /// A crowd writes rows of one frame; those of the pool have the weights of the frame before too.
    #[error("{0}: expected rows of one frame, got those of a pool that keeps the frame before")]
    CrowdMotion(TargetsId),
    /// A crowd has members in one pool and is to have some in another.
    #[error("crowd: expected the pool of its {members} members, got another")]
    OtherPool {
        /// How many there are.
        members: usize,
    },
    /// A crowd got another number of times than it has members.
    #[error("times: expected {expected}, one a member, got {found}")]
    Times {
        /// Number of members.
        expected: usize,
        /// Number of times.
        found: usize,
    },
    /// A time of a crowd's member is NaN.
    #[error("times[{member}]: expected a time, got NaN")]
    NanTime {
        /// Index of the member.
        member: usize,
    },
    /// Tracks or players that do not fit their words.
    #[error(transparent)]
    PackTracks(#[from] PackTracksError),
    /// The GPU has no memory left, or the CPU on the way there; what existed before still works,
    /// unless the device went with it ([`is_lost`](crate::is_lost)).
    #[error("{what}: out of memory ({message})")]
    OutOfMemory {
        /// What was being made.
        what: &'static str,
        /// The device's words.
        message: String,
    },
    /// The device refused a resource although all limits were checked.
    #[error("{what}: {message}")]
    Refused {
        /// What was being made.
        what: &'static str,
        /// The device's words.
        message: String,
    },
    /// Results could not be read back.
    #[error("read back: {0}")]
    Readback(String),
}
