/**
 * Reads a position (WFEN) into what there is to draw. No rule is decided here: the server says
 * what is legal, what the sum is and what stopping would win.
 */

import {
  BRATWURMS,
  EXTRA_TILES,
  SEAT_LETTERS,
  SYMBOLS,
  TILES,
  WAITING,
  WORM,
  WORMS_ON,
} from "./constants.js";

/** @typedef {import("./messages.js").Event} Event */
/** @typedef {import("./messages.js").TurnEnded} TurnEnded */
/** @typedef {{face: number, isGolden: boolean}} Die `face` 6 is the worm */
/** @typedef {{number: number, worms: number, state: "up" | "down" | "gone"}} Tile */
/** @typedef {"roll" | "choose" | "decide" | "raven" | "over"} Phase */
/**
 * @typedef {object} Extrawurm
 * @property {number[]} places of the five specialists: a tile, a seat, or WAITING
 * @property {number[]} bratwurms by seat
 * @property {number} supply
 */
/**
 * @typedef {object} Position
 * @property {string} rules
 * @property {Tile[]} tiles every tile of the game, ascending
 * @property {number[][]} stacks by seat, bottom to top
 * @property {number | null} seat whose turn it is
 * @property {Phase} phase
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
 * @param {string} wfen
 * @returns {Position}
 */
export function readPosition(wfen) {
  const [rules = "", grill = "", stacks = "", seat = "-", kept = "-", dice = "-", extra] =
    wfen.split(" ");
  const numbers = extra === undefined ? TILES : [...EXTRA_TILES, ...TILES];
  return {
    rules,
    tiles: numbers.map((number, index) => ({
      number,
      worms: wormsOn(number),
      state: stateOf(grill[index]),
    })),
    stacks: stacks.split("/").map((stack) => (stack === "-" ? [] : stack.split(",").map(Number))),
    seat: seat === "-" ? null : SEAT_LETTERS.indexOf(seat),
    phase: phaseOf(seat, dice),
    setAside: kept === "-" ? [] : readDice(kept),
    rolled: "-~b".includes(dice) ? [] : readDice(dice),
    extrawurm: extra === undefined ? null : readExtrawurm(extra),
  };
}

/** @param {string | undefined} mark */
function stateOf(mark) {
  return mark === "o" ? "up" : mark === "x" ? "down" : "gone";
}

/** @param {string} seat @param {string} dice @returns {Phase} */
function phaseOf(seat, dice) {
  if (seat === "-") return "over";
  return dice === "~" ? "roll" : dice === "-" ? "decide" : dice === "b" ? "raven" : "choose";
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

/**
 * The picture between two views while an event is shown. The next view replaces it.
 * @param {Position} before
 * @param {Event} event
 * @returns {Position}
 */
export function pictured(before, event) {
  switch (event.type) {
    case "Rolled": {
      const isNew = before.phase === "over" || before.seat !== event.seat;
      return {
        ...before,
        seat: event.seat,
        phase: "choose",
        setAside: isNew ? [] : before.setAside,
        rolled: readDice(event.roll),
      };
    }
    case "Acted":
      return picturedAction(before, event.action);
    case "TurnEnded":
      return picturedEnd(before, event);
    default:
      return before;
  }
}

/** @param {Position} before @param {string} action @returns {Position} */
function picturedAction(before, action) {
  if (!action.startsWith("k")) return before;
  const face = faceOf(action.slice(1));
  const chosen = before.rolled.filter((die) => die.face === face);
  return { ...before, phase: "decide", setAside: [...before.setAside, ...chosen], rolled: [] };
}

/** @param {Position} before @param {TurnEnded} ended @returns {Position} */
function picturedEnd(before, ended) {
  const { seat, tile, robbed, returned, turned } = ended;
  const stacks = before.stacks.map((stack) => [...stack]);
  const tiles = before.tiles.map((each) => ({ ...each }));
  /** @param {number} number @param {"up" | "down" | "gone"} state */
  const mark = (number, state) => {
    for (const each of tiles) if (each.number === number) each.state = state;
  };
  if (tile != null && stacks[seat]?.at(-1) !== tile) {
    if (robbed != null) stacks[robbed]?.pop();
    else mark(tile, "gone");
    stacks[seat]?.push(tile);
  }
  if (returned != null) {
    stacks[seat]?.pop();
    mark(returned, "up");
  }
  if (turned != null) mark(turned, "down");
  return { ...before, stacks, tiles, extrawurm: movedSpecialists(before.extrawurm, ended) };
}

/** @param {Extrawurm | null} before @param {TurnEnded} ended @returns {Extrawurm | null} */
function movedSpecialists(before, ended) {
  if (!before) return null;
  const places = [...before.places];
  for (const move of ended.specialists ?? []) places[move.specialist] = move.after;
  const bratwurms = before.bratwurms.map((count, seat) => count + (ended.bratwurms?.[seat] ?? 0));
  const supply = BRATWURMS - bratwurms.reduce((sum, count) => sum + count, 0);
  return { places, bratwurms, supply };
}

/** Whether a specialist's place is a tile. @param {number} place */
export function isTile(place) {
  return place in WORMS_ON;
}
