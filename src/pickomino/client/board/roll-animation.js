/** The timing of a roll: how long the dice tumble, and when each of them lands. */

import { FACES } from "../shared/constants.js";
import { countOf } from "./position.js";

/** @import { Die } from "./position.js" */
/** @typedef {"slow" | "normal" | "fast" | "instant"} Speed */
/**
 * Dice that are shown rolling. The server has already rolled them; the animation is local.
 * @typedef {object} RollAnimation
 * @property {boolean} isInHand whether they wait for the player to roll them
 * @property {Die[]} dice in random order, as they land before they are grouped
 * @property {number} ms until the last one lands
 * @property {boolean} isTense whether the last die lands late, for suspense
 */

/** Durations relative to normal speed. @type {Record<Speed, number>} */
export const SPEED_FACTORS = { slow: 1.6, normal: 1, fast: 0.4, instant: 0 };
/** How long it takes to group the dice, at normal speed. */
export const GATHER_MS = 180;
/** How long a state must have been visible before input can skip it or play an action. */
export const INPUT_DELAY_MS = 350;
/** A roll with a higher chance of failing is animated with suspense. */
const TENSE_RISK = 0.4;
const ROLL_MS = 900;
const TENSE_MS = 1600;
const BOT_DURATION_FACTOR = 0.5;

/**
 * @param {readonly Die[]} rolled
 * @param {Die[]} setAside
 * @param {number} pace
 * @param {boolean} isBot
 * @returns {RollAnimation}
 */
export function rollAnimationOf(rolled, setAside, pace, isBot) {
  const isTense = failureChance(setAside, rolled.length) > TENSE_RISK;
  const ms = (isTense ? TENSE_MS : ROLL_MS) * pace * (isBot ? BOT_DURATION_FACTOR : 1);
  return { isInHand: false, dice: shuffle(rolled), ms, isTense };
}

/** Return the chance of rolling no new symbol. @param {Die[]} setAside @param {number} count */
function failureChance(setAside, count) {
  const used = FACES.filter((face) => countOf(setAside, face) > 0).length;
  return (used / FACES.length) ** count;
}

/**
 * Return when each die lands, in ms; in a tense roll the last die lands late.
 * @param {Pick<RollAnimation, "dice" | "ms" | "isTense">} rollAnimation
 */
export function landingTimes({ dice, ms, isTense }) {
  const last = dice.length - 1;
  const [first, span] = isTense ? [0.3, 0.25] : [0.4, 0.6];
  return dice.map((_die, index) =>
    index === last ? ms : ms * (first + (span * index) / Math.max(last, 1)),
  );
}

/** @param {readonly Die[]} dice */
function shuffle(dice) {
  const mixed = [...dice];
  for (let index = mixed.length - 1; index > 0; index -= 1) {
    const other = Math.floor(Math.random() * (index + 1));
    [mixed[index], mixed[other]] = /** @type {[Die, Die]} */ ([mixed[other], mixed[index]]);
  }
  return mixed;
}
