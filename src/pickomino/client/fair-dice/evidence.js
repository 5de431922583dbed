/** What servers committed to and which rolls were seen, stored to verify the dice later. */

import { SEAT_LETTERS } from "../shared/constants.js";
import { loadItem, saveItem } from "../shared/storage.js";
import { KEY } from "./own-games.js";
import { hashesBySeat, validRounds } from "./rounds.js";
import { toHex } from "./sha256.js";
import { nonceCommitment } from "./verify.js";

/** @import { View } from "../shared/room-view.js" */
/**
 * The evidence about the dice of one game, from the last round of commitments.
 * @typedef {object} DiceEvidence
 * @property {string} commitment
 * @property {string} rules committed to by the server, as are names, time, round and starter
 * @property {string[]} names
 * @property {string} time empty for dice of version 1
 * @property {number} round
 * @property {string} starter a seat's letter or `lot`; empty for the first seat
 * @property {string} room empty before version 4, as are the next three
 * @property {number} number of the game in its room
 * @property {string} seats the letters of the seats that add a nonce
 * @property {string[]} voided the earlier rounds
 * @property {Record<number, string>} nonces drawn by this device, by seat
 * @property {Record<number, "bound" | "given">} taken what the server has confirmed, by seat
 * @property {string[]} bound the nonce commitments of all seats, as far as published
 * @property {boolean} isFrozen whether this device may have revealed a nonce of this round
 * @property {boolean} hasRevealed whether it may have revealed one in any round of this game
 * @property {number} turnLimit after which the game is stopped; 0 if it was not stored
 * @property {boolean} hasEnded whether this device has verified the finished game, if not deleted
 * @property {boolean} isDeleted whether its record was deleted before this device had verified it
 * @property {[number, string]} log a version of the room's log and its digest, as of the last roll
 *   that was stored; the digest is empty if none was stored
 * @property {number} madeAt when this device stored it, by its own clock; 0 if that was not stored
 * @property {Record<string, string>} rolls as they were first seen
 */
/**
 * @typedef {"commit_mismatch" | "own_number" | "other_number" | "called_silent" | "asked_early"
 *   | "bad_dice_rounds" | "secret_withheld" | "game_cut_short" | "order_unproven" | "nonce_count"
 *   | "impossible_turn" | "seat_swapped" | ""} Alarm
 */

const MAX_GAMES = 30;
const BOT = "bot:";
/** Evidence that an earlier version stored lacks these. */
const BEFORE_VERSION_4 = {
  starter: "",
  room: "",
  number: 0,
  seats: "",
  voided: [],
  isFrozen: false,
  hasRevealed: false,
  turnLimit: 0,
  hasEnded: false,
  isDeleted: false,
  log: /** @type {[number, string]} */ ([0, ""]),
  madeAt: 0,
};

/** Return the evidence about each game, oldest first. @returns {[string, DiceEvidence][]} */
function storedEvidence() {
  return loadItem(KEY, []);
}

/**
 * Return the evidence about a game, or null if this device did not contribute to its dice.
 * @param {string} gameId
 * @returns {DiceEvidence | null}
 */
export function evidenceOf(gameId) {
  const stored = storedEvidence().find(([id]) => id === gameId)?.[1];
  return stored ? { ...BEFORE_VERSION_4, ...stored } : null;
}

/** Return the evidence about the other games of a room. @param {View} view */
export function otherGames({ code, game_id: gameId }) {
  return storedEvidence().filter(([id, { room }]) => room === code && id !== gameId);
}

/** @param {string} gameId @param {DiceEvidence} evidence */
export function saveEvidence(gameId, evidence) {
  const others = storedEvidence().filter(([id]) => id !== gameId);
  saveItem(KEY, [...others, [gameId, evidence]].slice(-MAX_GAMES));
}

/**
 * Return the nonce of a seat, drawing one if needed; this also works on insecure origins.
 * @param {DiceEvidence} evidence
 * @param {number} seat
 */
export function nonceOf(evidence, seat) {
  const nonce = evidence.nonces[seat] ?? toHex(crypto.getRandomValues(new Uint8Array(32)));
  evidence.nonces[seat] = nonce;
  return nonce;
}

