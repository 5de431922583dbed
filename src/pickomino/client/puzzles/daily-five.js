/** The five of a day, one after the other, and at the end the result. */

import { make } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { A_DAY, givenAway, today } from "./packs.js";
import { PuzzleQuestion } from "./puzzle-question.js";

/** @import { Puzzle } from "./packs.js" */
/** @import { DailyLog } from "./scores.js" */

export class DailyFive extends PuzzleQuestion {
  /** @type {Puzzle[]} */
  #puzzles = [];
  #day = "";
  /** Which puzzle is asked, from 0. */
  #asked = 0;
  /** @type {DailyLog | null} */
  #log = null;

  /** @param {string} day @param {Puzzle[]} puzzles @param {DailyLog} log */
  show(day, puzzles, log) {
    this.#day = day;
    this.#puzzles = puzzles;
    this.#log = log;
    this.lay(_("The five for {date}", { date: day }), A_DAY);
    this.#ask();
  }

  get #at() {
    return this.#log?.costs(this.#day).length ?? 0;
  }

  #ask() {
    this.#asked = this.#at;
    const puzzle = this.#puzzles[this.#asked];
    if (!puzzle) {
      this.dispatchEvent(new Event("done"));
      return;
    }
    this.progress.value = this.#at;
    this.poseQuestion(puzzle, _("{number} of {count}", { number: this.#at + 1, count: A_DAY }));
  }

  /** @override @param {string} action */
  answer(action) {
    const puzzle = this.#puzzles[this.#asked];
    if (!puzzle || !this.#log) return;
    this.#log.add(this.#day, this.#asked, givenAway(puzzle, action), today());
    this.progress.value = this.#at;
    const onward = this.#at === A_DAY ? _("How it went") : _("Next");
    const unkept =
      this.#log.problem === "forbidden" &&
      make(
        "p.lesson-hint",
        _("Your answers cannot be kept here, so they do not count towards a streak."),
      );
    this.tellWorth(puzzle, action, onward, () => this.#ask(), unkept);
  }
}

customElements.define("pm-daily-five", DailyFive);
