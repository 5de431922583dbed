/** Loads puzzles, which the server has prepared, and finds the cost of an answer. */

import { ApiError, request } from "../shared/api.js";
import { site } from "../shared/site.js";

/** @import { PuzzleView as Puzzle } from "../shared/messages.js" */
/** @typedef {[number: string, theme: string, difficulty: number]} PuzzleEntry */

/** Load the five puzzles of a date. @param {string} day @returns {Promise<Puzzle[]>} */
export const loadDay = (day) => loadFile(`day-${day}`);

/** List the puzzles to practise on a date. @param {string} day @returns {Promise<PuzzleEntry[]>} */
export const loadPractice = (day) => loadFile(`practice-${day.slice(0, 7)}`);

/** @param {string} number such as `1-17` @returns {Promise<Puzzle>} */
export const loadPuzzle = (number) => loadFile(number);

/** Load a file that lies beside this module, and so has the same version. @param {string} name */
async function loadFile(name) {
  if (site) return request(`/puzzles/${name}.json`);
  const answer = await fetch(new URL(`${name}.json`, import.meta.url)).catch(() => null);
  if (!answer?.ok) throw new ApiError({ code: answer ? "no_such_page" : "lost_server" });
  return answer.json();
}

/** Return what an answer costs, in win chance. @param {Puzzle} puzzle @param {string} action */
export function answerCost({ choices }, action) {
  return choices.find((choice) => choice.action === action)?.cost ?? 0;
}
