//! What is asked for, and the weights that this means for each instance.

use super::source::Source;
use crate::args::BlendArgs;
use crate::face::{FaceArgs, Row, Value, set_expressions};
use crate::failure::Failure;
use crate::pick::{ANIMATIONS, MESHES, Pick};
use crate::render::outside;
use crate::set::Named;
use anyhow::{Context, Result, anyhow, bail};
use morphkit::core::animation::{ClipPlayer, WeightBinding};
use morphkit::core::check_finite;
use morphkit_scene::scene::span;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// One request, also a line of a batch.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    pub(crate) file: PathBuf,
    #[serde(default)]
    pub(crate) mesh: Option<Pick>,
    #[serde(default)]
    pub(crate) weights: Option<Vec<f32>>,
    #[serde(default)]
    pub(crate) animation: Option<Pick>,
    #[serde(default)]
    pub(crate) time: Option<f32>,
    #[serde(default)]
    pub(crate) raw: bool,
    /// Values of VRM expressions.
    #[serde(default)]
    pub(crate) expressions: BTreeMap<String, f32>,
    /// Of the command line only.
    #[serde(skip)]
    pub(crate) face: FaceArgs,
}

/// A request that fits its file.
#[derive(Debug, PartialEq)]
pub(crate) struct Plan {
    /// One weight for each target, for each instance of the file.
    pub(crate) weights: Vec<Vec<f32>>,
    /// Whether directions stay as the sum gives them.
    pub(super) raw: bool,
}

impl Request {
    /// The request of the command line.
    pub(super) fn from_args(args: &BlendArgs) -> Self {
        Self {
            file: args.file.clone().unwrap_or_default(),
            mesh: args.mesh.clone(),
            weights: args.weights.as_ref().map(|weights| weights.0.clone()),
            animation: args.animation.clone(),
            time: args.time,
            raw: args.raw,
            expressions: BTreeMap::new(),
            face: args.face.clone(),
        }
    }

    /// The weights of each instance: its own, then the animation's, then those asked for, by list, by
    /// expressions, by names. `notes`
    /// gets what looks wrong.
    pub(crate) fn plan(&self, source: &Source, notes: &mut Vec<String>) -> Result<Plan, Failure> {
        let place = || self.file.display().to_string();
        let mut weights: Vec<_> = source.instances.iter().map(|i| i.weights.clone()).collect();
        if let Some(animation) =
            self.animation(source).with_context(place).map_err(Failure::Environment)?
        {
            // The call is right: what cannot be sampled is the file's.
            let time = self.time.unwrap_or(0.0);
            sample(source, animation, time, &mut weights)
                .with_context(place)
                .map_err(Failure::File)?;
            let tracks = source.clips[animation].channels.iter().map(|channel| &channel.track);
            match span(tracks) {
                None => notes.push(format!("animations[{animation}] moves no weights")),
                span => notes.extend(outside(span, time).map(|note| format!("time: {note}"))),
            }
        }
        let mesh =
            self.pose(source, &mut weights).with_context(place).map_err(Failure::Environment)?;
        let meshes: Vec<_> = (0..)
            .zip(&source.meshes)
            .filter(|(index, _)| mesh.is_none_or(|mesh| mesh == *index))
            .map(|(index, mesh)| Named {
                index,
                name: mesh.name.as_deref(),
                target_names: mesh.target_names.as_deref(),
                target_count: mesh.target_count(),
            })
            .collect();
        let mut rows: Vec<_> = source
            .instances
            .iter()
            .zip(&mut weights)
            .filter(|(instance, _)| mesh.is_none_or(|mesh| mesh == instance.mesh))
            .map(|(i, weights)| Row { mesh: i.mesh, node: i.node, weights })
            .collect();
        let vrm = source.vrm.as_ref();
        let values = self.expressions.iter().map(|(name, &value)| Value {
            place: "expressions".to_owned(),
            name: name.clone(),
            value,
        });
        set_expressions(&values.collect::<Vec<_>>(), vrm, &mut rows, notes)?;
        self.face.apply(vrm, &meshes, &mut rows)?;
        Ok(Plan { weights, raw: self.raw })
    }