/** @param {View} view @returns {DiceEvidence} */
export function newEvidence(view) {
  return {
    commitment: view.commitment,
    rules: view.settings.rules,
    names: view.names,
    time: view.dice_time,
    round: view.dice_round,
    starter: view.dice_starter,
    room: view.dice_game ? view.code : "",
    number: view.dice_game,
    seats: view.dice_seats,
    voided: view.voided_rounds,
    nonces: {},
    taken: {},
    bound: view.nonce_commitments,
    isFrozen: false,
    hasRevealed: false,
    turnLimit: view.settings.turn_limit,
    hasEnded: false,
    isDeleted: false,
    log: [0, ""],
    madeAt: Date.now(),
    rolls: {},
  };
}

/**
 * Return how later evidence of the same game breaks what the server committed to.
 * @param {DiceEvidence} known
 * @param {DiceEvidence} later
 * @returns {Alarm}
 */
export function findBreak(known, later) {
  const rounds = validRounds(later);
  if (!rounds || later.bound.length !== later.names.length) return "bad_dice_rounds";
  if (known.turnLimit > 0 && known.turnLimit !== later.turnLimit) return "bad_dice_rounds";
  if (later.round === known.round) {
    if (termsOf(known) !== termsOf(later)) return "bad_dice_rounds";
    return hasOtherHash(known, later.bound) ? "other_number" : "";
  }
  const voided = rounds[known.round - 1];
  const isKept = gameOf(known) === gameOf(later) && haveSameNames(known, later);
  const isContinued = known.voided.every((line, i) => line === later.voided[i]);
  if (!voided || !isKept || !isContinued) return "bad_dice_rounds";
  if (voided.commitment !== known.commitment || voided.seats !== known.seats)
    return "bad_dice_rounds";
  const bound = hashesBySeat(voided, known.names.length);
  if (isOwnHidden(known, voided.revealed, bound)) return "called_silent";
  return hasOtherHash(known, bound) ? "other_number" : "";
}

/**
 * Return whether a player with these seats lacks one that adds its revealed nonce.
 * @param {DiceEvidence} evidence
 * @param {readonly number[]} shown
 */
export function hasSwappedSeats({ nonces, bound, commitment, isFrozen }, shown) {
  if (!isFrozen) return false;
  const own = Object.entries(nonces).flatMap(([place, nonce]) => {
    const seat = Number(place);
    return bound[seat] === nonceCommitment(commitment, seat, nonce) ? [seat] : [];
  });
  const isLost = own.some((seat) => !shown.includes(seat));
  return isLost && shown.some((seat) => !own.includes(seat));
}

/** @param {DiceEvidence} evidence */
const gameOf = ({ room, number, rules, starter }) => JSON.stringify([room, number, rules, starter]);

/** @param {DiceEvidence} evidence */
const termsOf = (evidence) => {
  const { commitment, names, time, seats, voided } = evidence;
  return JSON.stringify([gameOf(evidence), commitment, names, time, seats, voided]);
};

/**
 * Return whether names differ only where a bot replaced a player.
 * @param {DiceEvidence} known
 * @param {DiceEvidence} later
 */
function haveSameNames(known, later) {
  const isLost = (/** @type {number} */ seat) => !later.seats.includes(SEAT_LETTERS[seat] ?? "");
  return (
    known.names.length === later.names.length &&
    known.names.every(
      (name, seat) =>
        name === later.names[seat] || (later.names[seat]?.startsWith(BOT) && isLost(seat)),
    )
  );
}

/** @param {DiceEvidence} known @param {readonly string[]} bound */
function hasOtherHash(known, bound) {
  return bound.some((hash, seat) => {
    const before = known.bound[seat] ?? "";
    return before !== hash && (before !== "" || known.isFrozen);
  });
}

/**
 * Return whether a voided round hides what the server had confirmed.
 * @param {DiceEvidence} known
 * @param {string} revealed
 * @param {readonly string[]} bound
 */
function isOwnHidden(known, revealed, bound) {
  return Object.entries(known.taken).some(([place, how]) => {
    const seat = Number(place);
    const own = nonceCommitment(known.commitment, seat, nonceOf(known, seat));
    return bound[seat] !== own || (how === "given" && !revealed.includes(SEAT_LETTERS[seat] ?? ""));
  });
}
