/** Converts frames (the table after an event) to drawable states for games, replays and lessons. */

import { render } from "../shared/lines.js";
import { parsePosition, tableDice } from "./position.js";

/** @import { Frame, Line, Preview } from "../shared/messages.js" */
/** @import { RollAnimation } from "./roll-animation.js" */
/** @import { Seat } from "../shared/room-view.js" */
/** @typedef {{names: string[], seats: Seat[], wins?: number[]}} Players `wins` in this match */
/**
 * How a turn ended.
 * @typedef {object} TurnEnd
 * @property {number} seat
 * @property {boolean} hasFailed
 * @property {string | null} reason of a failure
 * @property {number | null} total
 * @property {number | null} tile gained
 * @property {number | null} robbed the seat that lost it
 * @property {number | null} returned tile
 * @property {number[]} turned tiles
 * @property {readonly Line[]} lines
 */
/**
 * What a table draws in addition to the frame.
 * @typedef {object} DrawnState
 * @property {number} index of the frame
 * @property {number | null} seat whose turn is shown; null when the game is over
 * @property {string} set_aside the dice set aside
 * @property {string} rolled the dice rolled and not set aside
 * @property {import("./position.js").Position} position
 * @property {string[]} legal actions that can be clicked
 * @property {boolean} isYourTurn
 * @property {boolean} isSettled whether the state lasts until a player acts
 * @property {TurnEnd | null} turnEnd the end of the turn, if the state shows it
 * @property {TurnEnd | null} lastEnd the end of the last turn
 * @property {string | null} best the coach's choice
 * @property {Record<string, Preview>} previews what each choice would lead to
 * @property {RollAnimation | null} rollAnimation of dice in the hand or rolling
 */
/** @typedef {Omit<Required<Frame>, keyof DrawnState> & Players & DrawnState} TableState */

/** The defaults of fields that a frame omits. */
const EMPTY_FRAME = {
  event: null,
  wfen: "",
  turn: "",
  ended: null,
  lines: [],
  targets: [],
  hints: [],
  total: 0,
  has_worm: false,
  claims: [],
  dice_left: 0,
  scores: [],
  ranks: [],
  winners: [],
  tie: null,
  texts: {},
};

/**
 * @param {readonly Frame[]} frames
 * @param {number} index
 * @param {Players} players
 * @returns {TableState}
 */
export function tableState(frames, index, players) {
  const frame = { ...EMPTY_FRAME, ...frames[index] };
  const dice = tableDice(frame);
  return {
    ...frame,
    ...players,
    ...dice,
    index,
    position: parsePosition(frame.wfen, dice),
    legal: [],
    isYourTurn: players.seats[dice.seat ?? -1]?.is_yours ?? false,
    isSettled: frame.ended === null,
    turnEnd: turnEndOf(frame),
    lastEnd: lastTurnEnd(frames, index),
    best: null,
    previews: {},
    rollAnimation: null,
  };
}

/** Return how a turn ended, if a frame shows it. @param {Frame} frame @returns {TurnEnd | null} */
export function turnEndOf({ ended, lines = [] }) {
  if (!ended) return null;
  const [seat, result, reason, total, tile, robbed, returned, ...turned] = ended;
  return {
    seat,
    hasFailed: result === "failed",
    reason,
    total,
    tile,
    robbed,
    returned,
    turned: turned.slice(0, 2).filter((other) => typeof other === "number"),
    lines,
  };
}

/** Say what a legal action does. @param {TableState} state @param {string} action */
export function actionText({ texts, names }, action) {
  const line = texts[action];
  return line ? render(line, names) : "";
}

/** Return the line about a roll. @param {{seat: number, roll: string}} event @returns {Line} */
export const rollLine = ({ seat, roll }) => ["rolls", { name: seat, dice: roll }];

/** Return whether a frame changes anything visible. @param {Frame} frame */
export function isStep({ event }) {
  return event?.type !== "Acted" || "kz".includes(event.action.charAt(0));
}

/** Return whether a player must roll on or stop. @param {TableState} state */
export function isDeciding({ wfen, set_aside, rolled, turnEnd }) {
  return set_aside !== "" && rolled === "" && turnEnd === null && wfen.split(" ")[5] === "-";
}

/** Return the most recent end of a turn. @param {readonly Frame[]} frames @param {number} index */
function lastTurnEnd(frames, index) {
  for (let at = index; frames[at]?.event || frames[at]?.ended; at -= 1) {
    const end = turnEndOf(frames[at] ?? {});
    if (end) return end;
  }
  return null;
}