    /// The animation that is meant, at a time that is a number.
    fn animation(&self, source: &Source) -> Result<Option<usize>> {
        match (&self.animation, self.time) {
            (Some(_), Some(time)) if time.is_nan() => bail!("time: expected a number, got {time}"),
            (Some(animation), _) => {
                let names: Vec<_> = source.clips.iter().map(|clip| clip.name.as_deref()).collect();
                animation.find(ANIMATIONS, &names).map(Some)
            }
            (None, Some(_)) => bail!("time: expected an animation, got none"),
            (None, None) => Ok(None),
        }
    }

    /// The weights asked for, over those that are there; gives the mesh that is meant.
    fn pose(&self, source: &Source, weights: &mut [Vec<f32>]) -> Result<Option<usize>> {
        let names: Vec<_> = source.meshes.iter().map(|mesh| mesh.name.as_deref()).collect();
        let mesh = self.mesh.as_ref().map(|mesh| mesh.find(MESHES, &names)).transpose()?;
        if let Some(asked) = &self.weights {
            check_finite(asked)?;
            for (instance, weights) in source.instances.iter().zip(weights) {
                if mesh.is_none_or(|mesh| mesh == instance.mesh) {
                    let given = asked.len().min(weights.len());
                    weights[..given].copy_from_slice(&asked[..given]);
                    weights[given..].fill(0.0);
                }
            }
        }
        Ok(mesh)
    }
}

