/**
 * What the bots and the coach need where Python runs without numba and NumPy: exactly solved turns
 * and networks. Python uses it as the module `pickomino_kernels` (`browser_kernels.py`).
 */

import { readArrayFile } from "./array-file.js";
import { createNetwork } from "./network.js";
import { createTurnSolver } from "./turn-solver.js";

/** @import { Tables } from "./turn-solver.js" */
/** @typedef {(share: number) => unknown} OnProgress called with the share loaded, from 0 to 1 */
/** @typedef {(name: string, onProgress: OnProgress) => Promise<ArrayBuffer>} LoadFile */
/** @typedef {ReturnType<typeof createTurnSolver> & {states: Int32Array}} ShapeSolver */

const TURNS = "turns.bin";
const EXTRAWURM_TURNS = "turns-extrawurm.bin";

/** @param {LoadFile} loadFile loads a file that `evaluation/export.py` wrote */
export function createKernels(loadFile) {
  /** @type {Map<string, ShapeSolver>} */
  const solvers = new Map();
  /** @type {Map<number, ReturnType<typeof createNetwork>>} */
  const networks = new Map();
  /** @type {Map<string, Promise<void>>} */
  const loading = new Map();

  /** @param {string} name @param {OnProgress} onProgress @param {(file: any) => void} use */
  function loadOnce(name, onProgress, use) {
    let promise = loading.get(name);
    if (!promise) {
      promise = loadFile(name, onProgress).then(readArrayFile).then(use);
      // After a failure, the next call tries again.
      promise.catch(() => loading.delete(name));
      loading.set(name, promise);
    }
    return promise;
  }

  /** @param {string} name @param {OnProgress} onProgress */
  function loadTurns(name, onProgress) {
    return loadOnce(name, onProgress, ({ manifest, arrays }) => {
      for (const shape of manifest.shapes) {
        const tables = tablesOf(shape, arrays);
        solvers.set(shape, { ...createTurnSolver(tables, manifest), states: tables.states });
      }
    });
  }

  /** @param {string} shape */
  function solverOf(shape) {
    const solver = solvers.get(shape);
    if (!solver) throw new Error(`the tables of ${shape} are not loaded`);
    return solver;
  }

  /** @param {number} players */
  function networkOf(players) {
    const network = networks.get(players);
    if (!network) throw new Error(`the network for ${players} players is not loaded`);
    return network;
  }

  return {
    /**
     * Load the tables and the network that a game needs; return the network's hash.
     *
     * @param {number} players 0 for no network @param {boolean} extrawurm
     * @param {OnProgress} onProgress called while a network loads, which has megabytes
     */
    async prepare(players, extrawurm, onProgress) {
      await loadTurns(TURNS, () => {});
      if (extrawurm) await loadTurns(EXTRAWURM_TURNS, () => {});
      if (players && !networks.has(players)) {
        await loadOnce(`network-${players}.bin`, onProgress, (file) => {
          networks.set(players, createNetwork(file));
        });
        onProgress(1);
      }
      return players ? networkOf(players).hash : "";
    },

    /** @param {string} shape */
    states: (shape) => solverOf(shape).states,

    /**
     * Return the values of all channels for each row of a turn; see `createTurnSolver`.
     *
     * @param {string} shape @param {number} channels
     * @param {Float64Array} stop @param {Float64Array} failure
     */
    solve(shape, channels, stop, failure) {
      const { solve, size } = solverOf(shape);
      const rows = new Float64Array(size * channels);
      solve(channels, stop, failure, rows);
      return rows;
    },

    /**
     * Return the values of all channels before the first roll of each turn.
     *
     * @param {string} shape @param {number} channels
     * @param {Float64Array} stop of all turns @param {Float64Array} failure of all turns
     */
    starts(shape, channels, stop, failure) {
      const { solve, size } = solverOf(shape);
      const turns = failure.length / 2 / channels;
      const claims = stop.length / turns;
      const rows = new Float64Array(size * channels);
      const starts = new Float64Array(turns * channels);
      for (let turn = 0; turn < turns; turn++) {
        solve(
          channels,
          stop.subarray(turn * claims, (turn + 1) * claims),
          failure.subarray(turn * 2 * channels, (turn + 1) * 2 * channels),
          rows,
        );
        // Rolling all dice comes last, because it depends on all other rows.
        starts.set(rows.subarray((size - 1) * channels), turn * channels);
      }
      return starts;
    },

    /** @param {number} players @param {Float32Array} features of all positions */
    chances: (players, features) => networkOf(players).chances(features),

    /** @param {number} players */
    network: (players) => networkOf(players).hash,
  };
}

/** @param {string} shape @param {Record<string, any>} arrays @returns {Tables} */
function tablesOf(shape, arrays) {
  const prefix = `${shape}.`;
  const own = Object.entries(arrays).filter(([name]) => name.startsWith(prefix));
  return /** @type {any} */ (
    Object.fromEntries(own.map(([name, table]) => [name.slice(prefix.length), table]))
  );
}
