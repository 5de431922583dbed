/** Statistics of this device's games, computed like `pickomino.profile.figures`. */

import { sum } from "../shared/number-format.js";
import { boundedInterval } from "./intervals.js";

/** @import { PlayedGame } from "../shared/messages.js" */
/** @typedef {{games: number, won: number}} Count */
/**
 * A mean over reviewed games, with its 95% interval.
 * @typedef {{games: number, mean: number, low: number | null, high: number | null}} Estimate
 */

/** The number of games that count as recent. */
const RECENT_GAMES = 10;
/** An interval needs at least this many games. */
const MIN_GAMES = 5;

/** @param {readonly PlayedGame[]} games */
export function computeFigures(games) {
  const played = [...games].sort((a, b) => a.at - b.at);
  const judged = played.filter(hasVerdict);
  const costs = judged.flatMap((game) => game.given_away ?? []);
  const luck = judged.flatMap((game) => game.luck ?? []);
  return {
    all: countOf(played),
    rules: by(played, (game) => [game.rules]),
    players: by(played, (game) => [String(game.rivals.length + 1)]),
    rivals: by(played, (game) => [...new Set(game.rivals)].sort()),
    turns: sum(played.map((game) => game.turns)),
    steals: sum(played.map((game) => game.steals)),
    busts: sum(played.map((game) => game.busts)),
    best: Math.max(0, ...played.map((game) => game.best)),
    given_away: estimateOf(costs, 0, 1),
    lately: estimateOf(costs.slice(-RECENT_GAMES), 0, 1),
    luck: estimateOf(luck, -1, 1),
    costs,
    estimates: played.filter((game) => game.given_away !== null).length - judged.length,
  };
}

/**
 * Return whether a game is reviewed and its figures count in averages. Earlier versions did not
 * store that; their reviews with Extrawurm were estimates.
 * @param {PlayedGame} game
 */
export function hasVerdict({ given_away: cost, is_rough: isRough, rules }) {
  return cost !== null && !(isRough ?? rules.includes("extrawurm"));
}

/**
 * Return the kinds of bots that the player has beaten outright.
 * @param {readonly PlayedGame[]} games
 */
export function beaten(games) {
  const rivals = games.filter((game) => game.won === 1).flatMap((game) => game.rivals);
  const bots = rivals.filter((rival) => rival.startsWith("bot:"));
  return new Set(bots.map((rival) => rival.split(":")[1] ?? ""));
}

/** @param {readonly PlayedGame[]} games @returns {Count} */
const countOf = (games) => ({ games: games.length, won: sum(games.map((game) => game.won)) });

/**
 * Count games by kind, most frequent first.
 * @param {readonly PlayedGame[]} games
 * @param {(game: PlayedGame) => string[]} kinds
 */
function by(games, kinds) {
  const names = [...new Set(games.flatMap(kinds))];
  /** @type {[string, Count][]} */
  const counts = names.map((name) => [
    name,
    countOf(games.filter((game) => kinds(game).includes(name))),
  ]);
  return new Map(counts.sort(([, a], [, b]) => b.games - a.games));
}

/**
 * @param {readonly number[]} values @param {number} lowest @param {number} highest
 * @returns {Estimate | null}
 */
function estimateOf(values, lowest, highest) {
  const games = values.length;
  if (games === 0) return null;
  const mean = sum(values) / games;
  if (games < MIN_GAMES) return { games, mean, low: null, high: null };
  return { games, mean, ...boundedInterval(values, lowest, highest) };
}
