//! What a pool knows of what it was given: all of it, or what tells it from others.

use crate::GpuError;
use crate::pool::TargetsId;
use morph_core::{Deltas, MorphPrimitive, MorphTargets, VertexAttributes, WeakMorphTargets};
use std::hash::{DefaultHasher, Hasher};

/// Targets that were uploaded, kept or not.
#[derive(Debug, Clone)]
pub(super) struct Known {
    vertex_count: usize,
    target_count: usize,
    identity: WeakMorphTargets,
    kept: Option<MorphTargets>,
}

impl Known {
    pub(super) fn new(targets: &MorphTargets, keep: bool) -> Self {
        Self {
            vertex_count: targets.vertex_count(),
            target_count: targets.target_count(),
            identity: targets.downgrade(),
            kept: keep.then(|| targets.clone()),
        }
    }

    /// Whether they are these targets or a clone of them.
    pub(super) fn is(&self, targets: &MorphTargets) -> bool {
        self.identity.is(targets)
    }

    /// What tells them from others.
    pub(super) const fn identity(&self) -> &WeakMorphTargets {
        &self.identity
    }

    pub(super) const fn kept(&self) -> Option<&MorphTargets> {
        self.kept.as_ref()
    }

    pub(super) const fn vertex_count(&self) -> usize {
        self.vertex_count
    }

    pub(super) const fn target_count(&self) -> usize {
        self.target_count
    }

    /// Refuses targets that cannot be those that were added.
    pub(super) fn check(&self, id: TargetsId, supplied: &MorphTargets) -> Result<(), GpuError> {
        let (vertices, targets) = (supplied.vertex_count(), supplied.target_count());
        if (vertices, targets) == (self.vertex_count, self.target_count) {
            return Ok(());
        }
        Err(GpuError::OtherTargets {
            targets: id,
            expected: counts(self.target_count, self.vertex_count),
            found: counts(targets, vertices),
        })
    }
}

/// Bytes of deltas in the CPU's memory.
pub(super) fn bytes_of(targets: &MorphTargets) -> u64 {
    let of = |(target, attribute)| match targets.deltas(target, attribute) {
        Some(Deltas::Dense(values)) => size_of_val(values.as_slice()),
        Some(Deltas::Sparse { indices, values }) => {
            size_of_val(indices.as_slice()) + size_of_val(values.as_slice())
        }
        None => 0,
    };
    let all = (0..targets.target_count())
        .flat_map(|target| targets.attributes().iter().map(move |attribute| (target, *attribute)));
    all.map(of).sum::<usize>() as u64
}

/// Bytes of a base in the CPU's memory.
pub(super) fn bytes_of_base(base: &VertexAttributes) -> u64 {
    let of = |attribute| size_of_val(base.values(attribute).unwrap_or_default());
    base.attributes().map(of).sum::<usize>() as u64
}

fn counts(targets: usize, vertices: usize) -> String {
    format!("{targets} targets of {vertices} vertices")
}

/// What is supplied for a recovery in place of what was not kept.
#[derive(Debug, Clone)]
pub enum Supplied {
    /// Targets that shaders read.
    Targets(MorphTargets),
    /// A primitive of the deform pass; or targets with the base that they were packed with.
    Primitive(Box<MorphPrimitive>),
}

impl From<MorphTargets> for Supplied {
    fn from(targets: MorphTargets) -> Self {
        Self::Targets(targets)
    }
}

impl From<MorphPrimitive> for Supplied {
    fn from(primitive: MorphPrimitive) -> Self {
        Self::Primitive(Box::new(primitive))
    }
}

impl Supplied {
    /// The targets.
    pub(super) fn targets(&self, id: TargetsId) -> Result<&MorphTargets, GpuError> {
        match self {
            Self::Targets(targets) => Ok(targets),
            Self::Primitive(primitive) => primitive.targets.as_ref().ok_or(GpuError::NotKept(id)),
        }
    }

    /// The base.
    pub(super) fn base(&self, id: TargetsId) -> Result<&VertexAttributes, GpuError> {
        match self {
            Self::Primitive(primitive) => Ok(&primitive.base),
            Self::Targets(_) => Err(GpuError::OtherTargets {
                targets: id,
                expected: "a primitive with its base".to_owned(),
                found: "targets alone".to_owned(),
            }),
        }
    }
}

/// Asks for what was not kept, by any key that the pool has for it.
pub(super) type Supply<'a, K> = dyn FnMut(K) -> Result<(TargetsId, Supplied), GpuError> + 'a;

/// A number that other bytes do not have.
pub(super) fn fingerprint<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    let mut hasher = DefaultHasher::new();
    parts.into_iter().for_each(|part| hasher.write(part));
    hasher.finish()
}

/// A number that other bases do not have.
pub(super) fn fingerprint_of_base(base: &VertexAttributes) -> u64 {
    let mut hasher = DefaultHasher::new();
    for attribute in base.attributes() {
        hasher.write(format!("{attribute:?}").as_bytes());
        hasher.write_usize(base.components(attribute).unwrap_or(0));
        hasher.write(bytemuck::cast_slice(base.values(attribute).unwrap_or_default()));
    }
    hasher.finish()
}

/// Refuses what encodes to other bytes than what was added.
pub(super) fn check_fingerprint(id: TargetsId, expected: u64, found: u64) -> Result<(), GpuError> {
    if expected == found {
        return Ok(());
    }
    Err(GpuError::OtherTargets {
        targets: id,
        expected: format!("what was added, of fingerprint {expected:016x}"),
        found: format!("{found:016x}"),
    })
}
