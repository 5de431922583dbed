/** The states shown between two views of a room, and how long each is shown. */

import { rollAnimationOf, SPEED_FACTORS } from "../board/roll-animation.js";
import { tableState } from "../board/table-state.js";

/** @import { Speed } from "../board/roll-animation.js" */
/** @import { Players, TableState } from "../board/table-state.js" */
/** @import { Frame } from "../shared/messages.js" */
/**
 * @typedef {object} PlaybackStep
 * @property {TableState} state
 * @property {number} duration in ms; 0 for the current state, which lasts until a player acts
 * @property {boolean} isBot
 * @property {number} [pause] how long the last step is shown if another one follows
 */

/** How long the state after an event is shown, in ms. @type {Record<string, number>} */
const EVENT_MS = { Rolled: 650, Acted: 350 };
/** @type {Record<string, number>} */
const BOT_EVENT_MS = { Rolled: 350, Acted: 300 };
const TURN_END_MS = 1100;
const BOT_TURN_END_MS = 900;
const FAILURE_MS = 2000;
const BOT_FAILURE_MS = 1300;
/** How long the player's dice wait in the hand before they are rolled automatically. */
export const HAND_MS = 3000;
/** In a guided game, in which the player reads the hints first. */
export const GUIDED_HAND_MS = 600_000;
/** How long a bot's turn may take. @type {Record<Speed, number>} */
const BOT_TURN_MS = { slow: 8000, normal: 4000, fast: 1500, instant: 0 };
/** How far a device may lag behind while other players wait for it. */
const MAX_LAG_MS = 6000;
const MIN_SHARE = 0.04;

/**
 * Return the steps that lead to a frame.
 * @param {readonly Frame[]} frames
 * @param {number} index
 * @param {Players} players
 * @param {Speed} speed
 * @param {number} handMs how long the dice wait in the player's hand; 0 if they roll at once
 * @returns {PlaybackStep[]}
 */
export function playbackSteps(frames, index, players, speed, handMs) {
  const target = tableState(frames, index, players);
  const { position, event, seat } = target;
  const info = players.seats[seat ?? -1];
  const isBot = info?.kind === "bot" || Boolean(info?.stand_in);
  const duration = durationOf(target, isBot) * SPEED_FACTORS[speed];
  if (duration === 0) return [];
  const state = { ...target, isSettled: false, claims: [] };
  const shown = { state, duration, isBot };
  if (event?.type !== "Rolled") return [shown];
  const rollAnimation = rollAnimationOf(
    position.rolled,
    position.setAside,
    SPEED_FACTORS[speed],
    isBot,
  );
  const hidden = { ...state, rolled: "", position: { ...position, rolled: [] } };
  const rolling = { state: { ...hidden, rollAnimation }, duration: rollAnimation.ms, isBot };
  if (handMs === 0) return [rolling, shown];
  const inHand = {
    ...hidden,
    event: null,
    legal: ["r"],
    rollAnimation: { ...rollAnimation, isInHand: true },
  };
  return [{ state: inHand, duration: handMs, isBot }, rolling, shown];
}

/** Return how long a state is shown. @param {TableState} state @param {boolean} isBot */
function durationOf({ event, turnEnd }, isBot) {
  if (turnEnd?.hasFailed) return isBot ? BOT_FAILURE_MS : FAILURE_MS;
  if (turnEnd) return isBot ? BOT_TURN_END_MS : TURN_END_MS;
  if (!event || (event.type === "Acted" && !event.action.startsWith("k"))) return 0;
  return (isBot ? BOT_EVENT_MS : EVENT_MS)[event.type] ?? 0;
}

/**
 * Shorten a step to the available time: bots have a time limit, and a device that others wait for
 * must not lag behind.
 * @param {PlaybackStep} step
 * @param {readonly PlaybackStep[]} following
 * @param {number} elapsed since the turn was first shown
 * @param {Speed} speed
 * @param {boolean} othersWait for this device
 * @returns {PlaybackStep}
 */
export function paceStep(step, following, elapsed, speed, othersWait) {
  const lag = sum([step, ...following]);
  let share = othersWait ? Math.min(1, MAX_LAG_MS / lag) : 1;
  if (step.isBot) {
    const { turn } = step.state;
    const same = [step, ...following.filter((other) => other.isBot && other.state.turn === turn)];
    const isEnding = same.some(({ state }) => state.turnEnd !== null);
    const expected = sum(same) + (isEnding ? 0 : BOT_TURN_END_MS * SPEED_FACTORS[speed]);
    share = Math.min(share, Math.max(0, BOT_TURN_MS[speed] - elapsed) / expected);
  }
  if (share === 1) return step;
  const duration = step.duration * Math.max(share, MIN_SHARE);
  const { rollAnimation } = step.state;
  const state = rollAnimation
    ? { ...step.state, rollAnimation: { ...rollAnimation, ms: duration } }
    : step.state;
  return { ...step, state, duration };
}

/** @param {readonly PlaybackStep[]} steps */
const sum = (steps) => steps.reduce((total, { duration }) => total + duration, 0);
