//! What was done, and what it gained.

/// A number before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Change {
    /// Of the file that was read.
    pub before: u64,
    /// Of the file that is written.
    pub after: u64,
}

/// What was done to a file.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct OptimizeReport {
    /// Bytes of the whole file, before with the buffers that it names, afterwards as a GLB.
    pub bytes: Change,
    /// Bytes of the deltas of all targets.
    pub morph_bytes: Change,
    /// Meshes with targets.
    pub meshes: Vec<OptimizedMesh>,
    /// What stays as it is although it was asked for, and what else is worth knowing, place first.
    pub notes: Vec<String>,
}

/// What was done to one mesh with targets.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct OptimizedMesh {
    /// Index of the mesh.
    pub mesh: usize,
    /// Its name.
    pub name: Option<String>,
    /// Targets before.
    pub target_count: usize,
    /// Targets that were dropped, by their index before.
    pub dropped: Vec<DroppedTarget>,
    /// Attributes that were quantised.
    pub quantized: Vec<QuantizedAttribute>,
    /// Primitives whose vertices are in another order.
    pub reordered: Vec<Reordered>,
    /// Accessors of deltas that became sparse.
    pub made_sparse: usize,
}

/// A target that moved nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DroppedTarget {
    /// Index of the target before.
    pub target: usize,
    /// Its name.
    pub name: Option<String>,
}

/// An attribute whose numbers became integers, in all accessors that share a space.
#[derive(Debug, Clone, PartialEq)]
pub struct QuantizedAttribute {
    /// POSITION, NORMAL or TANGENT.
    pub attribute: String,
    /// The largest error that was reached, of the base and of each target at weight 1: a share of
    /// the radius for positions, degrees for directions.
    pub error: f64,
    /// Accessors of 8 bits a component.
    pub accessors_of_8_bits: usize,
    /// Accessors of 16 bits a component.
    pub accessors_of_16_bits: usize,
    /// Accessors that stay floats, since integers would miss the bound.
    pub accessors_of_floats: usize,
}

/// A primitive whose vertices are in another order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reordered {
    /// Index of the primitive in its mesh.
    pub primitive: usize,
    /// Blocks of 64 vertices that its targets, and those of what shares its vertices, touched.
    pub blocks_before: usize,
    /// Blocks that they touch now.
    pub blocks_after: usize,
}
