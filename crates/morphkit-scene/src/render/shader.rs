//! The text of the shaders, made for what a primitive has.

use morphkit::core::{Attribute, AttributeSet};
use morphkit::wgsl::{Permutation, Slots, compose};

// Morph, then skin, then the node: spec B26.
const VERTEX: &str = include_str!("shaders/vertex.wgsl");
const STILL: &str = include_str!("shaders/still.wgsl");
const RIGID: &str = include_str!("shaders/rigid.wgsl");
const SKINNED: &str = include_str!("shaders/skinned.wgsl");
const SURFACE: &str = include_str!("shaders/surface.wgsl");
const LOOKS: &str = include_str!("shaders/looks.wgsl");

/// What a primitive's vertices need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ShaderKey {
    /// How targets are added, `None` where the CPU has done it or there are none.
    pub(super) morph: Option<Permutation>,
    /// Whether joints place the vertices.
    pub(super) skinned: bool,
    /// Set of texture coordinates that the material shows.
    pub(super) texcoord: u32,
}

impl ShaderKey {
    /// Where the morph bindings go: after the mesh's uniform and its joints.
    pub(super) const fn slots(&self) -> Slots {
        Slots { group: 1, first_binding: 1 + self.skinned as u32 }
    }

    /// The whole text.
    pub(super) fn text(&self) -> String {
        let place = if self.skinned { SKINNED } else { RIGID };
        let moved = match &self.morph {
            None => STILL.to_owned(),
            Some(permutation) => {
                compose(permutation, &self.slots(), None)
                    + "\n"
                    + &moved(&permutation.attributes, self.texcoord)
            }
        };
        [VERTEX, place, &moved, SURFACE, LOOKS].join("\n")
    }
}

/// `fn moved` around `morph_vertex`: attributes that no target moves pass by.
fn moved(attributes: &AttributeSet, texcoord: u32) -> String {
    let texcoord = match attributes.has(Attribute::TexCoord(texcoord)) {
        true => Some(format!("texcoords[{texcoord}]")),
        false => None,
    };
    let color = attributes.has(Attribute::Color(0)).then(|| "colors[0]".to_owned());
    let mut give = String::new();
    let mut take = |member: Option<String>, input: &str| match member {
        Some(member) => {
            give += &format!("    v.{member} = in.{input};\n");
            format!("m.{member}")
        }
        None => format!("in.{input}"),
    };
    let (uv, color) = (take(texcoord, "uv"), take(color, "color"));
    format!(
        "fn moved(in: VertexIn) -> Moved {{
    var v: MorphVertex;
    v.position = in.position;
    v.normal = in.normal;
{give}    let m = morph_vertex(v, morph_local(in.index), in.instance);
    return Moved(m.position, m.normal, {uv}, {color});
}}
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_targets_move_goes_through_them() {
        let set = AttributeSet { texcoords: 0b10, colors: 0b1, ..AttributeSet::PN };
        let text = moved(&set, 1);
        assert!(text.contains("v.texcoords[1] = in.uv;"), "{text}");
        assert!(text.contains("m.normal, m.texcoords[1], m.colors[0]"), "{text}");
        let text = moved(&set, 0);
        assert!(text.contains("m.normal, in.uv, m.colors[0]"), "{text}");
        assert!(moved(&AttributeSet::P, 0).contains("m.normal, in.uv, in.color"));
    }
}
