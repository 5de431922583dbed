/** What the ways to a new table share: a form that makes a room, or says what failed. */

import { createRoom, problemText, sendCommand } from "../shared/api.js";
import { make } from "../shared/dom.js";
import { preferences } from "../shared/preferences.js";
import { namelessTitle } from "../shared/table-settings.js";
import { guideThrough } from "../table/guided-game.js";

/** @import { SeatPlan } from "../shared/api.js" */
/** @import { Settings } from "../shared/messages.js" */
/**
 * @typedef {object} Wish
 * @property {SeatPlan[]} seats
 * @property {{settings: Partial<Settings>, starter: number}} options
 * @property {boolean} isStarted
 * @property {boolean} [isGuided] whether it is explained as it is played
 */

export class NewTable extends HTMLElement {
  #problem = make("p.problem", { role: "alert" });

  /**
   * Show a form; sending it makes the table that `wish` gives.
   * @param {() => Wish} wish
   * @param {...(Node | string)} children
   */
  show(wish, ...children) {
    const onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.open(wish());
    };
    this.replaceChildren(make("form", { onsubmit }, ...children, this.#problem));
  }

  /** Make a table and go there. @param {Wish} wish */
  async open({ seats, options: { settings, starter }, isStarted, isGuided = false }) {
    this.#setBusy(true);
    this.#problem.textContent = "";
    try {
      const name = seats.find((seat) => seat.type === "PersonSeat")?.name ?? "";
      const { code, version } = await createRoom({ seats, settings, starter }, name);
      if (isStarted) await sendCommand(code, { type: "Start" }, version);
      if (isGuided) guideThrough(code);
      location.assign(`/table/${code}`);
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
 * The player's own seat; a typed name is remembered.
 * @param {HTMLInputElement} input
 * @returns {SeatPlan}
 */
export function ownSeat(input) {
  const name = input.value.trim();
  preferences.set({ name });
  return { type: "PersonSeat", name: name || namelessTitle() };
}

// Coming back with the browser's own button shows the page as it was left: wake its buttons up.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
