/** Practice on this device, stored like `pickomino.profile.practice_log`. */

import { addDays, daysBetween, isDay, PUZZLES_PER_DAY, parsePuzzle } from "../puzzles/packs.js";
import { band } from "../puzzles/scores.js";
import { isCorrupt, loadItem, saveItem } from "../shared/storage.js";
import { NEWCOMER, puzzleRating, updateRating } from "./ratings.js";

/** @import { Pack, Puzzle } from "../puzzles/packs.js" */
/** @import { Rating } from "./ratings.js" */
/**
 * @typedef {{number: string, puzzle: Puzzle}} NumberedPuzzle its permanent number, such as `1-17`
 */
/**
 * One of the player's decisions, when it is asked again, and its correct answers in a row.
 * @typedef {{line: string, due: string, step: number}} Card
 */

export const KEY = "pickomino.practice";
/** Days until a decision is asked again, after 0, 1, 2 and 3 correct answers in a row. */
const STEPS = [1, 3, 7, 21];
const MAX_CARDS = 200;
/** For this many days, starting today, the daily puzzles are not used for practice. */
const RESERVED_DAYS = 90;
const NEAREST = 20;

/**
 * Return the indices of a pack's puzzles with a theme, except those of reserved days.
 * @param {Pack} pack
 * @param {string} day
 * @param {string} theme or empty for all
 */
export function practicePlaces(pack, day, theme) {
  const days = pack.lines.length / PUZZLES_PER_DAY;
  const first = daysBetween(day, pack.starts) % days;
  const reserved = Math.min(RESERVED_DAYS, days - 1);
  return [...pack.lines.keys()].filter((place) => {
    const ahead = (Math.floor(place / PUZZLES_PER_DAY) - first + days) % days;
    return ahead >= reserved && (theme === "" || pack.lines[place]?.split(" ", 2)[1] === theme);
  });
}

/**
 * Return the rescheduled card, or null after a correct answer to its last repetition.
 * @param {Card} card
 * @param {number} cost
 * @param {string} day
 * @returns {Card | null}
 */
export function afterAnswer(card, cost, day) {
  const step = band(cost) > 0 ? 0 : card.step + 1;
  const days = STEPS[step];
  return days === undefined ? null : { ...card, due: addDays(day, days), step };
}

/** If it cannot be stored or read, only the rating and the decisions to repeat are lost. */
export class PracticeLog {
  /** @type {"" | "damaged" | "forbidden"} */
  problem = "";
  /** @type {Rating} */
  player = NEWCOMER;
  /** @type {Record<string, Rating>} */
  puzzles = {};
  /** @type {Card[]} */
  cards = [];

  constructor() {
    const stored = /** @type {any} */ (loadItem(KEY, null));
    if (stored !== null) this.#restore(stored);
    if (isCorrupt(KEY)) this.problem = "damaged";
  }

  /** @param {any} stored untrusted data */
  #restore(stored) {
    const { player, puzzles, cards } = Object(stored);
    if (isRating(player)) this.player = player;
    const entries = Object.entries(Object(puzzles));
    const valid = entries.filter(([, rating]) => isRating(rating));
    this.puzzles = Object.fromEntries(/** @type {[string, Rating][]} */ (valid));
    const all = Array.isArray(cards) ? cards : [];
    this.cards = all.filter(isCard);
    const isWhole = isRating(player) && Array.isArray(cards) && puzzles !== undefined;
    if (!isWhole || valid.length < entries.length || this.cards.length < all.length)
      this.problem = "damaged";
  }

  /**
   * Choose a puzzle close to the player's rating, a new one if possible.
   * @param {Pack} pack
   * @param {string} day
   * @param {string} theme
   * @returns {NumberedPuzzle}
   */
  next(pack, day, theme) {
    const numberOf = (/** @type {number} */ place) => `${pack.version}-${place + 1}`;
    const places = practicePlaces(pack, day, theme);
    const fresh = places.filter((place) => !this.puzzles[numberOf(place)]);
    const distance = (/** @type {number} */ place) => {
      const difficulty = Number(pack.lines[place]?.split(" ", 3)[2]);
      const [rating] = this.puzzles[numberOf(place)] ?? puzzleRating(difficulty);
      return Math.abs(rating - this.player[0]);
    };
    const near = (fresh.length ? fresh : places)
      .sort((a, b) => distance(a) - distance(b))
      .slice(0, NEAREST);
    const place = near[Math.floor(Math.random() * near.length)] ?? 0;
    return { number: numberOf(place), puzzle: parsePuzzle(pack.lines[place] ?? "") };
  }

  /**
   * Update the player's and the puzzle's rating.
   * @param {NumberedPuzzle} numbered
   * @param {number} cost
   */
  answer({ number, puzzle }, cost) {
    const opponent = this.puzzles[number] ?? puzzleRating(puzzle.difficulty);
    const score = Number(band(cost) === 0);
    const before = this.player;
    this.player = roundRating(updateRating(before, opponent, score));
    this.puzzles[number] = roundRating(updateRating(opponent, before, 1 - score));
    this.#keep();
  }

  /** Return the player's decisions that are due, longest overdue first. @param {string} day */
  due(day) {
    return this.cards
      .filter((card) => card.due <= day)
      .sort((a, b) => (a.due < b.due ? -1 : Number(a.due > b.due)));
  }

  /**
   * Add decisions to practise, starting the next day.
   * @param {readonly string[]} lines
   * @param {string} day
   */
  addCards(lines, day) {
    const known = new Set(this.cards.map((card) => card.line));
    const fresh = [...new Set(lines)].filter((line) => !known.has(line));
    if (fresh.length === 0) return;
    const cards = fresh.map((line) => ({ line, due: addDays(day, STEPS[0] ?? 1), step: 0 }));
    this.cards = [...this.cards, ...cards].slice(-MAX_CARDS);
    this.#keep();
  }

  /** @param {Card} card @param {number} cost @param {string} day @returns {Card | null} */
  answerCard(card, cost, day) {
    const following = afterAnswer(card, cost, day);
    const others = this.cards.filter((other) => other.line !== card.line);
    this.cards = following ? [...others, following] : others;
    this.#keep();
    return following;
  }

  #keep() {
    const { player, puzzles, cards } = this;
    if (!saveItem(KEY, { player, puzzles, cards })) this.problem = "forbidden";
  }
}

/** @param {Rating} rating @returns {Rating} */
const roundRating = ([rating, deviation]) => [
  Math.round(rating * 10) / 10,
  Math.round(deviation * 10) / 10,
];

/** @param {unknown} value @returns {value is Rating} */
function isRating(value) {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every(Number.isFinite) &&
    Math.abs(value[0]) < 9999 &&
    value[1] > 0 &&
    value[1] < 999
  );
}

/** @param {any} value @returns {value is Card} */
function isCard(value) {
  const { line, due, step } = Object(value);
  const isText = typeof line === "string" && typeof due === "string";
  return isText && isDay(due) && STEPS[step] !== undefined && / own [123] .+=.+ .+=/.test(line);
}
