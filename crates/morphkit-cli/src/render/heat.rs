//! `--heatmap`: how far vertices move, in the world's units.

use super::args::RenderArgs;
use super::legend::Legend;
use super::tiles::alone;
use anyhow::Result;
use glam::DVec3;
use morphkit_scene::render::Renderer;
use morphkit_scene::scene::{Pose, Scene};

/// How far each vertex moves: by instance, primitive and vertex.
#[derive(Debug, Clone)]
pub(crate) struct Heat(Vec<Vec<Vec<f32>>>);

/// Where each vertex is, by the same; not a number where it is not drawn.
#[derive(Debug)]
pub(crate) struct Places(Vec<Vec<Vec<DVec3>>>);

/// A value for each vertex: by instance, primitive and vertex.
fn of_vertices<T: Clone>(scene: &Scene, value: T) -> Vec<Vec<Vec<T>>> {
    let of_instances = scene.instances.iter().map(|instance| {
        let primitives = instance.mesh.primitives.iter();
        primitives.map(|p| vec![value.clone(); p.base.vertex_count()]).collect()
    });
    of_instances.collect()
}

impl Heat {
    /// By the weights of a pose: from where it would be without them.
    ///
    /// # Errors
    /// A weight that is not finite.
    pub(crate) fn of(scene: &Scene, pose: &Pose) -> Result<Self> {
        Self::between(scene, &Self::places(scene, &alone(scene, pose.clone(), &[]))?, pose)
    }

    /// Where vertices are in a pose, for [`Heat::between`].
    ///
    /// # Errors
    /// A weight that is not finite.
    pub(crate) fn places(scene: &Scene, pose: &Pose) -> Result<Places> {
        let mut places = of_vertices(scene, DVec3::NAN);
        scene.visit(pose, |instance, primitive, vertex, point| {
            places[instance][primitive][vertex] = point;
        })?;
        Ok(Places(places))
    }

    /// How far vertices are in a pose from where they were in another; 0 where that is not known.
    ///
    /// # Errors
    /// A weight that is not finite.
    pub(crate) fn between(scene: &Scene, from: &Places, pose: &Pose) -> Result<Self> {
        let mut lengths = of_vertices(scene, 0.0);
        scene.visit(pose, |instance, primitive, vertex, point| {
            let length = point.distance(from.0[instance][primitive][vertex]) as f32;
            if length.is_finite() {
                lengths[instance][primitive][vertex] = length;
            }
        })?;
        Ok(Self(lengths))
    }

    /// The farthest of both, at each vertex.
    pub(crate) fn join(&mut self, other: &Self) {
        let (ours, theirs) = (self.0.iter_mut().flatten(), other.0.iter().flatten());
        for (ours, theirs) in ours.zip(theirs) {
            ours.iter_mut().zip(theirs).for_each(|(a, b)| *a = a.max(*b));
        }
    }

    /// The farthest of all vertices.
    pub(crate) fn longest(&self) -> f32 {
        self.0.iter().flatten().flatten().copied().fold(0.0, f32::max)
    }

    /// What the next pictures show; `longest` has the last colour.
    pub(crate) fn show(&self, renderer: &mut Renderer, scene: &Scene, longest: f32) {
        renderer.set_heat(|instance, primitive| {
            let mut primitives = scene.instances[instance].mesh.primitives.iter();
            let at = primitives.position(|other| std::ptr::eq(other, primitive));
            let lengths = at.and_then(|at| self.0[instance].get(at));
            let share = |length: &f32| if longest > 0.0 { length / longest } else { 0.0 };
            lengths.map(|lengths| lengths.iter().map(share).collect()).unwrap_or_default()
        });
    }
}

/// What the colours of all pictures mean.
#[derive(Debug)]
pub(super) struct Scale {
    caption: String,
    pub(super) longest: f32,
    /// Whether the weights of the pictures say what moves.
    by_weights: bool,
    /// What all pictures show, where no weight moves anything.
    any: Option<Heat>,
}

impl Scale {
    /// For one target, for each of them, or for the weights of the pictures.
    pub(super) fn new(args: &RenderArgs) -> Option<Self> {
        let (caption, by_weights) = match args.heatmap.as_ref()? {
            Some(target) => (format!("|delta| of {target}"), false),
            None if args.contact_sheet => ("|delta| of each target".to_owned(), false),
            None => ("moved by the weights".to_owned(), true),
        };
        Some(Self { caption, longest: 0.0, by_weights, any: None })
    }

    pub(super) fn add(&mut self, heat: &Heat) {
        self.longest = self.longest.max(heat.longest());
    }

    /// All pictures were added. Where nothing moves in them, they show `any`.
    ///
    /// # Errors
    /// Those of `any`.
    pub(super) fn finish(&mut self, any: impl FnOnce() -> Result<Heat>) -> Result<()> {
        if self.longest == 0.0 && self.by_weights {
            let any = any()?;
            self.longest = any.longest();
            self.caption = "|delta| of any one target".to_owned();
            self.any = Some(any);
        }
        Ok(())
    }

    /// What a picture of a pose shows.
    ///
    /// # Errors
    /// A weight that is not finite.
    pub(super) fn heat(&self, scene: &Scene, pose: &Pose) -> Result<Heat> {
        self.any.clone().map_or_else(|| Heat::of(scene, pose), Ok)
    }

    pub(super) fn legend(&self) -> Legend {
        Legend { caption: self.caption.clone(), end: length(self.longest) }
    }
}

/// A length with a unit that keeps it short.
fn length(metres: f32) -> String {
    let (factor, unit) = match metres {
        0.0 => (1.0, "m"),
        m if m < 1e-6 => (1.0, "m"),
        m if m < 1e-2 => (1e3, "mm"),
        m if m < 1.0 => (1e2, "cm"),
        _ => (1.0, "m"),
    };
    format!("{} {unit}", crate::inspect::number((metres * factor * 1e6).round() / 1e6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_the_unit_that_keeps_them_short() {
        let texts = [0.0, 0.0034, 0.25, 1.5, 2000.0].map(length);
        assert_eq!(texts, ["0 m", "3.4 mm", "25 cm", "1.5 m", "2000 m"]);
    }

    #[test]
    fn the_farthest_of_several_counts() {
        let mut a = Heat(vec![vec![vec![0.0, 2.0]]]);
        a.join(&Heat(vec![vec![vec![1.0, 1.0]]]));
        assert_eq!((a.longest(), &a.0[0][0][..]), (2.0, &[1.0, 2.0][..]));
    }
}
