//! The command `report`: one page about the targets of a file, with pictures.

pub(crate) mod args;
mod curves;
mod measure;
mod overlaps;
mod page;
mod pictures;

use crate::failure::{Failure, tell};
use crate::inspect::Report;
use crate::output;
use crate::progress;
use crate::read;
use anyhow::{Context, anyhow};
use args::ReportArgs;
use curves::Charts;
use measure::Measured;
use morphkit::gltf::{Severity, open_with};
use overlaps::Overlaps;
use pictures::{Drawn, Picture};
use std::fs;

/// Most meshes with a section of their own.
const MESHES: usize = 24;
/// Most rows of targets, of all meshes together.
const ROWS: usize = 2000;

/// All that the page shows.
struct Content {
    /// The file's name.
    name: String,
    report: Report,
    meshes: Vec<MeshContent>,
    charts: Charts,
    /// Most targets with pictures.
    pictures: usize,
    /// The whole file.
    cover: Option<Picture>,
    /// Why there are no pictures at all.
    without_pictures: Option<String>,
    /// What drew them.
    device: Option<String>,
}

/// One mesh with targets.
struct MeshContent {
    measured: Measured,
    overlaps: Overlaps,
    /// Rows of its table.
    rows: usize,
    /// For its first targets: at weight 1, and the heat map of that.
    pictures: Vec<[Picture; 2]>,
    /// Why this mesh has none, where others may.
    without_pictures: Option<String>,
}

/// Writes the page; fails after it where the file has errors.
pub(crate) fn run(args: &ReportArgs) -> Result<(), Failure> {
    output::check(&args.output, &["html", "htm"])?;
    let place = || args.file.display().to_string();
    let busy = progress::spinner("reading");
    let options = read::options(false, args.normals);
    let document = open_with(&args.file, &options).with_context(place).map_err(Failure::File)?;
    let findings = document.findings();
    let report = Report::new(&args.file, &document, &findings);
    let morphing = report.meshes.iter().filter(|mesh| mesh.target_count > 0);
    let measured: Vec<_> =
        morphing.take(MESHES).filter_map(|mesh| Measured::new(&document, mesh.index)).collect();
    let counts: Vec<_> = measured.iter().map(|measured| measured.targets.len()).collect();
    let mut meshes = Vec::with_capacity(measured.len());
    for (measured, own) in measured.into_iter().zip(shares(&counts, ROWS)) {
        let overlaps = Overlaps::new(&measured);
        let (pictures, without_pictures) = (Vec::new(), None);
        meshes.push(MeshContent { overlaps, rows: own, pictures, without_pictures, measured });
    }
    busy.finish_and_clear();
    let mut content = Content {
        name: args.file.file_name().unwrap_or(args.file.as_os_str()).to_string_lossy().into_owned(),
        report,
        meshes,
        charts: Charts::new(&document),
        pictures: args.pictures,
        cover: None,
        without_pictures: None,
        device: None,
    };
    match pictures::draw(args, &document, &content.meshes) {
        Ok(drawn) => content.take(drawn),
        Err(reason) => {
            if !args.no_pictures {
                tell(&format!("note: no pictures: {reason}"));
            }
            content.without_pictures = Some(reason);
        }
    }
    let page = page::page(&content);
    let written = fs::write(&args.output, page);
    let output = || format!("{}: cannot be written", args.output.display());
    written.with_context(output).map_err(Failure::Environment)?;
    match findings.iter().find(|finding| finding.severity >= Severity::Fatal) {
        None => Ok(()),
        Some(first) => Err(Failure::File(anyhow!("{}: {first}; the report tells all", place()))),
    }
}

/// How many of each are shown, where all together may be so many: what some do not need, the others
/// share.
fn shares(counts: &[usize], most: usize) -> Vec<usize> {
    let mut order: Vec<_> = (0..counts.len()).collect();
    order.sort_by_key(|&at| counts[at]);
    let (mut left, mut shares) = (most, vec![0; counts.len()]);
    for (done, &at) in order.iter().enumerate() {
        shares[at] = counts[at].min(left / (counts.len() - done));
        left -= shares[at];
    }
    shares
}

impl Content {
    fn take(&mut self, drawn: Drawn) {
        self.cover = Some(drawn.cover);
        self.device = Some(drawn.device);
        for (mesh, of_mesh) in self.meshes.iter_mut().zip(drawn.meshes) {
            match of_mesh {
                Ok(pictures) => mesh.pictures = pictures,
                Err(reason) => mesh.without_pictures = Some(reason),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_small_meshes_do_not_need_large_ones_share() {
        assert_eq!(shares(&[3000, 10, 500], 2000), [1490, 10, 500]);
        assert_eq!(shares(&[9, 9, 2], 8), [3, 3, 2]);
        assert_eq!(shares(&[5, 5], 0), [0, 0]);
        assert!(shares(&[], 7).is_empty());
    }
}
