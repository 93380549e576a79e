//! How commands read a file, from the options that they share.

use morphkit::gltf::{Normals, ReadOptions, Strictness};

/// What `--strict` and `--normals` ask for.
pub(crate) fn options(strict: bool, normals: bool) -> ReadOptions {
    ReadOptions {
        strictness: if strict { Strictness::Strict } else { Strictness::Lenient },
        normals: if normals { Normals::Computed } else { Normals::AsWritten },
        ..ReadOptions::default()
    }
}
