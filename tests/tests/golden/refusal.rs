//! Core's errors as the words of the vectors.

use morph_core::animation::{AnimationError, MixError, PackTracksError};
use morph_core::packed::PackError;
use morph_core::{BlendError, BoundsError, LayoutError, WeightsError};

pub(crate) type Refusal = (&'static str, Option<usize>);

pub(crate) fn of_weights(error: &WeightsError) -> Refusal {
    match error {
        WeightsError::NonFinite { index, .. } => ("non-finite-weight", Some(*index)),
        other => panic!("no case is refused so: {other}"),
    }
}

pub(crate) fn of_blend(error: &BlendError) -> Refusal {
    match error {
        BlendError::Weights(error) => of_weights(error),
        BlendError::VertexCount { .. } => ("vertex-count", None),
        other => panic!("no case is refused so: {other}"),
    }
}

pub(crate) fn of_layout(error: &LayoutError) -> Refusal {
    let why = match error {
        LayoutError::NoBands => "no-bands",
        LayoutError::SetOutOfRange { .. } => "set-number",
        LayoutError::Texture { .. } => "texture-too-large",
        LayoutError::Buffer { .. } => "buffer-too-large",
        LayoutError::Capacity { .. } => "too-many-active",
        other => panic!("no case is refused so: {other}"),
    };
    (why, None)
}

pub(crate) fn of_pack(error: &PackError) -> Refusal {
    match error {
        PackError::Layout(error) => of_layout(error),
        PackError::Range { .. } => ("too-large", None),
        PackError::Malformed { .. } => ("malformed", None),
        other => panic!("no case is refused so: {other}"),
    }
}

pub(crate) fn of_animation(error: &AnimationError) -> Refusal {
    let why = match error {
        AnimationError::NanTime => "nan-time",
        AnimationError::NoKeys => "no-keys",
        AnimationError::NonFiniteTime { .. } | AnimationError::TimeNotIncreasing { .. } => {
            "key-times"
        }
        AnimationError::ValueCount { .. } => "value-count",
        AnimationError::NonFiniteValue { .. } => "non-finite-value",
        other => panic!("no case is refused so: {other}"),
    };
    (why, None)
}

pub(crate) fn of_pack_tracks(error: &PackTracksError) -> Refusal {
    match error {
        PackTracksError::Distance { .. } => ("key-distance", None),
        PackTracksError::Range { .. } => ("too-large", None),
        other => panic!("no case is refused so: {other}"),
    }
}

pub(crate) fn of_mix(error: &MixError) -> Refusal {
    match error {
        MixError::Factor { .. } | MixError::Mask { .. } => ("non-finite-factor", None),
        MixError::Override { index, .. } => ("non-finite-weight", Some(*index)),
        other => panic!("no case is refused so: {other}"),
    }
}

pub(crate) fn of_bounds(error: &BoundsError) -> Refusal {
    match error {
        BoundsError::NoPositions => ("no-positions", None),
        BoundsError::NonFinitePosition { .. } => ("non-finite-position", None),
        BoundsError::Range { .. } => ("range", None),
        BoundsError::ClusterCount { .. }
        | BoundsError::ClusterNumber { .. }
        | BoundsError::EmptyCluster { .. } => ("clusters", None),
        BoundsError::Blend(error) => of_blend(error),
        other => panic!("no case is refused so: {other}"),
    }
}
