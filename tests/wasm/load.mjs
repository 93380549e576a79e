// The npm package as `cargo xtask wasm` built it.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The package in the folder MORPHKIT_WASM, by its name: what its package.json gives to Node. */
export function loadPackage() {
    const folder = process.env.MORPHKIT_WASM;
    if (!folder) {
        throw new Error("MORPHKIT_WASM: expected the package's folder; run `cargo xtask wasm`");
    }
    // A file inside a package finds the package by its own name.
    const entry = createRequire(join(folder, "inside.js")).resolve("morphkit-wasm");
    return import(pathToFileURL(entry));
}
