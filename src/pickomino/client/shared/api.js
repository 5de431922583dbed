/**
 * Client of the server's HTTP API, and the seat tokens stored on this device.
 *
 * A token proves the ownership of a seat. It stays in this browser's storage and is sent in a
 * header, never in a URL.
 */

import { _, ERRORS, interpolate } from "./i18n.js";
import { viewOf } from "./room-view.js";
import { site } from "./site.js";
import { loadItem, saveItem } from "./storage.js";
import { fetchApi } from "./transport.js";

/** @import { Command, Created, FinishedGame, RoomSummary, Settings } from "./messages.js" */
/** @import { Refused as RefusedMessage } from "./messages.js" */
/** @typedef {Pick<RefusedMessage, "code"> & Partial<Pick<RefusedMessage, "parameters">>} Refused */
/** @typedef {import("./messages.js").CreateRoom["seats"][number]} SeatPlan */
/**
 * A table where this device has a seat. If its room `isGone`, it is kept for its finished games.
 * @typedef {{code: string, token: string, name: string, at: number, isGone?: boolean}} MyGame
 */

/** Seats at a server and seats on this device are kept apart. */
const GAMES = site ? "pickomino.offline-games" : "pickomino.games";
const MAX_GAMES = 200;
const REQUEST_TIMEOUT_MS = 30_000;

/** Thrown when the server refuses a request or does not answer (`lost_server`). */
export class ApiError extends Error {
  /** @param {Refused} refused */
  constructor(refused) {
    super(refused.code);
    this.refused = refused;
  }
}

/** @param {string} code of the room @param {string} [rest] of the path */
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
export async function request(path, { body, token, method } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  /** @type {RequestInit} */
  const init = {
    headers,
    method: method ?? (body === undefined ? "GET" : "POST"),
    cache: "no-store",
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  };
  if (body !== undefined) init.body = JSON.stringify(body);
  let answer;
  try {
    answer = await fetchApi(path, init);
  } catch {
    throw new ApiError({ code: "lost_server" });
  }
  const content = await answer.json().catch(() => ({}));
  if (!answer.ok || content.type === "Refused") {
    throw new ApiError({ ...content, code: content.code ?? `http_${answer.status}` });
  }
  return content;
}

/**
 * Create a room and store its seat token.
 * @param {{seats: SeatPlan[], settings: Partial<Settings>, starter?: number}} plan
 * @param {string} name of the player on this device
 * @returns {Promise<Created>}
 */
export async function createRoom(plan, name) {
  const created = await request("/api/rooms", { body: { type: "CreateRoom", ...plan } });
  remember(created.code, { token: created.token, name });
  return created;
}

/**
 * Send one command without a live connection.
 * @param {string} code
 * @param {Command} command
 * @param {number} [expected] the version the command was made for
 */
export async function sendCommand(code, command, expected) {
  const body = { command, expected: expected ?? null };
  return request(roomAddress(code, "/commands"), { body, token: tokenOf(code) });
}

/** @returns {Promise<RoomSummary[]>} */
export async function listRooms() {
  return (await request("/api/rooms")).rooms;
}

/** @typedef {import("./room-view.js").View & {winners: number[]}} Game */

/**
 * Return the current view of a room, and its winners.
 * @param {string} code
 * @param {string | null} [token] of a seat; without one the spectators' view is returned
 * @returns {Promise<Game>}
 */
export async function getView(code, token = tokenOf(code)) {
  const message = await request(roomAddress(code), { token });
  return { ...viewOf(message), winners: message.frames?.at(-1)?.winners ?? [] };
}

/** Return the finished games of this device, newest first. @returns {Promise<FinishedGame[]>} */
export async function finishedGames() {
  const tokens = myGames().map((game) => game.token);
  return tokens.length ? (await request("/api/games/mine", { body: { tokens } })).games : [];
}

/** Delete a finished game for the player on this device. @param {FinishedGame} game */
export async function deleteGame({ id, code }) {
  await request(`/api/games/${encodeURIComponent(id)}`, { method: "DELETE", token: tokenOf(code) });
  const { noteOwnDeletion } = await import("../fair-dice/own-games.js");
  noteOwnDeletion(id);
}

/** @returns {Record<string, Omit<MyGame, "code">>} */
function games() {
  return loadItem(GAMES, {});
}

/** Return this device's seat token for a room. @param {string} code @returns {string | null} */
export function tokenOf(code) {
  return games()[code]?.token ?? null;
}

/** @param {string} code @param {{token: string, name: string}} seat */
export function remember(code, { token, name }) {
  const all = { ...games(), [code]: { token, name, at: Date.now() } };
  const newest = Object.entries(all).sort((a, b) => b[1].at - a[1].at);
  saveItem(GAMES, Object.fromEntries(newest.slice(0, MAX_GAMES)));
}

/** Return the tables of this device, newest first. @returns {MyGame[]} */
export function myGames() {
  const all = Object.entries(games()).map(([code, game]) => ({ code, ...game }));
  return all.sort((a, b) => b.at - a.at);
}

/** Note that a room no longer exists, although its finished games may. @param {string} code */
export function markRoomGone(code) {
  const known = games()[code];
  if (known) saveItem(GAMES, { ...games(), [code]: { ...known, isGone: true } });
}

/** @param {string} code */
export function forget(code) {
  const { [code]: _gone, ...others } = games();
  saveItem(GAMES, others);
}

/** Return the reason for a refusal as a sentence. @param {Refused} refused @returns {string} */
export function refusalText(refused) {
  const text = sentenceFor(refused);
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}

/** @param {Refused} refused @returns {string} */
function sentenceFor({ code, parameters = {} }) {
  const text = browserErrorText(code) ?? ERRORS[code];
  if (text === undefined) return _("That did not work ({code}). Please try again.", { code });
  /** @type {Record<string, string>} */
  const texts = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && typeof value === "object" && "code" in value) {
      texts[name] = sentenceFor(/** @type {Refused} */ (value));
    } else texts[name] = name === "seat" ? String(Number(value) + 1) : String(value);
  }
  return interpolate(text, texts);
}

/** Return the text of an error that only occurs in browsers. @param {string} code */
function browserErrorText(code) {
  if (code === "lost_server") return _("The server does not answer. Are you online?");
  if (code === "http_429") return _("That was a bit fast. Wait a moment and try again.");
  return undefined;
}

/** Return the sentence for a caught error. @param {unknown} error */
export function problemText(error) {
  return error instanceof ApiError ? refusalText(error.refused) : refusalText({ code: "browser" });
}
