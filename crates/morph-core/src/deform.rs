//! The frame of the deform pass: what a compute pass over many meshes and instances reads.
//!
//! One frame is one buffer of words, written once: which meshes, which instances, where their
//! vertices go and what their weights are. A dispatch has one workgroup for each 64 vertices of
//! each *chunk*: the instances of a mesh that share a workgroup. The shaders of morph-wgsl read
//! it; docs/shaders.md draws it.
//!
//! ```text
//! elements of 16 bytes (four u32)
//! +--------+-----------------+--------------------------------+---------+
//! | header | groups          | chunks                         | weights |
//! | 1      | 2 each          | 1 each; 5 for 8, 9 for 16      |         |
//! +--------+-----------------+--------------------------------+---------+
//! ```
//!
//! # Example
//! ```
//! use morph_core::deform::{DeformMesh, Frame, GroupSize, WeightForm};
//! let mut frame = Frame::new(GroupSize::One, WeightForm::ByTarget);
//! let mesh = DeformMesh { vertex_count: 100, target_count: 3, ..DeformMesh::default() };
//! let mut group = frame.group(&mesh);
//! group.instance(0, 7, &[0.0, 0.5]);
//! group.instance(600, 8, &[]);
//! assert_eq!(frame.workgroup_count(), 4);
//! let mut words = vec![0; frame.word_count() as usize];
//! frame.encode_into(&mut words)?;
//! assert_eq!(words[..2], [1, 4]);
//! # Ok::<(), morph_core::deform::FrameError>(())
//! ```

mod error;
mod frame;
mod record;

pub use error::FrameError;
pub use frame::{Frame, GroupEncoder, MAX_WORKGROUPS, WeightForm};
pub use record::{
    ABSENT, ChunkRecord, DeformMesh, ELEMENT_WORDS, FrameHeader, GROUP_ELEMENTS,
    GROUP_FIRST_ELEMENT, GroupRecord, GroupSize, InstanceRecord,
};
