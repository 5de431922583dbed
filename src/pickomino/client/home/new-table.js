/** The base of all forms for new tables: creates the room, or shows what failed. */

import { createRoom, problemText, sendCommand } from "../shared/api.js";
import { make } from "../shared/dom.js";
import { preferences } from "../shared/preferences.js";
import { openPage } from "../shared/site.js";
import { personSeat } from "../shared/table-settings.js";

/** @import { SeatPlan } from "../shared/api.js" */
/** @import { Settings } from "../shared/messages.js" */
/**
 * @typedef {object} TableRequest
 * @property {SeatPlan[]} seats
 * @property {{settings: Partial<Settings>, starter: number}} options
 * @property {boolean} isStarted
 */

export class NewTable extends HTMLElement {
  #problem = make("p.problem", { role: "alert" });

  /**
   * Show a form that creates a table when it is submitted.
   * @param {() => TableRequest} buildRequest
   * @param {...(Node | string)} children
   */
  show(buildRequest, ...children) {
    const onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.open(buildRequest());
    };
    this.replaceChildren(make("form", { onsubmit }, ...children, this.#problem));
  }

  /** Create a table and open it. @param {TableRequest} request */
  async open({ seats, options: { settings, starter }, isStarted }) {
    this.#setBusy(true);
    this.#problem.textContent = "";
    try {
      const name = seats.find((seat) => seat.type === "PersonSeat")?.name ?? "";
      const { code, version } = await createRoom({ seats, settings, starter }, name);
      if (isStarted) await sendCommand(code, { type: "Start" }, version);
      await openPage(`/table/${code}`);
    } catch (error) {
      this.#problem.textContent = problemText(error);
      this.#setBusy(false);
    }
  }

  /** @param {boolean} isBusy */
  #setBusy(isBusy) {
    for (const button of this.querySelectorAll("button")) button.disabled = isBusy;
    this.toggleAttribute("aria-busy", isBusy);
  }
}

/**
 * Return the player's own seat, and save the entered name.
 * @param {HTMLInputElement} input
 * @returns {SeatPlan}
 */
export function ownSeat(input) {
  const name = input.value.trim();
  preferences.set({ name });
  return personSeat(name);
}

// The back button may restore the page with its buttons still disabled.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
