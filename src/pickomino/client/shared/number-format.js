/** Numbers formatted in the page's language. */

import { SEAT_LETTERS } from "./constants.js";
import { language } from "./i18n.js";

/** @param {readonly number[]} values */
export const sum = (values) => values.reduce((total, value) => total + value, 0);

/** Format a number with one decimal. @param {number} value */
export function oneDecimal(value) {
  // Avoids "−0.0".
  return (Math.round(value * 10) / 10 || 0).toLocaleString(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}

/** Format a share as a percentage with one decimal, as costs are compared. @param {number} share */
export function percentage(share) {
  return `${oneDecimal(share * 100)}\u00a0%`;
}

/**
 * Return the formatted parameters of a sentence that gives a reason.
 * @param {{code: string, parameters: Record<string, number>}} reason
 * @param {readonly string[]} names
 */
export function reasonParameters({ code, parameters }, names) {
  /** @type {Record<string, string>} */
  const texts = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (name === "seat") texts["name"] = names[value] ?? SEAT_LETTERS[value] ?? "";
    else texts[name] = name === "tile" || code === "other_tile" ? String(value) : percentage(value);
  }
  return texts;
}
