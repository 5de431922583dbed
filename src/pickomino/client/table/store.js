/**
 * The one place that holds what is known of a room. Between two views the frames that led to the
 * newer one are shown one after the other, unless somebody is in a hurry.
 */

import { namesIn } from "../board/names.js";
import { stateOf } from "../board/table-state.js";
import { preferences } from "../shared/preferences.js";
import { viewOf } from "../shared/room-view.js";
import { hasScore } from "../shared/table-settings.js";
import { paced, scenesOf } from "./playback.js";

/** @import { TableState } from "../board/table-state.js" */
/** @import { Frame, RoomView } from "../shared/messages.js" */
/** @import { Seat, View } from "../shared/room-view.js" */
/** @import { Scene } from "./playback.js" */

/** The frames of a game that has just begun. */
const GAME_AND_ROLL = 2;
/** Who missed so many frames sees only where they led. */
const MOST_FRAMES = 20;
const LONGEST_SHAKE_MS = 10_000;

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
  #isRunning = false;
  #timer = 0;
  #since = 0;
  /** The turn that is shown, and since when. */
  #turn = { label: "", since: 0 };

  /** Whether something is shown that a press can end. */
  get isPlaying() {
    return this.#hurry !== null && !this.isInHand;
  }

  /** Whether the player's dice wait to be rolled. */
  get isInHand() {
    return this.shown?.cast?.isInHand ?? false;
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
    const wasPlaying = this.view?.phase === "playing";
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
    // The first roll of a game is news also to who comes to the table with it.
    const isStart = !wasPlaying && this.frames.length === GAME_AND_ROLL;
    this.#plan(isStart ? known + 1 : known, view, isStart || known > 0);
    void this.#play();
  }

  /**
   * Show the newest view at once, or the own dice in the hand before it. Of an own roll only the
   * tumbling ends: what comes of it is still to be seen.
   */
  skip() {
    if (this.isInHand) return;
    if (!this.shown?.cast || !this.shown.isYourTurn) {
      const next = this.#scenes.findIndex(({ state }) => state.cast?.isInHand);
      this.#scenes = this.#scenes.slice(next < 0 ? -1 : next);
    }
    this.#hurry?.();
  }

  /** Let the dice wait in the hand for as long as they are shaken. */
  shake() {
    if (!this.isInHand) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.roll(), LONGEST_SHAKE_MS);
  }

  /** Let the dice go that are in the hand. */
  roll() {
    if (this.isInHand) this.#hurry?.();
  }

  /** Draw again with what the coach says. @param {string | null} best */
  mark(best) {
    if (!this.shown?.isSettled || this.shown.best === best) return;
    this.shown = { ...this.shown, best };
    this.dispatchEvent(new Event("shown"));
  }

  /**
   * @param {number} known how many frames were there before
   * @param {View} view
   * @param {boolean} isNews whether the frames since then happened just now
   */
  #plan(known, view, isNews) {
    const seats = view.seats.map(standIn(view.names));
    const players = { names: namesIn(view), seats, wins: hasScore(view) ? view.score.wins : [] };
    const { legal, previews, is_your_turn: isYourTurn } = view;
    const newest = this.frames.length - 1;
    const last = stateOf(this.frames, newest, players);
    const final = { ...last, legal, previews, isYourTurn, isSettled: true };
    const { speed, rollsAtOnce } = preferences.values;
    // Who wants nothing to move still sees one table after the other, unless they want no waiting.
    const canShow = isNews && speed !== "instant" && !document.hidden;
    const fresh = this.frames.slice(known);
    if (!canShow || fresh.length > MOST_FRAMES) {
      this.#scenes = [unmoved(final)];
      return;
    }
    const isOwnFirst = isYourTurn && !rollsAtOnce && isFirstRoll(this.frames);
    const way = fresh.flatMap((_frame, index) =>
      scenesOf(this.frames, known + index, players, speed, isOwnFirst && known + index === newest),
    );
    const waiting = this.#scenes.pop();
    const isThere = way.at(-1)?.state.event === final.event;
    if (way.length === 0) {
      const event = waiting?.state.event ?? null;
      this.#scenes.push({ ...unmoved(final), state: { ...final, event } });
      return;
    }
    // What was to be the last picture is now one on the way.
    if (waiting?.state.event) this.#scenes.push(passing(waiting));
    // Where the way ends at the table as it is now, its last picture is that table.
    const end = isThere ? way.pop() : undefined;
    const moved = end && { state: final, stays: 0, isBot: end.isBot, pause: end.stays };
    this.#scenes.push(...way, moved ?? unmoved(final));
  }

  async #play() {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let scene = this.#scenes.shift(); scene; scene = this.#scenes.shift()) {
      const { state, stays } = this.#paced(scene);
      this.#show(state);
      if (stays > 0) await this.#wait(stays);
    }
    this.#isRunning = false;
  }

  /** @param {Scene} scene */
  #paced(scene) {
    const { turn } = scene.state;
    const now = performance.now();
    if (this.#turn.label !== turn) this.#turn = { label: turn, since: now };
    const isAwaited = !this.view?.settings.practice;
    const { speed } = preferences.values;
    return paced(scene, this.#scenes, now - this.#turn.since, speed, isAwaited);
  }

  /** @param {number} stays */
  #wait(stays) {
    return new Promise((resolve) => {
      this.#hurry = () => {
        clearTimeout(this.#timer);
        this.#hurry = null;
        resolve(undefined);
      };
      this.#timer = setTimeout(this.#hurry, stays);
    });
  }

  /** @param {TableState | null} state */
  #show(state) {
    this.shown = state;
    this.#since = performance.now();
    this.dispatchEvent(new Event("shown"));
    // Nothing is seen before it is painted.
    requestAnimationFrame(() => {
      if (this.shown === state) this.#since = performance.now();
    });
  }
}

/** The table as it is now, without what led to it. @param {TableState} state @returns {Scene} */
const unmoved = (state) => ({ state: { ...state, event: null }, stays: 0, isBot: false });

/** @param {Scene} scene @returns {Scene} */
const passing = ({ state, isBot, pause = 0 }) => ({
  state: { ...state, isSettled: false, legal: [], claims: [], previews: [] },
  stays: pause,
  isBot,
});

/** Whether the last frame is a turn's first roll. @param {readonly Frame[]} frames */
function isFirstRoll(frames) {
  const [before, last] = frames.slice(-2);
  const isRoll = last?.event?.type === "Rolled" && !last.set_aside;
  return isRoll && before?.event?.type !== "Rolled" && before?.event?.type !== "Acted";
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
