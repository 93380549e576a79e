//! Vertices as the shaders read them.

use crate::scene::{Influences, Primitive};
use bytemuck::{Pod, Zeroable};
use morphkit::core::{Attribute, VertexAttributes};
use std::mem::{offset_of, size_of};

/// A vertex; attributes that a primitive lacks have a neutral value.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub(super) struct Vertex {
    position: [f32; 3],
    normal: [f32; 3],
    uv: [f32; 2],
    color: [f32; 4],
}

/// Words of a vertex.
pub(super) const WORDS: u32 = (size_of::<Vertex>() / 4) as u32;

/// The word of an attribute inside a vertex, where the material shows this set of texture
/// coordinates; `None` for what vertices have no room for.
pub(super) fn place(attribute: Attribute, texcoord: u32) -> Option<u32> {
    let byte = match attribute {
        Attribute::Position => offset_of!(Vertex, position),
        Attribute::Normal => offset_of!(Vertex, normal),
        Attribute::TexCoord(set) if set == texcoord => offset_of!(Vertex, uv),
        Attribute::Color(0) => offset_of!(Vertex, color),
        Attribute::Tangent | Attribute::TexCoord(_) | Attribute::Color(_) => return None,
    };
    Some((byte / 4) as u32)
}

/// The joints of a vertex, as `SkinInfluence` in `skin_hook.wgsl` has them too.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub(super) struct Influence {
    joints: [u16; 8],
    weights: [f32; 8],
}

const VERTEX: [wgpu::VertexAttribute; 4] = wgpu::vertex_attr_array![
    0 => Float32x3, 1 => Float32x3, 2 => Float32x2, 3 => Float32x4
];
const INFLUENCE: [wgpu::VertexAttribute; 4] = wgpu::vertex_attr_array![
    4 => Uint16x4, 5 => Uint16x4, 6 => Float32x4, 7 => Float32x4
];

const HEAT: [wgpu::VertexAttribute; 1] = wgpu::vertex_attr_array![8 => Float32];

/// The vertex buffers of a draw.
pub(super) fn layouts(skinned: bool, heat: bool) -> Vec<Option<wgpu::VertexBufferLayout<'static>>> {
    let layout = |stride: usize, attributes: &'static [wgpu::VertexAttribute]| {
        Some(wgpu::VertexBufferLayout {
            array_stride: stride as u64,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes,
        })
    };
    let mut layouts = vec![layout(size_of::<Vertex>(), &VERTEX)];
    if skinned {
        layouts.push(layout(size_of::<Influence>(), &INFLUENCE));
    }
    if heat {
        layouts.push(layout(size_of::<f32>(), &HEAT));
    }
    layouts
}

/// Vertices of a primitive: its base, or what blending made of it.
pub(super) fn pack(vertices: &VertexAttributes, texcoord: u32) -> Vec<Vertex> {
    let normals = vertices.normals();
    let uvs = vertices.texcoords(texcoord);
    let components = vertices.components(Attribute::Color(0)).unwrap_or(4);
    let colors = vertices.values(Attribute::Color(0));
    let positions = vertices.positions().unwrap_or_default().iter().enumerate();
    let pack = |(at, &position): (usize, &[f32; 3])| Vertex {
        position,
        normal: normals.map_or([0.0; 3], |normals| normals[at]),
        uv: uvs.map_or([0.0; 2], |uvs| uvs[at]),
        color: colors.map_or([1.0; 4], |colors| {
            // RGB has full alpha.
            let mut color = [1.0; 4];
            let from = &colors[at * components..(at + 1) * components];
            color[..components].copy_from_slice(from);
            color
        }),
    };
    positions.map(pack).collect()
}

/// The joints of a primitive's vertices.
pub(super) fn pack_influences(influences: &Influences) -> Vec<Influence> {
    let both = influences.joints.iter().zip(&influences.weights);
    both.map(|(&joints, &weights)| Influence { joints, weights }).collect()
}

/// Whether joints place the primitive's vertices, in an instance with a skin.
pub(super) const fn is_skinned(primitive: &Primitive, has_skin: bool) -> bool {
    has_skin && primitive.influences.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_attributes_are_neutral_and_rgb_is_opaque() {
        let mut base =
            VertexAttributes::new(2).with_positions(&[[1.0, 2.0, 3.0], [4.0; 3]]).unwrap();
        let bare = pack(&base, 0);
        assert_eq!((bare[0].normal, bare[0].uv, bare[0].color), ([0.0; 3], [0.0; 2], [1.0; 4]));
        base.insert(Attribute::Color(0), 3, vec![0.0, 0.1, 0.2, 0.3, 0.4, 0.5]).unwrap();
        base.insert(Attribute::TexCoord(1), 2, vec![0.0, 0.1, 0.2, 0.3]).unwrap();
        let full = pack(&base, 1);
        assert_eq!((full[1].uv, full[1].color), ([0.2, 0.3], [0.3, 0.4, 0.5, 1.0]));
    }
}
