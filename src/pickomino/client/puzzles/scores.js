/** What answers are worth, what is shared of them, and how many days in a row were played. */

import { isDamaged, keep, recall } from "../shared/storage.js";
import { A_DAY, isDay, later } from "./packs.js";

/** Up to how much of a win an answer may cost for the first, second and third mark. */
const BANDS = [0.003, 0.01, 0.025];
const ROUNDING = 1e-9;
const MARKS = ["🟩", "🟨", "🟧", "🟥"];
export const KEY = "pickomino.daily";

/** @typedef {{costs: number[], finished: string | null}} Day costs, and when the last was given */

/** The band of an answer, the best is 0. @param {number} cost */
export function band(cost) {
  return BANDS.filter((limit) => cost > limit + ROUNDING).length;
}

/**
 * A line that tells the results of a day, and nothing of its puzzles.
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
 * For how many days in a row, up to today or yesterday, all five were answered.
 * @param {ReadonlySet<string>} days
 * @param {string} today
 */
export function streakOf(days, today) {
  let day = days.has(today) ? today : later(today, -1);
  let count = 0;
  for (; days.has(day); day = later(day, -1)) count += 1;
  return count;
}

/** What this device remembers; what cannot be stored or read costs only the streak. */
export class DailyLog {
  /** Why the streak may be lost. @type {"" | "damaged" | "forbidden"} */
  problem = "";
  /** @type {Record<string, Day>} */
  #days = {};

  constructor() {
    this.#read();
  }

  #read() {
    const stored = /** @type {unknown} */ (recall(KEY, {}));
    const entries = Object.entries(typeof stored === "object" && stored ? stored : {});
    const sound = entries.filter(([day, entry]) => isDay(day) && isSound(entry));
    this.#days = { ...this.#days, ...Object.fromEntries(sound) };
    const isOdd = typeof stored !== "object" || stored === null || Array.isArray(stored);
    if (isDamaged(KEY) || isOdd || sound.length < entries.length) this.problem = "damaged";
  }

  /** What the answers of a date cost, so far. @param {string} day @returns {number[]} */
  costs(day) {
    return this.#days[day]?.costs ?? [];
  }

  /**
   * Keep an answer, unless another window was quicker.
   * @param {string} day
   * @param {number} place of the puzzle, from 0
   * @param {number} cost
   * @param {string} today
   */
  add(day, place, cost, today) {
    this.#read();
    if (this.costs(day).length !== place) return;
    const costs = [...this.costs(day), Math.round(cost * 10_000) / 10_000];
    this.#days[day] = { costs, finished: costs.length === A_DAY ? today : null };
    if (!keep(KEY, this.#days)) this.problem = "forbidden";
  }

  /** @param {string} today */
  streak(today) {
    const onTime = Object.entries(this.#days).filter(([day, { finished }]) => finished === day);
    return streakOf(new Set(onTime.map(([day]) => day)), today);
  }
}

/** @param {unknown} entry @returns {entry is Day} */
function isSound(entry) {
  if (typeof entry !== "object" || entry === null || !("costs" in entry)) return false;
  const { costs } = entry;
  return (
    Array.isArray(costs) &&
    costs.length <= A_DAY &&
    costs.every((cost) => typeof cost === "number" && cost >= 0 && cost <= 1)
  );
}
