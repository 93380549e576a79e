//! The classes of weight animation: tracks, and the clips of a file.

use crate::value::{count, error, index};
use js_sys::Float32Array;
use morphkit::animation::{self, ChannelTargets, Cursor, Interpolation};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// The weights of all targets of one mesh over time.
#[wasm_bindgen]
#[derive(Debug)]
pub struct WeightTrack {
    track: animation::WeightTrack,
    /// Makes playing forward cheap.
    cursor: Cursor,
    /// Room for the weights on their way out; kept between frames.
    room: Vec<f32>,
}

impl WeightTrack {
    fn of(track: animation::WeightTrack) -> Self {
        Self { track, cursor: Cursor::default(), room: Vec::new() }
    }
}

#[wasm_bindgen]
impl WeightTrack {
    /// Checks and takes the keys of a track.
    ///
    /// `values` holds, key after key, one weight a target; for CUBICSPLINE all in-tangents, then
    /// all weights, then all out-tangents.
    ///
    /// # Errors
    /// Names the key or the value that is wrong, or both numbers where counts disagree.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(js_name = targetCount)] target_count: f64,
        #[wasm_bindgen(unchecked_param_type = "Interpolation")] interpolation: &str,
        times: Vec<f32>,
        values: Vec<f32>,
    ) -> Result<Self, JsError> {
        let interpolation = match interpolation {
            "STEP" => Interpolation::Step,
            "LINEAR" => Interpolation::Linear,
            "CUBICSPLINE" => Interpolation::CubicSpline,
            other => {
                let expected = "expected STEP, LINEAR or CUBICSPLINE";
                return Err(error(format!("interpolation: {expected}, got {other:?}")));
            }
        };
        let target_count = count("targetCount", target_count)? as usize;
        let track = animation::WeightTrack::new(target_count, interpolation, times, values)?;
        Ok(Self::of(track))
    }

    /// Number of targets.
    #[wasm_bindgen(getter, js_name = targetCount)]
    #[must_use]
    pub fn target_count(&self) -> usize {
        self.track.target_count()
    }

    /// How values follow each other between two keys.
    #[wasm_bindgen(getter, unchecked_return_type = "Interpolation")]
    #[must_use]
    pub fn interpolation(&self) -> String {
        let name = match self.track.interpolation() {
            Interpolation::Step => "STEP",
            Interpolation::Linear => "LINEAR",
            Interpolation::CubicSpline => "CUBICSPLINE",
        };
        name.to_owned()
    }

    /// Times of the keys in seconds, copied.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn times(&self) -> Vec<f32> {
        self.track.times().to_vec()
    }

    /// Time of the first key in seconds.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn start(&self) -> f32 {
        self.track.start()
    }

    /// Time of the last key in seconds.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn end(&self) -> f32 {
        self.track.end()
    }

    /// The weights at a time in seconds, one for each target.
    ///
    /// # Errors
    /// The time is NaN.
    pub fn sample(&mut self, time: f32) -> Result<Vec<f32>, JsError> {
        let mut weights = vec![0.0; self.track.target_count()];
        self.track.sample_into(time, &mut self.cursor, &mut weights)?;
        Ok(weights)
    }

    /// Writes the weights at a time; what is longer than the track is filled with zeros.
    ///
    /// # Errors
    /// The time is NaN; nothing is written then.
    #[wasm_bindgen(js_name = sampleInto)]
    pub fn sample_into(&mut self, time: f32, out: &Float32Array) -> Result<(), JsError> {
        self.room.resize(out.length() as usize, 0.0);
        self.track.sample_into(time, &mut self.cursor, &mut self.room)?;
        out.copy_from(&self.room);
        Ok(())
    }
}

/// The weight tracks of one animation of a file.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Clip {
    pub(crate) clip: animation::Clip,
}

#[wasm_bindgen]
impl Clip {
    /// The animation's name, where it has one.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn name(&self) -> Option<String> {
        self.clip.name.clone()
    }

    /// Nodes whose weights are animated, one for each track.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn nodes(&self) -> Vec<u32> {
        self.clip.channels.iter().map(|channel| channel.node as u32).collect()
    }

    /// What of a node's weights each track holds: the index of one target, or -1 for all.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn targets(&self) -> Vec<i32> {
        let targets = self.clip.channels.iter().map(|channel| match channel.targets {
            ChannelTargets::All => -1,
            ChannelTargets::One(target) => target as i32,
        });
        targets.collect()
    }

    /// Time of the first key in seconds; undefined without tracks.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn start(&self) -> Option<f32> {
        self.clip.start()
    }

    /// Time of the last key in seconds; undefined without tracks.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn end(&self) -> Option<f32> {
        self.clip.end()
    }

    /// The track of all weights of a node, copied; undefined where they are not animated
    /// together.
    ///
    /// # Errors
    /// The node is no whole number.
    pub fn track(&self, node: f64) -> Result<Option<WeightTrack>, JsError> {
        Ok(self.find(index("node", node)?, ChannelTargets::All))
    }

    /// The track of a single weight of a node, copied; undefined where it is not animated on its
    /// own.
    ///
    /// # Errors
    /// The node or the target is no whole number.
    #[wasm_bindgen(js_name = targetTrack)]
    pub fn target_track(&self, node: f64, target: f64) -> Result<Option<WeightTrack>, JsError> {
        let targets = ChannelTargets::One(index("target", target)?);
        Ok(self.find(index("node", node)?, targets))
    }
}

impl Clip {
    fn find(&self, node: usize, targets: ChannelTargets) -> Option<WeightTrack> {
        let mut channels = self.clip.channels.iter();
        let channel = channels.find(|c| c.node == node && c.targets == targets)?;
        Some(WeightTrack::of(channel.track.clone()))
    }
}
