/**
 * Follows a game from turn to turn. A server that numbered the turns, counted the dice or ended the
 * game as it likes could choose between dice that it knows. The rules are applied as evidence only:
 * who holds a specialist, and what a failure turns, is taken from the server where rules differ.
 */

import { EXTRA_TILES, ORDINARY_DICE, SEAT_LETTERS, SYMBOLS, TILES } from "../shared/constants.js";

/** @import { Frame } from "../shared/messages.js" */
/**
 * @typedef {object} RollInGame
 * @property {string} turn
 * @property {number} index of the turn, from 0
 * @property {number} place within the turn, from 0
 * @property {string} roll
 * @property {number} ordinary how many ordinary dice were to be rolled
 */
/**
 * @typedef {object} Course
 * @property {RollInGame[]} rolls
 * @property {number} turns that have ended
 * @property {boolean} isOver whether no tile is left on the grill
 * @property {string | null} broken the first turn that breaks the rules
 */
/** @typedef {{grill: string, stacks: number[][], holders: string[]}} Table */
/** @typedef {"roll" | "choose" | "decide" | "claim" | "raven" | "end" | "over"} Step */

const CANNED_WORM_POINTS = 5;
const LOWEST_TILE = Math.min(...TILES);
const [CANNED_WORM, HEN, , WEASEL, GOLDEN_DIE] = [0, 1, 2, 3, 4];

/**
 * Follow a game; its first frame shows the start.
 * @param {readonly Frame[]} frames
 * @param {string} rules
 * @returns {Course}
 */
export function followGame([start, ...frames], rules) {
  const game = new Game(start?.wfen ?? "", rules);
  let broken = null;
  for (const frame of frames) {
    // A frame that cannot be followed breaks the rules, whatever is wrong with it.
    try {
      game.follow(frame);
    } catch {
      broken = String(frame.turn);
      break;
    }
  }
  return { rolls: game.rolls, turns: game.turns, isOver: game.isOver, broken };
}

/**
 * Return whether a game begins as usual, and not from a set-up.
 * @param {Frame | undefined} start
 * @param {string} rules
 * @param {number} players
 */
export function isUsualStart(start, rules, players) {
  const [name, grill, stacks, , setAside, dice, extra = ""] = (start?.wfen ?? "").split(" ");
  const tiles = TILES.length + (hasExtrawurm(rules) ? EXTRA_TILES.length : 0);
  const table = [rules, "o".repeat(tiles), Array(players).fill("-").join("/"), "-", "~"];
  const isEmpty = [name, grill, stacks, setAside, dice].every((field, at) => field === table[at]);
  return isEmpty && hasExtrawurm(rules) === (extra !== "");
}

class Game {
  /** @type {RollInGame[]} */
  rolls = [];
  turns = 0;
  isOver;
  #rules;
  #start;
  /** @type {Table} */
  #table;
  #setAside;
  #rolled;
  #place = 0;
  #hasUsedWeasel = false;
  /** @type {Step} */
  #step;
  /** What the claim of this turn leads to; null if the turn fails. @type {Table | null} */
  #claimed = null;

  /** @param {string} wfen of the start @param {string} rules */
  constructor(wfen, rules) {
    const [, , , seat = "", setAside = "", dice = "", extra = ""] = wfen.split(" ");
    this.isOver = seat === "-";
    this.#rules = rules;
    this.#start = Math.max(0, SEAT_LETTERS.indexOf(seat));
    this.#table = tableIn(wfen, this.#rules);
    this.#claimed = dice === "b" ? this.#table : null;
    this.#hasUsedWeasel = extra.endsWith("/z");
    this.#setAside = setAside.replace("-", "");
    this.#rolled = dice.replace(/[-~b]/, "");
    this.#step =
      dice === "~" ? "roll" : dice === "-" ? "decide" : dice === "b" ? "raven" : "choose";
  }

  get #seat() {
    return (this.#start + this.turns) % this.#table.stacks.length;
  }

