/** Announces events: to screen readers, in the page title, in the log, and with sounds. */

import { diceNames, playerNames } from "../board/names.js";
import {
  claimText,
  describeRoomEvent,
  describeTurnEnd,
  hintText,
  rollText,
  winnerText,
} from "../board/narration.js";
import { landingTimes } from "../board/roll-animation.js";
import { isDeciding } from "../board/table-state.js";
import { _ } from "../shared/i18n.js";
import { preferences } from "../shared/preferences.js";
import { playSound, vibrate } from "../shared/sound.js";

/** @import { RollAnimation } from "../board/roll-animation.js" */
/** @import { Table } from "../board/table.js" */
/** @import { TableState } from "../board/table-state.js" */
/** @import { Event } from "../shared/messages.js" */
/** @import { Seat, View } from "../shared/room-view.js" */
/** @import { Store } from "./store.js" */

const MAX_SOUNDS = 2;
const TICK_MS = 8;

export class Announcer {
  #table;
  #store;
  /** @type {string[]} */
  #pending = [];
  /** The turn that was last announced as yours, such as `3a`. */
  #yourTurn = "";
  #announcedFor = "";
  /** @type {Event | null} */
  #lastSounded = null;

  /**
   * @param {Table} table
   * @param {Store} store
   */
  constructor(table, store) {
    this.#table = table;
    this.#store = store;
    store.addEventListener("view", (event) => {
      const { view, events, isFirst } =
        /** @type {CustomEvent<{view: View, events: Event[], isFirst: boolean}>} */ (event).detail;
      if (!isFirst) this.#onView(view, events);
    });
  }

  /** @param {TableState} state @param {View} view */
  follow(state, view) {
    this.#playSounds(state, view);
    if (state.rollAnimation?.isInHand) this.#announceTurn(state, view);
    // At this point, the ends of all previous turns have been shown.
    if (state.rollAnimation?.isInHand || state.isSettled)
      this.#table.log.show(this.#store.frames, state.names);
    if (!state.isSettled) return;
    this.#showClock(view);
    const isShared = view.seats.filter((seat) => seat.is_yours).length > 1;
    const isYours = view.is_your_turn && !isShared;
    const title =
      view.phase === "over"
        ? _("Game over")
        : isYours
          ? _("Your turn!")
          : _("{name}’s turn", { name: state.names[state.seat ?? 0] ?? "" });
    document.title = (view.is_your_turn ? "● " : "") + title + " · " + _("Pickomino");
    this.#announce(state, view);
  }

  /** @param {View} view */
  #showClock({ deadline, now }) {
    this.#table.turnTitle.deadline =
      deadline === null ? null : Date.now() + (deadline - now) * 1000;
  }

  /** Announce whose dice wait in the hand. @param {TableState} state @param {View} view */
  #announceTurn({ names, seat, turn }, view) {
    this.#showClock(view);
    if (this.#yourTurn === turn) return;
    this.#yourTurn = turn;
    const name = names[seat ?? 0] ?? "";
    const roll = rollText(this.#store.frames.at(-1)?.rolled ?? "", name);
    const lines = this.#pending.filter((line) => line !== roll);
    this.#pending = [roll];
    this.#table.announce([...lines, _("It is your turn, {name}.", { name }), _("Roll the dice.")]);
  }

  /** @param {View} view @param {Event[]} events */
  #onView(view, events) {
    // The names cannot come from the store, which has no state before a game's first one is shown.
    const names = playerNames(view);
    // Without animations, the states in between are not shown, but their sounds are played.
    if (preferences.values.speed === "instant")
      for (const event of events.slice(-MAX_SOUNDS)) playEventSound(event, view.seats, null);
    for (const event of events) {
      if (event.type === "TurnEnded") this.#pending.push(...describeTurnEnd(event, names));
      else if (event.type === "Reacted") this.#table.seats.showReaction(event.seat, event.reaction);
      if (event.type === "Rolled" && view.seats[event.seat]?.is_yours)
        this.#pending.push(rollText(event.roll, names[event.seat] ?? ""));
      const sentence = describeRoomEvent(event, names);
      if (sentence) this.#pending.push(sentence);
    }
  }

  /** Announce what happened and what can be done. @param {TableState} state @param {View} view */
  #announce(state, view) {
    const key = `${view.version}`;
    if (this.#announcedFor === key) return;
    this.#announcedFor = key;
    const lines = this.#pending;
    this.#pending = [];
    if (view.phase === "over") lines.push(winnerText(state));
    if (view.is_your_turn) lines.push(...this.#choices(state));
    if (view.is_your_turn) this.#yourTurn = state.turn;
    this.#table.announce(lines);
  }

  /** @param {TableState} state */
  #choices(state) {
    const { position, names, seat, turn, total, claims } = state;
    /** @type {string[]} */
    const lines = [];
    const isNew = this.#yourTurn !== turn;
    const { rolled } = position;
    if (isNew) lines.push(_("It is your turn, {name}.", { name: names[seat ?? 0] ?? "" }));
    if (rolled.length > 0 && isNew) lines.push(_("Dice: {dice}.", { dice: diceNames(rolled) }));
    if (state.legal.some((action) => action.startsWith("b"))) lines.push(hintText(state));
    if (isDeciding(state)) {
      const texts = claims.map((action) => claimText(position, action, names)).join(" / ");
      lines.push(
        _("Sum {total}.", { total }),
        texts ? _("Stop now: {claims}.", { claims: texts }) : _("Stop now: nothing to win."),
      );
    }
    return lines;
  }

  /** @param {TableState} state @param {View} view */
  #playSounds(state, view) {
    const { event } = state;
    if (event !== null && event !== this.#lastSounded) {
      this.#lastSounded = event;
      playEventSound(event, state.seats, state.rollAnimation);
    }
    if (this.#announcedFor === `${view.version}`) return;
    if (state.isSettled && view.phase === "over") playSound("finish");
    const isCalled = state.rollAnimation?.isInHand || state.isSettled;
    if (isCalled && view.is_your_turn && this.#yourTurn !== state.turn) {
      playSound("yourTurn");
      vibrate(30);
    }
  }
}

/**
 * Play the sound of an event, and vibrate if it concerns a seat of this device.
 * @param {Event} event
 * @param {readonly Seat[]} seats
 * @param {RollAnimation | null} rollAnimation of the dice that are rolling
 */
function playEventSound(event, seats, rollAnimation) {
  if (event.type === "Acted") playSound("keep");
  if (event.type === "Rolled") {
    const times = rollAnimation ? landingTimes(rollAnimation) : [0];
    playSound("roll", times);
    if (seats[event.seat]?.is_yours) vibrate(pulses(times));
  }
  if (event.type !== "TurnEnded") return;
  const hasFailed = event.result === "failed";
  playSound(hasFailed ? "fail" : event.robbed == null ? "take" : "steal");
  const isFelt = seats[event.seat]?.is_yours || seats[event.robbed ?? -1]?.is_yours;
  if (isFelt) vibrate(hasFailed ? [70, 50, 110] : event.robbed == null ? 25 : [30, 40, 30, 40, 90]);
}

/**
 * Return a vibration pattern with a tick for each landing die.
 * @param {readonly number[]} times in ms
 */
function pulses(times) {
  return [
    0,
    ...times.flatMap((time, index) => [time - (times[index - 1] ?? 0) - TICK_MS, TICK_MS]),
  ];
}
