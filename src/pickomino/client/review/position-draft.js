/** A position that is being edited, and its notation (WFEN). The server validates it. */

import { parseDice, symbolOf } from "../board/position.js";
import { FACES, ORDINARY_DICE, SEAT_LETTERS, TILES } from "../shared/constants.js";
import { sum } from "../shared/number-format.js";

/**
 * @typedef {object} Draft
 * @property {string} rules
 * @property {number[]} down tiles that lie face down
 * @property {number[][]} stacks by seat, bottom to top
 * @property {number} seat whose turn it is
 * @property {number[]} setAside number of dice set aside, by face
 * @property {number[]} rolled number of dice rolled, by face
 * @property {boolean} isDeciding whether the player must roll on or stop, if nothing is rolled
 */

const NO_DICE = FACES.map(() => 0);

/** Return the start of a two-player game. @returns {Draft} */
export function newDraft() {
  return {
    rules: "standard",
    down: [],
    stacks: [[], []],
    seat: 0,
    setAside: [...NO_DICE],
    rolled: [...NO_DICE],
    isDeciding: false,
  };
}

/**
 * Parse a position; null if it is invalid or cannot be edited here, as with Extrawurm.
 * @param {string} wfen
 * @returns {Draft | null}
 */
export function parseDraft(wfen) {
  const fields = wfen.trim().split(/[ _]+/);
  const [rules = "", grill = "", stacks = "", seat = "", setAside = "", rolled = ""] = fields;
  if (fields.length !== 6 || grill.length !== TILES.length || seat.length !== 1) return null;
  return {
    rules,
    down: TILES.filter((_tile, index) => grill[index] === "x"),
    stacks: stacks.split("/").map((stack) => (stack === "-" ? [] : stack.split(",").map(Number))),
    seat: Math.max(SEAT_LETTERS.indexOf(seat), 0),
    setAside: countFaces(setAside),
    rolled: countFaces(/^[~-]$/.test(rolled) ? "" : rolled),
    isDeciding: rolled === "-",
  };
}

/** @param {Draft} draft */
export function formatDraft({ rules, down, stacks, seat, setAside, rolled, isDeciding }) {
  const taken = new Set(stacks.flat());
  const grill = TILES.map((tile) => (taken.has(tile) ? "." : down.includes(tile) ? "x" : "o"));
  const piles = stacks.map((stack) => stack.join(",") || "-");
  const dice = formatDice(rolled) || (isDeciding ? "-" : "~");
  return [
    rules,
    grill.join(""),
    piles.join("/"),
    SEAT_LETTERS[seat] ?? "a",
    formatDice(setAside) || "-",
    dice,
  ].join(" ");
}

/** Return how many dice are neither set aside nor rolled. @param {Draft} draft */
export function diceLeft({ setAside, rolled }) {
  return ORDINARY_DICE - sum(setAside) - sum(rolled);
}

/** @param {string} dice */
function countFaces(dice) {
  const faces = dice === "-" ? [] : parseDice(dice).map((die) => die.face);
  return FACES.map((face) => faces.filter((other) => other === face).length);
}

/** @param {number[]} counts */
function formatDice(counts) {
  return FACES.map((face, index) => symbolOf(face).repeat(counts[index] ?? 0)).join("");
}
