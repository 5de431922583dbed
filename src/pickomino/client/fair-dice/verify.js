/**
 * Recomputes every roll of a finished game and checks it against what the server committed to
 * before the game. Needs neither the server nor a secure origin. See docs/fair-dice.md.
 */

import { tableDice } from "../board/position.js";
import { BY_LOT, GOLDEN_FACES, SEAT_LETTERS, SYMBOLS } from "../shared/constants.js";
import { boundSeats, validRounds } from "./rounds.js";
import { fromHex, hmacSha256, sha256, toHex } from "./sha256.js";
import { followGame, isUsualStart } from "./turns.js";

/** @import { Frame, Replay } from "../shared/messages.js" */
/** @import { DiceEvidence } from "./evidence.js" */
/** @typedef {"type" | "seats" | "seed" | "is_over" | "dice_room" | "dice_game_id"} NotDice */
/** @typedef {Omit<Replay, NotDice>} Dice */
/** @typedef {Omit<Dice, "commitment" | "nonces" | "frames">} Terms what a commitment covers */
/** @typedef {{turn: string, place: number, found: string, expected: string}} WrongRoll */
/** @typedef {{turn: string, place: number, roll: string}} SeenRoll `place` is within the turn */
/**
 * What this browser could not check; without it, correct rolls prove less.
 * @typedef {"earlier" | "no_order" | "no_promise" | "no_number" | "nobody"
 *   | "unseen"} MissingEvidence
 */
/**
 * @typedef {"" | "not_revealed" | "commit_mismatch" | "own_number" | "other_number" | "wrong_roll"
 *   | "roll_changed" | "wrong_starter" | "bad_dice_rounds" | "impossible_turn"
 *   | "game_cut_short"} VerificationProblem
 */
/**
 * @typedef {object} Verification
 * @property {number} rolls how many were recomputed
 * @property {VerificationProblem} problem
 * @property {WrongRoll | null} wrong
 */

const FAIR_BYTES = 252;
const ROLLS_PER_TURN = 16;

/** @param {string[]} lines */
function hashLines(lines) {
  return `sha256:${toHex(sha256(new TextEncoder().encode(lines.join("\n"))))}`;
}

/**
 * Return the commitment of a seat to a nonce.
 * @param {string} commitment
 * @param {number} seat
 * @param {string} nonce
 */
export function nonceCommitment(commitment, seat, nonce) {
  return hashLines(["pickomino nonce 2", commitment, String(seat), nonce]);
}

/** Compute the server's commitment from the revealed secret. @param {Terms} dice */
export function commitmentOf({ secret = "", game_id, rules, names, ...dice }) {
  const { dice_time: time, dice_round: round, dice_starter: starter } = dice;
  if (time === "") return `sha256:${toHex(sha256(fromHex(secret)))}`;
  const common = [game_id, rules, time, String(round)];
  if (dice.dice_game) {
    const place = [dice.code, String(dice.dice_game)];
    const adding = [starter || "a", dice.dice_seats || "-", ...dice.voided_rounds];
    return hashLines(["pickomino dice 4", ...place, ...common, ...adding, ...names, secret]);
  }
  const version = starter ? 3 : 2;
  const begin = starter ? [starter] : [];
  return hashLines([`pickomino dice ${version}`, ...common, ...begin, ...names, secret]);
}

/**
 * Return the starting seat drawn by lot.
 * @param {Uint8Array} secret
 * @param {string} prefix of the message, before the block number
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
 * Compute a roll; the golden die uses the byte after those of the ordinary dice.
 * @param {Uint8Array} secret
 * @param {string} prefix of the message, before the block number
 * @param {number} ordinary
 * @param {string} golden the kind of golden die, or empty
 */
export function rollOf(secret, prefix, ordinary, golden) {
  const needed = ordinary + (golden ? 1 : 0);
  /** @type {number[]} */
  const faces = [];
  for (let block = 0; faces.length < needed; block += 1) {
    const message = new TextEncoder().encode(`${prefix}${block}`);
    for (const byte of hmacSha256(secret, message)) if (byte < FAIR_BYTES) faces.push(byte % 6);
  }
  const dice = faces
    .slice(0, ordinary)
    .map((face) => SYMBOLS[face])
    .sort()
    .join("");
  return golden ? dice + (GOLDEN_FACES[golden]?.[faces[ordinary] ?? 0] ?? "") : dice;
}

