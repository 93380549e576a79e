//! Nodes: their places relative to each other.

use anyhow::{Result, bail};
use glam::{DMat4, DQuat, DVec3};
use morphkit::gltf::Document;
use morphkit::gltf::model::Node;
use std::collections::BTreeMap;

/// Translation, rotation and scale of a node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Trs {
    pub(super) translation: DVec3,
    pub(super) rotation: DQuat,
    pub(super) scale: DVec3,
}

impl Trs {
    fn of(node: &Node) -> Self {
        let vec3 = |v: Option<[f32; 3]>, or: f64| {
            v.map_or(DVec3::splat(or), |v| DVec3::from_array(v.map(f64::from)))
        };
        Self {
            translation: vec3(node.translation, 0.0),
            rotation: node.rotation.map_or(DQuat::IDENTITY, unit_quaternion),
            scale: vec3(node.scale, 1.0),
        }
    }

    fn matrix(&self) -> DMat4 {
        DMat4::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }
}

/// A rotation of unit length; the identity where there is none.
pub(super) fn unit_quaternion(values: [f32; 4]) -> DQuat {
    let quaternion = DQuat::from_array(values.map(f64::from));
    let length = quaternion.length();
    if length > 0.0 && length.is_finite() { quaternion / length } else { DQuat::IDENTITY }
}

/// All nodes of a file: a forest, proved to be one.
#[derive(Debug)]
pub(super) struct Graph {
    locals: Vec<DMat4>,
    trs: Vec<Trs>,
    parents: Vec<Option<usize>>,
    children: Vec<Vec<usize>>,
    /// Every node after its parent.
    order: Vec<usize>,
}

impl Graph {
    /// Reads all nodes.
    ///
    /// # Errors
    /// A child that does not exist, one with two parents, or nodes that are their own ancestors.
    pub(super) fn read(document: &Document) -> Result<Self> {
        let nodes = &document.root().nodes;
        let mut parents = vec![None; nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            for (at, &child) in node.children.iter().enumerate() {
                let place = format!("nodes[{index}].children[{at}]");
                match parents.get_mut(child) {
                    None => {
                        bail!("{place}: nodes[{child}] does not exist, there are {}", nodes.len())
                    }
                    Some(Some(other)) => {
                        bail!("{place}: nodes[{child}] is already a child of nodes[{other}]")
                    }
                    Some(parent) => *parent = Some(index),
                }
            }
        }
        let trs: Vec<_> = nodes.iter().map(Trs::of).collect();
        let local = |(node, trs): (&Node, &Trs)| match node.matrix {
            Some(matrix) => DMat4::from_cols_array(&matrix.map(f64::from)),
            None => trs.matrix(),
        };
        let mut graph = Self {
            locals: nodes.iter().zip(&trs).map(local).collect(),
            trs,
            children: nodes.iter().map(|node| node.children.clone()).collect(),
            order: Vec::new(),
            parents,
        };
        graph.order = graph.below(&graph.roots());
        // A node has one parent at most, so whatever no root leads to goes round in a circle.
        if graph.order.len() < nodes.len() {
            let mut reached = vec![false; nodes.len()];
            graph.order.iter().for_each(|&node| reached[node] = true);
            let node = reached.iter().position(|&r| !r).unwrap_or(0);
            bail!("nodes[{node}]: is below itself: nodes must form a tree");
        }
        Ok(graph)
    }

    /// Nodes without a parent.
    fn roots(&self) -> Vec<usize> {
        (0..self.parents.len()).filter(|&node| self.parents[node].is_none()).collect()
    }

    /// Root nodes of the default scene, else of the first; without scenes, all roots.
    pub(super) fn scene_roots(&self, document: &Document) -> Result<Vec<usize>> {
        let root = document.root();
        let Some(scene) = root.scenes.get(root.scene.unwrap_or(0)) else {
            return match root.scene {
                Some(index) => {
                    bail!("scene: scenes[{index}] does not exist, there are {}", root.scenes.len())
                }
                None => Ok(self.roots()),
            };
        };
        let mut seen = vec![false; self.parents.len()];
        for (at, &node) in scene.nodes.iter().enumerate() {
            let place = format!("scenes[{}].nodes[{at}]", root.scene.unwrap_or(0));
            match seen.get_mut(node) {
                None => bail!("{place}: nodes[{node}] does not exist, there are {}", seen.len()),
                Some(true) => bail!("{place}: nodes[{node}] is in the scene twice"),
                Some(seen) => *seen = true,
            }
        }
        // One that is below another would be drawn twice.
        let mut drawn = vec![false; seen.len()];
        for &node in &self.order {
            let above = self.parents[node];
            drawn[node] = above.is_some_and(|parent| drawn[parent] || seen[parent]);
        }
        Ok(scene.nodes.iter().copied().filter(|&node| !drawn[node]).collect())
    }

