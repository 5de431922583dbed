/** A position that is being edited, and its text (WFEN); the server says whether it is possible. */

import { readDice, symbolOf } from "../board/position.js";
import { FACES, ORDINARY_DICE, SEAT_LETTERS, TILES } from "../shared/constants.js";
import { sum } from "../shared/number-format.js";

/**
 * @typedef {object} Draft
 * @property {string} rules
 * @property {number[]} down tiles that lie face down
 * @property {number[][]} stacks by seat, bottom to top
 * @property {number} seat whose turn it is
 * @property {number[]} kept how many dice of each face are set aside
 * @property {number[]} rolled how many dice of each face lie to choose from
 * @property {boolean} isDeciding whether to roll on or to stop, where nothing is rolled
 */

const NO_DICE = FACES.map(() => 0);

/** The start of a game of two. @returns {Draft} */
export function newDraft() {
  return {
    rules: "standard",
    down: [],
    stacks: [[], []],
    seat: 0,
    kept: [...NO_DICE],
    rolled: [...NO_DICE],
    isDeciding: false,
  };
}

/**
 * Read what can be edited; null where the text says more, as with Extrawurm, or no position at all.
 * @param {string} wfen
 * @returns {Draft | null}
 */
export function readDraft(wfen) {
  const fields = wfen.trim().split(/[ _]+/);
  const [rules = "", grill = "", stacks = "", seat = "", kept = "", rolled = ""] = fields;
  if (fields.length !== 6 || grill.length !== TILES.length || seat.length !== 1) return null;
  return {
    rules,
    down: TILES.filter((_tile, index) => grill[index] === "x"),
    stacks: stacks.split("/").map((stack) => (stack === "-" ? [] : stack.split(",").map(Number))),
    seat: Math.max(SEAT_LETTERS.indexOf(seat), 0),
    kept: counted(kept),
    rolled: counted(/^[~-]$/.test(rolled) ? "" : rolled),
    isDeciding: rolled === "-",
  };
}

/** @param {Draft} draft */
export function writeDraft({ rules, down, stacks, seat, kept, rolled, isDeciding }) {
  const taken = new Set(stacks.flat());
  const grill = TILES.map((tile) => (taken.has(tile) ? "." : down.includes(tile) ? "x" : "o"));
  const piles = stacks.map((stack) => stack.join(",") || "-");
  const dice = written(rolled) || (isDeciding ? "-" : "~");
  return [
    rules,
    grill.join(""),
    piles.join("/"),
    SEAT_LETTERS[seat] ?? "a",
    written(kept) || "-",
    dice,
  ].join(" ");
}

/** How many dice are neither set aside nor rolled. @param {Draft} draft */
export function diceLeft({ kept, rolled }) {
  return ORDINARY_DICE - sum(kept) - sum(rolled);
}

/** @param {string} dice */
function counted(dice) {
  const faces = dice === "-" ? [] : readDice(dice).map((die) => die.face);
  return FACES.map((face) => faces.filter((each) => each === face).length);
}

/** @param {number[]} counts */
function written(counts) {
  return FACES.map((face, index) => symbolOf(face).repeat(counts[index] ?? 0)).join("");
}
