//! A scene at one moment: where everything is, and which weights it has.

use super::instance::{Placement, blended};
use super::{Animation, Instance, Scene, Topology};
use anyhow::{Result, bail};
use glam::DVec3;
use morphkit::core::animation::{ClipPlayer, WeightBinding};
use std::collections::BTreeMap;

/// Places and weights of all instances.
#[derive(Debug, Clone)]
pub struct Pose {
    /// One for each instance.
    pub placements: Vec<Placement>,
    /// One row for each instance, one weight a target.
    pub weights: Vec<Vec<f32>>,
}

impl Scene {
    /// The scene as the file has it, or at a time of an animation.
    ///
    /// # Errors
    /// A time that is not a number.
    pub fn pose(&self, animation: Option<(&Animation, f32)>) -> Result<Pose> {
        let mut weights: Vec<_> = self.instances.iter().map(|i| i.weights.clone()).collect();
        let mut moved = BTreeMap::new();
        if let Some((animation, time)) = animation {
            moved = animation.places(&self.graph, time)?;
            let bindings: Vec<_> = (0..)
                .zip(&self.instances)
                .map(|(handle, instance): (usize, _)| WeightBinding {
                    node: instance.node,
                    target_count: instance.weights.len(),
                    handle,
                })
                .collect();
            let clip = &animation.weights;
            let mut player = ClipPlayer::new(clip, &bindings);
            clip.apply(time, &bindings, &mut player, |&at, sampled| {
                sampled.write_into(&mut weights[at]);
            })?;
        }
        let worlds = self.graph.worlds(&moved);
        let place = |instance: &Instance| Placement {
            world: worlds[instance.node],
            joints: match instance.skin.and_then(|skin| self.skins.get(&skin)) {
                Some(skin) => skin.matrices(&worlds),
                None => Vec::new(),
            },
        };
        Ok(Pose { placements: self.instances.iter().map(place).collect(), weights })
    }

    /// The places of all vertices that are drawn, those at infinity left out.
    ///
    /// # Errors
    /// Where none is left, or all are at one place and no point is among them.
    pub fn points(&self, pose: &Pose) -> Result<Vec<DVec3>> {
        let mut points = Vec::new();
        self.visit(pose, |_, _, _, point| points.push(point))?;
        let Some(first) = points.first() else {
            bail!("nothing to draw: no vertex has a finite position");
        };
        if points.iter().all(|point| point == first) && !self.has_points() {
            bail!("nothing to draw: all vertices are at one place");
        }
        Ok(points)
    }

    /// Calls `visit` with each vertex that is drawn, those at infinity left out: instance, primitive of
    /// its mesh, vertex, and its place.
    ///
    /// # Errors
    /// A weight that is not finite.
    pub fn visit(
        &self,
        pose: &Pose,
        mut visit: impl FnMut(usize, usize, usize, DVec3),
    ) -> Result<()> {
        for (at, instance) in self.instances.iter().enumerate() {
            for (of_mesh, primitive) in instance.mesh.primitives.iter().enumerate() {
                let vertices = blended(primitive, &pose.weights[at])?;
                let positions = vertices.positions().unwrap_or_default();
                let mut drawn = primitive.drawn.iter();
                pose.placements[at].visit(primitive, positions, |point| {
                    if let (Some(&vertex), true) = (drawn.next(), point.is_finite()) {
                        visit(at, of_mesh, vertex as usize, point);
                    }
                });
            }
        }
        Ok(())
    }

    fn has_points(&self) -> bool {
        let mut primitives = self.instances.iter().flat_map(|i| &i.mesh.primitives);
        primitives.any(|primitive| primitive.topology == Topology::Points)
    }
}
