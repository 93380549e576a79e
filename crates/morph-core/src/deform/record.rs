//! The records of a frame, as they lie in its words.

use bytemuck::{Pod, Zeroable};

/// Words of an element: what one load of the shader brings.
pub const ELEMENT_WORDS: u32 = 4;

/// Element of the first group; the header lies before it.
pub const GROUP_FIRST_ELEMENT: u32 = 1;

/// Elements of a group.
pub const GROUP_ELEMENTS: u32 = 2;

/// Output word of an instance that is not there: the last chunk of a group may have fewer.
pub const ABSENT: u32 = u32::MAX;

/// How many instances of a mesh share a workgroup, and so each read of a delta.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum GroupSize {
    /// One.
    #[default]
    One,
    /// Eight, for crowds.
    Eight,
    /// Sixteen, for large crowds.
    Sixteen,
}

impl GroupSize {
    /// All of them, ascending.
    pub const ALL: [Self; 3] = [Self::One, Self::Eight, Self::Sixteen];

    /// Number of instances.
    #[must_use]
    pub const fn instances(self) -> u32 {
        match self {
            Self::One => 1,
            Self::Eight => 8,
            Self::Sixteen => 16,
        }
    }

    /// Elements of a chunk: one instance stands in the chunk's own element, several follow it.
    #[must_use]
    pub const fn chunk_elements(self) -> u32 {
        match self {
            Self::One => 1,
            Self::Eight | Self::Sixteen => 1 + self.instances() / 2,
        }
    }
}

/// First element of a frame.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
pub struct FrameHeader {
    /// Number of groups.
    pub group_count: u32,
    /// Workgroups of the whole frame: those past them do nothing.
    pub workgroup_count: u32,
    /// 0.
    pub pad: [u32; 2],
}

/// Two elements: a mesh, and the chunks of instances that it is deformed for.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
pub struct GroupRecord {
    /// Workgroups of the groups before.
    pub first_workgroup: u32,
    /// Blocks of 64 vertices.
    pub block_count: u32,
    /// Word where the deltas begin.
    pub set_word: u32,
    /// Word where the base begins.
    pub base_word: u32,
    /// Number of vertices.
    pub vertex_count: u32,
    /// Element of the first chunk.
    pub first_chunk: u32,
    /// Number of the mesh, for the hook.
    pub mesh: u32,
    /// What the layout needs besides.
    pub extra: u32,
}

/// First element of a chunk.
///
/// With one instance a chunk, `output` and `instance` are that one's; with several, `output` has
/// bit `i` set where instance `i` has a weight that is not 0, and `instance` is 0.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
pub struct ChunkRecord {
    /// Element where the weights begin.
    pub weights: u32,
    /// Number of targets or of pairs that lie there; 0 where no weight is active.
    pub weight_count: u32,
    /// Word where the instance's vertices go, or the mask of active instances.
    pub output: u32,
    /// Number of the instance, for the hook.
    pub instance: u32,
}

/// One instance of a chunk of several: half an element.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
pub struct InstanceRecord {
    /// Word where the instance's vertices go, [`ABSENT`] where there is no instance.
    pub output: u32,
    /// Number of the instance, for the hook.
    pub instance: u32,
}

impl InstanceRecord {
    /// No instance.
    pub const NONE: Self = Self { output: ABSENT, instance: 0 };
}

const _: () = {
    assert!(size_of::<FrameHeader>() as u32 == 4 * ELEMENT_WORDS * GROUP_FIRST_ELEMENT);
    assert!(size_of::<GroupRecord>() as u32 == 4 * ELEMENT_WORDS * GROUP_ELEMENTS);
    assert!(size_of::<ChunkRecord>() as u32 == 4 * ELEMENT_WORDS);
    assert!(size_of::<InstanceRecord>() as u32 == 2 * ELEMENT_WORDS);
};

/// A mesh of the deform pass: where it lies, and how large it is.
///
/// # Units and conventions
/// Words are f32 or u32, counted from the start of the binding they lie in. `base_word` is even.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeformMesh {
    /// Word of the words buffer where the deltas begin.
    pub set_word: u32,
    /// Word of the base buffer where the base's first vertex begins.
    pub base_word: u32,
    /// Number of vertices.
    pub vertex_count: u32,
    /// Number of targets.
    pub target_count: u32,
    /// Number of the mesh, for the hook.
    pub mesh: u32,
    /// A word inside the set, counted from `set_word`, that the layout needs: where the codes of a
    /// dense set begin, where the steps of a row sparse set begin (`Header::values` of both); 0 for
    /// blocked sets and for linear f32.
    pub extra: u32,
}
