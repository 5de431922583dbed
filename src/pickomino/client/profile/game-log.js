/** The games of this device, stored like `pickomino.profile.game_log`. */

import { today } from "../puzzles/packs.js";
import { gameAddress, request } from "../shared/api.js";
import { isCorrupt, loadItem, saveItem } from "../shared/storage.js";
import { ownPuzzleLines, roundShare } from "./own-puzzles.js";
import { PracticeLog } from "./practice-log.js";

/** @import { Replay } from "../shared/messages.js" */
/** @import { ReviewedGame } from "../review/reviewed-game.js" */
/**
 * A game from the point of view of this device's seat.
 * @typedef {object} PlayedGame
 * @property {number} at when it ended, in seconds since 1970
 * @property {string} rules
 * @property {number} seat
 * @property {string[]} rivals their names; a bot is `bot:family`
 * @property {number} won 1 for a win, 1/k if k players share it, 0 for a loss
 * @property {number} turns
 * @property {number} steals
 * @property {number} busts
 * @property {number} best the highest sum that won a tile, or 0
 * @property {number | null} given_away the win chance given away, if the game was reviewed
 * @property {number | null} luck
 */

export const KEY = "pickomino.profile";
/** When games were last deleted; games that ended earlier are not collected again. */
const SINCE = "pickomino.profile.since";
const MAX_GAMES = 1000;
const COUNTS = /** @type {const} */ (["at", "seat", "won", "turns", "steals", "busts", "best"]);

/**
 * Return what is stored about a finished game.
 * @param {Replay} replay
 * @param {number} seat
 * @param {number} at
 * @returns {PlayedGame}
 */
export function playedGame({ frames, names, rules }, seat, at) {
  const ends = frames.flatMap(({ event }) =>
    event?.type === "TurnEnded" && event.seat === seat ? [event] : [],
  );
  const winners = frames.findLast((frame) => frame.winners?.length)?.winners ?? [];
  const tiles = ends.filter((end) => end.result !== "failed");
  return {
    at: Math.floor(at),
    rules,
    seat,
    rivals: names.filter((_name, other) => other !== seat),
    won: winners.includes(seat) ? 1 / winners.length : 0,
    turns: ends.length,
    steals: ends.filter((end) => end.result === "stole").length,
    busts: ends.length - tiles.length,
    best: Math.max(0, ...tiles.map((end) => end.total ?? 0)),
    given_away: null,
    luck: null,
  };
}

/** The stored games; if they cannot be stored or read, only the profile is affected. */
export class GameLog {
  /** @type {"" | "damaged" | "forbidden"} */
  problem = "";
  /** By id, oldest first. @type {Record<string, PlayedGame>} */
  games = {};

  constructor() {
    const stored = /** @type {unknown} */ (loadItem(KEY, {}));
    const entries = Object.entries(Object(stored));
    const valid = entries.filter(([, game]) => isGame(game));
    this.games = Object.fromEntries(valid);
    const isWrongType = typeof stored !== "object" || stored === null || Array.isArray(stored);
    if (isWrongType || isCorrupt(KEY) || valid.length < entries.length) this.problem = "damaged";
  }

  /** @param {string} id @param {PlayedGame} game */
  add(id, game) {
    if (this.games[id]) return;
    const all = Object.entries({ ...this.games, [id]: game });
    this.games = Object.fromEntries(all.slice(-MAX_GAMES));
    this.#keep();
  }

  /** @param {string} id @param {number} answerCost @param {number} luck */
  addReview(id, answerCost, luck) {
    const game = this.games[id];
    if (!game) return;
    this.games[id] = { ...game, given_away: roundShare(answerCost), luck: roundShare(luck) };
    this.#keep();
  }

  #keep() {
    if (!saveItem(KEY, this.games)) this.problem = "forbidden";
  }
}

/**
 * Store a finished game, unless several players shared this device.
 * @param {GameLog} log
 * @param {{id: string, code: string, seats: readonly number[], ended_at: number}} game
 */
export async function recordGame(log, { id, code, seats, ended_at }) {
  const [seat, ...others] = seats;
  if (seat === undefined || others.length > 0 || log.games[id]) return;
  if (ended_at < loadItem(SINCE, 0)) return;
  log.add(id, playedGame(await request(gameAddress(code, id)), seat, ended_at));
}

/** Do not collect games that ended before now. */
export function ignoreEarlierGames() {
  saveItem(SINCE, Date.now() / 1000);
}

/** Store a review; its costly decisions are practised later. @param {ReviewedGame} reviewed */
export function recordReview({ game, review, replay }) {
  const [seat, ...others] = game.seats;
  const sums = review.seats[seat ?? -1];
  if (seat === undefined || others.length > 0 || !sums || game.ended_at < loadItem(SINCE, 0))
    return;
  const log = new GameLog();
  log.add(game.id, playedGame(replay, seat, game.ended_at));
  log.addReview(game.id, sums.given_away, sums.own_luck + sums.rivals_luck);
  new PracticeLog().addCards(ownPuzzleLines(review, replay.frames, seat), today());
}

/** @param {any} game @returns {game is PlayedGame} */
function isGame(game) {
  const { rules, rivals, given_away: cost, luck } = Object(game);
  return (
    COUNTS.every((name) => Number.isFinite(game[name]) && game[name] >= 0) &&
    typeof rules === "string" &&
    Array.isArray(rivals) &&
    rivals.length > 0 &&
    rivals.every((rival) => typeof rival === "string") &&
    [cost, luck].every((share) => share === null || Number.isFinite(share))
  );
}
