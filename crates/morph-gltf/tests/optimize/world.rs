//! What a file shows: every corner of every primitive that a node draws, where it is in the world.

use morph_core::{Attribute, MorphPrimitive, Normalize, VertexAttributes, blend};
use morph_gltf::Document;
use std::collections::BTreeMap;

type Matrix = [[f64; 4]; 4]; // columns

/// Attributes of the corners of one primitive, as a node draws it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Drawn {
    /// In the world.
    pub(crate) positions: Vec<[f64; 3]>,
    /// As blended, each of its components.
    pub(crate) attributes: BTreeMap<Attribute, Vec<Vec<f32>>>,
    /// How much longer a small distance may become on its way into the world.
    pub(crate) stretch: f64,
}

/// All primitives of a node's mesh at these weights; `nodes` scales nodes further, by index.
pub(crate) fn drawn(
    document: &Document,
    node: usize,
    weights: &[f32],
    scales: &BTreeMap<usize, f32>,
) -> Vec<Drawn> {
    let globals = globals(document, scales);
    let model = &document.root().nodes[node];
    let mesh = document.mesh(model.mesh.unwrap()).unwrap();
    let parts = mesh.primitives.iter().enumerate();
    parts
        .map(|(at, part)| {
            let blended = blended(part, weights);
            let matrices: Vec<Matrix> = match model.skin {
                None => vec![globals[node]; blended.vertex_count()],
                Some(skin) => skinned(document, model.mesh.unwrap(), at, skin, &globals),
            };
            let indices = document.indices(model.mesh.unwrap(), at).unwrap();
            let corners: Vec<usize> = match indices {
                Some(indices) => indices.iter().map(|&index| index as usize).collect(),
                None => (0..blended.vertex_count()).collect(),
            };
            let positions = blended.positions().unwrap_or_default();
            let attributes = blended.attributes().map(|attribute| {
                let components = blended.components(attribute).unwrap();
                let values = blended.values(attribute).unwrap();
                let of = |&v: &usize| values[v * components..][..components].to_vec();
                (attribute, corners.iter().map(of).collect())
            });
            Drawn {
                positions: corners.iter().map(|&v| apply(&matrices[v], positions[v])).collect(),
                attributes: attributes.collect(),
                stretch: matrices.iter().map(stretch).fold(0.0, f64::max),
            }
        })
        .collect()
}

/// The node that draws what a node drew before it was optimised: itself, or the new one below it.
pub(crate) fn heir(before: &Document, after: &Document, node: usize) -> usize {
    let model = &after.root().nodes[node];
    if model.mesh.is_some() {
        return node;
    }
    let old = before.root().nodes.len();
    let child = model.children.iter().copied().find(|&child| child >= old);
    child.expect("a node that lost its mesh has a child that has it")
}

fn blended(part: &MorphPrimitive, weights: &[f32]) -> VertexAttributes {
    match &part.targets {
        Some(targets) => blend(&part.base, targets, weights, Normalize::No).unwrap(),
        None => part.base.clone(),
    }
}

fn globals(document: &Document, scales: &BTreeMap<usize, f32>) -> Vec<Matrix> {
    let nodes = &document.root().nodes;
    let mut parents = vec![None; nodes.len()];
    for (parent, node) in nodes.iter().enumerate() {
        node.children.iter().for_each(|&child| parents[child] = Some(parent));
    }
    (0..nodes.len())
        .map(|mut node| {
            let mut matrix = local(document, node, scales);
            while let Some(parent) = parents[node] {
                matrix = product(&local(document, parent, scales), &matrix);
                node = parent;
            }
            matrix
        })
        .collect()
}

fn local(document: &Document, node: usize, scales: &BTreeMap<usize, f32>) -> Matrix {
    let model = &document.root().nodes[node];
    let further = f64::from(scales.get(&node).copied().unwrap_or(1.0));
    if let Some(matrix) = model.matrix {
        return columns(&matrix);
    }
    let [x, y, z, w] = model.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]).map(f64::from);
    let scale = model.scale.unwrap_or([1.0; 3]).map(|s| f64::from(s) * further);
    let [a, b, c] = model.translation.unwrap_or_default().map(f64::from);
    let rotation = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
        [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
        [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    let column = |c: usize| {
        let [x, y, z] = rotation[c];
        [x * scale[c], y * scale[c], z * scale[c], 0.0]
    };
    [column(0), column(1), column(2), [a, b, c, 1.0]]
}

fn skinned(
    document: &Document,
    mesh: usize,
    primitive: usize,
    skin: usize,
    globals: &[Matrix],
) -> Vec<Matrix> {
    let skin = &document.root().skins[skin];
    let bind = skin.inverse_bind_matrices.map(|a| document.accessor(a).unwrap().to_f32());
    let joints: Vec<Matrix> = (skin.joints.iter().enumerate())
        .map(|(at, &joint)| match &bind {
            Some(bind) => {
                let own: [f32; 16] = bind[at * 16..][..16].try_into().unwrap();
                product(&globals[joint], &columns(&own))
            }
            None => globals[joint],
        })
        .collect();
    let model = &document.root().meshes[mesh].primitives[primitive];
    let decode = |name: &str| document.accessor(model.attributes[name]).unwrap();
    let (of, weights) = (decode("JOINTS_0").to_u32().unwrap(), decode("WEIGHTS_0").to_f32());
    of.chunks_exact(4)
        .zip(weights.chunks_exact(4))
        .map(|(of, weights)| {
            let mut sum = [[0.0; 4]; 4];
            for (&joint, &weight) in of.iter().zip(weights) {
                for column in 0..4 {
                    for row in 0..4 {
                        sum[column][row] += joints[joint as usize][column][row] * f64::from(weight);
                    }
                }
            }
            sum
        })
        .collect()
}

fn columns(flat: &[f32; 16]) -> Matrix {
    std::array::from_fn(|column| std::array::from_fn(|row| f64::from(flat[column * 4 + row])))
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|column| {
        std::array::from_fn(|row| (0..4).map(|k| a[k][row] * b[column][k]).sum())
    })
}

fn apply(matrix: &Matrix, v: [f32; 3]) -> [f64; 3] {
    let [x, y, z] = v.map(f64::from);
    std::array::from_fn(|row| {
        matrix[0][row] * x + matrix[1][row] * y + matrix[2][row] * z + matrix[3][row]
    })
}

/// No less than how much longer a vector may become: the root of the sum of squares.
fn stretch(matrix: &Matrix) -> f64 {
    matrix[..3].iter().flat_map(|column| &column[..3]).map(|x| x * x).sum::<f64>().sqrt()
}
