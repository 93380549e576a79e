//! A file as the blend needs it, and the last one kept.

use crate::failure::Failure;
use anyhow::{Context, bail};
use morphkit::core::MorphMesh;
use morphkit::core::animation::Clip;
use morphkit::gltf::vrm::Vrm;
use morphkit::gltf::{self, Document, ReadOptions};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::SystemTime;

/// Most vertices that may be blended again for further nodes that draw a mesh: the answer holds all
/// of them at once, and a node is a few bytes of the file.
const REPEATED_VERTICES: usize = 8 << 20;

/// All meshes of a file, who draws them, and its weight animations. Nothing is wrong with it.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) meshes: Vec<MorphMesh>,
    /// In the order of meshes.
    pub(crate) instances: Vec<Instance>,
    pub(crate) clips: Vec<Clip>,
    /// The expressions of an avatar.
    pub(crate) vrm: Option<Vrm>,
}

/// A mesh that a node draws; one without a node for a mesh that none draws.
#[derive(Debug)]
pub(crate) struct Instance {
    pub(crate) mesh: usize,
    pub(crate) node: Option<usize>,
    /// Weights before any animation, one for each target.
    pub(crate) weights: Vec<f32>,
}

impl Source {
    fn open(path: &Path, options: &ReadOptions) -> anyhow::Result<Self> {
        Self::read(&gltf::open_with(path, options)?)
    }

    /// Reads everything that can be blended.
    ///
    /// # Errors
    /// The first thing that is wrong; more vertices, for nodes that share a mesh, than can be.
    pub(crate) fn read(document: &Document) -> anyhow::Result<Self> {
        document.validate()?;
        let meshes = document.meshes()?;
        let clips = document.weight_animations()?;
        let vrm = document.vrm()?;
        let mut instances = Vec::new();
        let mut repeated = 0_usize;
        for (mesh, of_mesh) in meshes.iter().enumerate() {
            let before = instances.len();
            let vertices: usize = of_mesh.primitives.iter().map(|p| p.base.vertex_count()).sum();
            let again = document.mesh_nodes(mesh).count().saturating_sub(1);
            repeated = repeated.saturating_add(vertices.saturating_mul(again));
            if repeated > REPEATED_VERTICES {
                bail!(
                    "nodes that draw meshes[{mesh}] and those before again: expected at most {REPEATED_VERTICES} vertices, got {repeated}"
                );
            }
            for node in document.mesh_nodes(mesh) {
                let weights = document.node_weights(node)?.weights;
                instances.push(Instance { mesh, node: Some(node), weights });
            }
            if instances.len() == before {
                let weights = of_mesh.default_weights.clone();
                instances.push(Instance { mesh, node: None, weights });
            }
        }
        Ok(Self { meshes, instances, clips, vrm })
    }

    /// The instances of a mesh, with their place among all.
    pub(crate) fn instances_of(&self, mesh: usize) -> impl Iterator<Item = (usize, &Instance)> {
        // They stand in the order of meshes.
        let first = self.instances.partition_point(|instance| instance.mesh < mesh);
        let from = self.instances.iter().enumerate().skip(first);
        from.take_while(move |(_, instance)| instance.mesh == mesh)
    }
}

/// The last file that was read; read again when it changes.
#[derive(Debug)]
pub(super) struct Cache {
    options: ReadOptions,
    last: Option<(Key, Rc<Source>)>,
}

#[derive(Debug, PartialEq, Eq)]
struct Key {
    path: PathBuf,
    bytes: u64,
    modified: Option<SystemTime>,
}

impl Cache {
    pub(super) const fn new(options: ReadOptions) -> Self {
        Self { options, last: None }
    }

    pub(super) fn load(&mut self, path: &Path) -> Result<Rc<Source>, Failure> {
        let key = std::fs::metadata(path).ok().map(|metadata| Key {
            path: path.to_owned(),
            bytes: metadata.len(),
            modified: metadata.modified().ok(),
        });
        match (&self.last, &key) {
            (Some((last, source)), Some(key)) if last == key => return Ok(source.clone()),
            _ => {}
        }
        // The old one goes first: two large files need not fit at once.
        self.last = None;
        let source = Source::open(path, &self.options)
            .with_context(|| path.display().to_string())
            .map_err(Failure::File)?;
        let source = Rc::new(source);
        self.last = key.map(|key| (key, source.clone()));
        Ok(source)
    }
}
