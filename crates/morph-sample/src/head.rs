//! The generated head.

mod clip;
mod color;
mod cover;
mod draft;
mod eye;
mod face;
mod lip;
mod loft;
mod motion;
mod mouth;
mod plan;
mod shape;
mod shell;
mod site;
mod surface;

#[cfg(test)]
mod tests;

use crate::vector::Vec3;
use crate::{Material, Sample};
use draft::Draft;
use morph_core::{
    Attribute, Deltas, MorphMesh, MorphPrimitive, MorphTargets, TargetDeltas, VertexAttributes,
    VertexOrder,
};
use motion::motion;
use plan::Plan;
use shape::{SHAPES, Shape};
use surface::Surface;

/// Metres in a design unit.
const METRES: f32 = 0.1;
/// Movements below this many design units, ten micrometres, are none.
const STILL: f32 = 1e-4;
/// Changes of a unit direction below this are none.
const UNTURNED: f32 = 1e-5;

/// Vertices of a head where nobody asks for another number.
pub const HEAD_VERTICES: usize = 20_000;

/// The least number of vertices that [`head`] makes.
pub const MIN_HEAD_VERTICES: usize = 494;

/// Names of the head's 52 targets, in order.
///
/// # Source
/// Apple, ARKit, `ARFaceAnchor.BlendShapeLocation`.
pub const HEAD_TARGET_NAMES: [&str; 52] = {
    let mut names = [""; 52];
    let mut at = 0;
    while at < 52 {
        names[at] = SHAPES[at].name;
        at += 1;
    }
    names
};

/// A head with the 52 shapes of ARKit, of exactly `vertex_count` vertices.
///
/// A stylised head on its neck, in one primitive: skin with slits for mouth and eyes, the inside
/// of the mouth, teeth, tongue, eyeballs, ears, eyebrows and hair. Grid sizes are scaled to the
/// number asked for; what rounding leaves over goes into the middle of quads that never move.
/// Numbers below [`MIN_HEAD_VERTICES`] give [`MIN_HEAD_VERTICES`].
///
/// About 8 % of all (vertex, target) pairs move, from 5000 vertices upwards; `jawOpen` moves more
/// than a quarter of the vertices. Falloffs end: beyond them deltas are exactly zero and not
/// stored. Normals and tangents at weight 1 are those of the moved surface. Shapes of the left
/// and the right side are mirror images. Vertices lie in the order of the targets that move them
/// ([`VertexOrder::Signature`]).
///
/// The arithmetic is plain f32 with square roots, without threads, so every machine makes the same
/// vertices.
///
/// # Panics
/// Beyond `u32::MAX` vertices or targets, which no index reaches.
///
/// # Shapes
/// POSITION, NORMAL, TANGENT (mirrored patches have w = -1), `TEXCOORD_0` (an atlas of the parts)
/// and `COLOR_0` (linear RGBA, alpha 1); each target moves POSITION, NORMAL and TANGENT.
///
/// # Units and conventions
/// Metres; y is up, the face looks along +z, the person's left is +x. The origin lies between the
/// eyes, inside the head. Default weights are 0. The animation `expressions` lasts three seconds.
///
/// # Example
/// ```
/// let head = morph_sample::head(2000);
/// assert_eq!(head.vertex_count(), 2000);
/// assert_eq!(head.mesh.target_index("jawOpen"), Some(17));
/// ```
#[must_use]
pub fn head(vertex_count: usize) -> Sample {
    let plan = Plan::for_vertices(vertex_count);
    let draft = draft(&plan, vertex_count);
    let points: Vec<Vec3> = draft.sites.iter().map(|site| site.point).collect();
    let surface = Surface::new(&draft);
    let count = draft.sites.len() as u32;
    let normals: Vec<Vec3> = (0..count).map(|v| surface.normal(&points, v)).collect();
    let tangents: Vec<Vec3> =
        (0..count).map(|v| surface.tangent(&points, v, normals[v as usize])).collect();
    let still = Rest { points: &points, normals: &normals, tangents: &tangents };
    let mut moved = Moved::new(&points);
    let targets: Vec<TargetDeltas> =
        SHAPES.iter().map(|&shape| moved.target(&draft, &surface, &still, shape)).collect();
    let base = base(&draft, &still).expect("every array has one element a vertex");
    let targets = MorphTargets::new(points.len(), targets).expect("deltas are finite and in order");
    let targets = targets.expect("there are vertices and targets");
    // Neighbours in the buffer are moved by the same targets, as a good exporter leaves them.
    let order = VertexOrder::Signature.remap(&base, &targets);
    let one_each = "the order has one place for each vertex";
    let (base, targets) =
        (order.base(&base).expect(one_each), order.targets(&targets).expect(one_each));
    let triangles: Vec<u32> = draft.triangles().flatten().collect();
    let indices = order.indices(&triangles).expect(one_each);
    let mesh = MorphMesh {
        name: Some("head".into()),
        target_names: Some(HEAD_TARGET_NAMES.iter().map(|&name| name.into()).collect()),
        default_weights: vec![0.0; SHAPES.len()],
        primitives: vec![MorphPrimitive { base, targets: Some(targets), flat: false }],
    };
    Sample {
        mesh,
        indices: vec![indices],
        material: Material::default(),
        clip: Some(clip::expressions()),
    }
}

