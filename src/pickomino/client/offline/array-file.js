/** Reads the files of number arrays that `array_file.py` writes. */

/** @typedef {Int16Array | Int32Array | Float32Array | Float64Array} Numbers */
/** @typedef {{manifest: any, arrays: Record<string, Numbers>}} ArrayFile */

/** @param {ArrayBuffer} bytes the compressed file @returns {Promise<ArrayFile>} */
export async function readArrayFile(bytes) {
  const unzipped = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const content = await new Response(unzipped).arrayBuffer();
  const headerLength = new DataView(content).getUint32(0, true);
  const start = 4 + headerLength;
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(content, 4, headerLength)));
  /** @type {Record<string, Numbers>} */
  const arrays = {};
  for (const [name, entry] of Object.entries(header.arrays)) {
    const [kind, place, length] = entry;
    arrays[name] = numbersOf(kind, content, start + place, length);
  }
  return { manifest: header.manifest, arrays };
}

/**
 * @param {string} kind @param {ArrayBuffer} content
 * @param {number} place @param {number} length
 */
function numbersOf(kind, content, place, length) {
  switch (kind) {
    case "int16":
      return new Int16Array(content, place, length);
    case "int32":
      return new Int32Array(content, place, length);
    case "float64":
      return new Float64Array(content, place, length);
    case "half":
      return halves(new Uint8Array(content, place, 2 * length));
    default:
      throw new TypeError(`unknown numbers: ${kind}`);
  }
}

/** @param {Uint8Array} planes the high bytes of all numbers, then the low bytes */
function halves(planes) {
  const length = planes.length / 2;
  const numbers = new Float32Array(length);
  for (let i = 0; i < length; i++) {
    const high = /** @type {number} */ (planes[i]);
    const low = /** @type {number} */ (planes[length + i]);
    numbers[i] = half((high << 8) | low);
  }
  return numbers;
}

/** @param {number} bits of a finite 16-bit float */
function half(bits) {
  const fraction = bits & 0x3ff;
  const exponent = (bits >> 10) & 0x1f;
  const size = exponent ? (0x400 + fraction) * 2 ** (exponent - 25) : fraction * 2 ** -24;
  return bits & 0x8000 ? -size : size;
}
