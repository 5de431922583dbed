/** Figures as sentences say them, in the page's language. */

import { SEAT_LETTERS } from "./constants.js";
import { language } from "./i18n.js";

/** @param {readonly number[]} values */
export const sum = (values) => values.reduce((all, each) => all + each, 0);

/** A number with one decimal. @param {number} value */
export function tenths(value) {
  // No "−0.0".
  return (Math.round(value * 10) / 10 || 0).toLocaleString(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}

/** A share with one decimal: what costs are compared by. @param {number} share */
export function percentage(share) {
  return `${tenths(share * 100)}\u00a0%`;
}

/**
 * What a sentence that gives a reason has in its places.
 * @param {{code: string, parameters: Record<string, number>}} reason
 * @param {readonly string[]} names
 */
export function reasonWords({ code, parameters }, names) {
  /** @type {Record<string, string>} */
  const words = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (name === "seat") words["name"] = names[value] ?? SEAT_LETTERS[value] ?? "";
    else words[name] = name === "tile" || code === "other_tile" ? String(value) : percentage(value);
  }
  return words;
}