fn draft(plan: &Plan, vertex_count: usize) -> Draft {
    let mut draft = Draft::default();
    shell::add_shell(&mut draft, plan);
    eye::add_eyes(&mut draft, plan);
    mouth::add_mouth(&mut draft, plan);
    cover::add_cover(&mut draft, plan);
    draft.fill(vertex_count);
    draft
}

fn base(draft: &Draft, rest: &Rest<'_>) -> Result<VertexAttributes, morph_core::AttributesError> {
    let arrays = |of: &[Vec3]| of.iter().map(|v| v.to_array()).collect::<Vec<_>>();
    let positions: Vec<[f32; 3]> = rest.points.iter().map(|&p| (p * METRES).to_array()).collect();
    let hands = handedness(draft);
    let tangents: Vec<[f32; 4]> =
        rest.tangents.iter().zip(hands).map(|(t, hand)| [t.x, t.y, t.z, hand]).collect();
    let colors: Vec<[f32; 4]> = draft.colors.iter().map(|&[r, g, b]| [r, g, b, 1.0]).collect();
    VertexAttributes::new(positions.len())
        .with_positions(&positions)?
        .with_normals(&arrays(rest.normals))?
        .with_tangents(&tangents)?
        .with_texcoords(0, &draft.texcoords)?
        .with_colors(0, &colors)
}

/// +1 where the texture lies as it should be read, -1 where it is its mirror image.
fn handedness(draft: &Draft) -> Vec<f32> {
    let mut hands = vec![1.0; draft.sites.len()];
    for triangle in draft.triangles() {
        let [a, b, c] = triangle.map(|v| draft.texcoords[v as usize]);
        // The texture's v runs down.
        let area = (b[0] - a[0]) * (a[1] - c[1]) - (c[0] - a[0]) * (a[1] - b[1]);
        if area < 0.0 {
            for v in triangle {
                hands[v as usize] = -1.0;
            }
        }
    }
    hands
}

/// The head at rest.
struct Rest<'a> {
    points: &'a [Vec3],
    normals: &'a [Vec3],
    tangents: &'a [Vec3],
}

/// Room for one shape after the other.
struct Moved {
    points: Vec<Vec3>,
    /// The shape's number at places whose surface it changes.
    touched: Vec<u32>,
    number: u32,
}

impl Moved {
    fn new(points: &[Vec3]) -> Self {
        Self { points: points.to_vec(), touched: vec![0; points.len()], number: 0 }
    }

    fn target(
        &mut self,
        draft: &Draft,
        surface: &Surface<'_>,
        rest: &Rest<'_>,
        shape: Shape,
    ) -> TargetDeltas {
        self.number += 1;
        for (v, site) in draft.sites.iter().enumerate() {
            let by = motion(shape, site);
            if by.dot(by) > STILL * STILL {
                self.points[v] = rest.points[v] + by;
                for corner in surface.faces(v as u32).flatten() {
                    self.touched[draft.weld[corner as usize] as usize] = self.number;
                }
            }
        }
        let place = |v: &u32| draft.weld[*v as usize] as usize;
        let vertices: Vec<u32> = (0..draft.sites.len() as u32)
            .filter(|v| self.touched[place(v)] == self.number)
            .collect();
        let mut deltas = Columns::default();
        for &v in &vertices {
            let at = v as usize;
            let normal = surface.normal(&self.points, v);
            let turned = normal - rest.normals[at];
            let twisted = surface.tangent(&self.points, v, normal) - rest.tangents[at];
            let by = self.points[at] - rest.points[at];
            let kept = |by: Vec3, least: f32| if by.length() > least { by } else { Vec3::ZERO };
            deltas.push(v, by * METRES, kept(turned, UNTURNED), kept(twisted, UNTURNED));
        }
        for &v in &vertices {
            self.points[v as usize] = rest.points[v as usize];
        }
        deltas.into_target(draft.sites.len())
    }
}

/// Deltas of one shape by attribute, at the vertices that any of them changes.
#[derive(Default)]
struct Columns {
    vertices: Vec<u32>,
    values: [Vec<f32>; 3],
}

impl Columns {
    fn push(&mut self, vertex: u32, position: Vec3, normal: Vec3, tangent: Vec3) {
        let all = [position, normal, tangent];
        if all == [Vec3::ZERO; 3] {
            return;
        }
        self.vertices.push(vertex);
        for (values, by) in self.values.iter_mut().zip(all) {
            values.extend(by.to_array());
        }
    }

    /// Sparse where that is smaller: an index beside three floats.
    fn into_target(self, vertex_count: usize) -> TargetDeltas {
        let sparse = self.vertices.len() * 4 < vertex_count * 3;
        let attributes = [Attribute::Position, Attribute::Normal, Attribute::Tangent];
        let mut target = TargetDeltas::new();
        for (attribute, values) in attributes.into_iter().zip(self.values) {
            let deltas = if sparse {
                Deltas::Sparse { indices: self.vertices.clone(), values }
            } else {
                let mut dense = vec![0.0; vertex_count * 3];
                for (&v, delta) in self.vertices.iter().zip(values.chunks_exact(3)) {
                    dense[v as usize * 3..v as usize * 3 + 3].copy_from_slice(delta);
                }
                Deltas::Dense(dense)
            };
            target = target.with(attribute, deltas);
        }
        target
    }
}
