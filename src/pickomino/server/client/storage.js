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