/**
 * Return the rolls of a game as the server labels their turns.
 * @param {readonly Frame[]} frames
 * @returns {SeenRoll[]}
 */
export function rollsIn(frames) {
  /** @type {SeenRoll[]} */
  const rolls = [];
  for (const { event, turn = "" } of frames) {
    if (event?.type !== "Rolled") continue;
    const last = rolls.at(-1);
    rolls.push({ turn, place: last?.turn === turn ? last.place + 1 : 0, roll: event.roll });
  }
  return rolls;
}

/**
 * Recompute every roll from the revealed secret and the nonces.
 * @param {Dice} dice
 * @returns {Verification}
 */
export function verifyReplay(dice) {
  if (!dice.secret) return { rolls: 0, problem: "not_revealed", wrong: null };
  if (commitmentOf(dice) !== dice.commitment)
    return { rolls: 0, problem: "commit_mismatch", wrong: null };
  if (dice.dice_game && !isInOrder(dice))
    return { rolls: 0, problem: "bad_dice_rounds", wrong: null };
  const secret = fromHex(dice.secret);
  const first = dice.dice_time === "" ? dice.game_id : dice.commitment;
  const prefix = [first, ...dice.nonces].join("|");
  if (!isStarter(dice, secret, prefix)) return { rolls: 0, problem: "wrong_starter", wrong: null };
  const kind = /golden=plain/.test(dice.rules) ? "plain" : "111www";
  const { rolls, broken } = followGame(dice.frames, dice.rules);
  for (const [count, { turn, index, place, roll, ordinary }] of rolls.entries()) {
    const golden = /(I|W|g[1-5w])$/.test(roll) ? kind : "";
    const number = dice.dice_time === "" ? count : `roll|${ROLLS_PER_TURN * index + place}`;
    // The number of dice is derived from the dice set aside, not from the recorded roll.
    const expected = rollOf(secret, `${prefix}|${number}|`, ordinary, golden);
    if (expected !== roll) {
      const wrong = { turn, place, found: roll, expected };
      return { rolls: count, problem: "wrong_roll", wrong };
    }
  }
  const isUsual = !dice.dice_game || isUsualStart(dice.frames[0], dice.rules, dice.names.length);
  const problem = broken || !isUsual ? "impossible_turn" : "";
  return { rolls: rolls.length, problem, wrong: null };
}

/**
 * Return whether the seat that began is the one drawn by lot, or the one committed to.
 * @param {Dice} dice
 * @param {Uint8Array} secret
 * @param {string} prefix
 */
function isStarter({ dice_starter, dice_game: game, names, frames }, secret, prefix) {
  const starter = dice_starter || (game ? "a" : "");
  if (!starter) return true;
  const drawn = drawnSeat(secret, `${prefix}|start|`, names.length);
  const seat = starter === BY_LOT ? drawn : SEAT_LETTERS.indexOf(starter);
  return tableDice(frames[0] ?? {}).seat === seat;
}

/** Return whether every round lost a seat, and only its seats added nonces. @param {Dice} dice */
function isInOrder({ dice_round: round, dice_seats: seats, voided_rounds: voided, nonces }) {
  return validRounds({ round, seats, voided }) !== null && boundSeats(nonces) === seats;
}

/**
 * Return how the dice contradict the evidence, if they do; nonces are known once the game starts.
 * @param {{commitment: string, nonces: readonly string[]}} dice
 * @param {DiceEvidence} evidence
 * @returns {VerificationProblem}
 */
export function evidenceConflict({ commitment, nonces }, evidence) {
  if (commitment !== evidence.commitment) return "commit_mismatch";
  for (const [seat, nonce] of Object.entries(evidence.nonces)) {
    if (evidence.taken[Number(seat)] && nonces[Number(seat)] !== nonce) return "own_number";
  }
  const isOther = evidence.bound.some((bound, seat) => {
    const nonce = nonces[seat] ?? "";
    if (!bound) return evidence.number > 0 && nonce !== "";
    return nonceCommitment(commitment, seat, nonce) !== bound;
  });
  const isComplete = evidence.number === 0 || nonces.length === evidence.names.length;
  return isOther || !isComplete ? "other_number" : "";
}

