/** The line beside the sum: what is still needed, or a preview of the dice pointed at. */

import { hasChanged, make, put } from "../shared/dom.js";
import { capitalize } from "../shared/i18n.js";
import { renderAll } from "../shared/lines.js";

/** @import { TableState } from "./table-state.js" */
/** @import { Line } from "../shared/messages.js" */

/** Holding a finger down for this long shows the preview instead of playing. */
const HOLD_MS = 400;

export class TargetLine extends HTMLElement {
  #text = make("p.target-text", { id: "target" });
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

  /** Show a preview, or what is still needed if it is null. @param {Line[] | null} preview */
  show(preview) {
    const state = this.#state;
    if (!state) return;
    const text = capitalize(renderAll(preview ?? state.targets, state.names, " · "));
    if (!hasChanged(this, [preview !== null, text])) return;
    this.classList.toggle("is-preview", preview !== null);
    put(this.#text, text);
  }
}

/**
 * Call `show` with the symbol of the group that is hovered, focused or held by a finger, and with
 * null when it is left. Lifting a finger that showed the preview does not play.
 * @param {HTMLElement} dice
 * @param {(symbol: string | null) => void} show
 */
export function listenForPreview(dice, show) {
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

customElements.define("pm-target-line", TargetLine);
