/**
 * The state of a room. The frames that lead from one view to the next are played back one after the
 * other, unless the player skips them.
 */

import { playerNames } from "../board/names.js";
import { tableDice } from "../board/position.js";
import { tableState } from "../board/table-state.js";
import { preferences } from "../shared/preferences.js";
import { viewOf } from "../shared/room-view.js";
import { GUIDED_HAND_MS, HAND_MS, paceStep, playbackSteps } from "./playback.js";

/** @import { TableState } from "../board/table-state.js" */
/** @import { Frame, RoomView } from "../shared/messages.js" */
/** @import { Seat, View } from "../shared/room-view.js" */
/** @import { PlaybackStep } from "./playback.js" */

/** The number of frames of a game that has just started: the start and the first roll. */
const GAME_AND_ROLL = 2;
/** If more frames were missed, only the last one is shown. */
const MAX_FRAMES = 20;
const MAX_SHAKE_MS = 10_000;

export class Store extends EventTarget {
  /** @type {View | null} */
  view = null;
  /** @type {TableState | null} */
  shown = null;
  /** All frames of the current game. @type {Frame[]} */
  frames = [];
  /** @type {PlaybackStep[]} */
  #steps = [];
  /** @type {(() => void) | null} */
  #endWait = null;
  #isRunning = false;
  #timer = 0;
  #since = 0;
  /** The turn that is being shown, and since when. */
  #turn = { label: "", since: 0 };

  /** Whether the step being shown can be skipped by a press. */
  get isPlaying() {
    return this.#endWait !== null && !this.isInHand;
  }

  /** Whether the player's dice wait in the hand. */
  get isInHand() {
    return this.shown?.rollAnimation?.isInHand ?? false;
  }

  /** How long the current state has been visible, in ms. */
  get age() {
    return performance.now() - this.#since;
  }

  /** The current position. */
  get wfen() {
    return this.frames.at(-1)?.wfen ?? "";
  }

  /** Whether the game ended at its turn limit. */
  get isStopped() {
    const event = this.frames.at(-1)?.event;
    return event?.type === "GameEnded" && event.is_stopped === true;
  }

  /** Update the view, then play back the frames that lead to it. @param {RoomView} message */
  receive(message) {
    const isFirst = this.view === null;
    const wasPlaying = this.view?.phase === "playing";
    const { frames = [], is_whole: isWhole = false } = message;
    const view = viewOf(message, this.view);
    this.view = view;
    if (isWhole) this.frames = [];
    const known = this.frames.length;
    this.frames.push(...frames.filter((frame) => frame.wfen));
    // If all frames of the game are sent, only the last event is new.
    const news = isWhole ? frames.slice(-1) : frames;
    this.dispatchEvent(new CustomEvent("view", { detail: { view, frames: news, isFirst } }));
    if (view.phase === "lobby" || view.phase === "nonces") {
      [this.frames, this.#steps] = [[], []];
      this.#endWait?.();
      this.#show(null);
      return;
    }
    // The first roll of a game is also shown to players who arrive with it.
    const isStart = !wasPlaying && this.frames.length === GAME_AND_ROLL;
    this.#plan(isStart ? known + 1 : known, view, isStart || known > 0);
    void this.#play();
  }

  /**
   * Skip to the current state, or to the player's dice in the hand before it. Of the player's own
   * roll only the tumbling is skipped: its result is still shown.
   */
  skip() {
    if (this.isInHand) return;
    if (!this.shown?.rollAnimation || !this.shown.isYourTurn) {
      const next = this.#steps.findIndex(({ state }) => state.rollAnimation?.isInHand);
      this.#steps = this.#steps.slice(next < 0 ? -1 : next);
    }
    this.#endWait?.();
  }

  /** Keep the dice in the hand while they are shaken. */
  shake() {
    if (!this.isInHand) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.roll(), MAX_SHAKE_MS);
  }

  /** Roll the dice in the hand. */
  roll() {
    if (this.isInHand) this.#endWait?.();
  }

  /** Mark the coach's choice. @param {string | null} best */
  markBest(best) {
    if (!this.shown?.isSettled || this.shown.best === best) return;
    this.shown = { ...this.shown, best };
    this.dispatchEvent(new Event("shown"));
  }

