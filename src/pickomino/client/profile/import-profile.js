/** Merges an exported profile into the one on this device. */

import { DailyLog } from "../puzzles/scores.js";
import { GameLog } from "./game-log.js";
import { PracticeLog } from "./practice-log.js";

/** The maximum size of a file, about ten times that of a full profile. */
const MAX_BYTES = 10_000_000;

/**
 * How many entries are new, and how many are damaged and therefore left out.
 * @typedef {{added: number, damaged: number}} Merged
 */

/**
 * Merge an exported file; entries that are already stored stay as they are.
 * @param {File} file
 * @returns {Promise<{games: Merged, days: Merged, decisions: Merged} | null>} null if the file is
 *   no profile
 */
export async function importProfile(file) {
  const sections = file.size > MAX_BYTES ? null : parse(await file.text());
  if (!sections) return null;
  return {
    games: new GameLog().merge(sections.games),
    days: new DailyLog().merge(sections.daily),
    decisions: new PracticeLog().merge(sections.practice),
  };
}

/** @param {string} text @returns {Record<"games" | "daily" | "practice", object> | null} */
function parse(text) {
  try {
    const { games, daily, practice } = JSON.parse(text);
    const isProfile = [games, daily, practice].every(isObject);
    return isProfile ? { games, daily, practice } : null;
  } catch {
    return null;
  }
}

/** @param {unknown} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
