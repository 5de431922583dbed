/** Whether this device has added to the dice of a table, without loading what checks them. */

import { loadItem } from "../shared/storage.js";

/** Where `evidence.js` stores its evidence, by the id of the game. */
export const KEY = "pickomino.dice";

/**
 * @param {{code: string, game_id: string}} view
 * @returns {boolean}
 */
export function hasAddedToDice({ code, game_id: gameId }) {
  /** @type {[string, {room?: string}][]} */
  const stored = loadItem(KEY, []);
  return stored.some(([id, { room }]) => id === gameId || room === code);
}
