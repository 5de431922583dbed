/**
 * The one place that holds what is known of a room. Between two views the frames that led to the
 * newer one are shown one after the other, unless somebody is in a hurry.
 */

import { stateOf } from "./frames.js";
import { namesIn } from "./names.js";
import { preferences } from "./preferences.js";
import { viewOf } from "./room-view.js";

/** @typedef {import("./messages.js").RoomView} RoomView */
/** @typedef {import("./messages.js").Frame} Frame */
/** @typedef {import("./room-view.js").View} View */
/** @typedef {import("./room-view.js").Seat} Seat */
/** @typedef {import("./frames.js").TableState} TableState */
/** @typedef {{state: TableState, stays: number}} Scene */

const MOST_SCENES = 30;
/** How long the table after an event stays, in ms. @type {Record<string, number>} */
const STAYS = { Rolled: 650, Acted: 350, TurnEnded: 1100 };
const FAILURE_STAYS = 2000;
const MOST_LAG = 6000;

export class Store extends EventTarget {
  /** @type {View | null} */
  view = null;
  /** @type {TableState | null} */
  shown = null;
  /** Every table of the present game. @type {Frame[]} */
  frames = [];
  /** @type {Scene[]} */
  #scenes = [];
  /** @type {(() => void) | null} */
  #hurry = null;
  #since = 0;

  get isPlaying() {
    return this.#hurry !== null;
  }

  /** For how long the table has looked as it does now, in ms. */
  get age() {
    return performance.now() - this.#since;
  }

  /** The table now. */
  get wfen() {
    return this.frames.at(-1)?.wfen ?? "";
  }

  /** Whether the limit of turns ended the game. */
  get isStopped() {
    const event = this.frames.at(-1)?.event;
    return event?.type === "GameEnded" && event.is_stopped === true;
  }

  /**
   * Take a view, then show the way to it.
   * @param {RoomView} told
   */
  receive(told) {
    const isFirst = this.view === null;
    const { frames = [], is_whole: isWhole = false } = told;
    const view = viewOf(told, this.view);
    this.view = view;
    if (isWhole) this.frames = [];
    const known = this.frames.length;
    this.frames.push(...frames.filter((frame) => frame.wfen));
    // Of a game that comes as a whole only the last event is news.
    const events = (isWhole ? frames.slice(-1) : frames).flatMap((frame) => frame.event ?? []);
    this.dispatchEvent(new CustomEvent("view", { detail: { view, events, isFirst } }));
    if (view.phase === "lobby" || view.phase === "nonces") {
      [this.frames, this.#scenes] = [[], []];
      this.#hurry?.();
      this.#show(null);
      return;
    }
    this.#plan(known, view);
    this.#play();
  }

  /** Show the newest view at once. */
  skip() {
    const last = this.#scenes.at(-1);
    if (last) this.#scenes = [last];
    this.#hurry?.();
  }

  /** Draw again with what the coach says. @param {string | null} best */
  mark(best) {
    if (!this.shown?.isSettled || this.shown.best === best) return;
    this.shown = { ...this.shown, best };
    this.dispatchEvent(new Event("shown"));
  }

  /** @param {number} known how many frames were there before @param {View} view */
  #plan(known, view) {
    const seats = view.seats.map(standIn(view.names));
    const players = { names: namesIn(view), seats, wins: view.score.wins };
    const { legal, previews, is_your_turn: isYourTurn } = view;
    const last = stateOf(this.frames, this.frames.length - 1, players);
    const final = { ...last, legal, previews, isYourTurn, isSettled: true };
    const way = this.frames.slice(known).flatMap((frame, index) => {
      const stays = pauseAfter(frame);
      if (stays === 0) return [];
      const state = stateOf(this.frames, known + index, players);
      return [{ state: { ...state, isSettled: false, claims: [] }, stays }];
    });
    // Who wants nothing to move still sees one table after the other, unless they want no waiting.
    const canShow = known > 0 && preferences.values.motion === "on" && !document.hidden;
    if (!canShow || way.length === 0 || way.length > MOST_SCENES) {
      this.#scenes = [{ state: { ...final, event: null }, stays: 0 }];
      return;
    }
    // Where the way ends at the table as it is now, its last picture is that table.
    const isThere = way.at(-1)?.state.event === final.event;
    if (isThere) way.pop();
    this.#scenes.push(...way, { state: isThere ? final : { ...final, event: null }, stays: 0 });
    const lag = this.#scenes.reduce((sum, scene) => sum + scene.stays, 0);
    if (lag > MOST_LAG) this.#scenes = this.#scenes.slice(-3);
  }

  async #play() {
    if (this.#hurry) return;
    for (let scene = this.#scenes.shift(); scene; scene = this.#scenes.shift()) {
      const { state, stays } = scene;
      this.#show(state);
      if (stays === 0) continue;
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, stays);
        this.#hurry = () => {
          clearTimeout(timer);
          resolve(undefined);
        };
      });
      this.#hurry = null;
    }
  }

  /** @param {TableState | null} state */
  #show(state) {
    this.shown = state;
    this.#since = performance.now();
    this.dispatchEvent(new Event("shown"));
  }
}

/** How long a frame stays on the way to the table as it is now. @param {Frame} frame */
function pauseAfter({ event }) {
  if (!event || (event.type === "Acted" && !event.action.startsWith("k"))) return 0;
  const hasFailed = event.type === "TurnEnded" && event.result === "failed";
  return hasFailed ? FAILURE_STAYS : (STAYS[event.type] ?? 0);
}

/**
 * A bot that has taken a person's seat for good plays under the name that the seat had.
 * @param {string[]} names as the game has them, a bot as `bot:family`
 * @returns {(seat: Seat, index: number) => Seat}
 */
const standIn = (names) => (seat, index) => {
  const name = names[index] ?? "";
  const isForGood = seat.kind === "bot" && name !== "" && !name.startsWith("bot:");
  return isForGood ? { ...seat, stand_in: seat.bot } : seat;
};
