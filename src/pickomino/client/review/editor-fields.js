/** Helpers for the fields of the position editor. */

import { SEAT_LETTERS } from "../shared/constants.js";
import { select } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";

/** @param {string} id @param {Parameters<typeof select>} choice */
export function field(id, ...[options, chosen, change]) {
  return select(options, chosen, change, { id, autocomplete: "off" });
}

/** @param {number} from @param {number} to @returns {[number, string][]} */
export function numberOptions(from, to) {
  return Array.from({ length: to - from + 1 }, (_none, index) => [
    from + index,
    String(from + index),
  ]);
}

/** @param {number} seat */
export function playerName(seat) {
  return _("Player {letter}", { letter: letterOf(seat) });
}

/** @param {number} seat */
export function letterOf(seat) {
  return (SEAT_LETTERS[seat] ?? "").toUpperCase();
}
