/** Practice on this device, stored like `pickomino.profile.practice_log`. */

import { addDays, isDay } from "../puzzles/days.js";
import { band } from "../puzzles/scores.js";
import { MAX_CARDS, REPEAT_DAYS } from "../shared/constants.js";
import { isCorrupt, loadItem, saveItem, validEntries } from "../shared/storage.js";
import { NEWCOMER, puzzleRating, updateRating } from "./ratings.js";

/** @import { PuzzleEntry } from "../puzzles/puzzle-loader.js" */
/** @import { Rating } from "./ratings.js" */
/**
 * One of the player's decisions, when it is asked again, and its correct answers in a row.
 * @typedef {{line: string, due: string, step: number}} Card
 */

export const KEY = "pickomino.practice";
const NEAREST = 20;

/**
 * Return the rescheduled card, or null after a correct answer to its last repetition.
 * @param {Card} card
 * @param {number} cost
 * @param {string} day
 * @returns {Card | null}
 */
export function afterAnswer(card, cost, day) {
  const step = band(cost) > 0 ? 0 : card.step + 1;
  const days = REPEAT_DAYS[step];
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
    const { player, puzzles, cards, isWhole, damaged } = parseLog(stored);
    if (player) this.player = player;
    [this.puzzles, this.cards] = [puzzles, cards];
    if (!isWhole || damaged > 0) this.problem = "damaged";
  }

  /**
   * Add the decisions of another device, and take its rating if it is more certain.
   * @param {object} other untrusted data
   */
  merge(other) {
    const { player, puzzles, cards, damaged } = parseLog(other);
    if (player && player[1] < this.player[1]) this.player = player;
    this.puzzles = { ...puzzles, ...this.puzzles };
    const known = new Set(this.cards.map((card) => card.line));
    const missing = cards.filter((card) => !known.has(card.line));
    this.cards = [...missing, ...this.cards].slice(-MAX_CARDS);
    this.#keep();
    return { added: missing.length, damaged };
  }

  /**
   * Return the puzzles nearest to the player's rating, of new ones if there are any.
   * @param {readonly PuzzleEntry[]} entries
   */
  nearest(entries) {
    const fresh = entries.filter(([number]) => !this.puzzles[number]);
    const distance = (/** @type {PuzzleEntry} */ [number, , difficulty]) =>
      Math.abs(this.#ratingOf(number, difficulty)[0] - this.player[0]);
    return (fresh.length ? fresh : [...entries])
      .sort((a, b) => distance(a) - distance(b))
      .slice(0, NEAREST);
  }

  /** @param {string} number @param {number} difficulty */
  #ratingOf(number, difficulty) {
    return this.puzzles[number] ?? puzzleRating(difficulty);
  }

  /**
   * Update the player's and the puzzle's rating.
   * @param {string} number of the puzzle, such as `1-17`
   * @param {number} difficulty
   * @param {number} cost of the answer
   */
  answer(number, difficulty, cost) {
    const opponent = this.#ratingOf(number, difficulty);
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
    const cards = fresh.map((line) => ({ line, due: addDays(day, REPEAT_DAYS[0] ?? 1), step: 0 }));
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

  /** Remove a card that is not a puzzle. @param {Card} card */
  removeCard(card) {
    this.cards = this.cards.filter((other) => other.line !== card.line);
    this.problem = "damaged";
    this.#keep();
  }

  #keep() {
    const { player, puzzles, cards } = this;
    if (!saveItem(KEY, { player, puzzles, cards })) this.problem = "forbidden";
  }
}

/**
 * Return the valid parts of a stored log, whether it has all parts, and how many are damaged.
 * @param {any} stored untrusted data
 */
function parseLog(stored) {
  const { player, puzzles, cards } = Object(stored);
  const isWhole = isRating(player) && Array.isArray(cards) && puzzles !== undefined;
  const ratings = validEntries(Object(puzzles), isRating);
  const all = Array.isArray(cards) ? cards : [];
  const validCards = all.filter(isCard);
  return {
    player: isRating(player) ? player : null,
    puzzles: ratings.entries,
    cards: validCards,
    isWhole,
    damaged: ratings.damaged + all.length - validCards.length,
  };
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
  return (
    isText && isDay(due) && REPEAT_DAYS[step] !== undefined && / own [123] .+=.+ .+=/.test(line)
  );
}
