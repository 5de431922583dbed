/** What happened turn by turn, the newest first. */

import { chickenSvg } from "../art.js";
import { make, put } from "../dom.js";
import { keptText, toldEnd, turnsOf } from "../narration.js";
import { _ } from "../texts.js";

/** @typedef {import("../messages.js").Event} Event */

const MOST_SHOWN = 200;

export class Log extends HTMLElement {
  #list = make("ol", { class: "log-turns", reversed: true, tabindex: "0" });
  #drawn = "";

  connectedCallback() {
    if (this.#list.isConnected) return;
    this.#list.setAttribute("aria-label", _("Turns so far, the newest first"));
    this.append(make("h2", {}, _("Turns")), this.#list);
  }

  /**
   * @param {readonly Event[]} events of this game
   * @param {readonly string[]} names
   */
  show(events, names) {
    const drawn = `${events.length} ${names.join()} ${JSON.stringify(events.at(-1))}`;
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const turns = turnsOf(events).filter((turn) => turn.ended);
    this.#list.start = turns.length;
    const rows = turns
      .reverse()
      .slice(0, MOST_SHOWN)
      .map((turn) => {
        const lines = turn.ended ? toldEnd(turn.ended, names) : [];
        const kept = keptText(turn);
        const total = turn.ended?.total ?? 0;
        return make(
          "li",
          { class: turn.ended?.result === "failed" ? "has-failed" : "" },
          make("span", { class: "log-chicken" }, chickenSvg(turn.seat)),
          make(
            "div",
            {},
            make("p", {}, lines.join(" ")),
            kept !== "" &&
              make("p", { class: "log-kept" }, _("{dice}: sum {total}", { dice: kept, total })),
          ),
        );
      });
    put(this.#list, ...rows);
    if (rows.length === 0)
      put(this.#list, make("li", { class: "log-none" }, _("No turn has ended yet.")));
  }
}

customElements.define("pm-log", Log);
