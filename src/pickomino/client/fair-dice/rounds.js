/** The rounds in which the dice of a game were agreed on: docs/fair-dice.md, version 4. */

import { SEAT_LETTERS } from "../shared/constants.js";

const HASH = "sha256:[0-9a-f]{64}";
const VOIDED = new RegExp(`^(${HASH}) ([a-g]{1,7}) ([a-g]{1,7}|-)((?: (?:${HASH}|-)){1,7})$`);
const EMPTY = "-";

/**
 * @typedef {object} VoidedRound
 * @property {string} commitment
 * @property {string} seats the letters of the seats that were to add a nonce
 * @property {string} revealed the letters of the seats that had revealed it
 * @property {string[]} hashes of these seats; empty for a seat that had sent none
 */

/** Return a voided round from its line, or null if it is malformed. @param {string} line */
function parseVoided(line) {
  const [, commitment = "", seats = "", revealed = "", hashes = ""] = VOIDED.exec(line) ?? [];
  if (!commitment) return null;
  const clean = (/** @type {string} */ word) => (word === EMPTY ? "" : word);
  return {
    commitment,
    seats,
    revealed: clean(revealed),
    hashes: hashes.split(" ").slice(1).map(clean),
  };
}

/**
 * Return whether some letters are among others, but not all of them.
 * @param {string} some
 * @param {string} all
 */
function isPartOf(some, all) {
  return some.length < all.length && [...some].every((letter) => all.includes(letter));
}

/** @param {VoidedRound} round */
function isValid({ seats, revealed, hashes }) {
  const isBound = !hashes.includes("");
  return hashes.length === seats.length && (!revealed || (isBound && isPartOf(revealed, seats)));
}

/**
 * Return the voided rounds of a game, or null if a round is missing, malformed or kept all seats.
 * @param {{round: number, seats: string, voided: readonly string[]}} dice
 */
export function validRounds({ round, seats, voided }) {
  const rounds = voided.map(parseVoided).filter((line) => line !== null);
  const adding = [...rounds.map((line) => line.seats), seats];
  const isComplete = round === voided.length + 1 && rounds.length === voided.length;
  const isLosing = adding.every((letters, i) => i === 0 || isPartOf(letters, adding[i - 1] ?? ""));
  return isComplete && isLosing && rounds.every(isValid) ? rounds : null;
}

/**
 * Return the hash of every seat in a voided round.
 * @param {VoidedRound} round
 * @param {number} players
 */
export function hashesBySeat({ seats, hashes }, players) {
  return Array.from(
    { length: players },
    (_, seat) => hashes[seats.indexOf(SEAT_LETTERS[seat] ?? "")] ?? "",
  );
}

/** Return the letters of the seats with a text. @param {readonly string[]} bound */
export function boundSeats(bound) {
  return bound.map((hash, seat) => (hash ? SEAT_LETTERS[seat] : "")).join("");
}
