/** Whether this device has added to the dice of a table, without loading what checks them. */

import { loadItem, saveItem } from "../shared/storage.js";

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

/**
 * Return the last version of a room's log that was stored, and its digest; null if there is none.
 * @param {string} code
 * @returns {[number, string] | null}
 */
export function storedLog(code) {
  /** @type {[string, {room?: string, log?: [number, string]}][]} */
  const stored = loadItem(KEY, []);
  const logs = stored.flatMap(([, { room, log }]) => (room === code && log?.[1] ? [log] : []));
  return logs.sort(([version], [other]) => other - version)[0] ?? null;
}

/**
 * Note that this device deletes a game, so that its dice are no longer checked.
 * @param {string} id
 */
export function noteOwnDeletion(id) {
  /** @type {[string, object][]} */
  const stored = loadItem(KEY, []);
  if (!stored.some(([known]) => known === id)) return;
  const ended = stored.map(([known, evidence]) =>
    known === id ? [known, { ...evidence, hasEnded: true }] : [known, evidence],
  );
  saveItem(KEY, ended);
}
