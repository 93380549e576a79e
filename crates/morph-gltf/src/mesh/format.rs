//! Which accessor types an attribute may have, in the base and in a target.

use crate::accessor::AccessorData;
use crate::component::ComponentType::{self, F32, I8, I16, U8, U16, U32};
use crate::component::ElementType::{self, Vec2, Vec3, Vec4};
use morph_core::Attribute;

/// Whether the accessor is of the base or of a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Base,
    Delta,
}

/// What an attribute's name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Semantic {
    Morphable(Attribute),
    /// JOINTS or WEIGHTS.
    Skinning,
    /// Starts with an underscore.
    Custom,
    /// None of the specification's.
    Unknown,
}

impl Semantic {
    pub(super) fn of(name: &str) -> Self {
        if let Ok(attribute) = name.parse() {
            return Self::Morphable(attribute);
        }
        let set = name.strip_prefix("JOINTS_").or_else(|| name.strip_prefix("WEIGHTS_"));
        match set {
            Some(set) if set.parse::<u32>().is_ok() => Self::Skinning,
            _ if name.starts_with('_') => Self::Custom,
            _ => Self::Unknown,
        }
    }
}

/// Element types that are possible, in words for messages.
pub(super) const fn expected(attribute: Attribute, role: Role) -> &'static str {
    match (attribute, role) {
        (Attribute::Position | Attribute::Normal, _) | (Attribute::Tangent, Role::Delta) => {
            "VEC3 of f32, or of 8 or 16 bit integers"
        }
        (Attribute::Tangent, Role::Base) => "VEC4 of f32, or of 8 or 16 bit integers",
        (Attribute::TexCoord(_), _) => "VEC2 of f32, or of 8 or 16 bit integers",
        (Attribute::Color(_), _) => "VEC3 or VEC4 of f32, or of 8 or 16 bit integers",
    }
}

/// Whether the data can be decoded as this attribute at all.
pub(super) fn is_possible(attribute: Attribute, role: Role, data: &AccessorData<'_>) -> bool {
    let element: ElementType = data.element_type();
    let shape = match (attribute, role) {
        (Attribute::Position | Attribute::Normal, _) | (Attribute::Tangent, Role::Delta) => {
            element == Vec3
        }
        (Attribute::Tangent, Role::Base) => element == Vec4,
        (Attribute::TexCoord(_), _) => element == Vec2,
        (Attribute::Color(_), _) => matches!(element, Vec3 | Vec4),
    };
    shape && data.component_type() != U32
}

/// Whether the specification allows the type, `quantized` where `KHR_mesh_quantization` is used.
///
/// # Source
/// glTF 2.0, sections 3.7.2.1 and 3.7.2.2; `KHR_mesh_quantization`, "Extending Mesh Attributes"
/// and "Extending Morph Target Attributes".
pub(crate) fn is_declared(
    attribute: Attribute,
    role: Role,
    component: ComponentType,
    normalized: bool,
    quantized: bool,
) -> bool {
    if component == F32 {
        return true;
    }
    let unsigned = component.is_unsigned();
    let core = match (attribute, role) {
        (Attribute::TexCoord(_) | Attribute::Color(_), Role::Base) => normalized && unsigned,
        (Attribute::TexCoord(_) | Attribute::Color(_), Role::Delta) => normalized,
        _ => false,
    };
    let extended = match attribute {
        Attribute::Position => role == Role::Base || !unsigned,
        Attribute::Normal | Attribute::Tangent => normalized && !unsigned,
        Attribute::TexCoord(_) => role == Role::Base || !unsigned,
        Attribute::Color(_) => false,
    };
    core || (quantized && extended && matches!(component, I8 | U8 | I16 | U16))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Attribute::{Color, Normal, Position, Tangent, TexCoord};

    #[test]
    fn names_are_told_apart() {
        for (name, semantic) in [
            ("POSITION", Semantic::Morphable(Position)),
            ("COLOR_1", Semantic::Morphable(Color(1))),
            ("JOINTS_0", Semantic::Skinning),
            ("WEIGHTS_1", Semantic::Skinning),
            ("_HEAT", Semantic::Custom),
            ("TEXCOORD_00", Semantic::Unknown),
            ("JOINTS_X", Semantic::Unknown),
            ("", Semantic::Unknown),
        ] {
            assert_eq!(Semantic::of(name), semantic, "{name}");
        }
    }

    #[test]
    fn integers_need_the_extension_where_the_specification_says_so() {
        for (attribute, role, component, normalized, core, extended) in [
            (Position, Role::Base, F32, false, true, true),
            (Position, Role::Base, U16, false, false, true),
            (Position, Role::Delta, I16, false, false, true),
            (Position, Role::Delta, U16, false, false, false),
            (Normal, Role::Delta, I8, true, false, true),
            (Normal, Role::Delta, I8, false, false, false),
            (Tangent, Role::Base, I16, true, false, true),
            (TexCoord(0), Role::Base, U8, true, true, true),
            (TexCoord(0), Role::Base, U8, false, false, true),
            (TexCoord(0), Role::Delta, I16, true, true, true),
            (TexCoord(0), Role::Delta, I16, false, false, true),
            (Color(0), Role::Base, U16, true, true, true),
            (Color(0), Role::Base, U16, false, false, false),
            (Color(0), Role::Delta, I8, true, true, true),
        ] {
            for (quantized, allowed) in [(false, core), (true, extended)] {
                let found = is_declared(attribute, role, component, normalized, quantized);
                assert_eq!(found, allowed, "{attribute} {role:?} {component} {quantized}");
            }
        }
    }
}
