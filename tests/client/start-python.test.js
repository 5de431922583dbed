import assert from "node:assert/strict";
import { test } from "node:test";
import { startPython } from "../../src/pickomino/client/offline/start-python.js";

const MEMORY = Uint8Array.of(1, 2, 3);

/** Start Python; return what happened. @param {{kept?: Uint8Array, fails?: string}} situation */
async function start({ kept, fails }) {
  /** @type {string[]} */
  const events = [];
  const snapshots = {
    load: async () => {
      if (fails === "load") throw new Error("no storage");
      return kept ?? null;
    },
    keep: async () => {
      if (fails === "keep") throw new Error("full");
      events.push("kept");
    },
    drop: async () => void events.push("dropped"),
  };
  const loadPyodide = async (/** @type {any} */ { _loadSnapshot, _makeSnapshot, name }) => {
    if (_loadSnapshot && fails === "start") throw new Error("damaged");
    events.push(`${name} ${_loadSnapshot ? "from memory" : _makeSnapshot ? "anew" : ""}`);
    return {
      runPython: (/** @type {string} */ code) => code.includes("seed") && events.push("seeded"),
      makeMemorySnapshot: () => {
        if (fails === "make") throw new Error("no snapshot");
        return MEMORY;
      },
    };
  };
  const python = await startPython(loadPyodide, { name: "started" }, snapshots);
  assert.ok(python);
  return events;
}

test("the first visit keeps a snapshot", async () => {
  assert.deepEqual(await start({}), ["started anew", "kept"]);
});

test("later visits start from the snapshot, with other random numbers", async () => {
  assert.deepEqual(await start({ kept: MEMORY }), ["started from memory", "seeded"]);
});

test("a snapshot that cannot be started is replaced", async () => {
  assert.deepEqual(await start({ kept: MEMORY, fails: "start" }), [
    "dropped",
    "started anew",
    "kept",
  ]);
});

test("Python starts although no snapshot can be made, kept or read", async () => {
  for (const fails of ["make", "keep"]) assert.deepEqual(await start({ fails }), ["started anew"]);
  assert.deepEqual(await start({ kept: MEMORY, fails: "load" }), ["started anew", "kept"]);
});
