/** Tells what happens: to screen readers, in the title of the page, with sounds and in the log. */

import { diceNames, namesIn } from "../board/names.js";
import {
  claimText,
  hintText,
  rollText,
  toldAside,
  toldEnd,
  winnerText,
} from "../board/narration.js";
import { landings } from "../board/roll-animation.js";
import { isDeciding } from "../board/table-state.js";
import { _ } from "../shared/i18n.js";
import { preferences } from "../shared/preferences.js";
import { buzz, play } from "../shared/sound.js";

/** @import { Cast } from "../board/roll-animation.js" */
/** @import { Table } from "../board/table.js" */
/** @import { TableState } from "../board/table-state.js" */
/** @import { Event } from "../shared/messages.js" */
/** @import { Seat, View } from "../shared/room-view.js" */
/** @import { Store } from "./store.js" */

const MOST_SOUNDS = 2;
const TICK_MS = 8;

export class TableNews {
  #table;
  #store;
  /** @type {string[]} */
  #unsaid = [];
  /** The turn that was last said to be yours, as `3a`. */
  #yourTurn = "";
  #saidFor = "";
  /** @type {Event | null} */
  #sounded = null;

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
      if (!isFirst) this.#hear(view, events);
    });
  }

  /** @param {TableState} state @param {View} view */
  follow(state, view) {
    this.#makeSound(state, view);
    if (state.cast?.isInHand) this.#call(state, view);
    // All turns that have ended have been shown then.
    if (state.cast?.isInHand || state.isSettled)
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
    this.#speak(state, view);
  }

  /** @param {View} view */
  #showClock({ deadline, now }) {
    this.#table.turnTitle.deadline =
      deadline === null ? null : Date.now() + (deadline - now) * 1000;
  }

  /** Tell whose dice wait to be rolled. @param {TableState} state @param {View} view */
  #call({ names, seat, turn }, view) {
    this.#showClock(view);
    if (this.#yourTurn === turn) return;
    this.#yourTurn = turn;
    const name = names[seat ?? 0] ?? "";
    const roll = rollText(this.#store.frames.at(-1)?.rolled ?? "", name);
    const lines = this.#unsaid.filter((line) => line !== roll);
    this.#unsaid = [roll];
    this.#table.announce([...lines, _("It is your turn, {name}.", { name }), _("Roll the dice.")]);
  }

  /** @param {View} view @param {Event[]} events */
  #hear(view, events) {
    // Before the first picture of a game nothing is shown yet.
    const names = namesIn(view);
    // Who wants no waiting may still want to hear it.
    if (preferences.values.speed === "instant")
      for (const event of events.slice(-MOST_SOUNDS)) makeHeard(event, view.seats, null);
    for (const event of events) {
      if (event.type === "TurnEnded") this.#unsaid.push(...toldEnd(event, names));
      else if (event.type === "Reacted") this.#table.seats.say(event.seat, event.reaction);
      if (event.type === "Rolled" && view.seats[event.seat]?.is_yours)
        this.#unsaid.push(rollText(event.roll, names[event.seat] ?? ""));
      const aside = toldAside(event, names);
      if (aside) this.#unsaid.push(aside);
    }
  }

  /** Tell screen readers what can be done. @param {TableState} state @param {View} view */
  #speak(state, view) {
    const key = `${view.version}`;
    if (this.#saidFor === key) return;
    this.#saidFor = key;
    const lines = this.#unsaid;
    this.#unsaid = [];
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
  #makeSound(state, view) {
    const { event } = state;
    if (event !== null && event !== this.#sounded) {
      this.#sounded = event;
      makeHeard(event, state.seats, state.cast);
    }
    if (this.#saidFor === `${view.version}`) return;
    if (state.isSettled && view.phase === "over") play("finish");
    const isCalled = state.cast?.isInHand || state.isSettled;
    if (isCalled && view.is_your_turn && this.#yourTurn !== state.turn) {
      play("yourTurn");
      buzz(30);
    }
  }
}

/**
 * Let an event be heard, and felt by whom it befalls.
 * @param {Event} event
 * @param {readonly Seat[]} seats
 * @param {Cast | null} cast the dice that tumble now
 */
function makeHeard(event, seats, cast) {
  if (event.type === "Acted") play("keep");
  if (event.type === "Rolled") {
    const times = cast ? landings(cast) : [0];
    play("roll", times);
    if (seats[event.seat]?.is_yours) buzz(pulses(times));
  }
  if (event.type !== "TurnEnded") return;
  const hasFailed = event.result === "failed";
  play(hasFailed ? "fail" : event.robbed == null ? "take" : "steal");
  const isFelt = seats[event.seat]?.is_yours || seats[event.robbed ?? -1]?.is_yours;
  if (isFelt) buzz(hasFailed ? [70, 50, 110] : event.robbed == null ? 25 : [30, 40, 30, 40, 90]);
}

/** A tick for each die that lands. @param {readonly number[]} times in ms */
function pulses(times) {
  return [
    0,
    ...times.flatMap((time, index) => [time - (times[index - 1] ?? 0) - TICK_MS, TICK_MS]),
  ];
}
