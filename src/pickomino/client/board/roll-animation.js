/** How a roll is shown: how long the dice tumble, and when each of them lands. */

import { FACES } from "../shared/constants.js";
import { countOf } from "./position.js";

/** @import { Die } from "./position.js" */
/** @typedef {"slow" | "normal" | "fast" | "instant"} Speed */
/**
 * Dice on their way to the table. The server rolled them already; only this device makes a show.
 * @typedef {object} Cast
 * @property {boolean} isInHand whether they wait for the player to roll them
 * @property {Die[]} dice in no order, as they lie before they are grouped
 * @property {number} ms until the last one lies
 * @property {boolean} isTense whether the last one lets the player wait
 */

/** How long everything takes, compared with the normal speed. @type {Record<Speed, number>} */
export const PACE = { slow: 1.6, normal: 1, fast: 0.4, instant: 0 };
/** The dice that lie are put together in so long, at normal speed. */
export const GATHER_MS = 180;
/** So long a table must have been seen before a press skips it or plays on it. */
export const SEEN_MS = 350;
/** A roll that fails more often than this decides. */
const TENSE_RISK = 0.4;
const ROLL_MS = 900;
const TENSE_MS = 1600;
/** Bots have no time to lose. */
const BOT_SHARE = 0.5;

/**
 * @param {readonly Die[]} rolled
 * @param {Die[]} setAside
 * @param {number} pace
 * @param {boolean} isBot
 * @returns {Cast}
 */
export function castOf(rolled, setAside, pace, isBot) {
  const isTense = riskOf(setAside, rolled.length) > TENSE_RISK;
  const ms = (isTense ? TENSE_MS : ROLL_MS) * pace * (isBot ? BOT_SHARE : 1);
  return { isInHand: false, dice: shuffled(rolled), ms, isTense };
}

/** The chance that no die brings a new symbol. @param {Die[]} setAside @param {number} count */
function riskOf(setAside, count) {
  const used = FACES.filter((face) => countOf(setAside, face) > 0).length;
  return (used / FACES.length) ** count;
}

/**
 * When each die lands, in ms; a last one that decides is long awaited.
 * @param {Pick<Cast, "dice" | "ms" | "isTense">} cast
 */
export function landings({ dice, ms, isTense }) {
  const last = dice.length - 1;
  const [first, span] = isTense ? [0.3, 0.25] : [0.4, 0.6];
  return dice.map((_die, index) =>
    index === last ? ms : ms * (first + (span * index) / Math.max(last, 1)),
  );
}

/** @param {readonly Die[]} dice */
function shuffled(dice) {
  const mixed = [...dice];
  for (let index = mixed.length - 1; index > 0; index -= 1) {
    const other = Math.floor(Math.random() * (index + 1));
    [mixed[index], mixed[other]] = /** @type {[Die, Die]} */ ([mixed[other], mixed[index]]);
  }
  return mixed;
}
