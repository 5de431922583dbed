/** Loading what bots need: once, with progress, and again after a failure. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { readArrayFile } from "../../src/pickomino/client/offline/array-file.js";
import { createKernels } from "../../src/pickomino/client/offline/kernels.js";
import { pythonKernels } from "../../src/pickomino/client/offline/python-kernels.js";

/** Return a file of numbers in `half` planes; all arrays are zero. */
function fileOf(manifest, lengths) {
  let place = 0;
  const arrays = {};
  for (const [name, length] of Object.entries(lengths)) {
    arrays[name] = ["half", place, length];
    place += 8 * Math.ceil((2 * length) / 8);
  }
  let header = JSON.stringify({ manifest, arrays });
  header += " ".repeat(8 - ((header.length + 4) % 8));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  const file = gzipSync(Buffer.concat([length, Buffer.from(header), Buffer.alloc(place)]));
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
}

const FILES = {
  "turns.bin": fileOf({ shapes: [] }, {}),
  "turns-extrawurm.bin": fileOf({ shapes: [] }, {}),
  "network-2.bin": fileOf({ hash: "abc", players: 2, sizes: [3, 2] }, { weight0: 6, bias0: 2 }),
};

function recordedKernels(files = FILES) {
  const loaded = [];
  const kernels = createKernels(async (name, onProgress) => {
    loaded.push(name);
    if (!files[name]) throw new Error(`no ${name}`);
    onProgress(0.5);
    return files[name];
  });
  return { kernels, loaded };
}

test("files are loaded once, and only those that a game needs", async () => {
  const { kernels, loaded } = recordedKernels();
  const shares = [];
  const onProgress = (share) => shares.push(share);
  assert.equal(await kernels.prepare(0, false, onProgress), "");
  assert.deepEqual(loaded, ["turns.bin"]);
  assert.deepEqual(shares, []);
  assert.equal(await kernels.prepare(2, true, onProgress), "abc");
  assert.deepEqual(shares, [0.5, 1]);
  await kernels.prepare(2, true, onProgress);
  assert.deepEqual(loaded, ["turns.bin", "turns-extrawurm.bin", "network-2.bin"]);
  assert.deepEqual(shares, [0.5, 1]);
});

test("two games that need the same file at once load it once", async () => {
  const { kernels, loaded } = recordedKernels();
  await Promise.all([1, 2].map(() => kernels.prepare(2, false, () => {})));
  assert.deepEqual(loaded, ["turns.bin", "network-2.bin"]);
});

test("a file that could not be loaded is tried again", async () => {
  const files = { ...FILES };
  const { kernels } = recordedKernels(files);
  delete files["network-2.bin"];
  await assert.rejects(
    kernels.prepare(2, false, () => {}),
    { message: "no network-2.bin" },
  );
  files["network-2.bin"] = FILES["network-2.bin"];
  assert.equal(await kernels.prepare(2, false, () => {}), "abc");
});

test("what is not loaded is named", () => {
  const { kernels } = recordedKernels();
  assert.throws(() => kernels.network(3), /network for 3 players is not loaded/);
  assert.throws(() => kernels.states("0000"), /tables of 0000 are not loaded/);
});

test("a network without weights gives equal chances", async () => {
  const { kernels } = recordedKernels();
  await kernels.prepare(2, false, () => {});
  assert.deepEqual([...kernels.chances(2, new Float32Array(6))], [0.5, 0.5, 0.5, 0.5]);
  assert.throws(() => kernels.chances(2, new Float32Array(5)), RangeError);
});

test("the buffers of Python are released, also after an error", async () => {
  const { kernels } = recordedKernels();
  await kernels.prepare(2, false, () => {});
  let open = 0;
  const proxy = (data) => ({
    getBuffer(type) {
      assert.equal(type, "f32");
      open += 1;
      return { data, release: () => (open -= 1) };
    },
  });
  const python = pythonKernels(kernels);
  assert.equal(python.chances(2, proxy(new Float32Array(3))).length, 2);
  assert.throws(() => python.chances(2, proxy(new Float32Array(4))), RangeError);
  assert.equal(open, 0);
});

test("damaged files are refused", async () => {
  await assert.rejects(readArrayFile(FILES["turns.bin"].slice(0, 20)));
  const unknown = gzipSync(
    Buffer.from('\x3c\0\0\0{"manifest":{},"arrays":{"a":["text",0,1]}}'.padEnd(80)),
  );
  await assert.rejects(readArrayFile(unknown), { message: "unknown numbers: text" });
});
