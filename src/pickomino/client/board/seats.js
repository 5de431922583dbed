/** The players: chicken, name, worms, and the top of each stack. */

import { playerSvg, tileSvg, wormSvg } from "../shared/art.js";
import { stackDialog } from "../shared/dialogs.js";
import { hasChanged, make, put } from "../shared/dom.js";
import { _, botTitle, capitalize, ngettext, REACTIONS } from "../shared/i18n.js";
import { wormCount } from "../shared/lines.js";
import { bratwurms } from "./bratwurms.js";
import { dispatchAction } from "./grill.js";
import { ownerOfTop, specialistWith, wormsOn } from "./position.js";
import { specialistButton } from "./specialist.js";
import { actionText } from "./table-state.js";

/** @import { TableState } from "./table-state.js" */

const BUBBLE_MS = 5000;

export class Seats extends HTMLElement {
  /** @type {HTMLElement[]} */
  #cards = [];
  /** Reactions that are currently shown, by seat. @type {Map<number, string>} */
  #reactions = new Map();
  /** @type {TableState | null} */
  #state = null;

  connectedCallback() {
    this.setAttribute("role", "list");
    this.setAttribute("aria-label", _("Players"));
  }

  /** @param {TableState} state */
  set state(state) {
    this.#state = state;
    this.style.setProperty("--seats", String(state.names.length));
    this.classList.toggle("is-many", state.names.length > 4);
    this.classList.toggle("is-crowded", state.names.length > 3);
    while (this.#cards.length < state.names.length)
      this.#cards.push(make("div.seat", { role: "listitem" }));
    this.#cards.length = state.names.length;
    // Inserting the same cards again would cause a layout.
    if (this.childElementCount !== this.#cards.length) put(this, ...this.#cards);
    for (const [seat, card] of this.#cards.entries()) this.#draw(card, seat, state);
  }

  /** Return the element of a seat's top tile, or its card. @param {number} seat */
  placeOf(seat) {
    return this.#cards[seat]?.querySelector(".top-tile") ?? this.#cards[seat] ?? null;
  }

  /** Show a reaction for a few seconds. @param {number} seat @param {string} reaction */
  showReaction(seat, reaction) {
    this.#reactions.set(seat, reaction);
    if (this.#state) this.state = this.#state;
    setTimeout(() => {
      if (this.#reactions.get(seat) !== reaction) return;
      this.#reactions.delete(seat);
      if (this.#state) this.state = this.#state;
    }, BUBBLE_MS);
  }

  /** @param {HTMLElement} card @param {number} seat @param {TableState} state */
  #draw(card, seat, state) {
    const { position } = state;
    const stack = position.stacks[seat] ?? [];
    const info = state.seats[seat];
    const reaction = this.#reactions.get(seat);
    const mood =
      state.lastEnd?.seat === seat && !state.isSettled
        ? state.lastEnd.hasFailed
          ? "sad"
          : "happy"
        : "calm";
    const steal = `s${stack.at(-1)}`;
    const drawn = [
      stack,
      state.names[seat],
      state.scores[seat],
      state.wins?.[seat],
      info,
      reaction,
      mood,
      state.seat === seat,
      state.claims.includes(steal),
      state.legal.includes(steal),
      state.best === steal,
      position.extrawurm,
    ];
    if (!hasChanged(card, drawn)) return;
    card.dataset["seat"] = String(seat);
    card.classList.toggle("is-active", state.seat === seat);
    card.classList.toggle("is-yours", info?.is_yours ?? false);
    card.classList.toggle("is-away", Boolean(info?.is_absent || info?.stand_in));
    put(
      card,
      make(
        "span.seat-chicken",
        playerSvg(state.seats, seat, { mood }),
        heldSpecialist(seat, state),
      ),
      make(
        "div.seat-info",
        this.#name(seat, state),
        this.#worms(seat, state),
        this.#notes(seat, state),
      ),
      this.#stack(seat, stack, state),
      reaction !== undefined && make("p.bubble", REACTIONS[reaction] ?? reaction),
    );
  }

  /** @param {number} seat @param {TableState} state */
  #name(seat, state) {
    const isTurn = state.seat === seat;
    return make(
      "p.seat-name",
      make("span", state.names[seat] ?? ""),
      isTurn && make("span.visually-hidden", ", " + _("playing now")),
    );
  }

  /** @param {number} seat @param {TableState} state */
  #worms(seat, state) {
    const score = state.scores[seat] ?? 0;
    return make(
      "p.seat-worms",
      { title: wormCount(score) },
      make("span.worm-icon", wormSvg()),
      make("span", { "aria-hidden": "true" }, String(score)),
      make("span.visually-hidden", wormCount(score)),
      bratwurms(seat, state.position),
      matchWins(seat, state),
    );
  }

  /** @param {number} seat @param {TableState} state */
  #notes(seat, state) {
    const info = state.seats[seat];
    /** @type {string[]} */
    const notes = [];
    const isShared = state.seats.filter((other) => other.is_yours).length > 1;
    // If players share one device, all of them would be "you".
    if (info?.is_yours && !isShared) notes.push(_("you"));
    if (info?.stand_in) notes.push(_("{bot} plays", { bot: botTitle(info.stand_in) }));
    else if (info?.is_absent) notes.push(_("away"));
    return notes.length > 0 && make("p.seat-notes", notes.join(" · "));
  }

  /** @param {number} seat @param {number[]} stack @param {TableState} state */
  #stack(seat, stack, state) {
    const top = stack.at(-1);
    if (top === undefined)
      return make(
        "div.stack.is-empty",
        make("span.top-tile", make("span.visually-hidden", _("no tiles"))),
      );
    const action = `s${top}`;
    const isWon = state.claims.includes(action) && ownerOfTop(state.position, top) === seat;
    const canSteal = isWon && state.legal.includes(action);
    const picture = tileSvg(top, wormsOn(top));
    const count =
      stack.length > 1 && make("span.stack-count", { "aria-hidden": "true" }, `×${stack.length}`);
    const name = state.names[seat] ?? "";
    const label = canSteal
      ? capitalize(actionText(state, action))
      : ngettext(
          "Stack of {name}: {count} tile, {top} on top. Show it.",
          "Stack of {name}: {count} tiles, {top} on top. Show all.",
          stack.length,
          { name, top },
        );
    const look = !isWon ? "" : state.best === action ? " is-won is-best" : " is-won";
    const button = make(
      "button",
      {
        class: `top-tile tile${look}`,
        "aria-label": label,
        onclick: () => (canSteal ? dispatchAction(this, action) : stackDialog(name, stack)),
      },
      stack.length > 1 && make("span.tile-under", { "aria-hidden": "true" }),
      picture,
    );
    return make("div.stack", button, count);
  }
}

/** Draw the specialist of a seat. @param {number} seat @param {TableState} state */
function heldSpecialist(seat, { position }) {
  const specialist = specialistWith(position, seat);
  return specialist >= 0 && specialistButton(specialist, "held");
}

/** Draw the number of games won in this match. @param {number} seat @param {TableState} state */
function matchWins(seat, { wins }) {
  const count = wins?.[seat];
  if (count === undefined) return false;
  const text = ngettext("{count} win", "{count} wins", count);
  return make(
    "span.match-wins",
    { title: text },
    make("span", { "aria-hidden": "true" }, `★${count}`),
    make("span.visually-hidden", text),
  );
}

customElements.define("pm-seats", Seats);
