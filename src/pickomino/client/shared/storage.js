/** What this device remembers. Where the browser forbids it, it is kept until the page closes. */

/** What could not be stored. @type {Map<string, string>} */
const memory = new Map();

/**
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(key, otherwise) {
  try {
    const text = memory.get(key) ?? localStorage.getItem(key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 * @returns {boolean} whether it will still be there tomorrow
 */
export function keep(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    memory.delete(key);
    return true;
  } catch {
    // Private windows may forbid it, and it may be full: the page still works.
    memory.set(key, text);
    return false;
  }
}

/** Whether something is stored that cannot be read. @param {string} key */
export function isDamaged(key) {
  try {
    JSON.parse(localStorage.getItem(key) ?? "null");
    return false;
  } catch (error) {
    return error instanceof SyntaxError;
  }
}

/** Forget what is kept. @param {string} key */
export function drop(key) {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Where storage is forbidden, nothing was kept.
  }
}
