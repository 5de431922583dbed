/** Parses the position of a frame for drawing. It implements no rules. */

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
/** @typedef {{seat: number | null, set_aside: string, rolled: string}} TableDice */
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

/** Return the number of worms on a tile. @param {number} tile */
export function wormsOn(tile) {
  return WORMS_ON[tile] ?? 0;
}

/** Parse dice such as `1134wwI`; the golden die is last. @param {string} text @returns {Die[]} */
export function parseDice(text) {
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
 * Return whose turn a frame shows (null after the game), and the dice on the table. Where the frame
 * does not say it, the position does.
 * @param {Frame} frame
 * @returns {TableDice}
 */
export function tableDice({ wfen = "", ended, winners = [], set_aside, rolled }) {
  const [, , , letter = "", aside = "", dice = ""] = wfen.split(" ");
  const isOver = winners.length > 0 || letter === "-";
  return {
    seat: ended ? ended[0] : isOver ? null : SEAT_LETTERS.indexOf(letter),
    set_aside: set_aside ?? diceText(aside),
    rolled: rolled ?? diceText(dice),
  };
}

/** Return the dice in a field of a position; other marks name a phase. @param {string} field */
const diceText = (field) => ("-~b".includes(field) ? "" : field);

/** @param {string} wfen @param {TableDice} dice @returns {Position} */
export function parsePosition(wfen, { seat, set_aside, rolled }) {
  const [, grill = "", stacks = "", , , , extra] = wfen.split(" ");
  const numbers = extra === undefined ? TILES : [...EXTRA_TILES, ...TILES];
  return {
    tiles: numbers.map((number, index) => ({
      number,
      worms: wormsOn(number),
      state: tileState(grill[index]),
    })),
    stacks: stacks.split("/").map((stack) => (stack === "-" ? [] : stack.split(",").map(Number))),
    seat,
    setAside: parseDice(set_aside),
    rolled: parseDice(rolled),
    extrawurm: extra === undefined ? null : parseExtrawurm(extra),
  };
}

/** @param {string | undefined} mark */
function tileState(mark) {
  return mark === "o" ? "up" : mark === "x" ? "down" : "gone";
}

/** @param {string} text @returns {Extrawurm} */
export function parseExtrawurm(text) {
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

/** Return the specialist on a tile, or -1. @param {Position} position @param {number} tile */
export function specialistOn(position, tile) {
  return position.extrawurm ? position.extrawurm.places.indexOf(tile) : -1;
}

/** Return the specialist of a seat, or -1. @param {Position} position @param {number} seat */
export function specialistWith(position, seat) {
  return position.extrawurm ? position.extrawurm.places.indexOf(seat) : -1;
}

/**
 * Return the rival whose top tile this is, or -1.
 * @param {Position} position
 * @param {number} tile
 */
export function ownerOfTop(position, tile) {
  return position.stacks.findIndex(
    (stack, seat) => stack.at(-1) === tile && seat !== position.seat,
  );
}

/** Count the dice that show a face. @param {Die[]} dice @param {number} face */
export function countOf(dice, face) {
  return dice.filter((die) => die.face === face).length;
}

/** Return the symbol of a face in action notation. @param {number} face */
export function symbolOf(face) {
  return SYMBOLS[face - 1] ?? "";
}

/** Return the face of a symbol. @param {string} symbol */
export function faceOf(symbol) {
  return SYMBOLS.indexOf(symbol) + 1;
}
