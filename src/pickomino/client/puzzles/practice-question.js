/** Endless practice: puzzles that match the player's rating, or the player's decisions now due. */

import { make } from "../shared/dom.js";
import { _, ngettext } from "../shared/i18n.js";
import { answerCost, daysBetween, parsePuzzle, today } from "./packs.js";
import { PuzzleQuestion } from "./puzzle-question.js";

/** @import { Card, NumberedPuzzle, PracticeLog } from "../profile/practice-log.js" */
/** @import { Rating } from "../profile/ratings.js" */
/** @import { Pack } from "./packs.js" */

/** The theme of decisions from the player's own games. */
export const OWN = "own";

/** Format a puzzle rating with its 95% interval. @param {Rating} rating */
export function ratingText([rating, deviation]) {
  return _("Puzzle rating {rating} ± {margin}", {
    rating: Math.round(rating),
    margin: Math.round(2 * deviation),
  });
}

/** Describe how many of the player's own decisions are due. @param {number} count */
export function dueText(count) {
  return count > 0
    ? ngettext(
        "{count} decision from your own games is due.",
        "{count} decisions from your own games are due.",
        count,
      )
    : _(
        "Nothing is due today. Costly decisions from games that you have reviewed come back here after 1, 3, 7 and 21 days.",
      );
}

export class PracticeQuestion extends PuzzleQuestion {
  /** @type {Pack | null} */
  #pack = null;
  /** @type {PracticeLog | null} */
  #log = null;
  #theme = "";
  /** @type {NumberedPuzzle | Card | null} */
  #asked = null;

  /** @param {Pack} pack @param {PracticeLog} log @param {string} theme */
  show(pack, log, theme) {
    this.#pack = pack;
    this.#log = log;
    this.#theme = theme;
    this.build(_("Practice"), 1);
    this.progress.hidden = true;
    this.ask();
  }

  /** Show the next puzzle; after the player's own decisions, continue with other puzzles. */
  ask() {
    const [pack, log, day] = [this.#pack, this.#log, today()];
    if (!pack || !log) return;
    const card = this.#theme === OWN ? log.due(day)[0] : undefined;
    this.#asked = card ?? log.next(pack, day, this.#theme === OWN ? "" : this.#theme);
    const place = card ? dueText(log.due(day).length) : ratingText(log.player);
    this.showQuestion(puzzleOf(this.#asked), place);
  }

  /** @override @param {string} action */
  answer(action) {
    const [asked, log] = [this.#asked, this.#log];
    if (!asked || !log) return;
    const puzzle = puzzleOf(asked);
    const change = this.#record(asked, log, answerCost(puzzle, action));
    const notSavedNote =
      log.problem === "forbidden" &&
      make("p.lesson-hint", _("This cannot be kept here: the rating ends with this session."));
    const changed = make("p.practice-rating", change);
    this.showResult(puzzle, action, _("Next"), () => this.ask(), changed, notSavedNote);
    this.dispatchEvent(new Event("answered"));
  }

  /**
   * @param {NumberedPuzzle | Card} asked
   * @param {PracticeLog} log
   * @param {number} cost
   * @returns {string} what the answer changed
   */
  #record(asked, log, cost) {
    if ("line" in asked) {
      const following = log.answerCard(asked, cost, today());
      if (!following) return _("You know this one now: it does not come back.");
      const days = daysBetween(following.due, today());
      return ngettext("It comes back in {count} day.", "It comes back in {count} days.", days);
    }
    const before = Math.round(log.player[0]);
    log.answer(asked, cost);
    const change = Math.round(log.player[0]) - before;
    const sign = change > 0 ? "+" : change < 0 ? "−" : "";
    return `${ratingText(log.player)} (${sign}${Math.abs(change)})`;
  }
}

/** @param {NumberedPuzzle | Card} asked */
const puzzleOf = (asked) => ("line" in asked ? parsePuzzle(asked.line) : asked.puzzle);

customElements.define("pm-practice-question", PracticeQuestion);
