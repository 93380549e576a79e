//! Compressed bufferViews: every mode and filter over any stream, alone and as vertices.
#![no_main]

use arbitrary::Arbitrary;
use morph_fuzz::describe::Number;
use morph_fuzz::sample::join;
use morph_fuzz::{libfuzzer_sys, read};
use serde_json::json;

#[derive(Debug, Arbitrary)]
struct Input {
    /// Whether the first byte is the one of the mode, and the lengths are right.
    fitting: bool,
    newer: bool,
    mode: u8,
    filter: Option<u8>,
    count: Number,
    stride: Number,
    /// The component type and the type of the accessor over the view.
    accessor: (u8, u8),
    stream: Vec<u8>,
}

const COMPONENTS: [u32; 6] = [5120, 5121, 5122, 5123, 5125, 5126];
const KINDS: [&str; 4] = ["SCALAR", "VEC2", "VEC3", "VEC4"];
const FILTERS: [&str; 5] = ["NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"];

libfuzzer_sys::fuzz_target!(|input: Input| {
    let Input { fitting, newer, count, stride, mut stream, .. } = input;
    let (mode, headers) =
        [("ATTRIBUTES", [0xa0, 0xa1]), ("TRIANGLES", [0xe1, 0xe0]), ("INDICES", [0xd1, 0xd0])]
            [input.mode as usize % 3];
    let name = if newer { "KHR_meshopt_compression" } else { "EXT_meshopt_compression" };
    let (mut count, mut stride) = (count.value().clone(), stride.value().clone());
    let mut decoded = json!(count.as_u64().unwrap_or(0).wrapping_mul(stride.as_u64().unwrap_or(0)));
    if fitting {
        if let Some(first) = stream.first_mut() {
            *first = headers[usize::from(newer) & usize::from(*first & 1)];
        }
        let (elements, bytes) =
            (count.as_u64().unwrap_or(3) % 4096, stride.as_u64().unwrap_or(1) % 65);
        let (elements, bytes) = match mode {
            "ATTRIBUTES" => (elements, bytes * 4),
            "TRIANGLES" => (elements * 3, 2 + bytes % 2 * 2),
            _ => (elements, 2 + bytes % 2 * 2),
        };
        (count, stride, decoded) = (json!(elements), json!(bytes), json!(elements * bytes));
    }
    let mut compressed = json!({
        "buffer": 0, "byteLength": stream.len(), "byteStride": stride, "count": count, "mode": mode,
    });
    if let Some(filter) = input.filter {
        compressed["filter"] = json!(FILTERS[filter as usize % FILTERS.len()]);
    }
    let accessor = json!({
        "bufferView": 0,
        "componentType": COMPONENTS[input.accessor.0 as usize % COMPONENTS.len()],
        "type": KINDS[input.accessor.1 as usize % KINDS.len()],
        "normalized": input.accessor.1 > 127,
        "count": count,
    });
    let mut view =
        json!({ "buffer": 1, "byteLength": decoded, "extensions": { name: compressed } });
    if mode == "ATTRIBUTES" {
        view["byteStride"] = stride.clone();
    }
    let file = json!({
        "asset": { "version": "2.0" },
        "extensionsUsed": [name],
        "extensionsRequired": [name],
        "buffers": [
            { "byteLength": stream.len() },
            { "byteLength": decoded, "extensions": { name: { "fallback": true } } },
        ],
        "bufferViews": [view],
        "accessors": [accessor],
        "meshes": [{ "primitives": [{
            "attributes": { "POSITION": 0 }, "indices": 0, "targets": [{ "POSITION": 0 }],
        }] }],
    });
    read::file(&join(file.to_string().as_bytes(), &stream));
});
