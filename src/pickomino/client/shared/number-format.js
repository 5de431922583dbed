/** Numbers formatted in the page's language. */

import { language } from "./i18n.js";

/** @param {readonly number[]} values */
export const sum = (values) => values.reduce((total, value) => total + value, 0);

const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const decimals = new Intl.NumberFormat(language, oneDigit);
const percents = new Intl.NumberFormat(language, { style: "percent", ...oneDigit });
const wholePercents = new Intl.NumberFormat(language, { style: "percent" });

/** Write a minus sign in place of the hyphen of some languages. @param {string} text */
const withMinus = (text) => text.replace("-", "−");

/** Format a number with one decimal. @param {number} value */
export const oneDecimal = (value) => withMinus(decimals.format(value));

/** Format a share as a percentage with one decimal, as costs are compared. @param {number} share */
export function percentage(share) {
  // Avoids "-0.0%".
  return withMinus(percents.format(Math.round(share * 1000) / 1000 || 0));
}

/** Format a share as a percentage without decimals. @param {number} share */
export const roundedPercent = (share) => wholePercents.format(share);
