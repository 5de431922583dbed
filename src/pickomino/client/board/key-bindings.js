/** Keys that play: the same at a table and in the tutorial. */

import { SYMBOLS } from "../shared/constants.js";

/**
 * What a key plays; `stop` is whatever can be claimed, or to stop with nothing.
 * @type {Record<string, string>}
 */
const MOVES = { r: "r", " ": "r", z: "z", s: "stop", t: "stop", enter: "stop" };
for (const symbol of SYMBOLS) MOVES[symbol] = `k${symbol}`;

/**
 * The move that a key stands for, or nothing.
 * @param {string} key in lower case
 */
export function moveOf(key) {
  return MOVES[key] ?? "";
}

/** What stopping can win. @param {readonly string[]} legal */
export function claimsIn(legal) {
  return legal.filter((action) => action.startsWith("t") || action.startsWith("s"));
}

/**
 * The key that was pressed for the table, in lower case; nothing where it was meant for a field, a
 * button, a dialog or the browser.
 * @param {KeyboardEvent} event
 */
export function pressedKey(event) {
  const target = event.target instanceof Element ? event.target : null;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return "";
  if (target?.closest("input, select, textarea, dialog, [popover], header, pm-preferences"))
    return "";
  const isOnButton = target?.closest("button, a, summary") != null;
  return isOnButton && (key === "enter" || key === " ") ? "" : key;
}
