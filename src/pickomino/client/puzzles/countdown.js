/** Counts down to the next day's puzzles; then it is a link to them. */

import { make, put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { pageAddress } from "../shared/site.js";
import { addDays, today } from "./days.js";

const SECOND_MS = 1000;

export class Countdown extends HTMLElement {
  #end = Date.parse(addDays(today(), 1));
  #time = make("span.countdown-time", { role: "timer" });
  #timer = 0;

  connectedCallback() {
    const [before = "", after = ""] = _("The next five in {time}").split("{time}");
    put(this, before, this.#time, after);
    this.#timer = setInterval(() => this.#show(), SECOND_MS);
    this.#show();
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  #show() {
    const left = Math.max(0, Math.ceil((this.#end - Date.now()) / SECOND_MS));
    const [hours, minutes, seconds] = [left / 3600, (left / 60) % 60, left % 60].map(Math.floor);
    const text = [minutes, seconds].map((part) => String(part).padStart(2, "0"));
    this.#time.textContent = [hours, ...text].join(":");
    if (left > 0) return;
    clearInterval(this.#timer);
    put(this, make("a.button", { href: pageAddress("/daily") }, _("Today’s five")));
  }
}

customElements.define("pm-countdown", Countdown);
