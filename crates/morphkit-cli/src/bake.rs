//! The command `bake`: weights become the shape of a new file.

mod group;
mod report;

use crate::args::BakeArgs;
use crate::blend::request::Request;
use crate::blend::source::Source;
use crate::failure::{Failure, tell};
use crate::{progress, read};
use anyhow::Context;
use group::Group;
use morphkit::core::Attribute;
use morphkit::gltf::write::{Patch, Rest, WriteError, Written};
use morphkit::gltf::{self, Document};
use report::{BakedMesh, Report};

/// Bakes one file.
pub(crate) fn run(args: &BakeArgs) -> Result<(), Failure> {
    args.output.check(&args.file)?;
    let place = || args.file.display().to_string();
    let options = read::options(args.strict, args.normals);
    let busy = progress::spinner("reading");
    let document =
        gltf::open_with(&args.file, &options).with_context(place).map_err(Failure::File)?;
    let source = Source::read(&document).with_context(place).map_err(Failure::File)?;
    busy.finish_and_clear();
    let mut notes = Vec::new();
    let weights = request(args).plan(&source, &mut notes)?.weights;
    notes.iter().for_each(|note| tell(&format!("note: {note}")));
    let busy = progress::spinner("baking");
    let (written, meshes) =
        bake(args, &document, &source, &weights).with_context(place).map_err(Failure::File)?;
    busy.finish_and_clear();
    let bytes = args.output.save(&args.file, &document, &written)?;
    Report { file: &args.output.output, bytes, meshes, notes: written.notes() }.print(args.json)
}

fn request(args: &BakeArgs) -> Request {
    Request {
        file: args.file.clone(),
        mesh: args.mesh.clone(),
        weights: args.weights.as_ref().map(|weights| weights.0.clone()),
        animation: args.animation.clone(),
        time: args.time,
        face: args.face.clone(),
        ..Request::default()
    }
}

/// `weights` are those of each instance.
fn bake(
    args: &BakeArgs,
    document: &Document,
    source: &Source,
    weights: &[Vec<f32>],
) -> Result<(Written, Vec<BakedMesh>), WriteError> {
    let rest = if args.keep_targets { Rest::Keep } else { Rest::Drop };
    let mut patch = Patch::new(document)?;
    let mut report = Vec::new();
    for (mesh, shape) in source.meshes.iter().enumerate() {
        if shape.target_count() == 0 {
            continue;
        }
        if args.normals && args.keep_targets {
            patch.add_computed_deltas(mesh, shape, Attribute::Normal)?;
        }
        let groups = Group::of(source.instances_of(mesh), weights);
        if groups.len() > 1 {
            let count = groups.len();
            patch.note(format!(
                "meshes[{mesh}]: its nodes have {count} different rows of weights, so it becomes {count} meshes"
            ));
        }
        let nodes: Vec<_> = groups.iter().map(|group| group.nodes.clone()).collect();
        for (mesh, group) in patch.split_mesh(mesh, &nodes)?.into_iter().zip(groups) {
            patch.bake(mesh, shape, group.weights, rest)?;
            report.push(BakedMesh::new(mesh, shape, &group, rest));
        }
    }
    Ok((patch.finish()?, report))
}
