/** Announces events: to screen readers, in the page title, in the log, and with sounds. */

import { hintText } from "../board/actions.js";
import { diceNames, playerNames } from "../board/names.js";
import { landingTimes } from "../board/roll-animation.js";
import { isDeciding, rollLine, turnEndOf } from "../board/table-state.js";
import { _ } from "../shared/i18n.js";
import { render, renderAll } from "../shared/lines.js";
import { preferences } from "../shared/preferences.js";
import { playSound, vibrate } from "../shared/sound.js";

/** @import { RollAnimation } from "../board/roll-animation.js" */
/** @import { Table } from "../board/table.js" */
/** @import { TableState } from "../board/table-state.js" */
/** @import { Frame, Line } from "../shared/messages.js" */
/** @import { Seat, View } from "../shared/room-view.js" */
/** @import { Store } from "./store.js" */

const MAX_SOUNDS = 2;
/** Events whose lines are announced in another way, or not at all. */
const NOT_ANNOUNCED = ["Acted", "GameEnded", "HostChanged"];
const TICK_MS = 8;

export class Announcer {
  #table;
  #store;
  /** @type {string[]} */
  #pending = [];
  /** The turn that was last announced as yours, such as `3a`. */
  #yourTurn = "";
  #announcedFor = "";
  /** The last event or end of a turn that was heard. @type {Frame["event"] | Frame["ended"]} */
  #lastSounded = null;

  /** @param {Table} table @param {Store} store */
  constructor(table, store) {
    this.#table = table;
    this.#store = store;
    store.addEventListener("view", (event) => {
      const { view, frames, isFirst } =
        /** @type {CustomEvent<{view: View, frames: Frame[], isFirst: boolean}>} */ (event).detail;
      if (!isFirst) this.#onView(view, frames);
    });
  }

  /** @param {TableState} state @param {View} view */
  follow(state, view) {
    this.#playSounds(state, view);
    if (state.rollAnimation?.isInHand) this.#announceTurn(state, view);
    // At this point, the ends of all previous turns have been shown.
    if (state.rollAnimation?.isInHand || state.isSettled)
      this.#table.log.show(this.#store.frames, state.names, state.seats);
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
    const { event } = this.#store.frames.at(-1) ?? {};
    const roll = event?.type === "Rolled" ? render(rollLine(event), names) : "";
    const lines = this.#pending.filter((line) => line !== roll);
    this.#pending = [roll];
    this.#table.announce([...lines, _("It is your turn, {name}.", { name }), _("Roll the dice.")]);
  }

  /** @param {View} view @param {Frame[]} frames */
  #onView(view, frames) {
    // The names cannot come from the store, which has no state before a game's first one is shown.
    const names = playerNames(view);
    // Without animations, the states in between are not shown, but their sounds are played.
    if (preferences.values.speed === "instant")
      for (const frame of frames.filter(isEvent).slice(-MAX_SOUNDS))
        playEventSound(frame, view.seats, null);
    for (const { event, lines = [] } of frames) {
      if (event?.type === "Reacted") this.#table.seats.showReaction(event.seat, event.reaction);
      if (event?.type === "Rolled" && view.seats[event.seat]?.is_yours)
        this.#pending.push(render(rollLine(event), names));
      if (lines.length > 0 && !NOT_ANNOUNCED.includes(event?.type ?? ""))
        this.#pending.push(renderAll(lines, names));
    }
  }

  /** Announce what happened and what can be done. @param {TableState} state @param {View} view */
  #announce(state, view) {
    const key = `${view.version}`;
    if (this.#announcedFor === key) return;
    this.#announcedFor = key;
    const lines = this.#pending;
    this.#pending = [];
    if (view.phase === "over") lines.push(renderAll(state.lines, state.names));
    if (view.is_your_turn) lines.push(...this.#choices(state));
    if (view.is_your_turn) this.#yourTurn = state.turn;
    this.#table.announce(lines);
  }

  /** @param {TableState} state */
  #choices(state) {
    const { names, seat, turn, total, claims } = state;
    /** @type {string[]} */
    const lines = [];
    const isNew = this.#yourTurn !== turn;
    const { rolled } = state.position;
    if (isNew) lines.push(_("It is your turn, {name}.", { name: names[seat ?? 0] ?? "" }));
    if (rolled.length > 0 && isNew) lines.push(_("Dice: {dice}.", { dice: diceNames(rolled) }));
    if (state.legal.some((action) => action.startsWith("b"))) lines.push(hintText(state));
    if (isDeciding(state)) {
      const won = claims.flatMap((action) => (state.texts[action] ? [state.texts[action]] : []));
      /** @type {Line} */
      const stop = won.length > 0 ? ["stop_now", { claims: won }] : ["stop_nothing", {}];
      lines.push(_("Sum {total}.", { total }), render(stop, names));
    }
    return lines;
  }

  /** @param {TableState} state @param {View} view */
  #playSounds(state, view) {
    const event = state.event ?? state.ended;
    if (event !== null && event !== this.#lastSounded) {
      this.#lastSounded = event;
      playEventSound(state, state.seats, state.rollAnimation);
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

/** @param {Frame} frame */
const isEvent = ({ event, ended }) => Boolean(event ?? ended);

/**
 * Play the sound of an event, and vibrate if it concerns a seat of this device.
 * @param {Frame} frame
 * @param {readonly Seat[]} seats
 * @param {RollAnimation | null} rollAnimation of the dice that are rolling
 */
function playEventSound(frame, seats, rollAnimation) {
  const { event } = frame;
  if (event?.type === "Acted") playSound("keep");
  if (event?.type === "Rolled") {
    const times = rollAnimation ? landingTimes(rollAnimation) : [0];
    playSound("roll", times);
    if (seats[event.seat]?.is_yours) vibrate(pulses(times));
  }
  const end = turnEndOf(frame);
  if (!end) return;
  const { seat, hasFailed, robbed } = end;
  playSound(hasFailed ? "fail" : robbed === null ? "take" : "steal");
  const isFelt = seats[seat]?.is_yours || seats[robbed ?? -1]?.is_yours;
  if (isFelt) vibrate(hasFailed ? [70, 50, 110] : robbed === null ? 25 : [30, 40, 30, 40, 90]);
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
