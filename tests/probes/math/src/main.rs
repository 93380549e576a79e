//! Blends on the CPU with morph-core alone.

use morph_core::{Attribute, Deltas, MorphTargets, Normalize, TargetDeltas, VertexAttributes};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let base = VertexAttributes::new(1).with_positions(&[[1.0, 2.0, 3.0]])?;
    let up = TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&[[0.0, 4.0, 0.0]]));
    let targets = MorphTargets::new(1, vec![up])?.ok_or("no targets")?;
    let blended = morph_core::blend(&base, &targets, &[0.5], Normalize::Yes)?;
    assert_eq!(blended.positions(), Some(&[[1.0, 4.0, 3.0]][..]));
    Ok(())
}
