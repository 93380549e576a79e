//! An animation of a file: weights, and places of nodes.

use super::graph::{Graph, Trs, unit_quaternion};
use anyhow::Result;
use glam::{DQuat, DVec3};
use morphkit::core::animation::{Clip, Cursor, Interpolation, WeightTrack};
use morphkit::gltf::{Document, NodeAnimation, NodePath};
use std::collections::BTreeMap;

/// One animation: weights, and places of nodes.
#[derive(Debug)]
pub struct Animation {
    pub(super) weights: Clip,
    nodes: NodeAnimation,
}

impl Animation {
    /// Reads the animation of this index.
    ///
    /// # Errors
    /// What is wrong with it, its place first.
    pub fn read(document: &Document, index: usize) -> Result<Self> {
        let weights = document.weight_animation(index)?;
        Ok(Self { weights, nodes: document.node_animation(index)? })
    }

    /// Its first and last key in seconds, `None` where nothing moves.
    #[must_use]
    pub fn span(&self) -> Option<(f32, f32)> {
        let weights = self.weights.channels.iter().map(|channel| &channel.track);
        span(weights.chain(self.nodes.channels.iter().map(|channel| &channel.track)))
    }

    /// Where animated nodes are at a time; the others are left out.
    pub(super) fn places(&self, graph: &Graph, time: f32) -> Result<BTreeMap<usize, Trs>> {
        let mut places = BTreeMap::new();
        for channel in &self.nodes.channels {
            let place = places.entry(channel.node).or_insert_with(|| graph.trs(channel.node));
            match channel.path {
                NodePath::Translation => place.translation = vector(&channel.track, time)?,
                NodePath::Scale => place.scale = vector(&channel.track, time)?,
                NodePath::Rotation => place.rotation = rotation(&channel.track, time)?,
            }
        }
        Ok(places)
    }
}

/// The first and the last key of some tracks.
pub fn span<'a>(tracks: impl Iterator<Item = &'a WeightTrack>) -> Option<(f32, f32)> {
    tracks
        .map(|track| (track.start(), track.end()))
        .reduce(|all, one| (all.0.min(one.0), all.1.max(one.1)))
}

fn vector(track: &WeightTrack, time: f32) -> Result<DVec3> {
    let mut values = [0.0; 3];
    track.sample_into(time, &mut Cursor::default(), &mut values)?;
    Ok(DVec3::from_array(values.map(f64::from)))
}

/// A rotation at a time: linear tracks turn at constant speed, the shorter way.
///
/// # Source
/// glTF 2.0, appendix C.4 "Spherical Linear Interpolation".
fn rotation(track: &WeightTrack, time: f32) -> Result<DQuat> {
    let mut values = [0.0; 4];
    track.sample_into(time, &mut Cursor::default(), &mut values)?;
    let after = track.times().partition_point(|&key| key <= time);
    let between = after > 0 && after < track.key_count();
    if track.interpolation() != Interpolation::Linear || !between {
        return Ok(unit_quaternion(values));
    }
    let key = |at: usize| {
        let values = track.key(at).and_then(<[f32]>::first_chunk::<4>);
        values.map_or(DQuat::IDENTITY, |&values| unit_quaternion(values))
    };
    let (from, to) = (f64::from(track.times()[after - 1]), f64::from(track.times()[after]));
    Ok(key(after - 1).slerp(key(after), (f64::from(time) - from) / (to - from)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(angle: f64) -> [f32; 4] {
        DQuat::from_rotation_z(angle).to_array().map(|v| v as f32)
    }

    #[test]
    fn linear_rotations_turn_at_constant_speed() {
        let keys = [(0.0, turn(0.0)), (1.0, turn(3.0))];
        let track = WeightTrack::from_keys(Interpolation::Linear, keys).unwrap();
        for time in [0.0, 0.1, 0.5, 1.0] {
            let (_, angle) = rotation(&track, time).unwrap().to_axis_angle();
            assert!((angle - 3.0 * f64::from(time)).abs() < 1e-6, "{time}: {angle}");
        }
        let (_, late) = rotation(&track, 9.0).unwrap().to_axis_angle();
        assert!((late - 3.0).abs() < 1e-6);
    }

    #[test]
    fn opposite_quaternions_take_the_shorter_way() {
        let far = turn(0.2).map(|v| -v);
        let track =
            WeightTrack::from_keys(Interpolation::Linear, [(0.0, turn(0.0)), (1.0, far)]).unwrap();
        let turned = rotation(&track, 0.5).unwrap() * DVec3::X;
        assert!((turned.y - 0.1f64.sin()).abs() < 1e-6, "{turned}");
    }

    #[test]
    fn spline_rotations_have_unit_length() {
        let zero = [0.0; 4];
        let row = |angle| [zero, turn(angle), zero].concat();
        let keys = [(0.0, row(0.0)), (1.0, row(2.0))];
        let track = WeightTrack::from_keys(Interpolation::CubicSpline, keys).unwrap();
        assert!((rotation(&track, 0.5).unwrap().length() - 1.0).abs() < 1e-12);
    }
}
