//! The mesh of a cell as files, so that every worker has the same floats.

use anyhow::{Context, Result};
use morph_bench::Workload;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// A folder of this process's own, which goes away with its cell.
pub(crate) struct Files {
    folder: PathBuf,
}

impl Files {
    pub(crate) fn write(scratch: &Path, load: &Workload) -> Result<Self> {
        fs::create_dir_all(scratch)
            .with_context(|| format!("cannot make {}", scratch.display()))?;
        let folder = scratch.join(format!("mesh-{}", std::process::id()));
        // A folder that is there already is someone else's: it is not written to, nor removed.
        fs::create_dir(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let files = Self { folder };
        let base = load.base.attributes().filter_map(|a| load.base.values(a)).map(<[f32]>::to_vec);
        write(&files.path("base.f32"), base)?;
        let deltas = (0..load.targets.target_count()).flat_map(|target| {
            let attributes = load.targets.attributes().iter();
            attributes.map(move |&attribute| load.dense_deltas(target, attribute))
        });
        write(&files.path("deltas.f32"), deltas)?;
        write(&files.path("weights.f32"), [load.weights.clone()])?;
        Ok(files)
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where a contender writes what it computes.
    pub(crate) fn result(&self) -> PathBuf {
        self.path("result.f32")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.folder) {
            eprintln!("cannot remove {}: {error}", self.folder.display());
        }
    }
}

fn write(path: &Path, arrays: impl IntoIterator<Item = Vec<f32>>) -> Result<()> {
    let mut file = File::create(path).with_context(|| format!("cannot make {}", path.display()))?;
    for array in arrays {
        let bytes: Vec<u8> = array.iter().flat_map(|float| float.to_le_bytes()).collect();
        file.write_all(&bytes)?;
    }
    Ok(())
}

/// The floats of a file that a worker wrote.
pub(crate) fn read(path: &Path) -> Result<Vec<f32>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(bytes.as_chunks().0.iter().map(|&float| f32::from_le_bytes(float)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_bench::Coverage;

    #[test]
    fn a_folder_that_is_not_ours_stays_and_our_own_goes_away() {
        let scratch = tempfile::tempdir().unwrap();
        let load = Workload::new(10, 2, Coverage::Dense);
        let files = Files::write(scratch.path(), &load).unwrap();
        let folder = files.folder().to_owned();
        assert!(Files::write(scratch.path(), &load).is_err());
        assert_eq!(read(&folder.join("weights.f32")).unwrap(), load.weights);
        drop(files);
        assert!(!folder.exists() && scratch.path().exists());
    }
}
