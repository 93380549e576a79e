//! Weights of animations over time.

use anyhow::Result;
use morphkit::core::animation::{ChannelTargets, Clip, ClipChannel, Cursor, Interpolation};
use morphkit::gltf::Document;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Samples of a curve, beside those at its keys.
const SAMPLES: usize = 240;
/// Curves with a colour of their own.
pub(super) const COLOURED: usize = 8;
/// Most charts of a page.
const CHARTS: usize = 24;
/// Most points of all curves of a chart.
const POINTS: usize = 60_000;

/// The weights of one channel.
#[derive(Debug)]
pub(super) struct Chart {
    pub(super) animation: String,
    pub(super) node: usize,
    pub(super) interpolation: &'static str,
    pub(super) keys: usize,
    /// Seconds, first and last.
    pub(super) span: [f32; 2],
    /// Smallest and largest weight, 0 and 1 at least.
    pub(super) range: [f32; 2],
    /// Those that change, the widest first.
    pub(super) curves: Vec<Curve>,
    /// Targets that stay as they are.
    pub(super) constant: usize,
}

/// The weight of one target, or of several that go together.
#[derive(Debug)]
pub(super) struct Curve {
    pub(super) names: Vec<String>,
    /// Seconds and weights.
    pub(super) points: Vec<(f32, f32)>,
}

/// All charts of a file, and how many channels got none.
#[derive(Debug, Default)]
pub(super) struct Charts {
    pub(super) charts: Vec<Chart>,
    pub(super) left_out: usize,
    /// Animations without weights.
    pub(super) without: usize,
    /// Animations with errors.
    pub(super) unread: usize,
}

impl Charts {
    /// Where an animation has an error, the findings tell.
    pub(super) fn new(document: &Document) -> Self {
        let mut all = Self::default();
        for index in 0..document.root().animations.len() {
            let Ok(clip) = document.weight_animation(index) else {
                all.unread += 1;
                continue;
            };
            let animation = clip.name.clone().unwrap_or_else(|| index.to_string());
            all.without += usize::from(clip.channels.is_empty());
            all.add(document, &animation, &clip);
        }
        all
    }

    fn add(&mut self, document: &Document, animation: &str, clip: &Clip) {
        for channel in &clip.channels {
            if self.charts.len() == CHARTS {
                self.left_out += 1;
                continue;
            }
            match Chart::new(document, animation, channel) {
                Ok(chart) => self.charts.push(chart),
                Err(_) => self.left_out += 1,
            }
        }
    }
}

impl Chart {
    fn new(document: &Document, animation: &str, channel: &ClipChannel) -> Result<Self> {
        let track = &channel.track;
        let count = track.target_count();
        let names = names(document, channel.node);
        let name = |at: usize| {
            let target = match channel.targets {
                ChannelTargets::All => at,
                ChannelTargets::One(target) => target,
            };
            names.get(target).cloned().unwrap_or_else(|| target.to_string())
        };
        let times = times(channel, count);
        let (mut values, mut cursor) = (vec![0.0; count], Cursor::default());
        let mut curves: Vec<_> =
            (0..count).map(|at| Curve { names: vec![name(at)], points: Vec::new() }).collect();
        for time in times {
            track.sample_into(time, &mut cursor, &mut values)?;
            let held = curves.iter().map(|curve| curve.points.last().copied()).collect::<Vec<_>>();
            for ((curve, &value), held) in curves.iter_mut().zip(&values).zip(held) {
                // A step is drawn as one.
                if let (Interpolation::Step, Some((_, before))) = (track.interpolation(), held) {
                    curve.points.push((time, before));
                }
                curve.points.push((time, value));
            }
        }
        let width = |curve: &Curve| {
            let [low, high] = range([curve]);
            high - low
        };
        let all = curves.len();
        let first = range(curves.iter());
        curves.retain(|curve| width(curve) > 0.0);
        curves.sort_by(|a, b| width(b).total_cmp(&width(a)));
        let constant = all - curves.len();
        let curves = together(curves);
        Ok(Self {
            animation: animation.to_owned(),
            node: channel.node,
            interpolation: crate::animation_report::interpolation_name(track.interpolation()),
            keys: track.key_count(),
            span: [track.start(), track.end()],
            range: [first[0].min(0.0), first[1].max(1.0)],
            constant,
            curves,
        })
    }
}

