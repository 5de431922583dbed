/** Key bindings for actions, shared by tables and the tutorial. */

import { SYMBOLS } from "../shared/constants.js";

/**
 * The action of each key; `stop` means the available claim, or stopping with nothing.
 * @type {Record<string, string>}
 */
const KEY_ACTIONS = { r: "r", " ": "r", z: "z", s: "stop", t: "stop", enter: "stop" };
for (const symbol of SYMBOLS) KEY_ACTIONS[symbol] = `k${symbol}`;

/** Return the action of a key, or an empty string. @param {string} key in lower case */
export function actionForKey(key) {
  return KEY_ACTIONS[key] ?? "";
}

/** Return the claims among legal actions. @param {readonly string[]} legal */
export function claimsIn(legal) {
  return legal.filter((action) => action.startsWith("t") || action.startsWith("s"));
}

/**
 * Return the pressed key in lower case, or an empty string if it belongs to a field, a button, a
 * dialog or the browser.
 * @param {KeyboardEvent} event
 */
export function boardKey(event) {
  const target = event.target instanceof Element ? event.target : null;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return "";
  if (target?.closest("input, select, textarea, dialog, [popover], header, pm-preferences"))
    return "";
  const isOnButton = target?.closest("button, a, summary") != null;
  return isOnButton && (key === "enter" || key === " ") ? "" : key;
}