    /// The nodes and everything below them, each after its parent.
    pub(super) fn below(&self, roots: &[usize]) -> Vec<usize> {
        let mut stack: Vec<usize> = roots.iter().rev().copied().collect();
        let mut order = Vec::new();
        while let Some(node) = stack.pop() {
            order.push(node);
            stack.extend(self.children[node].iter().rev());
        }
        order
    }

    /// Translation, rotation and scale as written.
    pub(super) fn trs(&self, node: usize) -> Trs {
        self.trs[node]
    }

    /// From each node's space to the world; `moved` takes the place of what is written.
    pub(super) fn worlds(&self, moved: &BTreeMap<usize, Trs>) -> Vec<DMat4> {
        let mut worlds = vec![DMat4::IDENTITY; self.locals.len()];
        for &node in &self.order {
            let local = moved.get(&node).map_or(self.locals[node], Trs::matrix);
            worlds[node] = match self.parents[node] {
                Some(parent) => worlds[parent] * local,
                None => local,
            };
        }
        worlds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morphkit::gltf::NoFiles;

    fn graph(nodes: &str) -> Result<(Graph, Document)> {
        let text = format!(r#"{{ "asset": {{ "version": "2.0" }}, {nodes} }}"#);
        let document = Document::from_slice(text.as_bytes(), NoFiles)?;
        Graph::read(&document).map(|graph| (graph, document))
    }

    #[test]
    fn circles_and_second_parents_are_errors() {
        for (nodes, message) in [
            (r#"[{"children": [1]}, {"children": [2]}, {"children": [1]}]"#, "already a child"),
            (r#"[{}, {"children": [2]}, {"children": [1]}]"#, "nodes[1]: is below itself"),
            (r#"[{"children": [0]}]"#, "nodes[0]: is below itself"),
            (r#"[{"children": [1]}]"#, "nodes[0].children[0]: nodes[1] does not exist"),
        ] {
            let error = graph(&format!(r#""nodes": {nodes}"#)).unwrap_err();
            assert!(error.to_string().contains(message), "{error}");
        }
    }

    #[test]
    fn a_child_moves_with_its_parent() {
        let nodes = r#""nodes": [
            { "children": [1], "scale": [2, 2, 2] },
            { "matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 3,0,0,1] }]"#;
        let (graph, _) = graph(nodes).unwrap();
        let worlds = graph.worlds(&BTreeMap::new());
        assert_eq!(worlds[1].transform_point3(DVec3::ONE), DVec3::new(8.0, 2.0, 2.0));
        let moved = Trs { translation: DVec3::X, ..graph.trs(0) };
        let worlds = graph.worlds(&BTreeMap::from([(0, moved)]));
        assert_eq!(worlds[1].transform_point3(DVec3::ONE), DVec3::new(9.0, 2.0, 2.0));
    }

    #[test]
    fn without_a_scene_all_roots_are_drawn() {
        let nodes = r#""nodes": [{ "children": [2] }, {}, {}]"#;
        let (bare, document) = graph(nodes).unwrap();
        assert_eq!(bare.scene_roots(&document).unwrap(), [0, 1]);
        let (with, document) =
            graph(&format!(r#"{nodes}, "scenes": [{{ "nodes": [1] }}]"#)).unwrap();
        assert_eq!(with.scene_roots(&document).unwrap(), [1]);
        let (both, document) =
            graph(&format!(r#"{nodes}, "scene": 0, "scenes": [{{ "nodes": [2, 0] }}]"#)).unwrap();
        assert_eq!(both.scene_roots(&document).unwrap(), [0]);
    }

    #[test]
    fn many_nodes_of_a_scene_below_a_long_chain_take_no_time() {
        let (length, leaves) = (60_000, 60_000);
        let link = |node| format!(r#"{{ "children": [{}] }}"#, node + 1);
        let mut nodes: Vec<_> = (0..length - 1).map(link).collect();
        let all: Vec<_> = (length..length + leaves).collect();
        nodes.push(format!(r#"{{ "children": {all:?} }}"#));
        nodes.extend(all.iter().map(|_| "{}".to_owned()));
        let nodes =
            format!(r#""nodes": [{}], "scenes": [{{ "nodes": {all:?} }}]"#, nodes.join(","));
        let (graph, document) = graph(&nodes).unwrap();
        let start = std::time::Instant::now();
        assert_eq!(graph.scene_roots(&document).unwrap(), all);
        assert!(start.elapsed().as_secs() < 2, "{:?}", start.elapsed());
    }
}
