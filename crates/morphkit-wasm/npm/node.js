// The entry for Node: takes the module from the disk, so that everything is there after the import.
// Browsers and bundlers take morphkit.js, whose default export fetches the module.
import { readFileSync } from "node:fs";
import init, { initSync } from "./morphkit.js";

initSync({ module: readFileSync(new URL("./morphkit_bg.wasm", import.meta.url)) });

export * from "./morphkit.js";
export default init;
