/** Runs Python in a worker as the static site does, and times the answers listed in a message. */

import { createKernels } from "./offline/kernels.js";
import { loadFile } from "./offline/load-file.js";
import { pythonKernels } from "./offline/python-kernels.js";
import createPyodideModule from "./pyodide.asm.js";
import { loadPyodide } from "./pyodide.js";

const FOLDER = new URL("./", import.meta.url).href;
const load = (name) => loadFile(FOLDER + name, () => {});

addEventListener("message", ({ data }) => {
  answer(data).then(
    (results) => postMessage({ results }),
    (error) => postMessage({ error: String(error) }),
  );
});

/** @param {string} tasks as JSON @returns {Promise<string>} the results as JSON */
async function answer(tasks) {
  const python = await loadPyodide({ indexURL: FOLDER, createPyodideModule });
  python.unpackArchive(await load("python.zip"), "zip", { extractDir: "/app" });
  python.registerJsModule("pickomino_kernels", pythonKernels(createKernels(load)));
  python.globals.set("clock", () => performance.now() / 1000);
  python.globals.set("tasks", tasks);
  await python.runPythonAsync("import sys; sys.path.insert(0, '/app')");
  return python.runPythonAsync(new TextDecoder().decode(await load("timed.py")));
}
