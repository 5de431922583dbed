/** Converts frames (the table after an event) to drawable states for games, replays and lessons. */

import { parsePosition } from "./position.js";

/** @import { Frame, Preview, TurnEnded } from "../shared/messages.js" */
/** @import { RollAnimation } from "./roll-animation.js" */
/** @import { Seat } from "../shared/room-view.js" */
/** @typedef {{names: string[], seats: Seat[], wins?: number[]}} Players `wins` in this match */
/**
 * What a table draws in addition to the frame.
 * @typedef {object} DrawnState
 * @property {import("./position.js").Position} position
 * @property {string[]} legal actions that can be clicked
 * @property {boolean} isYourTurn
 * @property {boolean} isSettled whether the state lasts until a player acts
 * @property {TurnEnded | null} ended the end of the last turn
 * @property {string | null} best the coach's choice
 * @property {Preview[]} previews the sum after each choice
 * @property {RollAnimation | null} rollAnimation of dice in the hand or rolling
 */
/** @typedef {Required<Frame> & Players & DrawnState} TableState */

/** The defaults of fields that a frame omits. @type {Required<Frame>} */
const EMPTY_FRAME = {
  event: null,
  wfen: "",
  turn: "",
  seat: null,
  set_aside: "",
  rolled: "",
  total: 0,
  has_worm: false,
  claims: [],
  dice_left: 0,
  failure: null,
  scores: [],
  ranks: [],
  winners: [],
  goals: [],
};

/**
 * @param {readonly Frame[]} frames
 * @param {number} index
 * @param {Players} players
 * @returns {TableState}
 */
export function tableState(frames, index, players) {
  const frame = { ...EMPTY_FRAME, ...frames[index] };
  return {
    ...frame,
    ...players,
    position: parsePosition(frame),
    legal: [],
    isYourTurn: players.seats[frame.seat ?? -1]?.is_yours ?? false,
    isSettled: frame.event?.type !== "TurnEnded",
    ended: lastTurnEnd(frames, index),
    best: null,
    previews: [],
    rollAnimation: null,
  };
}

/** Return whether a frame changes anything visible. @param {Frame} frame */
export function isStep({ event }) {
  return event?.type !== "Acted" || "kz".includes(event.action.charAt(0));
}

/** Return whether a player must roll on or stop. @param {TableState} state */
export function isDeciding({ set_aside, rolled, failure }) {
  return set_aside !== "" && rolled === "" && failure !== null;
}

/** Return the most recent end of a turn. @param {readonly Frame[]} frames @param {number} index */
function lastTurnEnd(frames, index) {
  for (let at = index; frames[at]?.event; at -= 1) {
    const event = frames[at]?.event;
    if (event?.type === "TurnEnded") return event;
  }
  return null;
}
