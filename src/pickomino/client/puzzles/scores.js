/** The marks of answers, the line to share, and the streak of days. */

import { BANDS, MARKS, PUZZLES_PER_DAY } from "../shared/constants.js";
import { sum } from "../shared/number-format.js";
import { loadEntries, saveItem, validEntries } from "../shared/storage.js";
import { addDays, isDay, mondayOf } from "./days.js";

const ROUNDING = 1e-9;
/** The points for the best mark of each puzzle; the worst earns none. */
const MARK_POINTS = 3;
export const MAX_POINTS = MARK_POINTS * PUZZLES_PER_DAY;
export const KEY = "pickomino.daily";

/**
 * @typedef {{costs: number[], finished: string | null, counted?: boolean}} Day `finished` is the
 *   date of the last answer, `counted` whether the server has counted the points
 */

/** Return the band of an answer; 0 is the best. @param {number} cost */
export function band(cost) {
  return BANDS.filter((limit) => cost > limit + ROUNDING).length;
}

/** Return the points of a day's answers. @param {readonly number[]} costs */
export function pointsOf(costs) {
  return sum(costs.map((cost) => MARK_POINTS - band(cost)));
}

/**
 * Return a line with the results of a day, without revealing the puzzles.
 * @param {string} day
 * @param {readonly number[]} costs
 * @param {string} [address]
 */
export function shareLine(day, costs, address = "") {
  return ["Pickomino", day, costs.map((cost) => MARKS[band(cost)]).join(""), address]
    .filter(Boolean)
    .join(" ");
}

/**
 * Return on how many consecutive days, ending today or yesterday, all five were answered.
 * @param {ReadonlySet<string>} days
 * @param {string} today
 */
export function streakOf(days, today) {
  let day = days.has(today) ? today : addDays(today, -1);
  let count = 0;
  for (; days.has(day); day = addDays(day, -1)) count += 1;
  return count;
}

/** Return the length of the longest run of consecutive days. @param {ReadonlySet<string>} days */
export function longestStreak(days) {
  return Math.max(0, ...[...days].map((day) => streakOf(days, day)));
}

/** The results stored on this device; if they cannot be stored or read, only the streak is lost. */
export class DailyLog {
  /** @type {"" | "damaged" | "forbidden"} */
  problem = "";
  /** @type {Record<string, Day>} */
  #days = {};

  constructor() {
    this.#read();
  }

  #read() {
    const { entries, isDamaged } = loadEntries(KEY, isValidDay);
    this.#days = { ...this.#days, ...entries };
    if (isDamaged) this.problem = "damaged";
  }

  /** Return the costs of a date's answers so far. @param {string} day @returns {number[]} */
  costs(day) {
    return this.#days[day]?.costs ?? [];
  }

  /**
   * Save an answer, unless another window has already saved one.
   * @param {string} day
   * @param {number} place of the puzzle, from 0
   * @param {number} cost
   * @param {string} today
   */
  add(day, place, cost, today) {
    this.#read();
    if (this.costs(day).length !== place) return;
    const costs = [...this.costs(day), Math.round(cost * 10_000) / 10_000];
    this.#days[day] = { costs, finished: costs.length === PUZZLES_PER_DAY ? today : null };
    if (!saveItem(KEY, this.#days)) this.problem = "forbidden";
  }

  /** Add the days of another device that have more answers than here. @param {object} other */
  merge(other) {
    const { entries, damaged } = validEntries(other, isValidDay);
    const longer = Object.entries(entries).filter(
      ([day, { costs }]) => costs.length > this.costs(day).length,
    );
    this.#days = { ...this.#days, ...Object.fromEntries(longer) };
    if (!saveItem(KEY, this.#days)) this.problem = "forbidden";
    return { added: longer.length, damaged };
  }

  /** @param {string} today */
  streak(today) {
    return streakOf(this.#daysOnTime(), today);
  }

  longestStreak() {
    return longestStreak(this.#daysOnTime());
  }

  /** Return whether all five were answered on their own day. @param {string} day */
  isOnTime(day) {
    return this.#days[day]?.finished === day;
  }

  #daysOnTime() {
    return new Set(Object.keys(this.#days).filter((day) => this.isOnTime(day)));
  }

  /** Return whether the server has counted the points of a day. @param {string} day */
  isCounted(day) {
    return this.#days[day]?.counted === true;
  }

  /** @param {string} day */
  markCounted(day) {
    this.#read();
    const entry = this.#days[day];
    if (!entry) return;
    this.#days[day] = { ...entry, counted: true };
    if (!saveItem(KEY, this.#days)) this.problem = "forbidden";
  }

  /**
   * Return the points of every complete day since a date, and before another.
   * @param {string} [since]
   * @param {string} [before]
   */
  allPoints(since = "", before = "~") {
    return Object.entries(this.#days)
      .filter(
        ([day, { costs }]) => day >= since && day < before && costs.length === PUZZLES_PER_DAY,
      )
      .map(([, { costs }]) => pointsOf(costs));
  }

  /**
   * Return the points of the last weeks, the oldest first.
   * @param {string} now
   * @param {number} count
   */
  weeks(now, count) {
    const monday = mondayOf(now);
    return Array.from({ length: count }, (_none, number) => {
      const begin = addDays(monday, 7 * (number + 1 - count));
      return { monday: begin, points: this.allPoints(begin, addDays(begin, 7)) };
    });
  }
}

/** @param {any} entry @param {string} day @returns {entry is Day} */
function isValidDay(entry, day) {
  const { costs } = Object(entry);
  return (
    isDay(day) &&
    Array.isArray(costs) &&
    costs.length <= PUZZLES_PER_DAY &&
    costs.every((/** @type {unknown} */ cost) => typeof cost === "number" && cost >= 0 && cost <= 1)
  );
}
