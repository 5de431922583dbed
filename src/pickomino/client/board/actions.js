/** The turn title, the result of the last turn, and the buttons for the legal actions. */

import { bratwurmSvg, iconSvg, playerSvg, tileSvg } from "../shared/art.js";
import { hasChanged, make, put } from "../shared/dom.js";
import { _, capitalize, ngettext } from "../shared/i18n.js";
import { renderAll } from "../shared/lines.js";
import { roundedPercent } from "../shared/number-format.js";
import { dispatchAction } from "./grill.js";
import { wormsOn } from "./position.js";
import { actionText, isDeciding } from "./table-state.js";

/** @import { Child } from "../shared/dom.js" */
/** @import { TableState } from "./table-state.js" */

const TICK_MS = 250;
/** Buttons of more tiles to take have only pictures. */
const MAX_LABELLED_TILES = 3;

/** Whose turn it is, a hint, and the clock. */
export class TurnTitle extends HTMLElement {
  #title = make("h1.turn-title", { tabindex: "-1" });
  #hint = make("p.turn-hint");
  #chicken = make("span.turn-chicken");
  #clock = make("p.turn-clock", { hidden: true });
  /** @type {number | null} */
  #deadline = null;
  #ticking = 0;

  connectedCallback() {
    if (!this.#title.isConnected)
      this.append(this.#chicken, make("div.turn-text", this.#title, this.#hint), this.#clock);
    this.#startClock();
  }

  disconnectedCallback() {
    clearInterval(this.#ticking);
  }

  /** @param {TableState} state */
  set state(state) {
    const { seat } = state;
    const name = seat === null ? "" : (state.names[seat] ?? "");
    const isShared = state.seats.filter((info) => info.is_yours).length > 1;
    const title =
      seat === null
        ? _("The game is over")
        : state.isYourTurn && !isShared
          ? _("Your turn")
          : _("{name}’s turn", { name });
    if (this.#title.textContent !== title) this.#title.textContent = title;
    const mood = !state.turnEnd ? "calm" : state.turnEnd.hasFailed ? "sad" : "happy";
    if (seat !== null && hasChanged(this.#chicken, [seat, mood, state.seats[seat]?.chicken]))
      put(this.#chicken, playerSvg(state.seats, seat, { mood }));
    const hint = hintText(state);
    if (this.#hint.textContent !== hint) this.#hint.textContent = hint;
    this.classList.toggle("is-yours", state.isYourTurn);
  }

  /** Focus the title, after the focused button was removed. */
  focusTitle() {
    this.#title.focus({ preventScroll: true });
  }

  /** Set when a bot takes over, in ms by this device's clock. @param {number | null} deadline */
  set deadline(deadline) {
    this.#deadline = deadline;
    this.#startClock();
  }

  #startClock() {
    clearInterval(this.#ticking);
    this.#clock.toggleAttribute("hidden", this.#deadline === null);
    if (this.#deadline === null) return;
    this.#ticking = setInterval(() => this.#tick(), TICK_MS);
    this.#tick();
  }

  #tick() {
    if (this.#deadline === null) return;
    const left = Math.max(0, Math.ceil((this.#deadline - Date.now()) / 1000));
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    // Setting the same text again would cause a layout.
    if (this.#clock.textContent === text) return;
    this.#clock.classList.toggle("is-short", left <= 10);
    this.#clock.textContent = text;
    this.#clock.setAttribute("aria-label", _("Time left: {time}", { time: text }));
  }
}

/** Return what the player is asked to do. @param {TableState} state */
export function hintText(state) {
  const { legal } = state;
  if (state.rollAnimation?.isInHand) return _("Press to roll, or hold to shake.");
  if (!state.isSettled) return "";
  if (legal.some((action) => action.startsWith("b")))
    return _("The Raven is hungry: whose Bratwurm do you take?");
  if (legal.some((action) => action.startsWith("k"))) return _("Choose a symbol to set aside.");
  if (legal.includes("z")) return _("Only the Weasel can help now.");
  if (legal.includes("r") && state.claims.length > 0) return _("Stop now, or dare to roll on?");
  if (legal.includes("q")) return _("Nothing to win yet.");
  if (legal.length > 0)
    return state.dice_left > 0
      ? _("All six symbols are set aside: take what you won.")
      : _("No dice left: take what you won.");
  // A puzzle has no turn.
  return isDeciding(state) && state.turn !== "" ? _("Thinking it over…") : "";
}

/** The buttons of the legal actions. */
export class Actions extends HTMLElement {
  connectedCallback() {
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", _("What to do"));
  }

  /** The chance that rolling on fails, if the coach knows it. @type {number | null} */
  risk = null;

  /** Whether no button stands out, so that a puzzle does not suggest its answer. */
  isNeutral = false;

  /** Whether the buttons of tiles have only pictures. */
  #isCrowded = false;

  /** @param {TableState} state */
  set state(state) {
    const drawn = [
      state.legal,
      state.claims,
      state.total,
      state.position.stacks,
      state.best,
      this.risk,
      state.seat,
    ];
    if (!hasChanged(this, drawn)) return;
    const shown = state.legal.filter((action) => "rtsqzb".includes(action[0] ?? ""));
    const tiles = shown.filter((action) => action.startsWith("t"));
    this.#isCrowded = tiles.length > MAX_LABELLED_TILES;
    // Rolling on stays on the screen, however many tiles there are to take.
    if (this.#isCrowded) shown.sort((a, b) => Number(b === "r") - Number(a === "r"));
    const buttons = shown.map((action) => this.#button(action, state));
    put(this, ...buttons);
    this.classList.toggle("is-crowded", this.#isCrowded);
    this.classList.toggle("is-empty", buttons.length === 0);
  }

  /** @param {string} action @param {TableState} state */
  #button(action, state) {
    const isBest = state.best === action;
    const kind = action[0] ?? "";
    const isPrimary = "tsb".includes(kind) || (kind === "r" && state.claims.length === 0);
    const look = isPrimary ? " primary" : kind === "q" ? " quiet" : "";
    const classes = `button action${this.isNeutral ? "" : look}${isBest ? " is-best" : ""}`;
    return make(
      "button",
      { class: classes, "data-action": action, onclick: () => dispatchAction(this, action) },
      ...this.#content(action, state),
      isBest && make("span.best-note", _("coach")),
    );
  }

  /** @param {string} action @param {TableState} state @returns {Child[]} */
  #content(action, state) {
    switch (action[0]) {
      case "r": {
        const left = state.dice_left;
        const risk =
          this.risk === null
            ? false
            : make("span.risk", _("{percent} risk", { percent: roundedPercent(this.risk) }));
        return [
          iconSvg("roll"),
          make("span", ngettext("Roll {count} die", "Roll {count} dice", left), risk),
          key("R"),
        ];
      }
      case "q":
        return [make("span", _("Stop with nothing")), key("S")];
      case "b":
        return [
          make("span.action-tile", bratwurmSvg()),
          make("span", capitalize(actionText(state, action))),
        ];
      case "z":
        return [make("span", actionText(state, action)), key("Z")];
      default: {
        const tile = Number(action.slice(1));
        const isHidden = this.#isCrowded && action[0] === "t";
        return [
          make("span.action-tile", tileSvg(tile, wormsOn(tile))),
          make(isHidden ? "span.visually-hidden" : "span", capitalize(actionText(state, action))),
          state.claims.length === 1 ? key("T") : false,
        ];
      }
    }
  }
}

/** @param {string} text */
function key(text) {
  return make("kbd", { "aria-hidden": "true" }, text);
}

/** The sentences about the last turn. */
export class Verdict extends HTMLElement {
  /** @param {TableState} state */
  set state({ lastEnd, names, turnEnd, isYourTurn, seat }) {
    // Below "Your turn", the failure of a rival would look like the player's own.
    const isRivalsFailure = lastEnd?.hasFailed && isYourTurn && lastEnd.seat !== seat;
    this.hidden = lastEnd === null || isRivalsFailure === true;
    this.classList.toggle("is-fresh", turnEnd !== null);
    if (lastEnd === null || !hasChanged(this, [lastEnd, names])) return;
    const { hasFailed, lines } = lastEnd;
    this.className = hasFailed ? "has-failed is-fresh" : "has-won is-fresh";
    const rest = renderAll(lines.slice(1), names);
    put(
      this,
      make("span.verdict-icon", iconSvg(hasFailed ? "warning" : "check")),
      make("p", make("strong", renderAll(lines.slice(0, 1), names)), rest && ` ${rest}`),
    );
  }
}

customElements.define("pm-turn-title", TurnTitle);
customElements.define("pm-actions", Actions);
customElements.define("pm-verdict", Verdict);
