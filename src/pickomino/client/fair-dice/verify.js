/**
 * Recomputes every roll of a finished game, and holds a server to what it promised before it. Needs
 * nothing but this page: no server, no secure origin. docs/fair-dice.md says why it is done so.
 */

import { BY_LOT, GOLDEN_FACES, ORDINARY_DICE, SYMBOLS } from "../shared/constants.js";
import { fromHex, hmacSha256, sha256, toHex } from "./sha256.js";

/** @import { Frame, Replay } from "../shared/messages.js" */
/** @import { DicePromise } from "./evidence.js" */
/** @typedef {Omit<Replay, "type" | "code" | "seats" | "seed" | "is_over">} Dice */
/** @typedef {{turn: string, place: number, found: string, expected: string}} WrongRoll */
/**
 * @typedef {{turn: string, index: number, place: number, roll: string, setAside: string}} Fallen
 */
/**
 * What this browser could not check itself, so that right rolls prove less.
 * @typedef {"earlier" | "no_promise" | "no_number" | "nobody" | "unseen"} Ground
 */
/**
 * @typedef {"" | "not_revealed" | "commit_mismatch" | "own_number" | "other_number" | "wrong_roll"
 *   | "roll_changed" | "wrong_starter"} Trouble
 */
/**
 * @typedef {object} Verification
 * @property {number} rolls how many were recomputed
 * @property {Trouble} problem
 * @property {WrongRoll | null} wrong
 */

const FAIR = 252;
const ROLLS_IN_A_TURN = 16;

/** @param {string[]} lines */
function hashed(lines) {
  return `sha256:${toHex(sha256(new TextEncoder().encode(lines.join("\n"))))}`;
}

/**
 * What binds a seat to a nonce.
 * @param {string} commitment
 * @param {number} seat
 * @param {string} nonce
 */
export function nonceCommitment(commitment, seat, nonce) {
  return hashed(["pickomino nonce 2", commitment, String(seat), nonce]);
}

/**
 * What the server committed to, computed from the secret that it reveals.
 * @param {Omit<Dice, "commitment" | "nonces" | "frames">} dice
 */
export function commitmentOf({ secret = "", game_id, rules, names, ...dice }) {
  const { dice_time: time, dice_round: round, dice_starter: starter } = dice;
  if (time === "") return `sha256:${toHex(sha256(fromHex(secret)))}`;
  const terms = [`pickomino dice ${starter ? 3 : 2}`, game_id, rules, time, String(round)];
  return hashed([...terms, ...(starter ? [starter] : []), ...names, secret]);
}

/**
 * The seat that the lot fell on.
 * @param {Uint8Array} secret
 * @param {string} prefix all that comes before the number of the block
 * @param {number} players
 */
export function drawnSeat(secret, prefix, players) {
  for (let block = 0; ; block += 1) {
    const bytes = hmacSha256(secret, new TextEncoder().encode(`${prefix}${block}`));
    const fair = bytes.find((byte) => byte < 256 - (256 % players));
    if (fair !== undefined) return fair % players;
  }
}

/**
 * The faces of a roll, as the docs define them; the golden die takes the last byte.
 * @param {Uint8Array} secret
 * @param {string} prefix all that comes before the number of the block
 * @param {number} ordinary
 * @param {string} golden the kind of golden die, or nothing
 */
export function rollOf(secret, prefix, ordinary, golden) {
  const needed = ordinary + (golden ? 1 : 0);
  /** @type {number[]} */
  const faces = [];
  for (let block = 0; faces.length < needed; block += 1) {
    const message = new TextEncoder().encode(`${prefix}${block}`);
    for (const byte of hmacSha256(secret, message)) if (byte < FAIR) faces.push(byte % 6);
  }
  const dice = faces
    .slice(0, ordinary)
    .map((face) => SYMBOLS[face])
    .sort()
    .join("");
  return golden ? dice + (GOLDEN_FACES[golden]?.[faces[ordinary] ?? 0] ?? "") : dice;
}

/** How many ordinary dice are not among these. @param {string} setAside */
function diceLeft(setAside) {
  return ORDINARY_DICE - setAside.replace(/I|W|g./g, "").length;
}

/**
 * The rolls of a game: `index` counts turns, `place` the rolls within one, both from 0.
 * @param {readonly Frame[]} frames
 * @returns {Fallen[]}
 */
export function rollsIn(frames) {
  /** @type {Fallen[]} */
  const found = [];
  for (const { event, turn = "", set_aside: setAside = "" } of frames) {
    if (event?.type !== "Rolled") continue;
    const last = found.at(-1);
    const isNext = last?.turn !== turn;
    const index = last ? last.index + Number(isNext) : 0;
    const place = last && !isNext ? last.place + 1 : 0;
    found.push({ turn, index, place, roll: event.roll, setAside });
  }
  return found;
}

/**
 * Recompute every roll from what is revealed.
 * @param {Dice} dice
 * @returns {Verification}
 */
