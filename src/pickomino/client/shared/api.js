/**
 * The server's HTTP interface, and the seat tokens of this device.
 *
 * A token proves who holds a seat. It stays in this browser's storage and travels in a header,
 * never in an address.
 */

import { _, ERRORS, filled } from "./i18n.js";
import { viewOf } from "./room-view.js";
import { keep, recall } from "./storage.js";

/** @import { Command, Created, FinishedGame, RoomSummary, Settings } from "./messages.js" */
/** @import { Refused as Answer } from "./messages.js" */
/** @typedef {Pick<Answer, "code"> & Partial<Pick<Answer, "parameters">>} Refused */
/** @typedef {import("./messages.js").CreateRoom["seats"][number]} SeatPlan */
/**
 * A table of this device; one whose room `isGone` is kept for its finished games.
 * @typedef {{code: string, token: string, name: string, at: number, isGone?: boolean}} MyGame
 */

const GAMES = "pickomino.games";
const MOST_GAMES = 200;
/** Nobody waits for a server that has gone silent. */
const MOST_WAIT_MS = 30_000;

/** The server said no, or did not answer (`lost_server`). */
export class Refusal extends Error {
  /** @param {Refused} refused */
  constructor(refused) {
    super(refused.code);
    this.refused = refused;
  }
}

/** @param {string} code of a room @param {string} [rest] of the address */
export function roomAddress(code, rest = "") {
  return `/api/rooms/${encodeURIComponent(code)}${rest}`;
}

/** @param {string} code @param {string} gameId */
export function gameAddress(code, gameId) {
  return roomAddress(code, `/games/${encodeURIComponent(gameId)}`);
}

/**
 * @param {string} path
 * @param {{body?: unknown, token?: string | null, method?: string}} [options]
 * @returns {Promise<any>}
 */
export async function ask(path, { body, token, method } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  /** @type {RequestInit} */
  const request = {
    headers,
    method: method ?? (body === undefined ? "GET" : "POST"),
    cache: "no-store",
    signal: AbortSignal.timeout(MOST_WAIT_MS),
  };
  if (body !== undefined) request.body = JSON.stringify(body);
  let answer;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Refusal({ code: "lost_server" });
  }
  const content = await answer.json().catch(() => ({}));
  if (!answer.ok || content.type === "Refused") {
    throw new Refusal({ ...content, code: content.code ?? `http_${answer.status}` });
  }
  return content;
}

/**
 * Make a room, remember its token.
 * @param {{seats: SeatPlan[], settings: Partial<Settings>, starter?: number}} wish
 * @param {string} name of the player on this device
 * @returns {Promise<Created>}
 */
export async function createRoom(wish, name) {
  const created = await ask("/api/rooms", { body: { type: "CreateRoom", ...wish } });
  remember(created.code, { token: created.token, name });
  return created;
}

/**
 * Send one command outside of a live connection.
 * @param {string} code
 * @param {Command} command
 * @param {number} [expected] the version the command was made for
 */
export async function sendCommand(code, command, expected) {
  const body = { command, expected: expected ?? null };
  return ask(roomAddress(code, "/commands"), { body, token: tokenOf(code) });
}

/** @returns {Promise<RoomSummary[]>} */
export async function listRooms() {
  return (await ask("/api/rooms")).rooms;
}

/** @typedef {import("./room-view.js").View & {winners: number[]}} Game */

/**
 * A room as it is now, and who has won.
 * @param {string} code
 * @param {string | null} [token] of a seat, none to see what everybody may see
 * @returns {Promise<Game>}
 */
export async function getView(code, token = tokenOf(code)) {
  const told = await ask(roomAddress(code), { token });
  return { ...viewOf(told), winners: told.frames?.at(-1)?.winners ?? [] };
}

/** The finished games of this device, the newest first. @returns {Promise<FinishedGame[]>} */
export async function finishedGames() {
  const tokens = myGames().map((game) => game.token);
  return tokens.length ? (await ask("/api/games/mine", { body: { tokens } })).games : [];
}

/** Delete a finished game for everybody who played it. @param {FinishedGame} game */
export async function deleteGame({ id, code }) {
  await ask(`/api/games/${encodeURIComponent(id)}`, { method: "DELETE", token: tokenOf(code) });
}

/** @returns {Record<string, Omit<MyGame, "code">>} */
function games() {
  return recall(GAMES, {});
}

/**
 * The seat token of this device for a room.
 * @param {string} code
 * @returns {string | null}
 */
export function tokenOf(code) {
  return games()[code]?.token ?? null;
}

/**
 * @param {string} code
 * @param {{token: string, name: string}} seat
 */
export function remember(code, { token, name }) {
  const all = { ...games(), [code]: { token, name, at: Date.now() } };
  const newest = Object.entries(all).sort((a, b) => b[1].at - a[1].at);
  keep(GAMES, Object.fromEntries(newest.slice(0, MOST_GAMES)));
}

/**
 * Games of this device, the newest first.
 * @returns {MyGame[]}
 */
export function myGames() {
  const all = Object.entries(games()).map(([code, game]) => ({ code, ...game }));
  return all.sort((a, b) => b.at - a.at);
}

/** Remember that a room is there no more; its finished games may be. @param {string} code */
export function noteGone(code) {
  const known = games()[code];
  if (known) keep(GAMES, { ...games(), [code]: { ...known, isGone: true } });
}

/** @param {string} code */
export function forget(code) {
  const { [code]: _gone, ...others } = games();
  keep(GAMES, others);
}

/**
 * Say why something was refused, as a sentence.
 * @param {Refused} refused
 * @returns {string}
 */
export function refusalText(refused) {
  const text = said(refused);
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}

/**
 * @param {Refused} refused
 * @returns {string}
 */
function said({ code, parameters = {} }) {
  const text = ownText(code) ?? ERRORS[code];
  if (text === undefined) return _("That did not work ({code}). Please try again.", { code });
  /** @type {Record<string, string>} */
  const words = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && typeof value === "object" && "code" in value) {
      words[name] = said(/** @type {Refused} */ (value));
    } else words[name] = name === "seat" ? String(Number(value) + 1) : String(value);
  }
  return filled(text, words);
}

/**
 * Problems that only a browser has.
 * @param {string} code
 */
function ownText(code) {
  if (code === "lost_server") return _("The server does not answer. Are you online?");
  if (code === "http_429") return _("That was a bit fast. Wait a moment and try again.");
  return undefined;
}

/**
 * The sentence for anything caught.
 * @param {unknown} error
 */
export function problemText(error) {
  return error instanceof Refusal ? refusalText(error.refused) : refusalText({ code: "browser" });
}
