//! Loaders that are written in Rust.

use anyhow::{Context, Result, bail, ensure};
use morph_core::{Attribute, Deltas, MorphMesh};
use morphkit::gltf::{Document, NoFiles};

/// What a file holds: to see that all contenders read the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Checked {
    /// Indices and floats that are not zero: sparse deltas count as their dense form does.
    pub(crate) numbers: u64,
    /// The sum of their magnitudes.
    pub(crate) sum: f64,
}

impl Checked {
    pub(crate) const NOTHING: Self = Self { numbers: 0, sum: 0.0 };

    pub(crate) fn add(&mut self, numbers: impl IntoIterator<Item = f64>) {
        for number in numbers.into_iter().filter(|&n| n != 0.0) {
            self.numbers += 1;
            self.sum += number.abs();
        }
    }
}

/// Names of all, the first one ours.
pub(crate) const NAMES: [&str; 2] = ["ours", "gltf"];

/// What a loader gives; counted only where somebody asks.
pub(crate) enum Loaded {
    Ours(Vec<MorphMesh>, Vec<Vec<u32>>),
    Gltf(Vec<Primitive>),
}

/// Everything of a primitive that `gltf` reads.
#[derive(Default)]
pub(crate) struct Primitive {
    floats: Vec<Vec<f32>>,
    vectors: Vec<Vec<[f32; 3]>>,
    tangents: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

/// Loads a file's bytes with everything that is measured.
pub(crate) fn load(contender: &str, bytes: &[u8]) -> Result<Loaded> {
    Ok(match contender {
        "ours" => ours(&Document::from_slice(bytes, NoFiles)?)?,
        "gltf" => Loaded::Gltf(gltf(bytes)?),
        _ => bail!("no such contender: {contender}"),
    })
}

/// Everything of an open document.
pub(crate) fn ours(document: &Document) -> Result<Loaded> {
    let meshes = document.meshes()?;
    let mut indices = Vec::new();
    for (mesh, loaded) in meshes.iter().enumerate() {
        for primitive in 0..loaded.primitives.len() {
            indices.push(document.indices(mesh, primitive)?.unwrap_or_default());
        }
    }
    Ok(Loaded::Ours(meshes, indices))
}

fn gltf(bytes: &[u8]) -> Result<Vec<Primitive>> {
    let (document, buffers, _) = gltf::import_slice(bytes)?;
    let mut primitives = Vec::new();
    for primitive in document.meshes().flat_map(|mesh| mesh.primitives().collect::<Vec<_>>()) {
        let reader = primitive.reader(|buffer| buffers.get(buffer.index()).map(|d| &d.0[..]));
        let mut read = Primitive::default();
        read.vectors.extend(reader.read_positions().map(Iterator::collect));
        read.vectors.extend(reader.read_normals().map(Iterator::collect));
        read.tangents = reader.read_tangents().map(Iterator::collect).unwrap_or_default();
        for set in 0.. {
            let Some(texcoords) = reader.read_tex_coords(set) else { break };
            read.floats.push(texcoords.into_f32().flatten().collect());
        }
        for set in 0.. {
            let Some(colors) = reader.read_colors(set) else { break };
            read.floats.push(colors.into_rgba_f32().flatten().collect());
        }
        read.indices = reader.read_indices().map(|i| i.into_u32().collect()).unwrap_or_default();
        for (positions, normals, tangents) in reader.read_morph_targets() {
            read.vectors.extend(positions.map(Iterator::collect));
            read.vectors.extend(normals.map(Iterator::collect));
            read.vectors.extend(tangents.map(Iterator::collect));
        }
        primitives.push(read);
    }
    Ok(primitives)
}

impl Loaded {
    /// Counts what was read; deltas of TANGENT only where `tangents` says so.
    pub(crate) fn check(&self, tangents: bool) -> Result<Checked> {
        let mut checked = Checked::NOTHING;
        match self {
            Self::Ours(meshes, indices) => {
                for primitive in meshes.iter().flat_map(|mesh| &mesh.primitives) {
                    for attribute in primitive.base.attributes() {
                        checked.add(numbers(primitive.base.values(attribute).unwrap_or_default()));
                    }
                    let Some(targets) = &primitive.targets else { continue };
                    for target in 0..targets.target_count() {
                        for &attribute in targets.attributes() {
                            if attribute == Attribute::Tangent && !tangents {
                                continue;
                            }
                            let deltas = targets.deltas(target, attribute);
                            ensure_counted(attribute)?;
                            checked.add(numbers(deltas.map_or(&[], Deltas::values)));
                        }
                    }
                }
                checked.add(indices.iter().flatten().map(|&i| f64::from(i)));
            }
            Self::Gltf(primitives) => {
                ensure!(tangents, "gltf reads deltas of TANGENT");
                for primitive in primitives {
                    primitive.floats.iter().for_each(|floats| checked.add(numbers(floats)));
                    checked.add(primitive.vectors.iter().flatten().flatten().map(|&v| v.into()));
                    checked.add(primitive.tangents.iter().flatten().map(|&v| v.into()));
                    checked.add(primitive.indices.iter().map(|&i| f64::from(i)));
                }
            }
        }
        Ok(checked)
    }
}

/// The others read no deltas of anything else.
fn ensure_counted(attribute: Attribute) -> Result<()> {
    use Attribute::{Normal, Position, Tangent};
    matches!(attribute, Position | Normal | Tangent)
        .then_some(())
        .with_context(|| format!("{attribute}: only POSITION, NORMAL and TANGENT are compared"))
}

fn numbers(floats: &[f32]) -> impl Iterator<Item = f64> + '_ {
    floats.iter().map(|&v| f64::from(v))
}
