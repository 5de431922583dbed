/** Offers the kernels to Python, whose arrays arrive as proxies. */

/** @import { createKernels } from "./kernels.js" */
/** @typedef {{data: any, release: () => void}} PythonBuffer */
/** @typedef {{getBuffer: (type: string) => PythonBuffer}} PythonArray an `array.array` */

/**
 * Return the module `pickomino_kernels`, to be registered with Pyodide's `registerJsModule`.
 *
 * @param {ReturnType<typeof createKernels>} kernels
 */
export function pythonKernels(kernels) {
  return {
    prepare: kernels.prepare,
    states: kernels.states,
    network: kernels.network,

    /** @type {(shape: string, channels: number, ...stakes: PythonArray[]) => Float64Array} */
    solve: (shape, channels, ...stakes) =>
      withNumbers("f64", stakes, (stop, failure) => kernels.solve(shape, channels, stop, failure)),

    /** @type {(shape: string, channels: number, ...stakes: PythonArray[]) => Float64Array} */
    starts: (shape, channels, ...stakes) =>
      withNumbers("f64", stakes, (stop, failure) => kernels.starts(shape, channels, stop, failure)),

    /** @type {(players: number, features: PythonArray) => Float32Array} */
    chances: (players, features) =>
      withNumbers("f32", [features], (numbers) => kernels.chances(players, numbers)),
  };
}

/**
 * Call a function with the numbers of Python's arrays, which are not copied.
 *
 * @template T
 * @param {"f32" | "f64"} type @param {PythonArray[]} arrays @param {(...numbers: any[]) => T} use
 * @returns {T}
 */
function withNumbers(type, arrays, use) {
  const buffers = arrays.map((array) => array.getBuffer(type));
  try {
    return use(...buffers.map((buffer) => buffer.data));
  } finally {
    for (const buffer of buffers) buffer.release();
  }
}
