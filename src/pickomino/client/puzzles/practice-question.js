/** Puzzles without end, about as hard as the player is good, or own decisions that are due. */

import { make } from "../shared/dom.js";
import { _, ngettext } from "../shared/i18n.js";
import { daysAfter, givenAway, readPuzzle, today } from "./packs.js";
import { PuzzleQuestion } from "./puzzle-question.js";

/** @import { Card, Numbered, PracticeLog } from "../profile/practice-log.js" */
/** @import { Rating } from "../profile/ratings.js" */
/** @import { Pack } from "./packs.js" */

/** The theme of decisions of one's own games. */
export const OWN = "own";

/** How good somebody is at puzzles, with a 95% interval. @param {Rating} rating */
export function ratingText([rating, deviation]) {
  return _("Puzzle rating {rating} ± {margin}", {
    rating: Math.round(rating),
    margin: Math.round(2 * deviation),
  });
}

/** How many own decisions are waiting. @param {number} count */
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
  /** @type {Numbered | Card | null} */
  #asked = null;

  /** @param {Pack} pack @param {PracticeLog} log @param {string} theme */
  show(pack, log, theme) {
    this.#pack = pack;
    this.#log = log;
    this.#theme = theme;
    this.lay(_("Practice"), 1);
    this.progress.hidden = true;
    this.ask();
  }

  /** Ask the next one; who is through with the own decisions has puzzles. */
  ask() {
    const [pack, log, day] = [this.#pack, this.#log, today()];
    if (!pack || !log) return;
    const card = this.#theme === OWN ? log.due(day)[0] : undefined;
    this.#asked = card ?? log.next(pack, day, this.#theme === OWN ? "" : this.#theme);
    const place = card ? dueText(log.due(day).length) : ratingText(log.player);
    this.poseQuestion(puzzleOf(this.#asked), place);
  }

  /** @override @param {string} action */
  answer(action) {
    const [asked, log] = [this.#asked, this.#log];
    if (!asked || !log) return;
    const puzzle = puzzleOf(asked);
    const told = this.#keep(asked, log, givenAway(puzzle, action));
    const unkept =
      log.problem === "forbidden" &&
      make("p.lesson-hint", _("This cannot be kept here: the rating ends with this session."));
    const changed = make("p.practice-rating", told);
    this.tellWorth(puzzle, action, _("Next"), () => this.ask(), changed, unkept);
    this.dispatchEvent(new Event("answered"));
  }

  /**
   * @param {Numbered | Card} asked
   * @param {PracticeLog} log
   * @param {number} cost
   * @returns {string} what the answer changed
   */
  #keep(asked, log, cost) {
    if ("line" in asked) {
      const following = log.answerCard(asked, cost, today());
      if (!following) return _("You know this one now: it does not come back.");
      const days = daysAfter(following.due, today());
      return ngettext("It comes back in {count} day.", "It comes back in {count} days.", days);
    }
    const before = Math.round(log.player[0]);
    log.answer(asked, cost);
    const change = Math.round(log.player[0]) - before;
    const sign = change > 0 ? "+" : change < 0 ? "−" : "";
    return `${ratingText(log.player)} (${sign}${Math.abs(change)})`;
  }
}

/** @param {Numbered | Card} asked */
const puzzleOf = (asked) => ("line" in asked ? readPuzzle(asked.line) : asked.puzzle);

customElements.define("pm-practice-question", PracticeQuestion);
