// Choice of a layout (spec 8).

import { checkNotEmpty, linear, tiledTexture } from "./layouts.mjs";
import { Refused } from "./refused.mjs";

const STORAGE_BUFFERS = { vertex: 2, compute: 4 }; // C1

// The layout for a stage of a device: a `Linear` (C2) or a `Texture` (C3).
// `limits` has `dimension`, `layers`, `binding` and `storageBuffers`.
export function choose(vertices, targets, bands, stage, limits) {
    checkNotEmpty(vertices, targets, bands); // C4
    if (limits.storageBuffers >= STORAGE_BUFFERS[stage]) {
        try {
            return linear(vertices, targets, bands, limits.binding);
        } catch (error) {
            if (!(error instanceof Refused)) throw error;
            // A buffer that is too large leaves the texture.
        }
    }
    return tiledTexture(vertices, targets, bands, limits.dimension, limits.layers);
}
