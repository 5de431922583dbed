/** The five puzzles of a day, one after the other. */

import { PUZZLES_PER_DAY } from "../shared/constants.js";
import { make } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { today } from "./days.js";
import { answerCost } from "./puzzle-loader.js";
import { PuzzleQuestion } from "./puzzle-question.js";

/** @import { PuzzleView as Puzzle } from "../shared/messages.js" */
/** @import { DailyLog } from "./scores.js" */

export class DailyFive extends PuzzleQuestion {
  /** @type {Puzzle[]} */
  #puzzles = [];
  #day = "";
  /** The index of the current puzzle. */
  #current = 0;
  /** @type {DailyLog | null} */
  #log = null;

  /** @param {string} day @param {Puzzle[]} puzzles @param {DailyLog} log */
  show(day, puzzles, log) {
    this.#day = day;
    this.#puzzles = puzzles;
    this.#log = log;
    this.build(_("The five for {date}", { date: day }), PUZZLES_PER_DAY);
    this.#showNext();
  }

  get #answered() {
    return this.#log?.costs(this.#day).length ?? 0;
  }

  #showNext() {
    this.#current = this.#answered;
    const puzzle = this.#puzzles[this.#current];
    if (!puzzle) {
      this.dispatchEvent(new Event("done"));
      return;
    }
    this.progress.value = this.#answered;
    this.showQuestion(
      puzzle,
      _("{number} of {count}", { number: this.#answered + 1, count: PUZZLES_PER_DAY }),
    );
  }

  /** @override @param {string} action */
  answer(action) {
    const puzzle = this.#puzzles[this.#current];
    if (!puzzle || !this.#log) return;
    this.#log.add(this.#day, this.#current, answerCost(puzzle, action), today());
    this.progress.value = this.#answered;
    const nextLabel = this.#answered === PUZZLES_PER_DAY ? _("How it went") : _("Next");
    const notSavedNote =
      this.#log.problem === "forbidden" &&
      make(
        "p.lesson-hint",
        _("Your answers cannot be kept here, so they do not count towards a streak."),
      );
    this.showResult(puzzle, action, nextLabel, () => this.#showNext(), notSavedNote);
  }
}

customElements.define("pm-daily-five", DailyFive);