  get #label() {
    const round = 1 + Math.floor((this.#start + this.turns) / this.#table.stacks.length);
    return `${round}${SEAT_LETTERS[this.#seat]}`;
  }

  /** Follow a frame; throw an error if it breaks the rules. @param {Frame} frame */
  follow({ event, ended, turn, wfen = "" }) {
    // The end of an uploaded game is shown within its last turn.
    require(turn === this.#label || event?.type === "GameEnded");
    if (ended) {
      this.#endTurn(wfen);
      return;
    }
    if (event?.type === "Rolled") this.#roll(event);
    else if (event?.type === "Acted") this.#act(event);
    else this.#end(event);
    const table = tableIn(wfen, this.#rules);
    if (event?.type === "Acted" && this.#claimed && isSame(table, this.#claimed)) this.#meetRaven();
    require(isSame(table, this.#table));
    this.#table = table;
  }

  /** @param {import("../shared/messages.js").Rolled} event */
  #roll({ seat, roll }) {
    require(this.#step === "roll" && seat === this.#seat);
    const [index, place, ordinary] = [this.turns, this.#place, this.#diceLeft];
    this.rolls.push({ turn: this.#label, index, place, roll, ordinary });
    const kept = ordinaryOf(roll).length;
    require(kept === ordinary && kept < roll.length === this.#canRollGolden);
    const isBust = symbolsOf(roll).every((symbol) => symbolsOf(this.#setAside).includes(symbol));
    const isSaved = /weaselbust=yes/.test(this.#rules) && this.#canUseWeasel;
    this.#step = isBust && !isSaved ? "end" : "choose";
    this.#rolled = roll;
    this.#place += 1;
  }

  /** @param {import("../shared/messages.js").Acted} event */
  #act({ seat, action }) {
    require(seat === this.#seat);
    const [kind, value] = [action.charAt(0), action.slice(1)];
    if (kind === "k") this.#choose(value);
    else if (kind === "z") this.#reroll();
    else if (kind === "b") this.#leave("raven");
    else if (kind === "r" || kind === "q") this.#leave("decide", kind === "r" ? "roll" : "end");
    else this.#claim(kind, Number(value));
  }

  /** @param {Step} step that must be due @param {Step} next */
  #leave(step, next = "end") {
    require(this.#step === step);
    this.#step = next;
  }

  /** Set aside all dice with a symbol. @param {string} symbol */
  #choose(symbol) {
    const dice = this.#rolled.match(/g?./g)?.filter((die) => symbolsOf(die)[0] === symbol) ?? [];
    require(dice.length > 0 && !symbolsOf(this.#setAside).includes(symbol));
    this.#setAside += dice.join("");
    this.#leave("choose", this.#canRollOn ? "decide" : "claim");
  }

  #reroll() {
    require(this.#canUseWeasel);
    this.#leave("choose", "roll");
    this.#hasUsedWeasel = true;
  }

  /** @param {string} kind @param {number} tile */
  #claim(kind, tile) {
    require(this.#step === "decide" || this.#step === "claim");
    const symbols = symbolsOf(this.#setAside);
    const hasCanned = !symbols.includes("w") && this.#holds(CANNED_WORM);
    const points = symbols.map((symbol) => Number(symbol) || CANNED_WORM_POINTS);
    const total = sum(points) + (hasCanned ? CANNED_WORM_POINTS : 0);
    require(hasCanned || symbols.includes("w"));
    if (kind === "t") {
      require(tile <= total);
      this.#claimed = afterTaking(this.#table, this.#seat, tile);
    } else {
      require(kind === "s" && tile === total);
      this.#claimed = afterStealing(this.#table, this.#seat, tile);
    }
    this.#step = "end";
  }

  /** After the Raven's tile was taken, the player chooses who loses a Bratwurm. */
  #meetRaven() {
    if (this.#step !== "end" || !this.#claimed || isSame(this.#table, this.#claimed)) return;
    this.#table = this.#claimed;
    this.#step = "raven";
  }

  /** @param {string} wfen */
  #endTurn(wfen) {
    require(this.#step === "end" || this.#step === "claim");
    const table = tableIn(wfen, this.#rules);
    const possible = this.#claimed ? [this.#claimed] : afterFailing(this.#table, this.#seat);
    require(possible.some((other) => isSame(table, other)));
    this.#table = table;
    this.turns += 1;
    this.isOver = !table.grill.includes("o");
    this.#setAside = "";
    this.#place = 0;
    this.#hasUsedWeasel = false;
    this.#claimed = null;
    this.#step = this.isOver ? "over" : "roll";
    require(wfen.split(" ")[3] === (this.isOver ? "-" : SEAT_LETTERS[this.#seat]));
  }

  /** End the game; only between two turns. @param {Frame["event"]} event */
  #end(event) {
    const isBetween = this.#step === "roll" && this.#place === 0;
    require(event?.type === "GameEnded" && (this.#step === "over" || isBetween));
    this.#step = "end";
  }

  get #diceLeft() {
    return ORDINARY_DICE - ordinaryOf(this.#setAside).length;
  }

  get #canRollGolden() {
    const hasSetAside = ordinaryOf(this.#setAside).length < this.#setAside.length;
    return this.#holds(GOLDEN_DIE) && !hasSetAside;
  }

  get #canRollOn() {
    const hasAll = new Set(symbolsOf(this.#setAside)).size === SYMBOLS.length;
    const isAllowed = !hasAll || /allsymbols=rolls/.test(this.#rules);
    return isAllowed && (this.#diceLeft > 0 || this.#canRollGolden);
  }

  get #canUseWeasel() {
    return this.#holds(WEASEL) && !this.#hasUsedWeasel;
  }

  /** @param {number} specialist */
  #holds(specialist) {
    return this.#table.holders[specialist] === SEAT_LETTERS[this.#seat];
  }
}

/** @param {boolean} condition @returns {asserts condition} */
function require(condition) {
  if (!condition) throw new RangeError("against the rules");
}

/** @param {string} rules */
const hasExtrawurm = (rules) => rules.includes("+extrawurm");

/** @param {string} wfen @param {string} rules @returns {Table} */
function tableIn(wfen, rules) {
  const [, grill = "", stacks = "", , , , extra = ""] = wfen.split(" ");
  return {
    grill,
    stacks: stacks.split("/").map((stack) => (stack === "-" ? [] : stack.split(",").map(Number))),
    holders: hasExtrawurm(rules) ? (extra.split("/")[0]?.split(",") ?? []) : [],
  };
}

/** Return whether all tiles are in the same places. @param {Table} table @param {Table} other */
function isSame(table, other) {
  return table.grill === other.grill && table.stacks.join("/") === other.stacks.join("/");
}

/**
 * @param {Table} table
 * @param {number} seat
 * @param {number} tile
 */
function afterTaking(table, seat, tile) {
  const at = indexOf(table, tile);
  require(table.grill[at] === "o");
  const stack = [...(table.stacks[seat] ?? []), tile];
  return {
    ...table,
    grill: withMark(table.grill, at, "."),
    stacks: table.stacks.with(seat, stack),
  };
}

/**
 * @param {Table} table
 * @param {number} thief
 * @param {number} tile
 */
function afterStealing({ grill, stacks, holders }, thief, tile) {
  const owner = stacks.findIndex((stack, seat) => stack.at(-1) === tile && seat !== thief);
  const [left, own] = [stacks[owner], stacks[thief]];
  require(left !== undefined && own !== undefined);
  if (holders[HEN] === SEAT_LETTERS[owner]) return { grill, stacks, holders };
  const moved = stacks.with(owner, left.slice(0, -1)).with(thief, [...own, tile]);
  return { grill, stacks: moved, holders };
}

/**
 * Return the tables that a failure leads to with any options.
 * @param {Table} table
 * @param {number} seat
 */
function afterFailing(table, seat) {
  const stack = table.stacks[seat] ?? [];
  const top = stack.at(-1) ?? 0;
  if (top < LOWEST_TILE) return [table, withTurned(table)];
  const at = indexOf(table, top);
  const stacks = table.stacks.with(seat, stack.slice(0, -1));
  const returned = { ...table, stacks, grill: withMark(table.grill, at, "o") };
  const turned = withTurned(returned);
  const both = { ...turned, grill: withMark(turned.grill, at, "x") };
  const isHighest = returned.grill.lastIndexOf("o") === at;
  const saved = table.holders[HEN] === SEAT_LETTERS[seat] ? [table] : [];
  return [turned, isHighest ? returned : both, ...saved];
}

/** Return the table with the highest tile turned face down. @param {Table} table */
function withTurned(table) {
  return { ...table, grill: withMark(table.grill, table.grill.lastIndexOf("o"), "x") };
}

/** @param {string} grill @param {number} at @param {string} mark */
const withMark = (grill, at, mark) => grill.slice(0, at) + mark + grill.slice(at + 1);

/** Return the place of a tile on the grill. @param {Table} table @param {number} tile */
function indexOf({ grill }, tile) {
  return (grill.length === TILES.length ? TILES : [...EXTRA_TILES, ...TILES]).indexOf(tile);
}

/** Return the symbols of dice such as `1134wg5`. @param {string} dice */
const symbolsOf = (dice) => [...dice.replace("g", "").replace("I", "1").replace("W", "w")];

/** @param {string} dice */
const ordinaryOf = (dice) => dice.replace(/I|W|g./, "");

/** @param {readonly number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
