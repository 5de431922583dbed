/** Endless practice: puzzles that match the player's rating, or the player's decisions now due. */

import { ApiError, problemText, request } from "../shared/api.js";
import { make, put } from "../shared/dom.js";
import { _, ngettext } from "../shared/i18n.js";
import { daysBetween, today } from "./days.js";
import { answerCost, loadPuzzle } from "./puzzle-loader.js";
import { PuzzleQuestion } from "./puzzle-question.js";

/** @import { Card, PracticeLog } from "../profile/practice-log.js" */
/** @import { Rating } from "../profile/ratings.js" */
/** @import { PuzzleView as Puzzle } from "../shared/messages.js" */
/** @import { PuzzleEntry } from "./puzzle-loader.js" */
/** @typedef {{puzzle: Puzzle, card?: Card, number?: string}} Asked a card or a numbered puzzle */

/** The theme of decisions from the player's own games. */
export const OWN = "own";

/** Format a puzzle rating with its 95% interval. @param {Rating} rating */
function ratingText([rating, deviation]) {
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
  /** @type {readonly PuzzleEntry[]} */
  #entries = [];
  /** @type {PracticeLog | null} */
  #log = null;
  #isOwn = false;
  /** @type {Asked | null} */
  #asked = null;

  /** @param {readonly PuzzleEntry[]} entries @param {PracticeLog} log @param {string} theme */
  async show(entries, log, theme) {
    this.#isOwn = theme === OWN;
    const isAny = this.#isOwn || theme === "";
    this.#entries = isAny ? entries : entries.filter((entry) => entry[1] === theme);
    this.#log = log;
    this.build(_("Practice"), 1);
    this.progress.hidden = true;
    await this.#ask(log);
  }

  /**
   * Show the next puzzle; after the player's own decisions, continue with other puzzles.
   * @param {PracticeLog} log
   */
  async #ask(log) {
    const asked = await this.#next(log);
    this.#asked = asked;
    const place = asked.card ? dueText(log.due(today()).length) : ratingText(log.player);
    this.showQuestion(asked.puzzle, place);
  }

  /** @param {PracticeLog} log @returns {Promise<Asked>} */
  async #next(log) {
    const [card] = this.#isOwn ? log.due(today()) : [];
    if (!card) {
      const near = log.nearest(this.#entries);
      const [number] = near[Math.floor(Math.random() * near.length)] ?? [""];
      return { number, puzzle: await loadPuzzle(number) };
    }
    try {
      return { card, puzzle: await request(`/api/puzzle?line=${encodeURIComponent(card.line)}`) };
    } catch (error) {
      if (!(error instanceof ApiError && error.refused.code === "bad_puzzle")) throw error;
      log.removeCard(card);
      return this.#next(log);
    }
  }

  /** @override @param {string} action */
  answer(action) {
    const [asked, log] = [this.#asked, this.#log];
    if (!asked || !log) return;
    const { puzzle } = asked;
    const change = this.#record(asked, log, answerCost(puzzle, action));
    const notSavedNote =
      log.problem === "forbidden" &&
      make("p.lesson-hint", _("Nothing can be kept here: the rating ends with this session."));
    const changed = make("p.practice-rating", change);
    const onNext = () =>
      this.#ask(log).catch((error) => put(this.text, make("p", problemText(error))));
    this.showResult(puzzle, action, _("Next"), onNext, changed, notSavedNote);
    this.dispatchEvent(new Event("answered"));
  }

  /**
   * @param {Asked} asked
   * @param {PracticeLog} log
   * @param {number} cost
   * @returns {string} what the answer changed
   */
  #record({ card, number = "", puzzle }, log, cost) {
    if (card) {
      const following = log.answerCard(card, cost, today());
      if (!following) return _("You know this one now: it does not come back.");
      const days = daysBetween(following.due, today());
      return ngettext("It comes back in {count} day.", "It comes back in {count} days.", days);
    }
    const before = Math.round(log.player[0]);
    log.answer(number, puzzle.difficulty, cost);
    const change = Math.round(log.player[0]) - before;
    const sign = change > 0 ? "+" : change < 0 ? "−" : "";
    return `${ratingText(log.player)} (${sign}${Math.abs(change)})`;
  }
}

customElements.define("pm-practice-question", PracticeQuestion);
