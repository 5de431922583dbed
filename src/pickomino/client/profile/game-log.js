/** The games of this device, stored like `pickomino.profile.game_log`. */

import { today } from "../puzzles/days.js";
import { request, tokenOf } from "../shared/api.js";
import { loadEntries, loadItem, saveItem, validEntries } from "../shared/storage.js";
import { PracticeLog } from "./practice-log.js";

/** @import { FinishedGame, PlayedGame, ProfileEntry } from "../shared/messages.js" */
/** @typedef {Pick<FinishedGame, "id" | "code" | "seats" | "ended_at">} OwnGame */

export const KEY = "pickomino.profile";
/** When games were last deleted; games that ended earlier are not collected again. */
const SINCE = "pickomino.profile.since";
const MAX_GAMES = 1000;
const COUNTS = /** @type {const} */ (["at", "seat", "won", "turns", "steals", "busts", "best"]);

/** The stored games; if they cannot be stored or read, only the profile is affected. */
export class GameLog {
  /** @type {"" | "damaged" | "forbidden"} */
  problem = "";
  /** By id, oldest first. @type {Record<string, PlayedGame>} */
  games = {};

  constructor() {
    const { entries, isDamaged } = loadEntries(KEY, isGame);
    this.games = entries;
    if (isDamaged) this.problem = "damaged";
  }

  /** Store a game, or its review. @param {string} id @param {PlayedGame} game */
  add(id, game) {
    if (this.games[id] && game.given_away === null) return;
    const all = Object.entries({ ...this.games, [id]: game });
    this.games = Object.fromEntries(all.slice(-MAX_GAMES));
    this.#keep();
  }

  /** Add another device's games, and the reviews that are missing here. @param {object} other */
  merge(other) {
    const { entries, damaged } = validEntries(other, isGame);
    const missing = Object.entries(entries).filter(([id]) => !this.games[id]);
    const reviewed = Object.entries(entries).filter(
      ([id, game]) => this.games[id]?.given_away === null && game.given_away !== null,
    );
    const all = { ...this.games, ...Object.fromEntries([...missing, ...reviewed]) };
    const oldestFirst = Object.entries(all).sort(([, a], [, b]) => a.at - b.at);
    this.games = Object.fromEntries(oldestFirst.slice(-MAX_GAMES));
    this.#keep();
    return { added: missing.length, damaged };
  }

  #keep() {
    if (!saveItem(KEY, this.games)) this.problem = "forbidden";
  }
}

/**
 * Store a finished game, unless several players shared this device.
 * @param {GameLog} log
 * @param {OwnGame} game
 */
export async function recordGame(log, game) {
  if (log.games[game.id] || !isOwn(game)) return;
  log.add(game.id, (await loadEntry(game)).game);
}

/** Store a review; its costly decisions are practised later. @param {OwnGame} game */
export async function recordReview(game) {
  if (!isOwn(game)) return;
  const entry = await loadEntry(game);
  new GameLog().add(game.id, entry.game);
  new PracticeLog().addCards(entry.puzzles, today());
}

/**
 * Return whether only one player on this device played a game, which ended after the last deletion.
 * @param {OwnGame} game
 */
function isOwn({ seats, ended_at }) {
  return seats.length === 1 && ended_at >= loadItem(SINCE, 0);
}

/** @param {OwnGame} game @returns {Promise<ProfileEntry>} */
function loadEntry({ id, code }) {
  return request(`/api/games/${encodeURIComponent(id)}/profile`, { token: tokenOf(code) });
}

/** Do not collect games that ended before now. */
export function ignoreEarlierGames() {
  saveItem(SINCE, Date.now() / 1000);
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