/** Return the key of a roll in stored evidence. @param {{turn: string, place: number}} roll */
export function rollKey({ turn, place }) {
  return `${turn}.${place}`;
}

/**
 * Return the first roll that differs from what was seen, or null.
 * @param {Dice} dice
 * @param {DiceEvidence} evidence
 * @returns {WrongRoll | null}
 */
function changedRoll({ frames }, { rolls: seen }) {
  const left = { ...seen };
  for (const roll of rollsIn(frames)) {
    const expected = left[rollKey(roll)];
    delete left[rollKey(roll)];
    if (expected !== undefined && expected !== roll.roll)
      return { turn: roll.turn, place: roll.place, found: roll.roll, expected };
  }
  const [lost] = Object.entries(left);
  if (!lost) return null;
  const [turn = "", place] = lost[0].split(".");
  return { turn, place: Number(place), found: "–", expected: lost[1] };
}

/** Return the terms that the server had committed to. @param {DiceEvidence} evidence */
export function evidenceTerms(evidence) {
  return {
    code: evidence.room,
    rules: evidence.rules,
    names: evidence.names,
    dice_time: evidence.time,
    dice_round: evidence.round,
    dice_starter: evidence.starter,
    dice_game: evidence.number,
    dice_seats: evidence.seats,
    voided_rounds: evidence.voided,
  };
}

/**
 * Recompute every roll from what was committed to before the game, whatever the server says now,
 * and compare it with the rolls that were seen.
 * @param {Dice} replay as the server sends it now
 * @param {DiceEvidence | null} evidence
 * @returns {Verification}
 */
export function verifyWithEvidence(replay, evidence) {
  if (!evidence) return verifyReplay(replay);
  const problem = evidenceConflict(replay, evidence);
  if (problem) return { rolls: 0, problem, wrong: null };
  const terms = evidenceTerms(evidence);
  const verification = verifyReplay({ ...replay, ...terms });
  if (verification.problem) return verification;
  const wrong = changedRoll(replay, evidence);
  if (wrong) return { ...verification, problem: "roll_changed", wrong };
  return isCutShort(replay, evidence)
    ? { ...verification, problem: "game_cut_short" }
    : verification;
}

/**
 * Return whether a game ended neither by the rules nor at its turn limit. A server could otherwise
 * end games whose dice it dislikes.
 * @param {Dice} replay
 * @param {DiceEvidence} evidence
 */
function isCutShort({ frames }, { rules, turnLimit }) {
  const { turns, isOver } = followGame(frames, rules);
  if (isOver) return turnLimit > 0 && turns > turnLimit;
  const event = frames.at(-1)?.event;
  const isStopped = event?.type === "GameEnded" && event.is_stopped === true;
  return !isStopped || (turnLimit > 0 && turns !== turnLimit);
}

/**
 * Return what is missing for a complete proof.
 * @param {Dice} dice
 * @param {DiceEvidence | null} evidence
 * @returns {MissingEvidence[]}
 */
export function missingEvidence(dice, evidence) {
  /** @type {MissingEvidence[]} */
  const missing = [];
  if (dice.dice_time === "") missing.push("earlier");
  else if (dice.dice_game === 0) missing.push("no_order");
  if (!evidence) missing.push("no_promise");
  if (dice.nonces.every((nonce) => nonce === "")) missing.push("nobody");
  else if (evidence && !hasOwnNumber(dice, evidence)) missing.push("no_number");
  if (evidence && rollsIn(dice.frames).some((roll) => !evidence.rolls[rollKey(roll)]))
    missing.push("unseen");
  return missing;
}

/** @param {Dice} dice @param {DiceEvidence} evidence */
function hasOwnNumber({ nonces }, evidence) {
  return Object.entries(evidence.nonces).some(([seat, nonce]) => nonces[Number(seat)] === nonce);
}
