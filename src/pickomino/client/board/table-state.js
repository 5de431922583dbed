/** Frames (the table after an event) as states to draw: in live play, replays and the tutorial. */

import { readPosition } from "./position.js";

/** @import { Frame, TurnEnded } from "../shared/messages.js" */
/** @import { Seat } from "../shared/room-view.js" */
/** @typedef {{names: string[], seats: Seat[], wins?: number[]}} Players `wins` in this match */
/**
 * What the elements of a table draw, beside what the frame says.
 * @typedef {object} Drawn
 * @property {import("./position.js").Position} position
 * @property {string[]} legal what may be clicked
 * @property {boolean} isYourTurn
 * @property {boolean} isSettled whether it stays so until somebody acts
 * @property {TurnEnded | null} ended the last turn that ended
 * @property {string | null} best what the coach would do
 * @property {import("../shared/messages.js").Preview[]} previews the sum after each choice
 * @property {import("./roll-animation.js").Cast | null} cast dice that do not lie yet
 */
/** @typedef {Required<Frame> & Players & Drawn} TableState */

/** What a frame leaves out. @type {Required<Frame>} */
const NOTHING = {
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
export function stateOf(frames, index, players) {
  const frame = { ...NOTHING, ...frames[index] };
  return {
    ...frame,
    ...players,
    position: readPosition(frame),
    legal: [],
    isYourTurn: players.seats[frame.seat ?? -1]?.is_yours ?? false,
    isSettled: frame.event?.type !== "TurnEnded",
    ended: lastEnd(frames, index),
    best: null,
    previews: [],
    cast: null,
  };
}

/** Whether a step changes anything to see. @param {Frame} frame */
export function isStep({ event }) {
  return event?.type !== "Acted" || "kz".includes(event.action.charAt(0));
}

/** Whether somebody chooses between rolling and stopping. @param {TableState} state */
export function isDeciding({ set_aside, rolled, failure }) {
  return set_aside !== "" && rolled === "" && failure !== null;
}

/** The last end of a turn so far. @param {readonly Frame[]} frames @param {number} index */
function lastEnd(frames, index) {
  for (let at = index; frames[at]?.event; at -= 1) {
    const event = frames[at]?.event;
    if (event?.type === "TurnEnded") return event;
  }
  return null;
}
