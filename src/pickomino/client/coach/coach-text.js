/** The coach's sentences. */

import { actionText } from "../board/narration.js";
import { _, interpolate } from "../shared/i18n.js";
import { percentage, reasonParameters } from "../shared/number-format.js";

/** @import { TableState } from "../board/table-state.js" */
/** @import { CoachChoice, CoachView } from "../shared/messages.js" */

/** Why a choice is better, by code. @type {Record<string, string>} */
const REASONS = {
  new_symbol: _("After it, {better} of rolls bring a new symbol; {other}: only {chosen}."),
  fails_less: _("The turn then fails in {better} of cases; {other}: in {chosen}."),
  worth_more: _("It leads to a win chance of {better}; {other}: {chosen}."),
  sure_tile: _("Tile {tile} is sure; rolling on fails in {failure} of cases."),
  risk_pays: _(
    "Rolling on still wins a tile in {success} of cases, which is worth more than tile {tile}.",
  ),
  still_alive: _("Rolling on wins a tile in {success} of cases."),
  steal: _("Tile {tile} can be stolen, which also sets a rival back."),
  other_tile: _("Tile {better} is worth more here than tile {chosen}."),
  reroll: _("With the Weasel the turn fails in {better} of cases, without it in {chosen}."),
  keep_roll: _("These dice fail in {better} of cases, the new roll in {chosen}."),
  raven: _("Losing a Bratwurm hurts {name} most."),
};

/** @param {number} cost */
export function costText(cost) {
  return _("−{percent} win chance", { percent: percentage(cost) });
}

/**
 * Explain the coach's advice in one sentence.
 * @param {CoachView} advice
 * @param {TableState} state
 */
export function whyText({ best, equals, why }, state) {
  if (best === null) return "";
  const nameOf = (/** @type {string} */ action) => actionText(state.position, action, state.names);
  if (equals.length > 1) {
    const others = equals.slice(1).map(nameOf).join(", ");
    return _("Equally good: {choices}; this one is the least likely to fail.", { choices: others });
  }
  if (!why) return _("There is nothing else to do.");
  const parameters = { ...reasonParameters(why, state.names), other: nameOf(why.other) };
  return interpolate(REASONS[why.code] ?? "", parameters);
}

/**
 * Describe how good a move was.
 * @param {CoachChoice} choice
 * @param {string} better the best choice, in words
 */
export function gradeText({ grade, cost }, better) {
  const parameters = { cost: costText(cost), better };
  if (grade === "costly") return _("Your move was costly: {cost}. Better: {better}.", parameters);
  if (grade === "inaccurate")
    return _("Your move was inaccurate: {cost}. Better: {better}.", parameters);
  return _("Your move was good.");
}
