/** A position that is being edited, and its notation (WFEN). The server validates it. */

import { parseDice, parseExtrawurm, symbolOf } from "../board/position.js";
import {
  EXTRA_TILES,
  FACES,
  MAX_PLAYERS,
  MIN_PLAYERS,
  ORDINARY_DICE,
  SEAT_LETTERS,
  START_TILES,
  TILES,
  WAITING,
} from "../shared/constants.js";
import { sum } from "../shared/number-format.js";

/**
 * @typedef {object} Draft
 * @property {string} rules without the expansion
 * @property {number[]} down tiles that lie face down
 * @property {number[][]} stacks by seat, bottom to top
 * @property {number} seat whose turn it is
 * @property {number[]} setAside number of dice set aside, by face
 * @property {number[]} rolled number of dice rolled, by face
 * @property {boolean} isDeciding whether the player must roll on or stop, if nothing is rolled
 * @property {DraftExtrawurm | null} extrawurm
 */
/**
 * @typedef {object} DraftExtrawurm
 * @property {number[]} places of the five specialists: a tile, a seat, or WAITING
 * @property {number[]} bratwurms by seat
 * @property {GoldenDie | null} golden the golden die, if it is in the turn
 * @property {boolean} isWeaselUsed whether the Weasel has rolled again in this turn
 */
/** @typedef {{part: "setAside" | "rolled", die: string}} GoldenDie `die` is `I`, `W`, `g1`, ... */

const NO_DICE = FACES.map(() => 0);
const EXPANSION = "+extrawurm";
const DICE = /^[1-5w]*(I|W|g[1-5w])?$/;
const GOLDEN = /(I|W|g[1-5w])$/;

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
    extrawurm: null,
  };
}

/** Return the start of the expansion. @param {number} players @returns {DraftExtrawurm} */
export function newExtrawurm(players) {
  const bratwurms = Array.from({ length: players }, () => 0);
  return { places: START_TILES, bratwurms, golden: null, isWeaselUsed: false };
}

/** Return the tiles of the game. @param {Pick<Draft, "extrawurm">} draft */
export const tilesOf = ({ extrawurm }) => (extrawurm ? [...EXTRA_TILES, ...TILES] : TILES);

/**
 * Parse a position; null if it is no position, or one that has no fields here: the Raven's choice.
 * @param {string} wfen
 * @returns {Draft | null}
 */
export function parseDraft(wfen) {
  const fields = wfen.trim().split(/[ _]+/);
  const [rules = "", grill = "", stacks = "", seat = "", setAside = "", rolled = "", extra] =
    fields;
  const isExtra = rules.includes(EXPANSION);
  const numbers = tilesOf({ extrawurm: isExtra ? newExtrawurm(0) : null });
  const owned = stacks
    .split("/")
    .map((stack) => (stack === "-" ? [] : stack.split(",").map(Number)));
  const isWhole =
    fields.length === (isExtra ? 7 : 6) &&
    /^[ox.]+$/.test(grill) &&
    grill.length === numbers.length &&
    owned.length >= MIN_PLAYERS &&
    owned.length <= MAX_PLAYERS &&
    owned.flat().every((tile) => numbers.includes(tile)) &&
    seat.length === 1 &&
    SEAT_LETTERS.includes(seat) &&
    [setAside, rolled].every((dice) => DICE.test(diceIn(dice)));
  if (!isWhole) return null;
  return {
    rules: rules.replace(EXPANSION, ""),
    down: numbers.filter((_tile, index) => grill[index] === "x"),
    stacks: owned,
    seat: SEAT_LETTERS.indexOf(seat),
    setAside: countFaces(diceIn(setAside)),
    rolled: countFaces(diceIn(rolled)),
    isDeciding: rolled === "-",
    extrawurm: extra === undefined ? null : draftExtrawurm(extra, setAside, rolled),
  };
}

/** @param {string} text @param {string} setAside @param {string} rolled */
function draftExtrawurm(text, setAside, rolled) {
  const { places, bratwurms } = parseExtrawurm(text);
  const parts = /** @type {const} */ ({ setAside, rolled });
  const [golden = null] = Object.entries(parts).flatMap(([part, dice]) => {
    const [die] = GOLDEN.exec(dice) ?? [];
    return die ? [{ part: /** @type {GoldenDie["part"]} */ (part), die }] : [];
  });
  return { places, bratwurms, golden, isWeaselUsed: text.endsWith("/z") };
}

/** @param {Draft} draft */
export function formatDraft(draft) {
  const { rules, down, stacks, seat, extrawurm, isDeciding } = draft;
  const taken = new Set(stacks.flat());
  const grill = tilesOf(draft).map((tile) =>
    taken.has(tile) ? "." : down.includes(tile) ? "x" : "o",
  );
  const piles = stacks.map((stack) => stack.join(",") || "-");
  const dice = formatDice(draft, "rolled") || (isDeciding ? "-" : "~");
  return [
    extrawurm ? rules.replace(/^\w+/, `$&${EXPANSION}`) : rules,
    grill.join(""),
    piles.join("/"),
    SEAT_LETTERS[seat] ?? "a",
    formatDice(draft, "setAside") || "-",
    dice,
    ...(extrawurm ? [formatExtrawurm(extrawurm)] : []),
  ].join(" ");
}

/** @param {DraftExtrawurm} extrawurm */
function formatExtrawurm({ places, bratwurms, isWeaselUsed }) {
  const where = places.map((place) =>
    place === WAITING ? "-" : (SEAT_LETTERS[place] ?? String(place)),
  );
  return [where.join(","), bratwurms.join(","), isWeaselUsed ? "z" : "-"].join("/");
}

/** Return how many ordinary dice are neither set aside nor rolled. @param {Draft} draft */
export function diceLeft({ setAside, rolled }) {
  return ORDINARY_DICE - sum(setAside) - sum(rolled);
}

/** Return the dice in a field; other marks name a phase. @param {string} field */
const diceIn = (field) => (/^[~-]$/.test(field) ? "" : field);

/** Count ordinary dice. @param {string} text */
function countFaces(text) {
  const faces = parseDice(text).flatMap((die) => (die.isGolden ? [] : [die.face]));
  return FACES.map((face) => faces.filter((other) => other === face).length);
}

/** Format dice; the golden die is last. @param {Draft} draft @param {"setAside" | "rolled"} part */
function formatDice(draft, part) {
  const golden = draft.extrawurm?.golden;
  const dice = FACES.map((face, index) => symbolOf(face).repeat(draft[part][index] ?? 0));
  if (golden?.part === part) dice.push(golden.die);
  return dice.join("");
}
