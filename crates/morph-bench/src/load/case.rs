//! The files that are loaded.

use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// A file, and what it decodes to.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) file_bytes: u64,
    /// Bytes of base attributes and deltas as we hand them out: floats, and indices of sparse ones.
    pub(crate) decoded_bytes: u64,
}

/// Heads of some sizes, written into the scratch folder, and the files that were named.
pub(crate) fn all(quick: bool, scratch: &Path, files: &[PathBuf]) -> Result<Vec<Case>> {
    let heads: &[usize] = if quick { &[20_000] } else { &[20_000, 100_000] };
    let mut cases = Vec::new();
    fs::create_dir_all(scratch).with_context(|| format!("cannot make {}", scratch.display()))?;
    for &vertices in heads {
        let path = scratch.join(format!("head-{vertices}.glb"));
        fs::write(&path, morph_sample::glb::write(&morph_sample::head(vertices)))
            .with_context(|| format!("cannot write {}", path.display()))?;
        cases.push(Case::new(format!("head, {vertices} vertices"), path)?);
    }
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        cases.push(Case::new(name, path.clone())?);
    }
    Ok(cases)
}

impl Case {
    fn new(name: String, path: PathBuf) -> Result<Self> {
        let document = morphkit::gltf::open(&path)
            .with_context(|| format!("cannot open {}", path.display()))?;
        let mut decoded_bytes = 0;
        let meshes = document.meshes()?;
        let primitives = meshes.iter().flat_map(|mesh| &mesh.primitives);
        let targets = primitives.clone().filter_map(|p| p.targets.as_ref());
        // Primitives that name the same accessors share one set of deltas.
        for targets in morph_core::unique_targets(targets) {
            for &attribute in targets.attributes() {
                for target in 0..targets.target_count() {
                    decoded_bytes += targets.deltas(target, attribute).map_or(0, bytes_of);
                }
            }
        }
        for primitive in primitives {
            let values = primitive.base.attributes().filter_map(|a| primitive.base.values(a));
            decoded_bytes += values.map(|v| size_of_val(v) as u64).sum::<u64>();
        }
        let file_bytes = fs::metadata(&path)?.len();
        Ok(Self { name, path, file_bytes, decoded_bytes })
    }
}

fn bytes_of(deltas: &morph_core::Deltas) -> u64 {
    let indices = match deltas {
        morph_core::Deltas::Sparse { indices, .. } => indices.len(),
        morph_core::Deltas::Dense(_) => 0,
    };
    4 * (deltas.values().len() + indices) as u64
}
