/** Frames of a game (a replay, the tutorial) as states that a table draws. */

import { pictured, readPosition } from "./position.js";

/** @typedef {import("./messages.js").Frame} Frame */
/** @typedef {import("./messages.js").TurnEnded} TurnEnded */
/** @typedef {import("./messages.js").SeatView} SeatView */
/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./store.js").TableState} TableState */
/** @typedef {Frame & {legal?: string[]}} AnyFrame a tutorial's frame has legal actions */

/**
 * The table of each frame that changes something to see. A roll that fails and the end of a turn
 * are pictured with their dice, which the position after them no longer has.
 * @param {readonly AnyFrame[]} frames
 * @param {string[]} names
 * @param {SeatView[]} seats
 * @param {TableState | null} [start] the state before the first frame
 * @returns {TableState[]}
 */
export function statesOf(frames, names, seats, start = null) {
  /** @type {TableState[]} */
  const states = [];
  let before = start;
  for (const frame of frames) {
    const { event } = frame;
    const real = readPosition(frame.wfen);
    const picture = event && before ? positionOf(before.position, real, event) : real;
    const isPicture = picture !== real;
    const position = real.phase === "over" ? { ...picture, seat: null } : picture;
    const ended = event?.type === "TurnEnded" ? event : (before?.ended ?? null);
    /** @type {TableState} */
    const state = {
      position,
      names,
      seats,
      scores: frame.scores,
      total: isPicture
        ? event?.type === "TurnEnded"
          ? (event.total ?? 0)
          : (before?.total ?? 0)
        : frame.total,
      claims: isPicture ? [] : frame.claims,
      legal: isPicture ? [] : (frame.legal ?? []),
      toAct: position.seat,
      isYourTurn: seats[position.seat ?? -1]?.is_yours ?? false,
      isSettled: !isPicture,
      event,
      ended,
      best: null,
    };
    if (event?.type === "Acted" && !"kz".includes(event.action[0] ?? "")) continue;
    states.push(state);
    before = state;
  }
  return states;
}

/** @param {Position} before @param {Position} real @param {NonNullable<AnyFrame["event"]>} event @returns {Position} */
function positionOf(before, real, event) {
  if (event.type === "TurnEnded") return pictured(before, event);
  if (event.type === "Rolled" && real.rolled.length === 0) return pictured(before, event);
  if (event.type === "Acted" && real.seat !== event.seat) return pictured(before, event);
  return real;
}
