//! A smile without a GPU: into arrays, into an interleaved vertex buffer, and with a box around it.
//!
//! ```sh
//! cargo run -p morphkit --example cpu_blend -- smile.obj
//! ```

use morphkit::core::{VertexLayout, blend_interleaved_into, exact_bounds};
use morphkit::{Attribute, Normalize, VertexAttributes, blend_into};
use std::error::Error;
use std::fmt::Write as _;

fn main() -> Result<(), Box<dyn Error>> {
    // From a file it would be `morphkit::open(path)?.mesh(0)?`.
    let head = morph_sample::head(5000);
    let primitive = &head.mesh.primitives[0];
    let (base, targets) = (&primitive.base, primitive.targets.as_ref().ok_or("it has targets")?);
    let mut weights = vec![0.0; targets.target_count()];
    for (name, weight) in [("mouthSmileLeft", 1.0), ("mouthSmileRight", 1.0), ("jawOpen", 0.25)] {
        weights[head.mesh.target_index(name).ok_or("a name of ARKit's")?] = weight;
    }

    // Into memory that is there: frames of an animation allocate nothing.
    let mut smile = base.clone();
    blend_into(base, targets, &weights, Normalize::Yes, &mut smile)?;
    let (before, after) = (positions(base)?, positions(&smile)?);
    let moved = before.iter().zip(after).filter(|(a, b)| a != b).count();
    let widest = |all: &[[f32; 3]]| {
        let of_the_mouth = before.iter().zip(all).filter(|(b, _)| (b[1] + 0.07).abs() < 0.01);
        of_the_mouth.map(|(b, p)| (p[0] - b[0]).abs()).fold(0.0, f32::max)
    };
    println!("{moved} of {} vertices moved, up to {:.4} m aside", after.len(), widest(after));
    assert!(moved > 100 && moved < after.len(), "a smile moves a part of the face");
    assert!(widest(before) == 0.0 && widest(after) > 0.005, "the mouth gets wider");
    // Directions have unit length again after the sum.
    let normals = smile.values(Attribute::Normal).ok_or("it has normals")?;
    for n in normals.chunks_exact(3) {
        assert!((n.iter().map(|x| x * x).sum::<f32>() - 1.0).abs() < 1e-5, "{n:?}");
    }

    // Into a vertex buffer as a renderer has it: 32 bytes a vertex, the last 8 of them not ours.
    let attributes = [(Attribute::Position, 0), (Attribute::Normal, 12)];
    let layout = VertexLayout { stride_bytes: 32, attributes: &attributes };
    let mut vertices = vec![0xAB; 32 * base.vertex_count()];
    blend_interleaved_into(base, targets, &weights, Normalize::Yes, layout, &mut vertices)?;
    for ((vertex, p), n) in vertices.chunks_exact(32).zip(after).zip(normals.chunks_exact(3)) {
        assert_eq!(&vertex[..12], bytemuck::bytes_of(p), "the same bits in both forms");
        assert_eq!(&vertex[12..24], bytemuck::cast_slice::<f32, u8>(n));
        assert_eq!(&vertex[24..], [0xAB; 8]);
    }

    // For culling: a box around what is drawn.
    let [at_rest, smiling] =
        [vec![0.0; weights.len()], weights].map(|weights| exact_bounds(base, targets, &weights));
    let (at_rest, smiling) = (at_rest?, smiling?);
    println!("lowest vertex: {:.4} at rest, {:.4} smiling", at_rest.min[1], smiling.min[1]);
    assert!(after.iter().all(|p| (0..3).all(|i| smiling.min[i] <= p[i] && p[i] <= smiling.max[i])));

    let obj = obj(after, normals, &head.indices[0])?;
    if let Some(path) = std::env::args().nth(1) {
        std::fs::write(path, obj)?;
    }
    Ok(())
}

fn positions(vertices: &VertexAttributes) -> Result<&[[f32; 3]], Box<dyn Error>> {
    Ok(vertices.positions().ok_or("it has positions")?)
}

/// The mesh as Wavefront OBJ, which any viewer opens.
fn obj(
    positions: &[[f32; 3]],
    normals: &[f32],
    indices: &[u32],
) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    for [x, y, z] in positions {
        writeln!(text, "v {x} {y} {z}")?;
    }
    for n in normals.chunks_exact(3) {
        writeln!(text, "vn {} {} {}", n[0], n[1], n[2])?;
    }
    for t in indices.chunks_exact(3) {
        let [a, b, c] = [t[0] + 1, t[1] + 1, t[2] + 1];
        writeln!(text, "f {a}//{a} {b}//{b} {c}//{c}")?;
    }
    Ok(text)
}
