/** Whether what a server says about dice has the types that the checks rely on. */

/** @import { View } from "../shared/room-view.js" */

/** @param {unknown} value */
const isText = (value) => typeof value === "string";

/** @param {unknown} value */
const areTexts = (value) => Array.isArray(value) && value.every(isText);

/** @param {unknown} value */
const isCount = (value) => Number.isInteger(value) && Number(value) >= 0;

/**
 * Return whether a view has the promised types. Comparisons with a number that is none are always
 * false, so a server could otherwise switch checks off.
 * @param {View} view
 */
export function hasDiceTypes(view) {
  const { rules, turn_limit: turnLimit } = view.settings;
  const { code, game_id: gameId, commitment, dice_time: time, dice_starter: starter } = view;
  const texts = [code, gameId, commitment, time, starter, view.dice_seats, rules];
  const lists = [view.names, view.nonce_commitments, view.voided_rounds];
  const counts = [view.dice_round, view.dice_game, turnLimit];
  return texts.every(isText) && lists.every(areTexts) && counts.every(isCount) && turnLimit > 0;
}
