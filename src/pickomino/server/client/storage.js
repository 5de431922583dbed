/** What this device remembers. Where the browser forbids it, it is kept until the page closes. */

/** @type {Map<string, string>} */
const memory = new Map();

/**
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(key, otherwise) {
  try {
    const text = localStorage.getItem(key) ?? memory.get(key);
    return text === undefined ? otherwise : JSON.parse(text);
  } catch {
    const text = memory.get(key);
    return text === undefined ? otherwise : JSON.parse(text);
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function keep(key, value) {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(key, text);
  } catch {
    // Private windows may forbid it: the page still works.
  }
}

/**
 * What a server promised before the first roll of a game, and what this device added to its dice.
 * @typedef {{commitment: string, nonces: Record<number, string>}} DicePromise
 */

const PROMISES = "pickomino.promises";
const MOST_PROMISES = 100;

/**
 * What was promised for a game, or nothing where this device did not add to its dice.
 * @param {string} gameId
 * @returns {DicePromise | null}
 */
export function promiseOf(gameId) {
  return promises().find(([id]) => id === gameId)?.[1] ?? null;
}

/**
 * Keep a promise that a nonce was given for; the first commitment counts.
 * @param {string} gameId
 * @param {string} commitment
 * @param {number} seat
 * @param {string} nonce
 */
export function keepPromise(gameId, commitment, seat, nonce) {
  const known = promiseOf(gameId);
  /** @type {DicePromise} */
  const promise = {
    commitment: known?.commitment ?? commitment,
    nonces: { ...known?.nonces, [seat]: nonce },
  };
  const others = promises().filter(([id]) => id !== gameId);
  keep(PROMISES, [...others, [gameId, promise]].slice(-MOST_PROMISES));
}

/** The oldest first. @returns {[string, DicePromise][]} */
function promises() {
  return recall(PROMISES, []);
}
