/** 95% intervals of means, computed like `pickomino.analysis.confidence`. */

import { sum } from "../shared/number-format.js";

/** Student's 97.5% quantile for 1 to 5 degrees of freedom. */
const EXACT = [12.706205, 4.302653, 3.182446, 2.776445, 2.570582];
/** The normal 97.5% quantile. */
const NORMAL_QUANTILE = 1.959964;

/**
 * Return Wilson's interval of the mean of two or more values between two limits. The variance of
 * the values says how many games that are won or lost would be as precise.
 * @param {readonly number[]} values @param {number} lowest @param {number} highest
 */
export function boundedInterval(values, lowest, highest) {
  const count = values.length;
  const width = highest - lowest;
  const average = sum(values) / count;
  const spread = sum(values.map((value) => (value - average) ** 2));
  const variance = spread / (count - 1) / count / width ** 2;
  const mean = Math.min(Math.max((average - lowest) / width, 0), 1);
  const independent = mean * (1 - mean);
  // Equal values say nothing about the variance: count each as one game.
  const areEqual = values.every((value) => value === values[0]);
  const games = areEqual || independent === 0 ? count : independent / variance;
  const share = wilsonInterval(mean, games, studentQuantile(count - 1));
  return { low: lowest + width * share.low, high: lowest + width * share.high };
}

/** @param {number} mean @param {number} games @param {number} quantile */
function wilsonInterval(mean, games, quantile) {
  const weight = (quantile * quantile) / games;
  const centre = (mean + weight / 2) / (1 + weight);
  const reach = Math.sqrt(mean * (1 - mean) * weight + (weight * weight) / 4) / (1 + weight);
  // Rounding must not put the share outside its interval.
  return {
    low: Math.min(mean, Math.max(0, centre - reach)),
    high: Math.max(mean, Math.min(1, centre + reach)),
  };
}

/** Return the 97.5% quantile of Student's t distribution. @param {number} freedom */
function studentQuantile(freedom) {
  const exact = EXACT[freedom - 1];
  if (exact !== undefined) return exact;
  // The Cornish-Fisher expansion: correct to 4 digits from 6 degrees of freedom on.
  const z = NORMAL_QUANTILE;
  return (
    z +
    (z ** 3 + z) / 4 / freedom +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96 / freedom ** 2 +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384 / freedom ** 3 +
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92160 / freedom ** 4
  );
}
