//! The JSON beside the arrays. A name of an array stands where the array itself would.

use super::arrays::Arrays;
use crate::animation_report::interpolation_name;
use crate::blend::source::Source;
use anyhow::Result;
use morphkit::core::animation::{ChannelTargets, Clip, Interpolation};
use morphkit::core::{MorphMesh, MorphPrimitive};
use morphkit::gltf::Document;
use serde::Serialize;
use std::collections::BTreeMap;

/// Raised where a field goes or means something else.
const SCHEMA: u32 = 1;

#[derive(Debug, Serialize)]
pub(super) struct Index {
    schema: u32,
    file: String,
    arrays: String,
    meshes: Vec<MeshIndex>,
    animations: Vec<AnimationIndex>,
}

#[derive(Debug, Serialize)]
struct MeshIndex {
    index: usize,
    name: Option<String>,
    target_names: Option<Vec<String>>,
    weights: String,
    nodes: Vec<NodeIndex>,
    primitives: Vec<PrimitiveIndex>,
}

#[derive(Debug, Serialize)]
struct NodeIndex {
    node: usize,
    weights: String,
}

#[derive(Debug, Serialize)]
struct PrimitiveIndex {
    index: usize,
    /// 0 points to 4 triangles, 6 fan, as glTF has it.
    mode: usize,
    indices: Option<String>,
    vertex_count: usize,
    /// By attribute.
    base: BTreeMap<String, String>,
    /// By attribute.
    targets: BTreeMap<String, String>,
}

#[derive(Debug, Serialize)]
struct AnimationIndex {
    index: usize,
    name: Option<String>,
    channels: Vec<ChannelIndex>,
}

#[derive(Debug, Serialize)]
struct ChannelIndex {
    node: usize,
    /// One target, or all of them.
    target: Option<usize>,
    interpolation: &'static str,
    times: String,
    values: String,
}

impl Index {
    /// Writes all arrays and says where each of them is.
    pub(super) fn write(
        file: String,
        npz: String,
        document: &Document,
        source: &Source,
        arrays: &mut Arrays,
    ) -> Result<Self> {
        let mut deltas = BTreeMap::new();
        let mut meshes = Vec::new();
        for (index, mesh) in source.meshes.iter().enumerate() {
            meshes.push(MeshIndex::write(index, mesh, document, source, &mut deltas, arrays)?);
        }
        let mut animations = Vec::new();
        for (index, clip) in source.clips.iter().enumerate() {
            animations.push(AnimationIndex::write(index, clip, arrays)?);
        }
        Ok(Self { schema: SCHEMA, file, arrays: npz, meshes, animations })
    }
}

/// Names of arrays of deltas, by the targets in memory that they hold.
type Known = BTreeMap<usize, BTreeMap<String, String>>;

impl MeshIndex {
    fn write(
        index: usize,
        mesh: &MorphMesh,
        document: &Document,
        source: &Source,
        known: &mut Known,
        arrays: &mut Arrays,
    ) -> Result<Self> {
        let place = format!("meshes.{index}");
        let row = |arrays: &mut Arrays, name: String, weights: &[f32]| {
            arrays.add(name, &[weights.len()], weights)
        };
        let weights = row(arrays, format!("{place}.weights"), &mesh.default_weights)?;
        let mut nodes = Vec::new();
        for (_, instance) in source.instances_of(index) {
            if let Some(node) = instance.node {
                let weights = row(arrays, format!("nodes.{node}.weights"), &instance.weights)?;
                nodes.push(NodeIndex { node, weights });
            }
        }
        let mut primitives = Vec::new();
        for (at, primitive) in mesh.primitives.iter().enumerate() {
            let place = format!("{place}.primitives.{at}");
            let indices = match document.indices(index, at) {
                // What cannot be drawn can be morphed; `check` tells of it.
                Err(_) | Ok(None) => None,
                Ok(Some(indices)) => {
                    Some(arrays.add(format!("{place}.indices"), &[indices.len()], &indices)?)
                }
            };
            primitives.push(PrimitiveIndex {
                index: at,
                mode: document.root().meshes[index].primitives[at].mode,
                indices,
                vertex_count: primitive.base.vertex_count(),
                base: base(&place, primitive, arrays)?,
                targets: targets(&place, primitive, known, arrays)?,
            });
        }
        let target_names = mesh.target_names.as_ref().map(|names| names.to_vec());
        Ok(Self { index, name: mesh.name.clone(), target_names, weights, nodes, primitives })
    }
}

fn base(
    place: &str,
    primitive: &MorphPrimitive,
    arrays: &mut Arrays,
) -> Result<BTreeMap<String, String>> {
    let base = &primitive.base;
    let mut names = BTreeMap::new();
    for attribute in base.attributes() {
        let values = base.values(attribute).unwrap_or_default();
        let shape = [base.vertex_count(), base.components(attribute).unwrap_or(1)];
        let name = arrays.add(format!("{place}.base.{attribute}"), &shape, values)?;
        names.insert(attribute.to_string(), name);
    }
    Ok(names)
}

/// Primitives that share targets name the same arrays.
fn targets(
    place: &str,
    primitive: &MorphPrimitive,
    known: &mut Known,
    arrays: &mut Arrays,
) -> Result<BTreeMap<String, String>> {
    let Some(targets) = &primitive.targets else { return Ok(BTreeMap::new()) };
    if let Some(names) = known.get(&targets.identity()) {
        return Ok(names.clone());
    }
    let mut names = BTreeMap::new();
    for &attribute in targets.attributes() {
        let name = arrays.add_deltas(format!("{place}.targets.{attribute}"), targets, attribute)?;
        names.insert(attribute.to_string(), name);
    }
    known.insert(targets.identity(), names.clone());
    Ok(names)
}

impl AnimationIndex {
    fn write(index: usize, clip: &Clip, arrays: &mut Arrays) -> Result<Self> {
        let mut channels = Vec::new();
        for (at, channel) in clip.channels.iter().enumerate() {
            let place = format!("animations.{index}.channels.{at}");
            let track = &channel.track;
            let (keys, targets) = (track.key_count(), track.target_count());
            let shape: &[usize] = match track.interpolation() {
                Interpolation::CubicSpline => &[keys, 3, targets],
                Interpolation::Step | Interpolation::Linear => &[keys, targets],
            };
            channels.push(ChannelIndex {
                node: channel.node,
                target: match channel.targets {
                    ChannelTargets::All => None,
                    ChannelTargets::One(target) => Some(target),
                },
                interpolation: interpolation_name(track.interpolation()),
                times: arrays.add(format!("{place}.times"), &[keys], track.times())?,
                values: arrays.add(format!("{place}.values"), shape, track.values())?,
            });
        }
        Ok(Self { index, name: clip.name.clone(), channels })
    }
}
