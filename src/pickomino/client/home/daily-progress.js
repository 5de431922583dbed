/** The player's progress in today's five puzzles, and the current streak. */

import { today } from "../puzzles/days.js";
import { marksOf } from "../puzzles/marks.js";
import { DailyLog } from "../puzzles/scores.js";
import { PUZZLES_PER_DAY } from "../shared/constants.js";
import { put } from "../shared/dom.js";
import { _, ngettext } from "../shared/i18n.js";

export class DailyProgress extends HTMLElement {
  connectedCallback() {
    const log = new DailyLog();
    const day = today();
    const count = log.streak(day);
    const streak =
      count > 0 ? ngettext("{count} day in a row", "{count} days in a row", count) : "";
    const costs = log.costs(day);
    const isBegun = costs.length > 0 && costs.length < PUZZLES_PER_DAY;
    const state = isBegun
      ? _("{number} of {count}", { number: costs.length, count: PUZZLES_PER_DAY })
      : "";
    const text = [state, streak].filter(Boolean).join(" · ");
    if (costs.length > 0 || text) put(this, costs.length > 0 && marksOf(costs), " ", text);
  }
}

customElements.define("pm-daily-progress", DailyProgress);
