/**
 * Starts Python. The first visit keeps a snapshot of its memory, from which later visits start in a
 * tenth of the time.
 *
 * Pyodide's options for snapshots are undocumented. Therefore a snapshot is used only with the very
 * files and the browser that made it, and if anything fails, Python starts without one.
 */

/** Standard modules that the rooms import; a snapshot has them ready. */
const MODULES =
  "asyncio, base64, collections, contextlib, dataclasses, datetime, enum, functools, hashlib, hmac, " +
  "importlib.resources, inspect, itertools, json, logging, random, re, secrets, typing, urllib.parse";
const SEED = "import random; random.seed()";

/** @typedef {{load: () => Promise<Uint8Array | null>, keep: (memory: Uint8Array) => Promise<void>,
 *   drop: () => Promise<void>}} Snapshots */

/**
 * @param {(options: any) => Promise<any>} loadPyodide
 * @param {Record<string, unknown>} options
 * @param {Snapshots} snapshots
 */
export async function startPython(loadPyodide, options, snapshots) {
  const memory = await snapshots.load().catch(() => null);
  if (memory) {
    try {
      const python = await loadPyodide({ ...options, _loadSnapshot: memory });
      // Otherwise, every visit would get the same random numbers.
      python.runPython(SEED);
      return python;
    } catch (error) {
      console.info("Python starts without its snapshot:", error);
      await snapshots.drop();
    }
  }
  const python = await loadPyodide({ ...options, _makeSnapshot: true });
  try {
    python.runPython(`import ${MODULES}`);
    snapshots.keep(python.makeMemorySnapshot()).catch(() => undefined);
  } catch (error) {
    console.info("No snapshot of Python is kept:", error);
  }
  return python;
}

/**
 * Keep snapshots in the browser's cache, which only secure pages have.
 * @param {string} runtime the folder of Python, which changes with its content
 * @returns {Snapshots}
 */
export function cachedSnapshots(runtime) {
  const name = `pickomino-snapshot ${new URL("../../", runtime).pathname}`;
  const key = `${runtime}snapshot?${encodeURIComponent(navigator.userAgent)}`;
  return {
    load: async () => {
      const kept = await caches.match(key, { cacheName: name });
      return kept ? new Uint8Array(await kept.arrayBuffer()) : null;
    },
    keep: async (memory) => {
      // There is one snapshot: those of other versions are of no use.
      await caches.delete(name);
      const cache = await caches.open(name);
      await cache.put(key, new Response(/** @type {any} */ (memory)));
    },
    drop: async () => {
      await caches.delete(name).catch(() => false);
    },
  };
}
