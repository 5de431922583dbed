/** How far the five of today are, and for how many days in a row they were played. */

import { marksOf } from "../puzzles/marks.js";
import { A_DAY, today } from "../puzzles/packs.js";
import { DailyLog } from "../puzzles/scores.js";
import { put } from "../shared/dom.js";
import { _, ngettext } from "../shared/i18n.js";

export class Today extends HTMLElement {
  connectedCallback() {
    const log = new DailyLog();
    const day = today();
    const count = log.streak(day);
    const streak =
      count > 0 ? ngettext("{count} day in a row", "{count} days in a row", count) : "";
    const costs = log.costs(day);
    const isBegun = costs.length > 0 && costs.length < A_DAY;
    const state = isBegun ? _("{number} of {count}", { number: costs.length, count: A_DAY }) : "";
    const words = [state, streak].filter(Boolean).join(" · ");
    if (costs.length > 0 || words) put(this, costs.length > 0 && marksOf(costs), " ", words);
  }
}

customElements.define("pm-today", Today);
