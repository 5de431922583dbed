/**
 * Puzzle packs, in the format of `pickomino.puzzles`: a date alone determines its five puzzles.
 */

import { claimsIn } from "../board/key-bindings.js";
import { parsePosition, wormsOn } from "../board/position.js";
import { CANNED_WORM, GOLDEN_DIE, ORDINARY_DICE, SEAT_LETTERS, WORM } from "../shared/constants.js";

/** @typedef {{code: string, parameters: Record<string, number>}} Reason */
/** @typedef {{action: string, chance: number, failure: number, reason: Reason | null}} Choice */
/**
 * @typedef {object} Puzzle
 * @property {string} wfen
 * @property {string} theme
 * @property {number} difficulty
 * @property {Choice[]} choices all legal choices, best first
 */
/** @typedef {{version: number, starts: string, lines: string[]}} Pack */
/** @typedef {{starts: string, address: string}} PackFile a pack that has not been loaded */

export const PUZZLES_PER_DAY = 5;
const HEADER = /^pickomino-puzzles ([1-9]\d*) from (\d{4}-\d\d-\d\d)$/;
const DAY_MS = 86_400_000;
const WORM_POINTS = 5;
const KINDS = "kzbtsrq";
/** The values of the dice field if there are no dice: none rolled, or the Raven's owner chooses. */
const NO_DICE = ["-", "b"];

/** Return the date in UTC, which is the same everywhere. @param {Date} [now] */
export function today(now = new Date()) {
  return now.toISOString().slice(0, 10);
}

/** @param {string} day @param {number} days */
export function addDays(day, days) {
  return today(new Date(Date.parse(day) + days * DAY_MS));
}

/** Return how many days a date is after another. @param {string} day @param {string} other */
export function daysBetween(day, other) {
  return Math.round((Date.parse(day) - Date.parse(other)) / DAY_MS);
}

/** Return whether a text is a date such as 2026-11-16. @param {string} text */
export function isDay(text) {
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text
  );
}

/**
 * Return the pack for a date, or undefined before the first pack starts.
 * @template {{starts: string}} Any
 * @param {readonly Any[]} packs
 * @param {string} day
 * @returns {Any | undefined}
 */
export function packFor(packs, day) {
  return packs.findLast((pack) => pack.starts <= day);
}

/** @param {string} text @returns {Pack} */
export function parsePack(text) {
  const [header = "", ...lines] = text.trim().split("\n");
  const [, version, starts] = HEADER.exec(header) ?? [];
  if (!version || !starts || lines.length === 0 || lines.length % PUZZLES_PER_DAY !== 0)
    throw new RangeError("not a pack of puzzles");
  return { version: Number(version), starts, lines };
}

/** @param {Pack} pack @param {string} day @returns {Puzzle[]} */
export function dailyPuzzles(pack, day) {
  const days = pack.lines.length / PUZZLES_PER_DAY;
  const first = (daysBetween(day, pack.starts) % days) * PUZZLES_PER_DAY;
  return pack.lines.slice(first, first + PUZZLES_PER_DAY).map(parsePuzzle);
}

/** @param {string} line @returns {Puzzle} */
export function parsePuzzle(line) {
  const [wfen = "", theme = "", difficulty, ...choices] = line.split(" ");
  return {
    wfen: wfen.replaceAll("_", " "),
    theme,
    difficulty: Number(difficulty),
    choices: choices.map(parseChoice),
  };
}

/** @param {string} text @returns {Choice} */
function parseChoice(text) {
  const [action = "", rest = ""] = text.split("=");
  const [chance, failure, reason] = rest.split("/");
  return {
    action,
    chance: Number(chance),
    failure: Number(failure),
    reason: reason ? parseReason(reason) : null,
  };
}

/** @param {string} text @returns {Reason} */
function parseReason(text) {
  const [code = "", ...named] = text.split(",");
  const parameters = named
    .map((parameter) => parameter.split(":"))
    .map(([name, value]) => [name, Number(value)]);
  return { code, parameters: Object.fromEntries(parameters) };
}

/** Return the win chance that an answer costs. @param {Puzzle} puzzle @param {string} action */
export function answerCost({ choices }, action) {
  const best = choices[0]?.chance ?? 0;
  return best - (choices.find((choice) => choice.action === action)?.chance ?? best);
}

/**
 * Return the legal actions in the engine's order, which does not reveal the best one.
 * @param {Puzzle} puzzle
 */
export function legalActions({ choices }) {
  const place = (/** @type {string} */ action) => `${KINDS.indexOf(action.charAt(0))}${action}`;
  return choices.map(({ action }) => action).sort((a, b) => (place(a) < place(b) ? -1 : 1));
}

/** Return the frame of a puzzle, as the server would send it. @param {Puzzle} puzzle */
export function puzzleFrame(puzzle) {
  const { wfen } = puzzle;
  const [, , , letter = "", aside = "", dice = ""] = wfen.split(" ");
  const seat = SEAT_LETTERS.indexOf(letter);
  const [set_aside, rolled] = [diceText(aside), diceText(dice)];
  const { stacks, setAside, extrawurm } = parsePosition({ wfen, seat, set_aside, rolled });
  const hasWorm = setAside.some((die) => die.face === WORM);
  const standsIn = !hasWorm && extrawurm?.places[CANNED_WORM] === seat;
  const points = setAside.map((die) => (die.face === WORM ? WORM_POINTS : die.face));
  const all = ORDINARY_DICE + Number(extrawurm?.places[GOLDEN_DIE] === seat);
  return {
    wfen,
    seat,
    set_aside,
    rolled,
    total: points.reduce((sum, point) => sum + point, standsIn ? WORM_POINTS : 0),
    has_worm: hasWorm || standsIn,
    claims: claimsIn(legalActions(puzzle)),
    dice_left: dice === "b" ? 0 : all - setAside.length,
    scores: stacks.map((stack, owner) =>
      stack.reduce((sum, tile) => sum + wormsOn(tile), extrawurm?.bratwurms[owner] ?? 0),
    ),
  };
}

/** @param {string} field of a position */
const diceText = (field) => (NO_DICE.includes(field) ? "" : field);
