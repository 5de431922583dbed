/**
 * SHA-256 and HMAC-SHA256 (FIPS 180-4, RFC 2104). Browsers provide them only in secure contexts,
 * but games on a LAN use plain http.
 */

const BLOCK = 64;

/**
 * Return the first 32 bits of the fractional part of a root of each of the first 64 primes.
 * @param {number} power
 */
function fractions(power) {
  /** @type {number[]} */
  const bits = [];
  for (let number = 2; bits.length < 64; number += 1) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= number; divisor += 1)
      if (number % divisor === 0) isPrime = false;
    if (isPrime) bits.push(((number ** power % 1) * 2 ** 32) | 0);
  }
  return bits;
}

const CONSTANTS = Int32Array.from(fractions(1 / 3));
const START = fractions(1 / 2).slice(0, 8);

/** @param {number} word @param {number} bits */
const rotated = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** @param {Uint8Array} message */
function padded(message) {
  const length = Math.ceil((message.length + 9) / BLOCK) * BLOCK;
  const bytes = new Uint8Array(length);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(length - 8, Math.floor((message.length * 8) / 2 ** 32));
  view.setUint32(length - 4, (message.length * 8) >>> 0);
  return view;
}

/** @param {Int32Array} state @param {DataView} view @param {number} offset */
function mix(state, view, offset) {
  const words = new Int32Array(64);
  for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(offset + i * 4);
  const at = (/** @type {number} */ i) => /** @type {number} */ (words[i]);
  for (let i = 16; i < 64; i += 1) {
    const small = rotated(at(i - 15), 7) ^ rotated(at(i - 15), 18) ^ (at(i - 15) >>> 3);
    const large = rotated(at(i - 2), 17) ^ rotated(at(i - 2), 19) ^ (at(i - 2) >>> 10);
    words[i] = (at(i - 16) + small + at(i - 7) + large) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const large = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first =
      (h + large + ((e & f) ^ (~e & g)) + /** @type {number} */ (CONSTANTS[i]) + at(i)) | 0;
    const small = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const second = (small + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = /** @type {number} */ (state[i]) + word;
  });
}

/** @param {Uint8Array} message @returns {Uint8Array} 32 bytes */
export function sha256(message) {
  const state = Int32Array.from(START);
  const view = padded(message);
  for (let offset = 0; offset < view.byteLength; offset += BLOCK) mix(state, view, offset);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [i, word] of state.entries()) digest.setInt32(i * 4, word);
  return new Uint8Array(digest.buffer);
}

/** @param {Uint8Array} key @param {Uint8Array} message @returns {Uint8Array} 32 bytes */
export function hmacSha256(key, message) {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = new Uint8Array(BLOCK + message.length);
  inner.set(block.map((byte) => byte ^ 0x36));
  inner.set(message, BLOCK);
  const outer = new Uint8Array(BLOCK + 32);
  outer.set(block.map((byte) => byte ^ 0x5c));
  outer.set(sha256(inner), BLOCK);
  return sha256(outer);
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
export function fromHex(text) {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new RangeError("not hexadecimal");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
