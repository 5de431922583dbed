/** Compares the log of a table with the one that this device saw before the page was loaded. */

import { storedLog } from "../fair-dice/own-games.js";
import { ApiError, request, roomAddress, tokenOf } from "../shared/api.js";

const PAUSES_MS = [500, 2_000, 5_000, 15_000];

/**
 * Return whether the log of a room continues the one that was stored, if one was. If the server
 * does not answer, ask again.
 * @param {string} code
 * @param {(ms: number) => Promise<unknown>} [wait]
 */
export async function continuesStoredLog(code, wait = sleep) {
  const stored = storedLog(code);
  if (!stored) return true;
  const [version, digest] = stored;
  for (let tries = 0; ; tries += 1) {
    try {
      const view = await request(roomAddress(code, `?since=${version}`), { token: tokenOf(code) });
      return view.version >= version && view.digest_before === digest;
    } catch (error) {
      if (error instanceof ApiError && error.refused.code === "unknown_room") return true;
      await wait(PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0);
    }
  }
}

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
