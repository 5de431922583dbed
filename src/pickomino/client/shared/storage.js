/**
 * JSON values in local storage. If the browser blocks it, they are kept in the name of the window,
 * which survives a change of page until the tab closes, and which other sites cannot read.
 */

/** Marks a window name written here; one set by another page is ignored. */
const PREFIX = "pickomino ";

/** Whether the browser lets this page store nothing. */
export const isStorageBlocked = isBlocked();
/** Values that could not be stored. */
const memory = loadMemory();

function isBlocked() {
  try {
    localStorage.getItem("");
    return false;
  } catch {
    return true;
  }
}

/** @returns {Map<string, string>} */
function loadMemory() {
  const name = globalThis.window?.name ?? "";
  if (!isStorageBlocked || !name.startsWith(PREFIX)) return new Map();
  try {
    return new Map(Object.entries(JSON.parse(name.slice(PREFIX.length))));
  } catch {
    return new Map();
  }
}

/** @param {string} key @param {string} text */
function keepInMemory(key, text) {
  memory.set(key, text);
  if (isStorageBlocked && globalThis.window)
    window.name = PREFIX + JSON.stringify(Object.fromEntries(memory));
}

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
    keepInMemory(key, text);
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
  const { entries, damaged } = validEntries(Object(stored), isValid);
  const isObject = typeof stored === "object" && stored !== null && !Array.isArray(stored);
  return { entries, isDamaged: !isObject || isCorrupt(key) || damaged > 0 };
}

/**
 * Return the valid entries of an object, and the number of the others.
 * @template T
 * @param {object} stored
 * @param {(value: any, name: string) => value is T} isValid
 */
export function validEntries(stored, isValid) {
  const all = Object.entries(stored);
  const valid = all.filter(([name, value]) => isValid(value, name));
  const entries = /** @type {Record<string, T>} */ (Object.fromEntries(valid));
  return { entries, damaged: all.length - valid.length };
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
