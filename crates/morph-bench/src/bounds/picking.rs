//! Picking beside blending everything and testing every triangle.

use crate::clock::median_of;
use crate::pose::Pose;
use anyhow::{Context, Result, ensure};
use morph_core::pick::{Faces, PickInstance, PickMesh, Picker, Ray, Triangles};
use morph_core::{Normalize, VertexAttributes, blend_into};
use std::hint::black_box;
use std::time::Duration;

const BUDGET: Duration = Duration::from_millis(600);

/// Prints times for heads of some sizes.
pub(crate) fn print(sizes: &[usize], rays: usize) -> Result<()> {
    println!(
        "Picking on generated heads, one thread, the mean of {} rays towards the face:\n",
        rays * rays
    );
    println!(
        "| vertices | active | a ray in a new pose | brute force | | another ray | brute force | |"
    );
    println!("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for &vertices in sizes {
        let head = morph_sample::head(vertices);
        let primitive = &head.mesh.primitives[0];
        let targets = primitive.targets.as_ref().context("the head has targets")?;
        // POSITION is all that a ray needs, by either method.
        let positions = primitive.base.positions().context("the head has positions")?;
        let base = VertexAttributes::new(positions.len()).with_positions(positions)?;
        let triangles = &head.indices[0];
        let mesh = PickMesh {
            base: &base,
            targets: Some(targets),
            triangles: Triangles::U32(triangles),
            influences: None,
        };
        let picker = Picker::new(&mesh)?;
        let all = Pose::Mixed.weights(targets.target_count(), 1).remove(0);
        for step in [1, 10] {
            let weights: Vec<f32> =
                all.iter().enumerate().map(|(t, w)| if t % step == 0 { *w } else { 0.0 }).collect();
            let mut brute = Brute { morphed: base.clone(), triangles };
            let mut ours = picker.instance();
            let rays = towards(positions, rays)?;
            ours.set_pose(&weights, &[])?;
            blend_into(&base, targets, &weights, Normalize::No, &mut brute.morphed)?;
            for ray in &rays {
                let (found, expected) = (bits(&mut ours, ray), brute.first(ray));
                ensure!(found == expected, "{ray:?}: expected {expected:?}, got {found:?}");
            }
            let posed = each(&rays, |ray| {
                let _ = black_box(ours.set_pose(&weights, &[]));
                black_box(ours.pick(ray, Faces::Both));
            });
            let blended = each(&rays, |ray| {
                let _ = black_box(blend_into(
                    &base,
                    targets,
                    &weights,
                    Normalize::No,
                    &mut brute.morphed,
                ));
                black_box(brute.first(ray));
            });
            let another = each(&rays, |ray| {
                black_box(ours.pick(ray, Faces::Both));
            });
            let tested = each(&rays, |ray| {
                black_box(brute.first(ray));
            });
            let active = weights.iter().filter(|weight| **weight != 0.0).count();
            let text = |time: f64| format!("{:.1} µs", time * 1e6);
            println!(
                "| {} | {active} | {} | {} | {:.0}x | {} | {} | {:.0}x |",
                positions.len(),
                text(posed),
                text(blended),
                blended / posed,
                text(another),
                text(tested),
                tested / another,
            );
        }
    }
    println!();
    Ok(())
}

/// Everything blended, every triangle tested.
struct Brute<'a> {
    morphed: VertexAttributes,
    triangles: &'a [u32],
}

/// Number of the triangle, bits of `t`.
type Found = Option<(u32, u64)>;

impl Brute<'_> {
    fn first(&self, ray: &Ray) -> Found {
        let positions = self.morphed.positions().unwrap_or_default();
        let mut best: Option<(u32, f64)> = None;
        for (number, corners) in (0..).zip(self.triangles.as_chunks::<3>().0) {
            let corners = corners.map(|corner| positions[corner as usize]);
            if let Some(hit) = ray.triangle(&corners, Faces::Both)
                && best.is_none_or(|(_, t)| hit.t < t)
            {
                best = Some((number, hit.t));
            }
        }
        best.map(|(number, t)| (number, t.to_bits()))
    }
}

fn bits(ours: &mut PickInstance, ray: &Ray) -> Found {
    ours.pick(ray, Faces::Both).map(|hit| (hit.triangle, hit.t.to_bits()))
}

/// A grid of rays from the front, along -z; those on the border miss.
fn towards(positions: &[[f32; 3]], side: usize) -> Result<Vec<Ray>> {
    let around =
        morph_core::Aabb::around(positions.iter().copied()).context("a vertex at least")?;
    let at = |c: usize, step: usize| {
        around.min[c] + (around.max[c] - around.min[c]) * (step as f32 + 0.37) / side as f32
    };
    let rays = (0..side * side).map(|ray| {
        Ray::new([at(0, ray % side), at(1, ray / side), around.max[2] + 1.0], [0.0, 0.0, -1.0])
    });
    Ok(rays.collect::<Result<_, _>>()?)
}

/// The mean time of a ray, of the median pass over all rays.
fn each(rays: &[Ray], mut run: impl FnMut(&Ray)) -> f64 {
    let (time, _) = median_of(|| rays.iter().for_each(&mut run), BUDGET);
    time.as_secs_f64() / rays.len() as f64
}
