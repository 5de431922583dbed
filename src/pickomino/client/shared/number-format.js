/** Numbers formatted in the page's language. */

import { language } from "./i18n.js";

/** @param {readonly number[]} values */
export const sum = (values) => values.reduce((total, value) => total + value, 0);

const plain = { useGrouping: false };
const oneDigit = { ...plain, minimumFractionDigits: 1, maximumFractionDigits: 1 };
const wholes = new Intl.NumberFormat(language, { ...plain, maximumFractionDigits: 0 });
const decimals = new Intl.NumberFormat(language, oneDigit);
const percents = new Intl.NumberFormat(language, { style: "percent", ...oneDigit });
const wholePercents = new Intl.NumberFormat(language, { style: "percent", ...plain });

/**
 * Format with a minus sign in place of the hyphen of some languages, and none before a zero.
 * @param {Intl.NumberFormat} format
 * @param {number} value
 * @param {number} scale one over the precision
 */
function formatted(format, value, scale) {
  return format.format(Math.round(value * scale) / scale || 0).replace("-", "−");
}

/** Format a number without decimals. @param {number} value */
export const rounded = (value) => formatted(wholes, value, 1);

/** Format a number with one decimal. @param {number} value */
export const oneDecimal = (value) => formatted(decimals, value, 10);

/** Format a share as a percentage with one decimal, as costs are compared. @param {number} share */
export const percentage = (share) => formatted(percents, share, 1000);

/** Format a share as a percentage without decimals. @param {number} share */
export const roundedPercent = (share) => formatted(wholePercents, share, 100);