/// Curves that lie on each other as one, such as those of both eyes.
fn together(curves: Vec<Curve>) -> Vec<Curve> {
    let mut all: Vec<Curve> = Vec::with_capacity(curves.len());
    let bits = |curve: &Curve| -> Vec<u32> {
        curve.points.iter().flat_map(|(time, value)| [time.to_bits(), value.to_bits()]).collect()
    };
    let mut places: HashMap<_, usize> = HashMap::new();
    for curve in curves {
        match places.entry(bits(&curve)) {
            Entry::Occupied(place) => all[*place.get()].names.extend(curve.names),
            Entry::Vacant(place) => {
                place.insert(all.len());
                all.push(curve);
            }
        }
    }
    all
}

/// Times at which curves are drawn: the keys, and between them where that shows.
fn times(channel: &ClipChannel, curves: usize) -> Vec<f32> {
    let track = &channel.track;
    let most = (POINTS / curves.max(1)).clamp(2, SAMPLES * 4);
    let (start, end) = (track.start(), track.end());
    let mut times: Vec<f32> = match track.key_count() <= most {
        true => track.times().to_vec(),
        false => Vec::new(),
    };
    let curved = track.interpolation() == Interpolation::CubicSpline;
    if curved || times.is_empty() {
        let samples = SAMPLES.min(most);
        let at = |i: usize| start + (end - start) * i as f32 / samples as f32;
        times.extend((0..=samples).map(at));
        times.sort_by(f32::total_cmp);
        times.dedup();
    }
    times
}

fn range<'a>(curves: impl IntoIterator<Item = &'a Curve>) -> [f32; 2] {
    let values = curves.into_iter().flat_map(|curve| curve.points.iter().map(|(_, value)| *value));
    let range = values.fold(None, |range: Option<[f32; 2]>, value| match range {
        None => Some([value; 2]),
        Some([low, high]) => Some([low.min(value), high.max(value)]),
    });
    range.unwrap_or([0.0; 2])
}

/// Names of the targets of what a node draws.
fn names(document: &Document, node: usize) -> Vec<String> {
    let mesh = document.root().nodes.get(node).and_then(|node| node.mesh);
    let mesh = mesh.and_then(|mesh| document.mesh(mesh).ok());
    let names = mesh.and_then(|mesh| mesh.target_names.as_ref().map(|names| names.to_vec()));
    names.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use morphkit::core::animation::WeightTrack;
    use morphkit::gltf::NoFiles;

    fn chart(interpolation: Interpolation, keys: &[(f32, Vec<f32>)]) -> Chart {
        let text = r#"{ "asset": { "version": "2.0" } }"#;
        let document = Document::from_slice(text.as_bytes(), NoFiles).unwrap();
        let track = WeightTrack::from_keys(interpolation, keys.iter().cloned()).unwrap();
        Chart::new(&document, "a", &ClipChannel::new(0, track)).unwrap()
    }

    #[test]
    fn curves_that_lie_on_each_other_are_one_and_still_ones_are_counted() {
        let keys = [(0.0, vec![0.0, 0.0, 0.3, 0.0]), (2.0, vec![0.5, 0.5, 0.3, -2.0])];
        let chart = chart(Interpolation::Linear, &keys);
        let names: Vec<_> = chart.curves.iter().map(|curve| curve.names.join(" ")).collect();
        assert_eq!((names, chart.constant), (vec!["3".into(), "0 1".into()], 1));
        assert_eq!((chart.range, chart.span), ([-2.0, 1.0], [0.0, 2.0]));
        assert_eq!(chart.curves[0].points, [(0.0, 0.0), (2.0, -2.0)]);
    }

    #[test]
    fn steps_are_drawn_as_steps_and_splines_as_curves() {
        let step = chart(Interpolation::Step, &[(0.0, vec![0.0]), (1.0, vec![1.0])]);
        assert_eq!(step.curves[0].points, [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)]);
        let row = |value: f32| vec![4.0, value, -4.0];
        let spline = chart(Interpolation::CubicSpline, &[(0.0, row(0.0)), (1.0, row(1.0))]);
        assert!(spline.curves[0].points.len() > SAMPLES);
        assert!(spline.range[1] > 1.0 || spline.range[0] < 0.0, "{:?}", spline.range);
    }
}
