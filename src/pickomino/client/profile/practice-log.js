/** Practice on this device, kept as `pickomino.profile.practice_log` does. */

import { A_DAY, daysAfter, isDay, later, readPuzzle } from "../puzzles/packs.js";
import { band } from "../puzzles/scores.js";
import { isDamaged, keep, recall } from "../shared/storage.js";
import { NEWCOMER, puzzleRating, rated } from "./ratings.js";

/** @import { Pack, Puzzle } from "../puzzles/packs.js" */
/** @import { Rating } from "./ratings.js" */
/** @typedef {{number: string, puzzle: Puzzle}} Numbered a puzzle and its fixed number: `1-17` */
/**
 * An own decision, when it comes back, and how often it was right in a row.
 * @typedef {{line: string, due: string, step: number}} Card
 */

export const KEY = "pickomino.practice";
/** After how many days an own decision comes back, each time that it was answered right. */
const STEPS = [1, 3, 7, 21];
const MOST_CARDS = 200;
/** So many days from today on keep their five for themselves. */
const RESERVED_DAYS = 90;
const NEAREST = 20;

/**
 * Where a pack has puzzles of a theme, without those of today and the next months.
 * @param {Pack} pack
 * @param {string} day
 * @param {string} theme or nothing
 */
export function practicePlaces(pack, day, theme) {
  const days = pack.lines.length / A_DAY;
  const first = daysAfter(day, pack.starts) % days;
  const reserved = Math.min(RESERVED_DAYS, days - 1);
  return [...pack.lines.keys()].filter((place) => {
    const ahead = (Math.floor(place / A_DAY) - first + days) % days;
    return ahead >= reserved && (theme === "" || pack.lines[place]?.split(" ", 2)[1] === theme);
  });
}

/**
 * When a decision comes back; null once it was right after the longest time.
 * @param {Card} card
 * @param {number} cost
 * @param {string} day
 * @returns {Card | null}
 */
export function afterAnswer(card, cost, day) {
  const step = band(cost) > 0 ? 0 : card.step + 1;
  const days = STEPS[step];
  return days === undefined ? null : { ...card, due: later(day, days), step };
}

/** What cannot be stored or read costs only the rating and the own decisions. */
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
    const stored = /** @type {any} */ (recall(KEY, null));
    if (stored !== null) this.#take(stored);
    if (isDamaged(KEY)) this.problem = "damaged";
  }

  /** @param {any} stored of which nothing can be trusted */
  #take(stored) {
    const { player, puzzles, cards } = Object(stored);
    if (isRating(player)) this.player = player;
    const entries = Object.entries(Object(puzzles));
    const rated = entries.filter(([, rating]) => isRating(rating));
    this.puzzles = Object.fromEntries(/** @type {[string, Rating][]} */ (rated));
    const all = Array.isArray(cards) ? cards : [];
    this.cards = all.filter(isCard);
    const isWhole = isRating(player) && Array.isArray(cards) && puzzles !== undefined;
    if (!isWhole || rated.length < entries.length || this.cards.length < all.length)
      this.problem = "damaged";
  }

  /**
   * A puzzle about as hard as the player is good, a new one if there is.
   * @param {Pack} pack
   * @param {string} day
   * @param {string} theme
   * @returns {Numbered}
   */
  next(pack, day, theme) {
    const numbered = (/** @type {number} */ place) => `${pack.version}-${place + 1}`;
    const places = practicePlaces(pack, day, theme);
    const fresh = places.filter((place) => !this.puzzles[numbered(place)]);
    const far = (/** @type {number} */ place) => {
      const difficulty = Number(pack.lines[place]?.split(" ", 3)[2]);
      const [rating] = this.puzzles[numbered(place)] ?? puzzleRating(difficulty);
      return Math.abs(rating - this.player[0]);
    };
    const near = (fresh.length ? fresh : places).sort((a, b) => far(a) - far(b)).slice(0, NEAREST);
    const place = near[Math.floor(Math.random() * near.length)] ?? 0;
    return { number: numbered(place), puzzle: readPuzzle(pack.lines[place] ?? "") };
  }

  /** Rate the player and the puzzle. @param {Numbered} numbered @param {number} cost */
  answer({ number, puzzle }, cost) {
    const opponent = this.puzzles[number] ?? puzzleRating(puzzle.difficulty);
    const score = Number(band(cost) === 0);
    const before = this.player;
    this.player = rounded(rated(before, opponent, score));
    this.puzzles[number] = rounded(rated(opponent, before, 1 - score));
    this.#keep();
  }

  /** The own decisions to ask again, the longest awaited first. @param {string} day */
  due(day) {
    return this.cards
      .filter((card) => card.due <= day)
      .sort((a, b) => (a.due < b.due ? -1 : Number(a.due > b.due)));
  }

  /** Practise decisions from tomorrow. @param {readonly string[]} lines @param {string} day */
  addCards(lines, day) {
    const known = new Set(this.cards.map((card) => card.line));
    const fresh = [...new Set(lines)].filter((line) => !known.has(line));
    if (fresh.length === 0) return;
    const cards = fresh.map((line) => ({ line, due: later(day, STEPS[0] ?? 1), step: 0 }));
    this.cards = [...this.cards, ...cards].slice(-MOST_CARDS);
    this.#keep();
  }

  /** @param {Card} card @param {number} cost @param {string} day @returns {Card | null} */
  answerCard(card, cost, day) {
    const following = afterAnswer(card, cost, day);
    const others = this.cards.filter((each) => each.line !== card.line);
    this.cards = following ? [...others, following] : others;
    this.#keep();
    return following;
  }

  #keep() {
    const { player, puzzles, cards } = this;
    if (!keep(KEY, { player, puzzles, cards })) this.problem = "forbidden";
  }
}

/** @param {Rating} rating @returns {Rating} */
const rounded = ([rating, deviation]) => [
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
