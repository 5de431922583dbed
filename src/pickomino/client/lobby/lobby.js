/**
 * A table before its game: seats, invitation, settings and start.
 * Takes the property `view`, and dispatches commands as `command` events.
 */

import { iconSvg } from "../shared/art.js";
import { BY_LOT, MAX_PLAYERS, MIN_PLAYERS } from "../shared/constants.js";
import { labelled, make, put, select } from "../shared/dom.js";
import { _, ngettext } from "../shared/i18n.js";
import { preferences } from "../shared/preferences.js";
import { pageAddress, site } from "../shared/site.js";
import { defaultName, ownNameInput } from "../shared/table-settings.js";
import { Invite } from "./invite.js";
import { lobbySeat } from "./lobby-seat.js";
import { LobbySettings } from "./lobby-settings.js";
import { matchLine } from "./match-line.js";
import { seatName } from "./table-card.js";

/** @import { Command } from "../shared/messages.js" */
/** @import { View } from "../shared/room-view.js" */

export class Lobby extends HTMLElement {
  #table = make("section.panel.card.lobby-table");
  #title = make("h1", { tabindex: "-1" });
  #state = make("p.lobby-state", { role: "status" });
  #refusal = make("p.problem", { role: "alert" });
  #score = make("div");
  #seats = make("ul.lobby-seats");
  #actions = make("div.lobby-actions.wrap");
  #name = ownNameInput();
  #settings = new LobbySettings();
  #shownActions = "";

  set view(/** @type {View | null} */ view) {
    if (!view) return;
    if (!this.childElementCount) this.#build(view);
    this.#show(view);
  }

  /** Show a refusal until the room changes. @param {string} text */
  showRefusal(text) {
    this.#refusal.textContent = text;
  }

  /** @param {View} view */
  #build(view) {
    this.#title.textContent = _("The table is being set");
    const invite = new Invite();
    invite.setAttribute("code", view.code);
    this.#table.append(
      this.#title,
      this.#score,
      this.#state,
      this.#seats,
      this.#actions,
      this.#refusal,
    );
    this.append(
      this.#table,
      make(
        "div.lobby-side",
        // Without a server, other devices cannot reach this table.
        !site && make("section.panel.card", make("h2", _("Invite friends")), invite),
        make("section.panel.card", make("h2", _("At this table")), this.#settings),
      ),
    );
  }

  /** @param {View} view */
  #show(view) {
    this.showRefusal("");
    const focus = document.activeElement?.getAttribute("data-focus");
    const state = stateText(view);
    this.#settings.view = view;
    this.#table.classList.toggle("is-spectator", !isSeated(view));
    put(this.#score, matchLine(view));
    if (this.#state.textContent !== state) this.#state.textContent = state;
    put(this.#seats, ...view.seats.map((seat, index) => lobbySeat(view, seat, index, this.#send)));
    // The name field must not be replaced while the player is typing.
    const actions = actionsKey(view);
    if (actions !== this.#shownActions) put(this.#actions, ...this.#actionButtons(view));
    this.#shownActions = actions;
    if (focus && !this.contains(document.activeElement)) {
      const again = this.querySelector(`[data-focus="${focus}"]`) ?? this.#title;
      if (again instanceof HTMLElement) again.focus();
    }
  }

  /** @param {View} view */
  *#actionButtons(view) {
    if (view.phase !== "lobby") return;
    const free = view.seats.findIndex((seat) => seat.kind === "open");
    if (view.is_host) yield* this.#hostButtons(view);
    if (!isSeated(view) && free >= 0) yield this.#joinForm();
    if (!isSeated(view) && free < 0) {
      yield make("p", _("All seats are taken. Stay here to watch the game."));
      yield make("a.button", { href: pageAddress("/") }, _("Find another table"));
    }
    if (view.score.games && view.seats.some((seat) => seat.is_yours && !seat.agrees)) {
      const onclick = () => this.#send({ type: "PlayAgain" });
      yield make("button.button.primary", { "data-focus": "again", onclick }, _("Play again"));
    }
    if (isSeated(view) && !view.is_host) {
      const seat = view.seats.findIndex((info) => info.is_yours);
      const onclick = () => this.#send({ type: "Leave", seat });
      yield make("button.button", { "data-focus": "leave", onclick }, _("Leave the table"));
    }
  }

  /** @param {View} view */
  *#hostButtons(view) {
    const players = view.seats.filter((seat) => seat.kind !== "open").length;
    yield make(
      "button.button.primary.huge",
      {
        "data-focus": "start",
        disabled: players < MIN_PLAYERS,
        onclick: () => this.#send({ type: "Start" }),
      },
      iconSvg("roll"),
      _("Start the game"),
    );
    if (view.settings.starter !== BY_LOT) yield this.#starterChoice(view);
    if (view.seats.length < MAX_PLAYERS) {
      const seat = view.seats.length;
      const onclick = () => this.#send({ type: "SetSeat", seat, plan: { type: "OpenSeat" } });
      yield make("button.button", { "data-focus": "add", onclick }, "+ ", _("Add a seat"));
    }
  }

  /** @param {View} view */
  #starterChoice(view) {
    const choice = select(
      view.seats.map((seat, index) => [index, `${index + 1}. ${seatName(seat)}`]),
      view.starter ?? "",
      (seat) => this.#send({ type: "ChooseStarter", seat: Number(seat) }),
      { "data-focus": "starter" },
    );
    const isYoungest = view.settings.starter === "youngest";
    return labelled(isYoungest ? _("Who is the youngest?") : _("Who begins"), choice);
  }

  #joinForm() {
    const onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const name = this.#name.value.trim();
      preferences.set({ name });
      const { chicken } = preferences.values;
      this.#send({ type: "Join", name: name || defaultName(), chicken });
    };
    this.#name.setAttribute("data-focus", "name");
    return make(
      "form.join-form.wrap",
      { onsubmit },
      labelled(_("Your name"), this.#name),
      make("button.button.primary", { "data-focus": "join" }, _("Sit down")),
    );
  }

  #send = (/** @type {Command} */ command) => {
    this.dispatchEvent(new CustomEvent("command", { detail: command, bubbles: true }));
  };
}

/** @param {View} view */
const isSeated = (view) => view.seats.some((seat) => seat.is_yours);

/** Return a key made from everything that the action buttons depend on. @param {View} view */
function actionsKey({ phase, seats, is_host, starter }) {
  const kinds = seats.map(
    (seat) => `${seat.kind}${seat.is_yours}${seat.agrees}${is_host && seatName(seat)}`,
  );
  return JSON.stringify([phase, is_host, starter, kinds]);
}

/** Describe what the table is waiting for. @param {View} view */
function stateText(view) {
  if (view.phase !== "lobby") return _("The dice are being prepared…");
  const players = view.seats.filter((seat) => seat.kind !== "open");
  const free = view.seats.length - players.length;
  if (!isSeated(view) && free) return _("Sit down to play, or stay here to watch.");
  if (players.length < MIN_PLAYERS && view.is_host)
    return _("At least two players are needed. Invite friends, or seat a bot.");
  if (view.is_host && free) {
    return ngettext(
      "Start when all are here; {count} open seat will be left out.",
      "Start when all are here; {count} open seats will be left out.",
      free,
    );
  }
  if (view.is_host) return _("All seats are taken. Start when you like.");
  const host = view.seats.find((seat) => seat.is_host);
  return host
    ? _("Waiting for {name} to start.", { name: seatName(host) })
    : _("Waiting for the host to start.");
}

customElements.define("pm-lobby", Lobby);
