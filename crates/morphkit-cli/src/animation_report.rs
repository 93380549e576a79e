//! Animations as they stand in the JSON of `inspect` and of `blend`.

use morphkit::core::animation::{ChannelTargets, Clip, Interpolation};
use serde::Serialize;

/// An animation and its channels that move weights.
#[derive(Debug, Serialize)]
pub(crate) struct AnimationReport {
    pub(crate) index: usize,
    pub(crate) name: Option<String>,
    pub(crate) weight_channels: Vec<ChannelReport>,
}

/// One channel that moves weights.
#[derive(Debug, Serialize)]
pub(crate) struct ChannelReport {
    pub(crate) node: usize,
    /// The mesh that the node draws.
    pub(crate) mesh: Option<usize>,
    pub(crate) target_count: usize,
    /// The one target that the channel moves; absent where it moves all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) target: Option<usize>,
    pub(crate) interpolation: &'static str,
    pub(crate) keyframes: usize,
    /// Seconds.
    pub(crate) start: f32,
    /// Seconds.
    pub(crate) end: f32,
}

impl AnimationReport {
    /// One for each clip of a file; `mesh_of` gives the mesh of a node.
    pub(crate) fn list(clips: &[Clip], mesh_of: impl Fn(usize) -> Option<usize>) -> Vec<Self> {
        (0..).zip(clips).map(|(index, clip)| Self::new(index, clip, &mesh_of)).collect()
    }

    /// The animation `index` of a file.
    pub(crate) fn new(
        index: usize,
        clip: &Clip,
        mesh_of: &impl Fn(usize) -> Option<usize>,
    ) -> Self {
        let channels = clip.channels.iter().map(|channel| ChannelReport {
            node: channel.node,
            mesh: mesh_of(channel.node),
            target_count: channel.track.target_count(),
            target: match channel.targets {
                ChannelTargets::All => None,
                ChannelTargets::One(target) => Some(target),
            },
            interpolation: interpolation_name(channel.track.interpolation()),
            keyframes: channel.track.key_count(),
            start: channel.track.start(),
            end: channel.track.end(),
        });
        Self { index, name: clip.name.clone(), weight_channels: channels.collect() }
    }
}

/// glTF's name of an interpolation.
pub(crate) const fn interpolation_name(interpolation: Interpolation) -> &'static str {
    match interpolation {
        Interpolation::Step => "STEP",
        Interpolation::Linear => "LINEAR",
        Interpolation::CubicSpline => "CUBICSPLINE",
    }
}
