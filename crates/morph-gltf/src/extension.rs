//! Which extensions are read, which can be ignored, and which are errors where they are required.

/// Extensions that this crate reads.
const SUPPORTED: &[&str] = &["KHR_mesh_quantization", "KHR_animation_pointer"];

/// Extensions that this crate reads with its feature `meshopt`.
const MESHOPT: &[&str] = &["EXT_meshopt_compression", "KHR_meshopt_compression"];

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

/// Extensions that are known to change what this crate reads, and are not read.
const REFUSED: &[&str] = &[DRACO];

/// Compresses the base of primitives, never their targets.
pub(crate) const DRACO: &str = "KHR_draco_mesh_compression";

/// What an extension means for this crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Treatment {
    Supported,
    Harmless,
    /// It changes vertices, weights or animations; where it is not required, there is other data.
    Refused,
    /// Nobody knows.
    Unknown,
}

pub(crate) fn treatment(name: &str) -> Treatment {
    if SUPPORTED.contains(&name) || (cfg!(feature = "meshopt") && MESHOPT.contains(&name)) {
        Treatment::Supported
    } else if HARMLESS.iter().any(|prefix| name.starts_with(prefix)) {
        Treatment::Harmless
    } else if REFUSED.contains(&name) || MESHOPT.contains(&name) {
        Treatment::Refused
    } else {
        Treatment::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_change_vertices_or_weights_is_read_refused_or_unknown() {
        let meshopt =
            if cfg!(feature = "meshopt") { Treatment::Supported } else { Treatment::Refused };
        for (name, expected) in [
            ("KHR_mesh_quantization", Treatment::Supported),
            ("KHR_animation_pointer", Treatment::Supported),
            ("EXT_meshopt_compression", meshopt),
            ("KHR_meshopt_compression", meshopt),
            ("KHR_materials_unlit", Treatment::Harmless),
            ("KHR_texture_basisu", Treatment::Harmless),
            ("KHR_texture_transform", Treatment::Harmless),
            ("VRM", Treatment::Harmless),
            ("VRMC_vrm", Treatment::Harmless),
            ("KHR_draco_mesh_compression", Treatment::Refused),
            ("XYZ_future_geometry", Treatment::Unknown),
        ] {
            assert_eq!(treatment(name), expected, "{name}");
        }
    }
}