fn sample(source: &Source, animation: usize, time: f32, weights: &mut [Vec<f32>]) -> Result<()> {
    let clip = &source.clips[animation];
    let bindings: Vec<_> = source
        .instances
        .iter()
        .enumerate()
        .filter_map(|(handle, instance)| {
            let target_count = instance.weights.len();
            instance.node.map(|node| WeightBinding { node, target_count, handle })
        })
        .collect();
    let mut player = ClipPlayer::new(clip, &bindings);
    clip.try_apply(time, &bindings, &mut player, |&handle, sampled| {
        check_finite(sampled.as_slice())?;
        sampled.write_into(&mut weights[handle]);
        Ok::<_, morphkit::core::WeightsError>(())
    })
    .map_err(|error| anyhow!("animations[{animation}] at {time}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blend::source::Instance;
    use morphkit::core::MorphMesh;
    use morphkit::core::animation::{Clip, ClipChannel, Interpolation, WeightTrack};

    fn source() -> Source {
        let instance =
            |mesh, node, weights: &[f32]| Instance { mesh, node, weights: weights.to_vec() };
        let keys = [(0.0, [0.0, 0.0]), (1.0, [1.0, -1.0])];
        let track = WeightTrack::from_keys(Interpolation::Linear, keys).unwrap();
        Source {
            meshes: vec![MorphMesh::default(), MorphMesh::default()],
            instances: vec![
                instance(0, Some(4), &[0.25, 0.5]),
                instance(0, Some(6), &[0.0, 0.0]),
                instance(1, None, &[1.0]),
            ],
            vrm: None,
            clips: vec![Clip { name: None, channels: vec![ClipChannel::new(6, track)] }],
        }
    }

    fn plan(json: &str) -> Result<Vec<Vec<f32>>, String> {
        let request: Request = serde_json::from_str(json).map_err(|e| e.to_string())?;
        request.plan(&source(), &mut Vec::new()).map(|plan| plan.weights).map_err(|e| e.to_string())
    }

    #[test]
    fn without_a_wish_each_instance_has_its_own_weights() {
        let weights = plan(r#"{"file": "a"}"#).unwrap();
        assert_eq!(weights, [vec![0.25, 0.5], vec![0.0, 0.0], vec![1.0]]);
    }

    #[test]
    fn an_animation_moves_the_nodes_that_it_names() {
        let weights = plan(r#"{"file": "a", "animation": 0, "time": 0.5}"#).unwrap();
        assert_eq!(weights, [vec![0.25, 0.5], vec![0.5, -0.5], vec![1.0]]);
    }

    #[test]
    fn a_single_animated_weight_leaves_the_others_of_its_node_alone() {
        let mut source = source();
        let keys = [(0.0, [0.0]), (1.0, [1.0])];
        let track = WeightTrack::from_keys(Interpolation::Linear, keys).unwrap();
        source.clips[0].channels = vec![ClipChannel::one(4, 1, track)];
        let json = r#"{"file": "a", "animation": 0, "time": 0.75}"#;
        let request: Request = serde_json::from_str(json).unwrap();
        let plan = request.plan(&source, &mut Vec::new()).unwrap();
        assert_eq!(plan.weights, [vec![0.25, 0.75], vec![0.0, 0.0], vec![1.0]]);
    }

    #[test]
    fn a_spline_beyond_all_numbers_is_the_files_fault_and_a_wrong_name_the_calls() {
        let mut source = source();
        let values = [[0.0; 2], [0.0; 2], [f32::MAX; 2], [-f32::MAX; 2], [0.0; 2], [0.0; 2]];
        let track =
            WeightTrack::new(2, Interpolation::CubicSpline, vec![0.0, 1e9], values.concat());
        source.clips[0].channels[0].track = track.unwrap();
        let ask = |animation, time| {
            let animation = serde_json::from_value(animation).unwrap();
            let request = Request { animation, time, ..Request::default() };
            request.plan(&source, &mut Vec::new()).unwrap_err()
        };
        assert!(matches!(ask(serde_json::json!(0), Some(5e8)), Failure::File(_)));
        assert!(matches!(ask(serde_json::json!(7), Some(0.0)), Failure::Environment(_)));
        assert!(matches!(ask(serde_json::json!(0), Some(f32::NAN)), Failure::Environment(_)));
        assert!(matches!(ask(serde_json::Value::Null, Some(0.0)), Failure::Environment(_)));
    }

    #[test]
    fn an_animation_without_a_time_starts_and_may_go_by_its_name() {
        let weights = plan(r#"{"file": "a", "animation": 0}"#).unwrap();
        assert_eq!(weights, [vec![0.25, 0.5], vec![0.0, 0.0], vec![1.0]]);
        let mut wave = source();
        wave.clips[0].name = Some("Wave".into());
        let json = r#"{"file": "a", "animation": "Wave", "time": 3}"#;
        let request: Request = serde_json::from_str(json).unwrap();
        let mut notes = Vec::new();
        let plan = request.plan(&wave, &mut notes).unwrap();
        assert_eq!(plan.weights[1], [1.0, -1.0]);
        assert_eq!(notes, ["time: the animation ends at 1 s"]);
    }

    #[test]
    fn weights_override_those_of_one_mesh_or_of_all() {
        let all = plan(r#"{"file": "a", "weights": [3, 4, 5]}"#).unwrap();
        assert_eq!(all, [vec![3.0, 4.0], vec![3.0, 4.0], vec![3.0]]);
        let one = plan(r#"{"file": "a", "mesh": 0, "weights": [3]}"#).unwrap();
        assert_eq!(one, [vec![3.0, 0.0], vec![3.0, 0.0], vec![1.0]]);
    }

    #[test]
    fn what_does_not_fit_is_told_with_both_numbers() {
        for (json, error) in [
            (r#"{"file": "a", "mesh": 2}"#, "a: meshes[2]: there are 2 meshes"),
            (r#"{"file": "a", "mesh": "x"}"#, "a: mesh \"x\": there is none; there are 2 meshes"),
            (
                r#"{"file": "a", "animation": 1, "time": 0}"#,
                "a: animations[1]: there is 1 animation",
            ),
            (r#"{"file": "a", "time": 0}"#, "a: time: expected an animation, got none"),
        ] {
            assert_eq!(plan(json).unwrap_err(), error);
        }
        assert!(plan(r#"{"file": "a", "wieghts": []}"#).unwrap_err().contains("wieghts"));
        assert!(plan(r#"{"file": "a", "weights": [0, 1e39]}"#).is_err());
        assert!(plan("{}").unwrap_err().contains("file"));
    }
}
