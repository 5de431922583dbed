/**
 * Recomputes every roll of a finished game from what was published before and after it. Needs
 * nothing but this page: no server, no secure origin.
 */

import { GOLDEN_FACES, ORDINARY_DICE, SYMBOLS } from "./constants.js";
import { fromHex, hmacSha256, sha256, toHex } from "./sha256.js";

/** @typedef {import("./messages.js").Replay} Replay */
/** @typedef {import("./storage.js").DicePromise} DicePromise */
/** @typedef {{number: number, turn: string, found: string, expected: string}} WrongRoll */
/**
 * @typedef {object} Verification
 * @property {number} rolls how many were recomputed
 * @property {"" | "not_revealed" | "commit_mismatch" | "wrong_roll"} problem
 * @property {WrongRoll | null} wrong
 */

const FAIR = 252;

/**
 * The faces of roll `number`, as the docs define them; the golden die takes the last byte.
 * @param {Uint8Array} secret
 * @param {string} prefix the game's id and the nonces, joined by `|`
 * @param {number} number
 * @param {number} ordinary
 * @param {string} golden the kind of golden die, or nothing
 */
export function rollOf(secret, prefix, number, ordinary, golden) {
  const needed = ordinary + (golden ? 1 : 0);
  /** @type {number[]} */
  const faces = [];
  for (let block = 0; faces.length < needed; block += 1) {
    const message = new TextEncoder().encode(`${prefix}|${number}|${block}`);
    for (const byte of hmacSha256(secret, message)) if (byte < FAIR) faces.push(byte % 6);
  }
  const dice = faces
    .slice(0, ordinary)
    .map((face) => SYMBOLS[face])
    .sort()
    .join("");
  return golden ? dice + (GOLDEN_FACES[golden]?.[faces[ordinary] ?? 0] ?? "") : dice;
}

/** @param {string} secret in hex @param {string} commitment `sha256:…` */
export function isCommitted(secret, commitment) {
  return `sha256:${toHex(sha256(fromHex(secret)))}` === commitment;
}

/** How many ordinary dice are not among these. @param {string} [setAside] */
function diceLeft(setAside = "") {
  return ORDINARY_DICE - setAside.replace(/I|W|g./g, "").length;
}

/**
 * @param {Pick<Replay, "game_id" | "commitment" | "nonces" | "secret" | "rules" | "frames">} replay
 * @returns {Verification}
 */
export function verifyReplay(replay) {
  if (!replay.secret) return { rolls: 0, problem: "not_revealed", wrong: null };
  if (!isCommitted(replay.secret, replay.commitment))
    return { rolls: 0, problem: "commit_mismatch", wrong: null };
  const secret = fromHex(replay.secret);
  const prefix = [replay.game_id, ...replay.nonces].join("|");
  const kind = /golden=plain/.test(replay.rules) ? "plain" : "111www";
  let rolls = 0;
  for (const { event, turn = "", set_aside } of replay.frames) {
    if (event?.type !== "Rolled") continue;
    const found = event.roll;
    const golden = /(I|W|g[1-5w])$/.test(found) ? kind : "";
    // How many dice had to be rolled follows from those set aside, not from what was rolled.
    const expected = rollOf(secret, prefix, rolls, diceLeft(set_aside), golden);
    if (expected !== found) {
      const wrong = { number: rolls, turn, found, expected };
      return { rolls, problem: "wrong_roll", wrong };
    }
    rolls += 1;
  }
  return { rolls, problem: "", wrong: null };
}

/**
 * A game as it was promised before its first roll, whatever the server says of that now.
 * @param {Replay} replay
 * @param {DicePromise | null} promise
 * @returns {Replay}
 */
export function asPromised(replay, promise) {
  if (!promise) return replay;
  return {
    ...replay,
    commitment: promise.commitment,
    nonces: replay.nonces.map((nonce, seat) => promise.nonces[seat] ?? nonce),
  };
}
