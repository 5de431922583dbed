/** Says in one line what a turn's sum still needs; the server sends the sums that win a tile. */

import { HEN } from "../shared/constants.js";
import { _ } from "../shared/i18n.js";
import { claimText } from "./narration.js";
import { ownerOfTop, specialistWith } from "./position.js";

/** @import { TableState } from "./table-state.js" */
/** @import { Goal, Preview } from "../shared/messages.js" */
/** @typedef {Pick<TableState, "position" | "names">} Board */
/** @typedef {Pick<TableState, "total" | "has_worm" | "claims" | "goals">} Sum */

/** A steal that needs more than this is not mentioned yet. */
const NEAR_STEAL = 10;

/**
 * Describe what the sum still needs; empty between turns.
 * @param {Board & Sum & Pick<TableState, "failure" | "set_aside">} state
 */
export function targetText(state) {
  if (state.failure === null) return "";
  const lowest = state.goals[0];
  if (state.set_aside === "" && lowest && !state.has_worm)
    return _("Needed: {total} and a worm", { total: lowest.total });
  return missingText(state, state);
}

/**
 * Describe the sum after a choice, and what it would still need.
 * @param {Preview} preview
 * @param {Board} board
 */
export function previewText({ total, has_worm = false, claims = [], goals = [], ...rest }, board) {
  if (rest.is_failure) return _("{total}: the turn would fail", { total });
  const won = claims.map((claim) => claimText(board.position, claim, board.names)).join(", ");
  const text = won === "" ? missingText({ total, has_worm, claims, goals }, board) : won;
  return goals[0]?.total === total ? text : _("{total}: {claim}", { total, claim: text });
}

/** @param {Sum} sum @param {Board} board */
function missingText({ total, has_worm: hasWorm, claims, goals }, board) {
  const [first, second] = goals;
  if (!first)
    return claims.length > 0 ? _("stop with {total}", { total }) : _("no tile is in reach");
  const parts = [firstTargetText(first, total, hasWorm, claims.length > 0, board)];
  if (second && second.total - total <= NEAR_STEAL) parts.push(stealText(second, board));
  return parts.join(" · ");
}

/**
 * @param {Goal} goal
 * @param {number} total
 * @param {boolean} hasWorm
 * @param {boolean} canStop
 * @param {Board} board
 */
function firstTargetText(goal, total, hasWorm, canStop, board) {
  const count = goal.total - total;
  if (count === 0) return _("{total}, but no worm yet", { total });
  if (canStop && goal.claim.startsWith("s"))
    return _("{goal}, or stop with {total}", { goal: stealText(goal, board), total });
  if (canStop) return _("{goal} or stop with {total}", { goal: goal.total, total });
  if (goal.claim.startsWith("s")) return stealText(goal, board);
  return hasWorm
    ? _("{count} more for {total}", { count, total: goal.total })
    : _("{count} more for {total}, and a worm", { count, total: goal.total });
}

/** @param {Goal} goal @param {Board} board */
function stealText({ total, claim }, { position, names }) {
  const owner = ownerOfTop(position, Number(claim.slice(1)));
  const name = names[owner] ?? "";
  return specialistWith(position, owner) === HEN
    ? _("{total} takes {name}’s Sitting Hen", { total, name })
    : _("{total} takes {name}’s tile", { total, name });
}
