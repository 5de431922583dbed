/**
 * Runs the client's kernels for Python processes that are not in a browser: `node_kernels.py`.
 *
 * A request is a line of JSON and the bytes of its arrays; the answer has the same form.
 */

import { readSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createKernels } from "../../../src/pickomino/client/offline/kernels.js";

const TYPES = { d: Float64Array, f: Float32Array, i: Int32Array };
const folder = process.argv[2];

const kernels = createKernels(async (name, onProgress) => {
  const file = await readFile(join(folder, name));
  onProgress(1);
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
});

for (let line = readLine(); line; line = readLine()) {
  const { name, parameters, arrays } = JSON.parse(line);
  const numbers = arrays.map(([type, length]) => {
    const array = new TYPES[type](length);
    readBytes(new Uint8Array(array.buffer));
    return array;
  });
  const last = name === "prepare" ? [() => {}] : [];
  try {
    answer(await kernels[name](...parameters, ...numbers, ...last));
  } catch (error) {
    write(Buffer.from(`${JSON.stringify({ error: error.message })}\n`));
  }
}

function answer(result) {
  const type = Object.keys(TYPES).find((name) => result instanceof TYPES[name]);
  const bytes = type ? new Uint8Array(result.buffer, result.byteOffset, result.byteLength) : [];
  write(Buffer.from(`${JSON.stringify({ type, bytes: bytes.length, value: type ? null : result })}\n`));
  write(bytes);
}

function write(bytes) {
  for (let done = 0; done < bytes.length; ) done += writeSync(1, bytes, done);
}

function readLine() {
  const byte = new Uint8Array(1);
  let line = "";
  while (readSync(0, byte) === 1 && byte[0] !== 10) line += String.fromCharCode(byte[0]);
  return line;
}

function readBytes(bytes) {
  for (let done = 0; done < bytes.length; ) done += readSync(0, bytes, done, bytes.length - done);
}
