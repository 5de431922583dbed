/** Reads the table of a frame into what there is to draw. No rule is decided here. */

import {
  BRATWURMS,
  EXTRA_TILES,
  SEAT_LETTERS,
  SYMBOLS,
  TILES,
  WAITING,
  WORM,
  WORMS_ON,
} from "../shared/constants.js";

/** @import { Frame } from "../shared/messages.js" */
/** @typedef {{face: number, isGolden: boolean}} Die `face` 6 is the worm */
/** @typedef {{number: number, worms: number, state: "up" | "down" | "gone"}} Tile */
/**
 * @typedef {object} Extrawurm
 * @property {number[]} places of the five specialists: a tile, a seat, or WAITING
 * @property {number[]} bratwurms by seat
 * @property {number} supply
 */
/**
 * @typedef {object} Position
 * @property {Tile[]} tiles every tile of the game, ascending
 * @property {number[][]} stacks by seat, bottom to top
 * @property {number | null} seat whose turn it is
 * @property {Die[]} setAside
 * @property {Die[]} rolled
 * @property {Extrawurm | null} extrawurm
 */

/** The worms printed on a tile. @param {number} tile */
export function wormsOn(tile) {
  return WORMS_ON[tile] ?? 0;
}

/**
 * Read dice as they are written: `1134wwI`, a golden die last.
 * @param {string} text
 * @returns {Die[]}
 */
export function readDice(text) {
  /** @type {Die[]} */
  const dice = [];
  let isGolden = false;
  for (const sign of text) {
    if (sign === "g") isGolden = true;
    else {
      const face = "wW".includes(sign) ? WORM : sign === "I" ? 1 : Number(sign);
      dice.push({ face, isGolden: isGolden || "IW".includes(sign) });
    }
  }
  return dice;
}

/**
 * @param {Pick<Required<Frame>, "wfen" | "seat" | "set_aside" | "rolled">} frame
 * @returns {Position}
 */
export function readPosition({ wfen, seat, set_aside, rolled }) {
  const [, grill = "", stacks = "", , , , extra] = wfen.split(" ");
  const numbers = extra === undefined ? TILES : [...EXTRA_TILES, ...TILES];
  return {
    tiles: numbers.map((number, index) => ({
      number,
      worms: wormsOn(number),
      state: stateOf(grill[index]),
    })),
    stacks: stacks.split("/").map((stack) => (stack === "-" ? [] : stack.split(",").map(Number))),
    seat,
    setAside: readDice(set_aside),
    rolled: readDice(rolled),
    extrawurm: extra === undefined ? null : readExtrawurm(extra),
  };
}

/** @param {string | undefined} mark */
function stateOf(mark) {
  return mark === "o" ? "up" : mark === "x" ? "down" : "gone";
}

/** @param {string} text @returns {Extrawurm} */
function readExtrawurm(text) {
  const [places = "", counts = ""] = text.split("/");
  const bratwurms = counts.split(",").map(Number);
  return {
    places: places
      .split(",")
      .map((place) =>
        place === "-"
          ? WAITING
          : SEAT_LETTERS.includes(place)
            ? SEAT_LETTERS.indexOf(place)
            : Number(place),
      ),
    bratwurms,
    supply: BRATWURMS - bratwurms.reduce((sum, count) => sum + count, 0),
  };
}

/** The Bratwurms of a seat in a position. @param {string} wfen @param {number} seat */
export function bratwurmsIn(wfen, seat) {
  const extra = wfen.split(" ")[6];
  return extra === undefined ? 0 : (readExtrawurm(extra).bratwurms[seat] ?? 0);
}

/**
 * The specialist on a tile, or -1.
 * @param {Position} position
 * @param {number} tile
 */
export function specialistOn(position, tile) {
  return position.extrawurm ? position.extrawurm.places.indexOf(tile) : -1;
}

/**
 * The specialist with a seat, or -1.
 * @param {Position} position
 * @param {number} seat
 */
export function specialistWith(position, seat) {
  return position.extrawurm ? position.extrawurm.places.indexOf(seat) : -1;
}

/**
 * The rival whose top tile this is, or -1.
 * @param {Position} position
 * @param {number} tile
 */
export function ownerOfTop(position, tile) {
  return position.stacks.findIndex(
    (stack, seat) => stack.at(-1) === tile && seat !== position.seat,
  );
}

/** How many dice show a face. @param {Die[]} dice @param {number} face */
export function countOf(dice, face) {
  return dice.filter((die) => die.face === face).length;
}

/** Write a face as actions do. @param {number} face */
export function symbolOf(face) {
  return SYMBOLS[face - 1] ?? "";
}

/** Read the face of a symbol. @param {string} symbol */
export function faceOf(symbol) {
  return SYMBOLS.indexOf(symbol) + 1;
}

/** Whether a specialist's place is a tile. @param {number} place */
export function isTile(place) {
  return place in WORMS_ON;
}
