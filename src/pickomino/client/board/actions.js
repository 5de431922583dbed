/** Whose turn it is, what happened last, and the buttons for what may be done now. */

import { bratwurmSvg, chickenSvg, iconSvg, tileSvg } from "../shared/art.js";
import { isNews, make, put } from "../shared/dom.js";
import { _, capital, ngettext } from "../shared/i18n.js";
import { act } from "./grill.js";
import { actionText, claimText, hintText, toldEnd } from "./narration.js";
import { wormsOn } from "./position.js";

/** @import { Child } from "../shared/dom.js" */
/** @import { TableState } from "./table-state.js" */

const TICK_MS = 250;

/** Says whose turn it is in big words. */
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
      this.append(this.#chicken, make("div.turn-words", this.#title, this.#hint), this.#clock);
    this.#run();
  }

  disconnectedCallback() {
    clearInterval(this.#ticking);
  }

  /** @param {TableState} state */
  set state(state) {
    const { seat } = state;
    const name = seat === null ? "" : (state.names[seat] ?? "");
    const isShared = state.seats.filter((each) => each.is_yours).length > 1;
    const title =
      seat === null
        ? _("The game is over")
        : state.isYourTurn && !isShared
          ? _("Your turn")
          : _("{name}’s turn", { name });
    if (this.#title.textContent !== title) this.#title.textContent = title;
    const mood =
      state.event?.type === "TurnEnded"
        ? state.event.result === "failed"
          ? "sad"
          : "happy"
        : "calm";
    if (seat !== null && isNews(this.#chicken, [seat, mood]))
      put(this.#chicken, chickenSvg(seat, { mood }));
    const hint = hintText(state);
    if (this.#hint.textContent !== hint) this.#hint.textContent = hint;
    this.classList.toggle("is-yours", state.isYourTurn);
  }

  /** Focus goes here when the button that had it is gone. */
  focusTitle() {
    this.#title.focus({ preventScroll: true });
  }

  /** When a bot takes over, by this device's clock in ms. @param {number | null} deadline */
  set deadline(deadline) {
    this.#deadline = deadline;
    this.#run();
  }

  /** Let the clock run, if there is one. */
  #run() {
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
    // What is written again is laid out again.
    if (this.#clock.textContent === text) return;
    this.#clock.classList.toggle("is-short", left <= 10);
    this.#clock.textContent = text;
    this.#clock.setAttribute("aria-label", _("Time left: {time}", { time: text }));
  }
}

/** The buttons. Only what is legal is there. */
export class Actions extends HTMLElement {
  connectedCallback() {
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", _("What to do"));
  }

  /** The chance that rolling on fails, where the coach knows. @type {number | null} */
  risk = null;

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
    if (!isNews(this, drawn)) return;
    const buttons = state.legal
      .filter((action) => "rtsqzb".includes(action[0] ?? ""))
      .map((action) => this.#button(action, state));
    put(this, ...buttons);
    this.classList.toggle("is-empty", buttons.length === 0);
  }

  /** @param {string} action @param {TableState} state */
  #button(action, state) {
    const isBest = state.best === action;
    const kind = action[0] ?? "";
    const isPrimary = "tsb".includes(kind) || (kind === "r" && state.claims.length === 0);
    const look = isPrimary ? " primary" : kind === "q" ? " quiet" : "";
    const classes = `button action${look}${isBest ? " is-best" : ""}`;
    return make(
      "button",
      { class: classes, "data-action": action, onclick: () => act(this, action) },
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
            : make("span.risk", _("{percent} risk", { percent: percent(this.risk) }));
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
          make("span", capital(actionText(state.position, action, state.names))),
        ];
      case "z":
        return [make("span", _("Weasel: roll these dice again")), key("Z")];
      default: {
        const tile = Number(action.slice(1));
        const text = capital(claimText(state.position, action, state.names));
        return [
          make("span.action-tile", tileSvg(tile, wormsOn(tile))),
          make("span", text),
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

/** @param {number} share */
export function percent(share) {
  return `${Math.round(share * 100)} %`;
}

/** The sentence about the last turn. */
export class Verdict extends HTMLElement {
  /** @param {TableState} state */
  set state({ ended, names, event }) {
    this.hidden = ended === null;
    this.classList.toggle("is-fresh", event?.type === "TurnEnded");
    if (ended === null || !isNews(this, [ended, names])) return;
    const hasFailed = ended.result === "failed";
    this.className = hasFailed ? "has-failed is-fresh" : "has-won is-fresh";
    const [first = "", ...others] = toldEnd(ended, names);
    put(
      this,
      make("span.verdict-sign", iconSvg(hasFailed ? "warning" : "check")),
      make("p", make("strong", first), others.length > 0 && ` ${others.join(" ")}`),
    );
  }
}

customElements.define("pm-turn-title", TurnTitle);
customElements.define("pm-actions", Actions);
customElements.define("pm-verdict", Verdict);
