//! Which required extensions are supported, which can be ignored, and which are errors.

/// Extensions that this crate reads.
const SUPPORTED: &[&str] = &["KHR_mesh_quantization"];

/// Prefixes of extensions that cannot change vertices, weights or their animation, so that a
/// reader of morph targets may ignore them even where they are required.
const HARMLESS: &[&str] = &[
    "KHR_materials_",
    "KHR_texture_",
    "EXT_texture_",
    "MSFT_texture_",
    "KHR_lights_",
    "EXT_lights_",
    "KHR_node_",
    "KHR_interactivity",
    "KHR_xmp",
    "EXT_mesh_gpu_instancing",
    "VRM",
    "VRMC_",
];

/// What a required extension means for this crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Required {
    Supported,
    Harmless,
    /// It may change vertices, weights or animations.
    Unsupported,
}

pub(crate) fn required(name: &str) -> Required {
    if SUPPORTED.contains(&name) {
        Required::Supported
    } else if HARMLESS.iter().any(|prefix| name.starts_with(prefix)) {
        Required::Harmless
    } else {
        Required::Unsupported
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_change_vertices_or_weights_is_unsupported() {
        for (name, expected) in [
            ("KHR_mesh_quantization", Required::Supported),
            ("KHR_materials_unlit", Required::Harmless),
            ("KHR_texture_basisu", Required::Harmless),
            ("VRM", Required::Harmless),
            ("VRMC_vrm", Required::Harmless),
            ("EXT_meshopt_compression", Required::Unsupported),
            ("KHR_draco_mesh_compression", Required::Unsupported),
            ("KHR_animation_pointer", Required::Unsupported),
            ("XYZ_future_geometry", Required::Unsupported),
        ] {
            assert_eq!(required(name), expected, "{name}");
        }
    }
}
