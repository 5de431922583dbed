/**
 * The one place that holds what is known of a room. A view from the server is the truth; between
 * two views the events that led there are shown one after the other, unless somebody is in a hurry.
 */

import { namesIn } from "./names.js";
import { pictured, readPosition } from "./position.js";
import { hasMotion } from "./preferences.js";

/** @typedef {import("./messages.js").RoomView} RoomView */
/** @typedef {import("./messages.js").SeatView} SeatView */
/** @typedef {import("./messages.js").Event} Event */
/** @typedef {import("./messages.js").TurnEnded} TurnEnded */
/** @typedef {import("./messages.js").Logged} Logged */
/** @typedef {import("./position.js").Position} Position */
/**
 * What the elements of a table draw; also the replay and the tutorial make these.
 * @typedef {object} TableState
 * @property {Position} position
 * @property {string[]} names
 * @property {SeatView[]} seats
 * @property {number[]} scores
 * @property {number} total
 * @property {string[]} claims what stopping now would win
 * @property {string[]} legal what may be clicked
 * @property {number | null} toAct
 * @property {boolean} isYourTurn
 * @property {boolean} isSettled whether this is a view, not a picture on the way to it
 * @property {Event | null} event that is being shown
 * @property {TurnEnded | null} ended the last turn that ended
 * @property {string | null} best what the coach would do
 */

const MOST_SCENES = 30;
/** How long the picture after an event stays, in ms. @type {Record<string, number>} */
const STAYS = { Rolled: 650, Acted: 350, TurnEnded: 1100 };
const FAILURE_STAYS = 2000;
const MOST_LAG = 6000;

export class Store extends EventTarget {
  /** @type {RoomView | null} */
  view = null;
  /** @type {TableState | null} */
  shown = null;
  /** How the present game ended. @type {import("./messages.js").GameEnded | null} */
  gameEnd = null;
  /** Rolls, actions and ends of turns of the present game. @type {Event[]} */
  gameEvents = [];
  /** @type {{state: TableState, stays: number}[]} */
  #scenes = [];
  /** @type {(() => void) | null} */
  #hurry = null;

  get isPlaying() {
    return this.#hurry !== null;
  }

  /**
   * Take a view: keep its events, then show the way to it.
   * @param {RoomView} view
   */
  receive(view) {
    const before = this.view;
    const fresh = view.events.filter((logged) => !before || logged.version > before.version);
    this.view = view;
    this.#keep(fresh.map((logged) => logged.event));
    this.dispatchEvent(
      new CustomEvent("view", {
        detail: { view, before, events: fresh.map((logged) => logged.event), isFirst: !before },
      }),
    );
    if (view.wfen === "") {
      this.#scenes = [];
      this.#hurry?.();
      this.#show(null);
      return;
    }
    const final = this.#stateOf(view);
    if (before && before.wfen !== "" && before.game_id === view.game_id && canShow(fresh))
      this.#plan(before, fresh, final);
    else this.#scenes = [{ state: final, stays: 0 }];
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
    this.#show({ ...this.shown, best });
  }

  /** @param {Event[]} events */
  #keep(events) {
    for (const event of events) {
      if (event.type === "GameStarted" || event.type === "RematchOpened")
        [this.gameEvents, this.gameEnd] = [[], null];
      else if (event.type === "GameEnded") this.gameEnd = event;
      else if (event.type === "Undone")
        this.gameEvents.length = Math.min(event.kept, this.gameEvents.length);
      else if (event.type === "Rolled" || event.type === "Acted" || event.type === "TurnEnded")
        this.gameEvents.push(event);
    }
  }

  /** @returns {TurnEnded | null} */
  #lastEnd() {
    return /** @type {TurnEnded | null} */ (
      this.gameEvents.findLast((event) => event.type === "TurnEnded") ?? null
    );
  }

  /** @param {RoomView} view @returns {TableState} */
  #stateOf(view) {
    return {
      position: readPosition(view.wfen),
      names: namesIn(view),
      seats: view.seats.map((seat, index) => asStandIn(seat, view.names[index] ?? "")),
      scores: view.scores,
      total: view.total,
      claims: view.claims,
      legal: view.legal,
      toAct: view.to_act,
      isYourTurn: view.is_your_turn,
      isSettled: true,
      event: null,
      ended: this.#lastEnd(),
      best: null,
    };
  }

  /** @param {RoomView} before @param {Logged[]} fresh @param {TableState} final */
  #plan(before, fresh, final) {
    const start = this.#scenes.at(-1)?.state ?? this.shown ?? this.#stateOf(before);
    let state = {
      ...start,
      isSettled: false,
      legal: /** @type {string[]} */ ([]),
      claims: /** @type {string[]} */ ([]),
      best: null,
    };
    for (const { event } of fresh) {
      const stays =
        event.type === "TurnEnded" && event.result === "failed" ? FAILURE_STAYS : STAYS[event.type];
      if (!stays || (event.type === "Acted" && !event.action.startsWith("k"))) continue;
      state = { ...state, position: pictured(state.position, event), event, seats: final.seats };
      state.toAct = state.position.seat;
      state.isYourTurn = final.seats[state.toAct ?? -1]?.is_yours ?? false;
      if (event.type === "TurnEnded")
        Object.assign(state, { ended: event, total: event.total ?? state.total });
      if (event.type === "Rolled" && state.position.setAside.length === 0) state.total = 0;
      this.#scenes.push({ state, stays });
    }
    const last = this.#scenes.at(-1);
    const isTheView = last !== undefined && last.state !== start && isSameTable(last.state, final);
    if (isTheView) this.#scenes.pop();
    this.#scenes.push({
      state: isTheView ? { ...final, event: last.state.event } : final,
      stays: 0,
    });
    const lag = this.#scenes.reduce((sum, scene) => sum + scene.stays, 0);
    if (lag > MOST_LAG) this.#scenes = this.#scenes.slice(-3);
  }

  async #play() {
    if (this.#hurry) return;
    while (this.#scenes.length) {
      const scene = /** @type {{state: TableState, stays: number}} */ (this.#scenes.shift());
      this.#show(scene.state);
      if (scene.stays === 0) continue;
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, scene.stays);
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
    this.dispatchEvent(new Event("shown"));
  }
}

/**
 * A bot that has taken a person's seat for good plays under the name that the seat had.
 * @param {SeatView} seat
 * @param {string} name as the game has it, a bot as `bot:family`
 */
function asStandIn(seat, name) {
  return seat.kind === "bot" && name !== "" && !name.startsWith("bot:")
    ? { ...seat, stand_in: seat.bot }
    : seat;
}

/** @param {Logged[]} fresh */
function canShow(fresh) {
  const scenes = fresh.filter(({ event }) => event.type in STAYS).length;
  const isTakenBack = fresh.some(({ event }) => event.type === "Undone");
  return hasMotion() && !document.hidden && scenes > 0 && scenes <= MOST_SCENES && !isTakenBack;
}

/** @param {TableState} picture @param {TableState} view */
function isSameTable(picture, view) {
  return (
    picture.position.seat === view.position.seat &&
    picture.position.phase === view.position.phase &&
    picture.position.rolled.length === view.position.rolled.length
  );
}
