/** How far the five of today are, and for how many days in a row they were played. */

import { marksOf } from "../daily/marks.js";
import { today } from "../daily/packs.js";
import { DailyLog } from "../daily/scores.js";
import { put } from "../dom.js";
import { ngettext } from "../texts.js";

export class Today extends HTMLElement {
  connectedCallback() {
    const log = new DailyLog();
    const day = today();
    const count = log.streak(day);
    const streak =
      count > 0 ? ngettext("{count} day in a row", "{count} days in a row", count) : "";
    const costs = log.costs(day);
    if (costs.length > 0 || streak) put(this, costs.length > 0 && marksOf(costs), " ", streak);
  }
}

customElements.define("pm-today", Today);
