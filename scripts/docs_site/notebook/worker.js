/** The notebook's worker: loads Python and the exact solver, and runs one cell after the other. */

import { createKernels } from "./offline/kernels.js";
import { loadFile } from "./offline/load-file.js";
import { pythonKernels } from "./offline/python-kernels.js";

const FILES = new URL("./", import.meta.url).href;
const PACKAGES = "/home/pyodide";
const EXTRAWURM = true;

const starting = start();
let last = Promise.resolve();

addEventListener("message", ({ data }) => {
  last = last.then(() => run(data));
});

/** Run a cell, and post its output. */
async function run({ number, code }) {
  try {
    const { python, cells } = await starting;
    const write = (text) => postMessage({ type: "output", number, text });
    python.setStdout({ write: writer(write), isatty: false });
    python.setStderr({ write: writer(write), isatty: false });
    postMessage({ type: "running", number });
    const value = JSON.parse(cells.run(code, `cell ${number}`));
    postMessage({ type: "done", number, value });
  } catch (error) {
    console.error(error);
    postMessage({ type: "failed", number });
  }
}

/** Return a function that decodes bytes, of which a character may have several. */
function writer(write) {
  const decoder = new TextDecoder();
  return (bytes) => {
    write(decoder.decode(bytes, { stream: true }));
    return bytes.length;
  };
}

async function start() {
  const [{ loadPyodide }, { default: createPyodideModule }, info] = await Promise.all([
    import("./pyodide.js"),
    import("./pyodide.asm.js"),
    fetch(`${FILES}lock-info.json`).then((answer) => answer.json()),
  ]);
  const lockFileContents = { info, packages: {} };
  const python = await loadPyodide({ indexURL: FILES, createPyodideModule, lockFileContents });
  const ignoreProgress = () => {};
  for (const name of ["python.zip", "cells.zip"])
    python.unpackArchive(await loadFile(FILES + name, ignoreProgress), "zip", {
      extractDir: PACKAGES,
    });
  const kernels = createKernels((name, onProgress) => loadFile(FILES + name, onProgress));
  await kernels.prepare(0, EXTRAWURM, ignoreProgress);
  python.registerJsModule("pickomino_kernels", pythonKernels(kernels));
  return { python, cells: python.pyimport("cells") };
}
