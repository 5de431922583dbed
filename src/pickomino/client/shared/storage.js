/** JSON values in local storage; if the browser blocks it, in memory until the page closes. */

/** Values that could not be stored. @type {Map<string, string>} */
const memory = new Map();

/**
 * @template T
 * @param {string} key
 * @param {T} fallback
 * @returns {T}
 */
export function loadItem(key, fallback) {
  try {
    const text = memory.get(key) ?? localStorage.getItem(key);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 * @returns {boolean} whether the value is stored permanently
 */
export function saveItem(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    memory.delete(key);
    return true;
  } catch {
    // Storage may be full, or blocked in a private window: the page still works.
    memory.set(key, text);
    return false;
  }
}

/** Return whether the stored value is not valid JSON. @param {string} key */
export function isCorrupt(key) {
  try {
    JSON.parse(localStorage.getItem(key) ?? "null");
    return false;
  } catch (error) {
    return error instanceof SyntaxError;
  }
}

/**
 * Return the valid entries of a stored object, and whether any part of it is damaged.
 * @template T
 * @param {string} key
 * @param {(value: any, name: string) => value is T} isValid
 */
export function loadEntries(key, isValid) {
  const stored = /** @type {unknown} */ (loadItem(key, {}));
  const entries = Object.entries(Object(stored));
  const valid = entries.filter(([name, value]) => isValid(value, name));
  const isObject = typeof stored === "object" && stored !== null && !Array.isArray(stored);
  const isDamaged = !isObject || isCorrupt(key) || valid.length < entries.length;
  return { entries: /** @type {Record<string, T>} */ (Object.fromEntries(valid)), isDamaged };
}

/** @param {string} key */
export function removeItem(key) {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // If storage is blocked, nothing was stored.
  }
}
