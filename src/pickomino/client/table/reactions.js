/** A strip of reactions that stays open until it is closed. Loaded when it is first opened. */

import { button, make } from "../shared/dom.js";
import { _, REACTIONS } from "../shared/i18n.js";
import { iconButton } from "../shared/icon-button.js";

export class Reactions extends HTMLElement {
  /** The element that was focused before the strip was opened. @type {Element | null} */
  #opener = null;

  /** @param {(reaction: string) => void} react */
  constructor(react) {
    super();
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", _("Say something"));
    this.hidden = true;
    const choices = Object.entries(REACTIONS).map(([code, text]) =>
      button("small", () => react(code), text),
    );
    this.append(
      make("div.reaction-choices", ...choices),
      iconButton("close", _("Close"), () => this.toggle()),
    );
    this.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.toggle();
    });
  }

  /** Open or close the strip. */
  toggle() {
    this.hidden = !this.hidden;
    if (this.hidden) {
      if (this.#opener instanceof HTMLElement) this.#opener.focus();
      return;
    }
    this.#opener = document.activeElement;
    this.querySelector("button")?.focus();
  }
}

customElements.define("pm-reactions", Reactions);
