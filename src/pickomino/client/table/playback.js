/** The pictures between two views of a room: what each shows, and how long it stays. */

import { castOf, PACE } from "../board/roll-animation.js";
import { stateOf } from "../board/table-state.js";

/** @import { Speed } from "../board/roll-animation.js" */
/** @import { Players, TableState } from "../board/table-state.js" */
/** @import { Frame } from "../shared/messages.js" */
/**
 * @typedef {object} Scene
 * @property {TableState} state
 * @property {number} stays in ms; the table as it is now stays until somebody acts, which is 0
 * @property {boolean} isBot
 * @property {number} [pause] how long the last scene stays if another one follows
 */

/** How long the table after an event stays, in ms. @type {Record<string, number>} */
const STAYS = { Rolled: 650, Acted: 350, TurnEnded: 1100 };
const BOT_END_STAYS = 900;
/** @type {Record<string, number>} */
const BOT_STAYS = { Rolled: 350, Acted: 300, TurnEnded: BOT_END_STAYS };
const FAILURE_STAYS = 2000;
const BOT_FAILURE_STAYS = 1300;
/** The player's dice wait so long in the hand. */
const HAND_MS = 3000;
/** What a bot's turn may take. @type {Record<Speed, number>} */
const BOT_TURN_MS = { slow: 8000, normal: 4000, fast: 1500, instant: 0 };
/** Where somebody waits, a device is no further behind than this. */
const MOST_LAG = 6000;
const LEAST_SHARE = 0.04;

/**
 * The way of one frame to the next.
 * @param {readonly Frame[]} frames
 * @param {number} index
 * @param {Players} players
 * @param {Speed} speed
 * @param {boolean} isOwnFirst whether the player rolls these dice
 * @returns {Scene[]}
 */
export function scenesOf(frames, index, players, speed, isOwnFirst) {
  const found = stateOf(frames, index, players);
  const { position, event, seat } = found;
  const info = players.seats[seat ?? -1];
  const isBot = info?.kind === "bot" || Boolean(info?.stand_in);
  const stays = pauseAfter(event, isBot) * PACE[speed];
  if (stays === 0) return [];
  const state = { ...found, isSettled: false, claims: [] };
  const shown = { state, stays, isBot };
  if (event?.type !== "Rolled") return [shown];
  const cast = castOf(position.rolled, position.setAside, PACE[speed], isBot);
  const hidden = { ...state, rolled: "", position: { ...position, rolled: [] } };
  const rolling = { state: { ...hidden, cast }, stays: cast.ms, isBot };
  if (!isOwnFirst) return [rolling, shown];
  const inHand = { ...hidden, event: null, legal: ["r"], cast: { ...cast, isInHand: true } };
  return [{ state: inHand, stays: HAND_MS, isBot }, rolling, shown];
}

/**
 * How long a frame stays on the way to the table as it is now.
 * @param {Frame["event"]} event
 * @param {boolean} isBot
 */
function pauseAfter(event, isBot) {
  if (!event || (event.type === "Acted" && !event.action.startsWith("k"))) return 0;
  if (event.type === "TurnEnded" && event.result === "failed")
    return isBot ? BOT_FAILURE_STAYS : FAILURE_STAYS;
  return (isBot ? BOT_STAYS : STAYS)[event.type] ?? 0;
}

/**
 * A scene in the time that is left: bots keep to theirs, and nobody who is waited for falls behind.
 * @param {Scene} scene
 * @param {readonly Scene[]} following
 * @param {number} elapsed since the turn was first shown
 * @param {Speed} speed
 * @param {boolean} isAwaited whether others wait for this device
 * @returns {Scene}
 */
export function paced(scene, following, elapsed, speed, isAwaited) {
  const lag = sum([scene, ...following]);
  let share = isAwaited ? Math.min(1, MOST_LAG / lag) : 1;
  if (scene.isBot) {
    const { turn } = scene.state;
    const same = [scene, ...following.filter((each) => each.isBot && each.state.turn === turn)];
    const isEnding = same.some(({ state }) => state.event?.type === "TurnEnded");
    const expected = sum(same) + (isEnding ? 0 : BOT_END_STAYS * PACE[speed]);
    share = Math.min(share, Math.max(0, BOT_TURN_MS[speed] - elapsed) / expected);
  }
  if (share === 1) return scene;
  const stays = scene.stays * Math.max(share, LEAST_SHARE);
  const { cast } = scene.state;
  const state = cast ? { ...scene.state, cast: { ...cast, ms: stays } } : scene.state;
  return { ...scene, state, stays };
}

/** @param {readonly Scene[]} scenes */
const sum = (scenes) => scenes.reduce((total, { stays }) => total + stays, 0);
