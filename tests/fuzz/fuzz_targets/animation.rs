//! Samplers and channels over accessors of any bytes, and their tracks at many times.
#![no_main]

use arbitrary::Arbitrary;
use morph_fuzz::describe::{Accessor, Number, View, file};
use morph_fuzz::{libfuzzer_sys, read};
use serde_json::{Value, json};

#[derive(Debug, Arbitrary)]
struct Input {
    views: [View; 4],
    times: Accessor,
    outputs: [Accessor; 3],
    /// Whether the accessors have the types of times and values.
    fitting: bool,
    keys: Number,
    samplers: [Sampler; 3],
    channels: Vec<Channel>,
    targets: u8,
    bin: Vec<u8>,
}

#[derive(Debug, Arbitrary)]
struct Sampler {
    input: u8,
    output: u8,
    interpolation: u8,
}

#[derive(Debug, Arbitrary)]
struct Channel {
    sampler: u8,
    node: Option<u8>,
    path: u8,
    /// For a pointer to one weight.
    weight: Number,
}

const INTERPOLATIONS: [Option<&str>; 5] =
    [None, Some("LINEAR"), Some("STEP"), Some("CUBICSPLINE"), Some("SMOOTH")];
const PATHS: [&str; 6] = ["weights", "translation", "rotation", "scale", "pointer", "colour"];

fn sampler(sampler: &Sampler) -> Value {
    let mut value = json!({ "input": sampler.input % 5, "output": sampler.output % 5 });
    if let Some(name) = INTERPOLATIONS[sampler.interpolation as usize % INTERPOLATIONS.len()] {
        value["interpolation"] = json!(name);
    }
    value
}

fn channel(channel: &Channel) -> Value {
    let path = PATHS[channel.path as usize % PATHS.len()];
    let mut target = json!({ "path": path });
    if let Some(node) = channel.node {
        target["node"] = json!(node % 3);
    }
    if path == "pointer" {
        let weight = channel.weight.value();
        let node = channel.node.unwrap_or(0) % 3;
        let pointer = if channel.sampler.is_multiple_of(2) {
            format!("/nodes/{node}/weights/{weight}")
        } else {
            format!("/nodes/{node}/weights")
        };
        target["extensions"] = json!({ "KHR_animation_pointer": { "pointer": pointer } });
    }
    json!({ "sampler": channel.sampler % 4, "target": target })
}

libfuzzer_sys::fuzz_target!(|input: Input| {
    let Input { mut times, outputs: [mut weights, mut vector, mut rotation], keys, .. } = input;
    let targets = usize::from(input.targets % 4);
    if input.fitting {
        times = times.typed(5126, "SCALAR", &keys);
        weights = weights.typed(5126, "SCALAR", &keys.times(targets));
        vector = vector.typed(5126, "VEC3", &keys);
        rotation = rotation.typed(5126, "VEC4", &keys);
    }
    let primitive = json!({ "targets": vec![json!({}); targets], "attributes": { "_NONE": 0 } });
    let more = json!({
        "extensionsUsed": ["KHR_animation_pointer"],
        "meshes": [{ "primitives": [primitive] }],
        "nodes": [{ "mesh": 0 }, {}],
        "animations": [{
            "samplers": input.samplers.iter().map(sampler).collect::<Vec<_>>(),
            "channels": input.channels.iter().map(channel).collect::<Vec<_>>(),
        }],
    });
    read::file(&file(&input.views, &[times, weights, vector, rotation], more, &input.bin));
});
