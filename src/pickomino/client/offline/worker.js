/**
 * The worker that replaces a server: loads Python, and runs the rooms in it
 * (`pickomino.offline.entry`).
 */

import { createKernels } from "./kernels.js";
import { loadFile } from "./load-file.js";
import { pythonKernels } from "./python-kernels.js";
import { cachedSnapshots, startPython } from "./start-python.js";
import { RoomStorage } from "./storage.js";

/** @import { Site } from "../shared/site.js" */
/** @import { Snapshots } from "./start-python.js" */
/**
 * @typedef {{type: "start", site: Site}} Start
 * @typedef {{type: "request", number: number, method: string, path: string, token: string,
 *   body: string}} RoomRequest
 * @typedef {Start | RoomRequest | {type: "open", socket: number, code: string}
 *   | {type: "send", socket: number, text: string} | {type: "close", socket: number}} ToWorker
 * @typedef {{type: "progress", share: number} | {type: "failed"}
 *   | {type: "networks", share: number} | {type: "missing"} | {type: "loaded", address: string}
 *   | {type: "unkept", reason: "blocked" | "full"}
 *   | {type: "answer", number: number, code: number, body: string}
 *   | {type: "share", number: number, share: number}
 *   | {type: "opened", socket: number} | {type: "message", socket: number, text: string}
 *   | {type: "closed", socket: number, code: number}} ToPage
 */

/** How much of the wait is for downloads; the rest is for starting Python. */
const DOWNLOAD_SHARE = 0.8;
const ARCHIVE = "python.zip";

/** @param {ToPage} message */
const tell = (message) => postMessage(message);

/** @type {Promise<any> | null} */
let rooms = null;

addEventListener("message", ({ data }) => {
  const message = /** @type {ToWorker} */ (data);
  if (message.type === "start") rooms = start(message.site);
  else
    void rooms?.then((started) => handle(started, message)).catch((error) => fail(message, error));
});

/**
 * A request must have an answer, whatever happens.
 * @param {ToWorker} message @param {unknown} error
 */
function fail(message, error) {
  console.error(error);
  if (message.type === "request")
    tell({ type: "answer", number: message.number, code: 500, body: "{}" });
}

/** @param {any} started @param {Exclude<ToWorker, Start>} message */
async function handle(started, message) {
  if (message.type === "open") {
    started.open(message.socket, message.code);
    tell({ type: "opened", socket: message.socket });
  } else if (message.type === "send") started.receive(message.socket, message.text);
  else if (message.type === "close") started.close(message.socket);
  else {
    const { number, method, path, token, body } = message;
    const answer = await started.request(number, method, path, token, body);
    const [code, text] = answer.toJs();
    tell({ type: "answer", number, code, body: text });
    answer.destroy();
  }
}

/** @param {Site} site @returns {Promise<any>} the Python object that holds the rooms */
async function start({ runtime, sizes, lock, networks }) {
  const snapshots = cachedSnapshots(runtime);
  try {
    countDownloads(sizes);
    const storage = new RoomStorage(
      (reason) => tell({ type: "unkept", reason }),
      () => tell({ type: "failed" }),
    );
    const [pyodide, archive] = await Promise.all([
      loadPython(runtime, lock, snapshots),
      loadArchive(runtime),
    ]);
    pyodide.unpackArchive(archive, "zip", { extractDir: "/home/pyodide" });
    const prepare = offerKernels(pyodide, networks);
    const entry = pyodide.pyimport("pickomino.offline.entry");
    const started = entry.start(storage, { send, closed, progress }, prepare);
    await storage.open((code, version) => started.reload(code, version));
    tell({ type: "progress", share: 1 });
    return started;
  } catch (error) {
    console.error(error);
    await snapshots.drop();
    tell({ type: "failed" });
    throw error;
  }
}

/** @param {string} runtime @param {Site["lock"]} info @param {Snapshots} snapshots */
async function loadPython(runtime, info, snapshots) {
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    import(`${runtime}pyodide.js`),
    import(`${runtime}pyodide.asm.js`),
  ]);
  const options = {
    indexURL: runtime,
    createPyodideModule,
    lockFileContents: { info, packages: {} },
    env: { HOME: "/home/pyodide" },
  };
  return startPython(loadPyodide, options, snapshots);
}

/** @param {string} runtime */
async function loadArchive(runtime) {
  const answer = await fetch(`${runtime}${ARCHIVE}`);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
  return answer.arrayBuffer();
}

/**
 * Report how much of the files has arrived.
 * @param {Record<string, number>} sizes of the files by name
 */
function countDownloads(sizes) {
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  const original = globalThis.fetch;
  let loaded = 0;
  globalThis.fetch = async (...request) => {
    const answer = await original(...request);
    const name = new URL(answer.url).pathname.split("/").at(-1) ?? "";
    if (answer.ok && name in sizes) void count(answer.clone());
    return answer;
  };
  /** @param {Response} answer */
  async function count(answer) {
    const reader = /** @type {ReadableStream} */ (answer.body).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      loaded += part.value.length;
      tell({ type: "progress", share: Math.min(1, loaded / total) * DOWNLOAD_SHARE });
    }
  }
}

/**
 * Give Python the turn solver and the networks in JavaScript; return a function that loads what a
 * game needs.
 *
 * @param {any} pyodide
 * @param {string} folder of the files
 */
function offerKernels(pyodide, folder) {
  const kernels = createKernels(async (name, onProgress) => {
    const address = folder + name;
    const content = await loadFile(address, onProgress);
    tell({ type: "loaded", address });
    return content;
  });
  pyodide.registerJsModule("pickomino_kernels", pythonKernels(kernels));
  /** @type {(players: number, extrawurm: boolean) => Promise<string>} */
  return async (players, extrawurm) => {
    try {
      const onProgress = (/** @type {number} */ share) => tell({ type: "networks", share });
      return await kernels.prepare(players, extrawurm, onProgress);
    } catch (error) {
      tell({ type: "networks", share: 1 });
      tell({ type: "missing" });
      throw error;
    }
  };
}

/** @param {number} socket @param {string} text */
function send(socket, text) {
  tell({ type: "message", socket, text });
}

/** @param {number} socket @param {number} code */
function closed(socket, code) {
  tell({ type: "closed", socket, code });
}

/** @param {number} number @param {number} share */
function progress(number, share) {
  tell({ type: "share", number, share });
}
