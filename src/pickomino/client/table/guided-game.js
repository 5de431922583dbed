/** Which games show hints, and which hints apply to a state of the table. */

import { loadItem, saveItem } from "../shared/storage.js";

/** @import { Frame, Line } from "../shared/messages.js" */
/** @import { View } from "../shared/room-view.js" */
/**
 * The lines of a frame.
 * @typedef {object} Hint
 * @property {number} index of the frame
 * @property {number | null} seat whose turn ended, if the lines are about that
 * @property {Line[]} lines
 */

const KEY = "pickomino.guided";
/** The last event and the current choice; more would not fit on a phone. */
const MAX_HINTS = 2;

/** Show no more hints in a game. @param {string} code of the room */
export const closeHints = (code) => saveItem(KEY, code);

/** Return whether a game shows hints to the player on this device. @param {View} view */
export function hasHints({ settings, seats, code }) {
  return settings.guided && seats.some((seat) => seat.is_yours) && loadItem(KEY, "") !== code;
}

/**
 * Return the hints that apply to a frame, until the next move. Lines are shown together, and only
 * if one of them is new in this game.
 * @param {readonly Frame[]} frames of the game
 * @param {number} index
 * @returns {Hint[]}
 */
export function hintsAt(frames, index) {
  const shown = new Set();
  /** @type {Hint[]} */
  let hints = [];
  for (const [at, { event, ended, hints: lines = [] }] of frames.slice(0, index + 1).entries()) {
    if (event?.type === "Acted" && !event.by_bot) hints = [];
    const seat = ended?.[0] ?? null;
    if (lines.some(([key]) => !shown.has(key))) hints.push({ index: at, seat, lines });
    for (const [key] of lines) shown.add(key);
  }
  return hints.slice(-MAX_HINTS);
}
