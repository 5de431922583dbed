/** The line by the sum: what is still needed, or what the dice pointed at would make of it. */

import { isNews, make, put } from "../shared/dom.js";
import { capital } from "../shared/i18n.js";
import { needText, previewText } from "./targets.js";

/** @import { TableState } from "./table-state.js" */
/** @import { Preview } from "../shared/messages.js" */

/** A finger that rests so long wants to see, not to play. */
const HOLD_MS = 400;

export class Need extends HTMLElement {
  #text = make("p.need-text", { id: "need" });
  /** @type {TableState | null} */
  #state = null;

  connectedCallback() {
    if (!this.#text.isConnected) this.append(this.#text);
  }

  /** @param {TableState} state */
  set state(state) {
    this.#state = state;
    this.show(null);
  }

  /** Show a preview in place of the need, or the need again. @param {Preview | null} preview */
  show(preview) {
    const state = this.#state;
    if (!state) return;
    const text = capital(preview ? previewText(preview, state) : needText(state));
    if (!isNews(this, [preview !== null, text])) return;
    this.classList.toggle("is-preview", preview !== null);
    put(this.#text, text);
  }
}

/**
 * Call with the preview of the group that is pointed at, has the focus, or is held by a finger;
 * with nothing when it is left. A finger that held does not play when it is lifted.
 * @param {HTMLElement} dice
 * @param {(symbol: string | null) => void} show
 */
export function listenToPointing(dice, show) {
  let holding = 0;
  let wasHeld = false;
  /** @param {globalThis.Event} event */
  const symbolAt = ({ target }) => {
    const group = target instanceof Element ? target.closest("button.group") : null;
    return group instanceof HTMLElement ? (group.dataset["symbol"] ?? null) : null;
  };
  const leave = () => {
    clearTimeout(holding);
    show(null);
  };
  dice.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") show(symbolAt(event));
  });
  dice.addEventListener("focusin", (event) => {
    if (event.target instanceof Element && event.target.matches(":focus-visible"))
      show(symbolAt(event));
  });
  dice.addEventListener("pointerdown", (event) => {
    wasHeld = false;
    const symbol = symbolAt(event);
    if (event.pointerType === "mouse" || symbol === null) return;
    clearTimeout(holding);
    holding = setTimeout(() => {
      wasHeld = true;
      show(symbol);
    }, HOLD_MS);
  });
  for (const end of ["pointerleave", "focusout", "pointerup", "pointercancel"])
    dice.addEventListener(end, leave);
  dice.addEventListener("contextmenu", (event) => {
    if (wasHeld) event.preventDefault();
  });
  dice.addEventListener(
    "click",
    (event) => {
      if (wasHeld && event.detail > 0) event.stopPropagation();
      wasHeld = false;
    },
    { capture: true },
  );
}

customElements.define("pm-need", Need);
