//! What a file draws: nodes, skins, materials, textures and animations, for `render`.

mod animation;
mod graph;
mod influence;
mod instance;
mod material;
mod pose;
mod primitive;
mod skin;
mod texture;
mod topology;

pub use animation::{Animation, span};
pub use influence::Influences;
pub use instance::{Instance, Placement, blended};
pub use material::{Alpha, Material};
pub use pose::Pose;
pub use primitive::{Mesh, Primitive};
pub use texture::{Texture, Wrap};
pub use topology::Topology;

use anyhow::{Result, bail};
use graph::Graph;
use morphkit::gltf::Document;
use skin::Skin;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::rc::Rc;

/// Most vertices that may be drawn again for further nodes that draw a mesh.
const REPEATED_VERTICES: usize = 4 << 20;
/// Most primitives that all instances together may draw.
const PRIMITIVES: usize = 1 << 14;
/// Most joints that all primitives of all instances together may follow.
const JOINTS: usize = 1 << 20;

/// What repetition makes of a file: a node is a few bytes, what it draws may be a lot.
#[derive(Debug, Default)]
struct Demand {
    vertices: usize,
    primitives: usize,
    joints: usize,
}

impl Demand {
    fn check(&self) -> Result<()> {
        for (what, found, limit) in [
            ("vertices drawn again", self.vertices, REPEATED_VERTICES),
            ("primitives", self.primitives, PRIMITIVES),
            ("joints of primitives", self.joints, JOINTS),
        ] {
            if found > limit {
                bail!("scene: expected at most {limit} {what}, got {found} or more");
            }
        }
        Ok(())
    }
}

/// What the default scene of a file draws.
#[derive(Debug)]
pub struct Scene {
    graph: Graph,
    skins: BTreeMap<usize, Skin>,
    /// One for each node that draws a mesh, in the order of the scene's tree.
    pub instances: Vec<Instance>,
    /// The materials in use; primitives hold indices into them.
    pub materials: Vec<Material>,
    /// The textures in use; materials hold indices into them.
    pub textures: Vec<Texture>,
    /// What was left out and why, for whoever looks at the picture.
    pub notes: Vec<String>,
}

impl Scene {
    /// Reads the default scene; without a scene, all root nodes.
    ///
    /// # Errors
    /// What is wrong, its place first; also where nothing is there to draw.
    pub fn read(document: &Document) -> Result<Self> {
        let graph = Graph::read(document)?;
        let mut scene = Self {
            graph,
            skins: BTreeMap::new(),
            instances: Vec::new(),
            materials: Vec::new(),
            textures: Vec::new(),
            notes: Vec::new(),
        };
        let roots = scene.graph.scene_roots(document)?;
        let mut meshes = BTreeMap::new();
        let mut materials = material::Reader::new(document);
        let mut demand = Demand::default();
        for node in scene.graph.below(&roots) {
            let Some(index) = document.root().nodes[node].mesh else { continue };
            let mesh: Rc<Mesh> = match meshes.get(&index) {
                Some(mesh) => {
                    let mesh: &Rc<Mesh> = mesh;
                    demand.vertices = demand.vertices.saturating_add(mesh.vertex_count());
                    Rc::clone(mesh)
                }
                None => {
                    let mesh = Mesh::read(document, index, &mut materials, &mut scene.notes)?;
                    Rc::clone(meshes.entry(index).or_insert(Rc::new(mesh)))
                }
            };
            if mesh.primitives.is_empty() {
                continue;
            }
            let primitives = mesh.primitives.len();
            demand.primitives = demand.primitives.saturating_add(primitives);
            let joints = scene.add_instance(document, node, mesh)?;
            demand.joints = demand.joints.saturating_add(joints.saturating_mul(primitives));
            demand.check()?;
        }
        (scene.materials, scene.textures) = materials.finish(&mut scene.notes);
        if scene.instances.is_empty() {
            bail!("nothing to draw: {}", scene.why_empty(document, &roots));
        }
        Ok(scene)
    }

    /// Adds an instance; gives the number of its joints.
    fn add_instance(&mut self, document: &Document, node: usize, mesh: Rc<Mesh>) -> Result<usize> {
        let skin = document.root().nodes[node].skin;
        if let Some(index) = skin {
            let joint_count = match self.skins.entry(index) {
                Entry::Occupied(entry) => entry.get().joint_count(),
                Entry::Vacant(entry) => entry.insert(Skin::read(document, index)?).joint_count(),
            };
            for primitive in &mesh.primitives {
                let place = &primitive.place;
                match &primitive.influences {
                    Some(influences) => influences.check(place, joint_count)?,
                    None => self.notes.push(format!(
                        "nodes[{node}]: {place} has no JOINTS_0 and WEIGHTS_0, \
                         so skins[{index}] does not move it"
                    )),
                }
            }
        }
        let joint_count =
            skin.and_then(|index| self.skins.get(&index)).map_or(0, Skin::joint_count);
        let weights = document.node_weights(node)?.weights;
        self.instances.push(Instance { node, skin, joint_count, mesh, weights });
        Ok(joint_count)
    }

    /// The set of texture coordinates that a primitive's material shows.
    #[must_use]
    pub fn texcoord(&self, primitive: &Primitive) -> u32 {
        self.materials[primitive.material].texture.map_or(0, |used| used.set)
    }

    /// Why there is no instance.
    fn why_empty(&self, document: &Document, roots: &[usize]) -> String {
        let root = document.root();
        if root.meshes.is_empty() {
            return "the file has no meshes".into();
        }
        let drawn = self.graph.below(roots).iter().any(|&n| root.nodes[n].mesh.is_some());
        match (drawn, self.notes.is_empty()) {
            (false, _) => "no node of the scene has a mesh".into(),
            (true, true) => "its meshes have no primitives that can be drawn".into(),
            (true, false) => self.notes.join("; "),
        }
    }
}

#[cfg(test)]
mod tests;