  /**
   * @param {number} known number of frames before this view
   * @param {View} view
   * @param {boolean} isLive whether the new frames have just happened
   */
  #plan(known, view, isLive) {
    const seats = view.seats.map(markStandIn(view.names));
    const players = {
      names: playerNames(view),
      seats,
      wins: view.score_line ? view.score.wins : [],
    };
    const { legal, texts, previews, is_your_turn: isYourTurn } = view;
    const newest = this.frames.length - 1;
    const last = tableState(this.frames, newest, players);
    const final = { ...last, legal, texts, previews, isYourTurn, isSettled: true };
    const { speed, rollsAtOnce } = preferences.values;
    // Reduced motion still shows the states one after the other; the speed "instant" does not.
    const canPlayBack = isLive && speed !== "instant" && !document.hidden;
    const fresh = this.frames.slice(known);
    if (!canPlayBack || fresh.length > MAX_FRAMES) {
      this.#steps = [finalStep(final)];
      return;
    }
    const isOwnFirst = isYourTurn && !rollsAtOnce && isFirstRoll(this.frames);
    const handMs = !isOwnFirst ? 0 : view.settings.guided ? GUIDED_HAND_MS : HAND_MS;
    const steps = fresh.flatMap((_frame, index) =>
      playbackSteps(
        this.frames,
        known + index,
        players,
        speed,
        known + index === newest ? handMs : 0,
      ),
    );
    const waiting = this.#steps.pop();
    const end = steps.at(-1)?.state;
    const endsAtFinal = end?.event === final.event && end.ended === final.ended;
    if (steps.length === 0) {
      const { event = null, ended = null, turnEnd = null } = waiting?.state ?? {};
      this.#steps.push({ ...finalStep(final), state: { ...final, event, ended, turnEnd } });
      return;
    }
    // The step that used to be the last becomes an intermediate step.
    if (waiting?.state.event ?? waiting?.state.ended) this.#steps.push(intermediateStep(waiting));
    // If the steps end at the current state, that state replaces the last step.
    const replaced = endsAtFinal ? steps.pop() : undefined;
    const moved = replaced && {
      ...{ state: final, duration: 0 },
      ...{ isBot: replaced.isBot, pause: replaced.duration },
    };
    this.#steps.push(...steps, moved ?? finalStep(final));
  }

  async #play() {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
      const { state, duration } = this.#pace(step);
      this.#show(state);
      if (duration > 0) await this.#wait(duration);
    }
    this.#isRunning = false;
  }

  /** @param {PlaybackStep} step */
  #pace(step) {
    const { turn } = step.state;
    const now = performance.now();
    if (this.#turn.label !== turn) this.#turn = { label: turn, since: now };
    const othersWait = !this.view?.settings.practice;
    const { speed } = preferences.values;
    return paceStep(step, this.#steps, now - this.#turn.since, speed, othersWait);
  }

  /** @param {number} duration */
  #wait(duration) {
    return new Promise((resolve) => {
      this.#endWait = () => {
        clearTimeout(this.#timer);
        this.#endWait = null;
        resolve(undefined);
      };
      this.#timer = setTimeout(this.#endWait, duration);
    });
  }

  /** @param {TableState | null} state */
  #show(state) {
    this.shown = state;
    this.#since = performance.now();
    this.dispatchEvent(new Event("shown"));
    // The state is visible only after it has been painted.
    requestAnimationFrame(() => {
      if (this.shown === state) this.#since = performance.now();
    });
  }
}

/** Return the current state without its event. @param {TableState} state @returns {PlaybackStep} */
const finalStep = (state) => ({
  state: { ...state, event: null, ended: null, turnEnd: null },
  duration: 0,
  isBot: false,
});

/** @param {PlaybackStep} step @returns {PlaybackStep} */
const intermediateStep = ({ state, isBot, pause = 0 }) => ({
  state: { ...state, isSettled: false, legal: [], claims: [], previews: {} },
  duration: pause,
  isBot,
});

/** Return whether the last frame is the first roll of a turn. @param {readonly Frame[]} frames */
function isFirstRoll(frames) {
  const [before, last] = frames.slice(-2);
  const isRoll = last?.event?.type === "Rolled" && !tableDice(last).set_aside;
  return isRoll && before?.event?.type !== "Rolled" && before?.event?.type !== "Acted";
}

/**
 * Mark a bot that has permanently taken a person's seat as playing under the seat's name.
 * @param {string[]} names of the game; a bot is `bot:family`
 * @returns {(seat: Seat, index: number) => Seat}
 */
const markStandIn = (names) => (seat, index) => {
  const name = names[index] ?? "";
  const isForGood = seat.kind === "bot" && name !== "" && !name.startsWith("bot:");
  return isForGood ? { ...seat, stand_in: seat.bot } : seat;
};
