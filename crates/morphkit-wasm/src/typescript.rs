//! TypeScript types of the plain objects that cross over.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A vertex attribute that a target can move, by its glTF semantic. */
export type Attribute = "POSITION" | "NORMAL" | "TANGENT" | `TEXCOORD_${number}` | `COLOR_${number}`;

/**
 * Vertex attributes as flat arrays, vertex after vertex: POSITION 3 floats, NORMAL 3, TANGENT 4,
 * TEXCOORD_n 2, COLOR_n 3 or 4.
 */
export type Attributes = { [attribute in Attribute]?: Float32Array };

/** Deltas of some vertices; all others are zero. */
export interface SparseDeltas {
    /** Vertices, strictly increasing. */
    indices: Uint32Array;
    /** One delta for each index. */
    values: Float32Array;
}

/**
 * One target: for each attribute that it moves, one delta a vertex, or the deltas of some vertices.
 * A delta has 3 floats for POSITION, NORMAL and TANGENT, 2 for TEXCOORD_n, and 4 or 3 for COLOR_n.
 */
export type Target = { [attribute in Attribute]?: Float32Array | SparseDeltas };

/** An axis-aligned box, ends included. */
export interface Box {
    min: [number, number, number];
    max: [number, number, number];
}

/** Limits of a device by WebGPU's names; a GPUSupportedLimits is one. Omitted ones are WebGPU's defaults. */
export interface Limits {
    maxTextureDimension2D?: number;
    maxTextureArrayLayers?: number;
    maxStorageBufferBindingSize?: number;
    maxStorageBuffersPerShaderStage?: number;
}

/** Place of one delta in a texture. */
export interface Texel {
    column: number;
    row: number;
    layer: number;
}

/** The weights that are not zero, ascending by index. */
export interface ActiveWeights {
    indices: Uint32Array;
    weights: Float32Array;
    /** How many active weights did not fit. */
    dropped: number;
}

/** Words of a uniform or a storage buffer, little-endian in memory. */
export interface WeightWords {
    words: Uint32Array;
    /** How many active weights did not fit. */
    dropped: number;
}

/** Where targets are added. */
export type Stage = "vertex" | "compute";

/** How values follow each other between two keys. */
export type Interpolation = "STEP" | "LINEAR" | "CUBICSPLINE";

/** One binding of a shader. */
export interface ShaderBinding {
    group: number;
    binding: number;
    /** The variable's name in WGSL. */
    name: string;
    kind: "texture-2d" | "texture-2d-array" | "uniform" | "read-only-storage" | "storage";
    /** Fewest bytes that a buffer's binding may have. */
    minBindingSize?: number;
    hasDynamicOffset: boolean;
}

/** One thing that is wrong with a file, or worth knowing about it. */
export interface Finding {
    /** Stable code, the Khronos validator's where it has one. */
    code: string;
    severity: "note" | "recoverable" | "fatal";
    /** Where: `meshes[0].primitives[1].targets[3].NORMAL`. */
    place: string;
    message: string;
}

/** How to read a file. */
export interface ReadOptions {
    /** Whether what is against the specification but has a meaning is an error. */
    strict?: boolean;
    /** Files beside the model, by the URIs that it names them with. */
    files?: { [uri: string]: Uint8Array };
}
"#;
