/** Numbers formatted in the page's language. */

import { SEAT_LETTERS } from "./constants.js";
import { language } from "./i18n.js";

/** @param {readonly number[]} values */
export const sum = (values) => values.reduce((total, value) => total + value, 0);

const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const decimals = new Intl.NumberFormat(language, oneDigit);
const percents = new Intl.NumberFormat(language, { style: "percent", ...oneDigit });
const wholePercents = new Intl.NumberFormat(language, { style: "percent" });

/** Format a number with one decimal. @param {number} value */
export const oneDecimal = (value) => decimals.format(value);

/** Format a share as a percentage with one decimal, as costs are compared. @param {number} share */
export function percentage(share) {
  // Avoids "-0.0%".
  return percents.format(Math.round(share * 1000) / 1000 || 0);
}

/** Format a share as a percentage without decimals. @param {number} share */
export const roundedPercent = (share) => wholePercents.format(share);

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
