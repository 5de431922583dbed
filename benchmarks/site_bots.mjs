/**
 * Runs Python as the static site's worker does, and times the answers listed in a file.
 *
 * node site_bots.mjs FOLDER: the folder has the runtime, the kernel files, `timed.py` and
 * `tasks.json`. Prints the results as JSON.
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createKernels } from "../src/pickomino/client/offline/kernels.js";
import { pythonKernels } from "../src/pickomino/client/offline/python-kernels.js";

const folder = process.argv[2];
const read = (name) => readFile(join(folder, name));

const load = (name) => import(pathToFileURL(join(folder, name)).href);
const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
  load("pyodide.js"),
  load("pyodide.asm.js"),
]);
const pyodide = await loadPyodide({ indexURL: folder, createPyodideModule });
// Node's Buffer is not accepted.
pyodide.unpackArchive(new Uint8Array(await read("python.zip")), "zip", { extractDir: "/app" });
const kernels = createKernels(async (name) => {
  const file = await read(name);
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
});
pyodide.registerJsModule("pickomino_kernels", pythonKernels(kernels));
// Other programs on the machine do not change the time of the processor.
pyodide.globals.set("processor_seconds", () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
});
pyodide.globals.set("tasks", (await read("tasks.json")).toString());
const source = (await read("timed.py")).toString();
await pyodide.runPythonAsync("import sys; sys.path.insert(0, '/app')");
const results = await pyodide.runPythonAsync(source);
const { arrayBuffers } = process.memoryUsage();
console.log(JSON.stringify({ results: JSON.parse(results), bytes: arrayBuffers }));