export function verifyReplay(dice) {
  if (!dice.secret) return { rolls: 0, problem: "not_revealed", wrong: null };
  if (commitmentOf(dice) !== dice.commitment)
    return { rolls: 0, problem: "commit_mismatch", wrong: null };
  const secret = fromHex(dice.secret);
  const first = dice.dice_time === "" ? dice.game_id : dice.commitment;
  const prefix = [first, ...dice.nonces].join("|");
  if (dice.dice_starter === BY_LOT) {
    const drawn = drawnSeat(secret, `${prefix}|start|`, dice.names.length);
    if (dice.frames[0]?.seat !== drawn) return { rolls: 0, problem: "wrong_starter", wrong: null };
  }
  const kind = /golden=plain/.test(dice.rules) ? "plain" : "111www";
  const rolls = rollsIn(dice.frames);
  for (const [count, { turn, index, place, roll, setAside }] of rolls.entries()) {
    const golden = /(I|W|g[1-5w])$/.test(roll) ? kind : "";
    const number = dice.dice_time === "" ? count : `roll|${ROLLS_IN_A_TURN * index + place}`;
    // How many dice had to be rolled follows from those set aside, not from what was rolled.
    const expected = rollOf(secret, `${prefix}|${number}|`, diceLeft(setAside), golden);
    if (expected !== roll) {
      const wrong = { turn, place, found: roll, expected };
      return { rolls: count, problem: "wrong_roll", wrong };
    }
  }
  return { rolls: rolls.length, problem: "", wrong: null };
}

/**
 * Whether dice are not those that were promised; `nonces` are known from the start of the game on.
 * @param {{commitment: string, nonces: readonly string[]}} dice
 * @param {DicePromise} promise
 * @returns {Trouble}
 */
export function brokenPromise({ commitment, nonces }, promise) {
  if (commitment !== promise.commitment) return "commit_mismatch";
  for (const [seat, nonce] of Object.entries(promise.nonces)) {
    if (promise.taken[Number(seat)] && nonces[Number(seat)] !== nonce) return "own_number";
  }
  for (const [seat, bound] of promise.bound.entries()) {
    if (bound && nonceCommitment(commitment, seat, nonces[seat] ?? "") !== bound)
      return "other_number";
  }
  return "";
}

/** The name of a roll in what was seen. @param {Fallen} fallen */
export function rollKey({ turn, place }) {
  return `${turn}.${place}`;
}

/**
 * The first roll that fell otherwise than the game says now.
 * @param {Dice} dice
 * @param {DicePromise} promise
 * @returns {WrongRoll | null}
 */
function rollChanged({ frames }, { rolls: seen }) {
  const left = { ...seen };
  for (const fallen of rollsIn(frames)) {
    const expected = left[rollKey(fallen)];
    delete left[rollKey(fallen)];
    if (expected !== undefined && expected !== fallen.roll)
      return { turn: fallen.turn, place: fallen.place, found: fallen.roll, expected };
  }
  const [lost] = Object.entries(left);
  if (!lost) return null;
  const [turn = "", place] = lost[0].split(".");
  return { turn, place: Number(place), found: "–", expected: lost[1] };
}

/**
 * Recompute every roll of a game as it was promised before, whatever the server says of that now,
 * and compare it with what was seen as it fell.
 * @param {Dice} told by the server now
 * @param {DicePromise | null} promise
 * @returns {Verification}
 */
export function verifyPromised(told, promise) {
  if (!promise) return verifyReplay(told);
  const problem = brokenPromise(told, promise);
  if (problem) return { rolls: 0, problem, wrong: null };
  const { rules, names, time, round, starter = "" } = promise;
  const terms = { rules, names, dice_time: time, dice_round: round, dice_starter: starter };
  const found = verifyReplay({ ...told, ...terms });
  if (found.problem) return found;
  const wrong = rollChanged(told, promise);
  return wrong ? { ...found, problem: "roll_changed", wrong } : found;
}

/**
 * Why right rolls prove less than they could.
 * @param {Dice} dice
 * @param {DicePromise | null} promise
 * @returns {Ground[]}
 */
export function missingGrounds(dice, promise) {
  /** @type {Ground[]} */
  const found = [];
  if (dice.dice_time === "") found.push("earlier");
  if (!promise) found.push("no_promise");
  if (dice.nonces.every((nonce) => nonce === "")) found.push("nobody");
  else if (promise && !hasOwnNumber(dice, promise)) found.push("no_number");
  if (promise && rollsIn(dice.frames).some((fallen) => !promise.rolls[rollKey(fallen)]))
    found.push("unseen");
  return found;
}

/** @param {Dice} dice @param {DicePromise} promise */
function hasOwnNumber({ nonces }, promise) {
  return Object.entries(promise.nonces).some(([seat, nonce]) => nonces[Number(seat)] === nonce);
}
