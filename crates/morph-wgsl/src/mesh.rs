//! Bindings of the seed profile's mesh group, whose numbers shift with what is present.

use crate::Slots;

/// Flag of the seed profile's mesh uniform: the mesh has morph targets.
pub const MSH_HAS_MORPH_TARGETS: u32 = 1 << 3;

/// What a mesh of the seed profile binds in group 1.
///
/// | binding | resource |
/// | --- | --- |
/// | 0 | mesh uniform |
/// | next, with a skeleton | bone texture |
/// | next two, with targets | morph texture, morph weights |
/// | next two per texture | material texture, its sampler |
///
/// # Example
/// ```
/// use morph_wgsl::{MeshBindings, Slots};
/// let skinned = MeshBindings { skeleton: true, morph: true, material_textures: 1 };
/// assert_eq!(skinned.morph(), Some(Slots { group: 1, first_binding: 2 }));
/// assert_eq!(skinned.material_texture(0), Some((4, 5)));
/// let plain = MeshBindings { skeleton: false, morph: false, material_textures: 1 };
/// assert_eq!(plain.material_texture(0), Some((1, 2)));
/// ```
///
/// # Source
/// Babylon Lite, architecture page "Morph Targets (Blend Shapes)".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct MeshBindings {
    /// Whether the mesh has a skeleton.
    pub skeleton: bool,
    /// Whether the mesh has morph targets.
    pub morph: bool,
    /// Number of the material's textures.
    pub material_textures: u32,
}

impl MeshBindings {
    /// The bind group of meshes.
    pub const GROUP: u32 = 1;

    /// Binding of the mesh uniform.
    #[must_use]
    pub const fn mesh_uniform(&self) -> u32 {
        0
    }

    /// Binding of the bone texture.
    #[must_use]
    pub const fn bone_texture(&self) -> Option<u32> {
        if self.skeleton { Some(1) } else { None }
    }

    /// Slots of morph texture and weights.
    #[must_use]
    pub const fn morph(&self) -> Option<Slots> {
        // spec F3
        let first_binding = 1 + self.skeleton as u32;
        if self.morph { Some(Slots { group: Self::GROUP, first_binding }) } else { None }
    }

    /// Bindings of a material texture and its sampler.
    #[must_use]
    pub fn material_texture(&self, index: u32) -> Option<(u32, u32)> {
        let texture = 1 + u32::from(self.skeleton) + 2 * u32::from(self.morph) + 2 * index;
        (index < self.material_textures).then_some((texture, texture + 1))
    }

    /// Number of bindings.
    #[must_use]
    pub const fn count(&self) -> u32 {
        1 + self.skeleton as u32 + 2 * self.morph as u32 + 2 * self.material_textures
    }

    /// The mesh uniform's flag bits that this says.
    #[must_use]
    pub const fn morph_flag(&self) -> u32 {
        if self.morph { MSH_HAS_MORPH_TARGETS } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bindings_are_consecutive_whatever_is_present() {
        for bits in 0..4 {
            let mesh = MeshBindings {
                skeleton: bits & 1 == 1,
                morph: bits & 2 == 2,
                material_textures: 2,
            };
            let mut numbers = vec![mesh.mesh_uniform()];
            numbers.extend(mesh.bone_texture());
            numbers.extend(
                mesh.morph().map(|s| [s.first_binding, s.first_binding + 1]).into_iter().flatten(),
            );
            for i in 0..2 {
                let (texture, sampler) = mesh.material_texture(i).unwrap();
                numbers.extend([texture, sampler]);
            }
            assert_eq!(numbers, (0..mesh.count()).collect::<Vec<_>>());
            assert_eq!(mesh.material_texture(2), None);
            assert_eq!(mesh.morph_flag() >> 3 & 1 == 1, mesh.morph);
        }
    }
}
