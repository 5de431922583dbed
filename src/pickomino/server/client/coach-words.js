/** What the coach says, in sentences. */

import { SEAT_LETTERS } from "./constants.js";
import { actionText } from "./narration.js";
import { _, language } from "./texts.js";

/** @typedef {import("./messages.js").CoachView} CoachView */
/** @typedef {import("./messages.js").Choice} Choice */
/** @typedef {import("./frames.js").TableState} TableState */

/** A number with one decimal, as one writes it in the page's language. @param {number} value */
export function tenths(value) {
  // No "−0.0".
  return (Math.round(value * 10) / 10 || 0).toLocaleString(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}

/** A share with one decimal: what costs are compared by. @param {number} share */
export function finely(share) {
  return `${tenths(share * 100)} %`;
}

/** What a choice gives away. @param {number} cost */
export function costText(cost) {
  return _("−{percent} win chance", { percent: finely(cost) });
}

/**
 * Why the coach advises what it does, in one sentence.
 * @param {CoachView} advice
 * @param {TableState} state
 */
export function whyText({ best, equals, why }, state) {
  if (best === null) return "";
  const said = (/** @type {string} */ action) => actionText(state.position, action, state.names);
  if (equals.length > 1) {
    const others = equals.slice(1).map(said).join(", ");
    return _("Equally good: {choices}; this one is the least likely to fail.", { choices: others });
  }
  if (!why) return _("There is nothing else to do.");
  return reasonText(why.code, wordsOf(why, said(why.other), state.names));
}

/**
 * @param {import("./messages.js").Why} why
 * @param {string} other
 * @param {readonly string[]} names
 */
function wordsOf({ code, parameters }, other, names) {
  /** @type {Record<string, string>} */
  const words = { other };
  for (const [name, value] of Object.entries(parameters)) {
    if (name === "seat") words["name"] = names[value] ?? SEAT_LETTERS[value] ?? "";
    else words[name] = name === "tile" || code === "other_tile" ? String(value) : finely(value);
  }
  return words;
}

/** @param {string} code @param {Record<string, string>} words */
function reasonText(code, words) {
  switch (code) {
    case "new_symbol":
      return _("After it, {better} of rolls bring a new symbol; {other}: only {chosen}.", words);
    case "fails_less":
      return _("The turn then fails in {better} of cases; {other}: in {chosen}.", words);
    case "worth_more":
      return _("It leads to a win chance of {better}; {other}: {chosen}.", words);
    case "sure_tile":
      return _("Tile {tile} is sure; rolling on fails in {failure} of cases.", words);
    case "risk_pays":
      return _(
        "Rolling on still wins a tile in {success} of cases, which is worth more than tile {tile}.",
        words,
      );
    case "still_alive":
      return _("Rolling on wins a tile in {success} of cases.", words);
    case "steal":
      return _("Tile {tile} can be stolen, which also sets a rival back.", words);
    case "other_tile":
      return _("Tile {better} is worth more here than tile {chosen}.", words);
    case "reroll":
      return _(
        "With the Weasel the turn fails in {better} of cases, without it in {chosen}.",
        words,
      );
    case "keep_roll":
      return _("These dice fail in {better} of cases, the new roll in {chosen}.", words);
    case "raven":
      return _("Losing a Bratwurm hurts {name} most.", words);
    default:
      return "";
  }
}

/**
 * How good a move was, by the advice before it.
 * @param {Choice} choice
 * @param {string} better the best choice, in words
 */
export function gradeText({ grade, cost }, better) {
  const words = { cost: costText(cost), better };
  if (grade === "costly") return _("Your move was costly: {cost}. Better: {better}.", words);
  if (grade === "inaccurate")
    return _("Your move was inaccurate: {cost}. Better: {better}.", words);
  return _("Your move was good.");
}
