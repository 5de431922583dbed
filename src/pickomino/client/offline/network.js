/** The forward pass of a network: layers of weights with rectifiers between them. */

/** @import { ArrayFile } from "./array-file.js" */
/** @typedef {{weights: Float32Array, biases: Float32Array}} Layer */

/** How many rows of weights are added in one pass over the sums. */
const AT_ONCE = 4;

/** @param {ArrayFile} file */
export function createNetwork({ manifest, arrays }) {
  const sizes = /** @type {number[]} */ (manifest.sizes);
  const players = /** @type {number} */ (manifest.players);
  const inputs = /** @type {number} */ (sizes[0]);
  /** @type {Layer[]} */
  const layers = sizes.slice(1).map((_, number) => ({
    weights: /** @type {Float32Array} */ (arrays[`weight${number}`]),
    biases: /** @type {Float32Array} */ (arrays[`bias${number}`]),
  }));
  // Most inputs of every layer are zero (75 to 99 %), and their weights are skipped.
  const active = new Int32Array(Math.max(...sizes));

  return {
    hash: /** @type {string} */ (manifest.hash),

    /** @param {Float32Array} features of all positions, one after the other */
    chances(features) {
      const count = features.length / inputs;
      if (!Number.isInteger(count)) throw new RangeError(`${features.length} features`);
      const chances = new Float32Array(count * players);
      for (let i = 0; i < count; i++) {
        let values = features.subarray(i * inputs, (i + 1) * inputs);
        layers.forEach((layer, number) => {
          if (number > 0) rectify(values);
          values = pass(values, layer, active);
        });
        chances.set(softmax(values), i * players);
      }
      return chances;
    },
  };
}

/** @param {Float32Array} values */
function rectify(values) {
  for (let i = 0; i < values.length; i++) if (at(values, i) < 0) values[i] = 0;
}

/** @param {Float32Array} values @param {Layer} layer @param {Int32Array} active */
function pass(values, { weights, biases }, active) {
  const sums = biases.slice();
  const size = sums.length;
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    if (values[i]) active[count++] = i;
  }
  let i = 0;
  for (; i + AT_ONCE <= count; i += AT_ONCE) {
    const [a, b, c, d] = [at(active, i), at(active, i + 1), at(active, i + 2), at(active, i + 3)];
    const [va, vb, vc, vd] = [at(values, a), at(values, b), at(values, c), at(values, d)];
    const [wa, wb, wc, wd] = [a * size, b * size, c * size, d * size];
    for (let j = 0; j < size; j++) {
      sums[j] =
        at(sums, j) +
        va * at(weights, wa + j) +
        vb * at(weights, wb + j) +
        vc * at(weights, wc + j) +
        vd * at(weights, wd + j);
    }
  }
  for (; i < count; i++) {
    const place = at(active, i);
    const value = at(values, place);
    for (let j = 0; j < size; j++) {
      sums[j] = at(sums, j) + value * at(weights, place * size + j);
    }
  }
  return sums;
}

/** @param {Float32Array} values */
function softmax(values) {
  const most = Math.max(...values);
  const shares = Array.from(values, (value) => Math.exp(value - most));
  const sum = shares.reduce((total, share) => total + share);
  return shares.map((share) => share / sum);
}

/** @param {Float32Array | Int32Array} numbers @param {number} index */
function at(numbers, index) {
  return /** @type {number} */ (numbers[index]);
}
