/** "Try again": the costly decisions of a seat as questions on a board to play on. */

import { BoardQuestion } from "../board/board-question.js";
import { tableState } from "../board/table-state.js";
import { band } from "../puzzles/scores.js";
import { button, make, put } from "../shared/dom.js";
import { _, ngettext } from "../shared/i18n.js";
import { render } from "../shared/lines.js";
import { percentage } from "../shared/number-format.js";
import { pageAddress } from "../shared/site.js";

/** @import { PlayedDecision, ReviewedGame } from "./reviewed-game.js" */

export class TryAgain extends BoardQuestion {
  /** @type {ReviewedGame | null} */
  #game = null;
  /** @type {PlayedDecision[]} */
  #questions = [];
  #seat = 0;
  #at = 0;
  #right = 0;
  #isRough = false;

  /** @param {ReviewedGame} game */
  show(game) {
    this.#game = game;
    this.#seat = game.seatInAddress();
    this.#isRough = game.review.is_rough;
    const isOne = new URL(location.href).searchParams.has("worst");
    this.#questions = isOne ? game.costliest(this.#seat, 1) : game.costly(this.#seat);
    this.build(_("Try again"), this.#questions.length);
    this.#ask(0);
  }

  /** @param {number} index */
  #ask(index) {
    this.#at = index;
    this.progress.value = index;
    const question = this.#questions[index];
    if (!question) {
      this.#end();
      return;
    }
    this.#draw(
      question,
      question.choices.map((choice) => choice.action),
    );
    put(
      this.text,
      make(
        "p",
        make("strong", _("Turn {turn}", { turn: question.turn })),
        " · ",
        _("What would you do now?"),
      ),
    );
    put(this.buttons, this.#back());
  }

  /** @param {PlayedDecision} question @param {string[]} legal */
  #draw(question, legal) {
    const game = this.#game;
    if (!game) return;
    const seats = game.replay.seats.map((seat, number) => ({
      ...seat,
      is_yours: number === this.#seat,
    }));
    this.table.actions.isNeutral = true;
    this.showTable(
      tableState(game.replay.frames, question.event, { names: game.names, seats }),
      legal,
    );
  }

  /** @override @param {string} action */
  answer(action) {
    const question = this.#questions[this.#at];
    const game = this.#game;
    if (!question || !game) return;
    const lost = answerCost(question, action);
    const isGood = band(lost) === 0;
    if (isGood) this.#right += 1;
    this.progress.value = this.#at + 1;
    this.#draw(question, []);
    const { event } = question;
    const nameOf = (/** @type {string} */ choice) => game.actionText(event, choice);
    put(
      this.text,
      make(
        "p",
        make("strong", isGood ? _("Right!") : _("Not quite.")),
        " ",
        isGood
          ? _("You chose: {action}.", { action: nameOf(action) })
          : _("You chose: {action}, which costs {cost}. Better: {better}.", {
              action: nameOf(action),
              cost: percentage(lost),
              better: nameOf(question.equals[0] ?? ""),
            }),
      ),
      make(
        "p",
        action !== question.chosen &&
          _("In the game: {action}, which cost {cost}.", {
            action: nameOf(question.chosen),
            cost: percentage(question.cost),
          }),
        " ",
        game.reasonText(question),
      ),
    );
    const isLast = this.#at === this.#questions.length - 1;
    const askNext = () => this.#ask(this.#at + 1);
    const next = button("primary", askNext, isLast ? _("How it went") : _("Next"));
    put(this.buttons, next, this.#back());
    next.focus({ preventScroll: true });
  }

  #end() {
    const count = this.#questions.length;
    const text =
      count === 0
        ? this.#isRough
          ? render(["estimate", {}], [])
          : _("There is nothing to try again: no decision cost 1% of a win or more.")
        : ngettext(
            "{right} of {count} question right.",
            "{right} of {count} questions right.",
            count,
            {
              right: this.#right,
            },
          );
    put(this.text, make("p", make("strong", text)));
    const again = () => {
      this.#right = 0;
      this.#ask(0);
    };
    put(this.buttons, count > 0 && button("primary", again, _("Once more")), this.#back());
    this.buttons.querySelector("button")?.focus({ preventScroll: true });
  }

  #back() {
    const id = encodeURIComponent(this.#game?.game.id ?? "");
    const address = pageAddress(`/review/${id}?seat=${this.#seat}`);
    return make("a.button", { href: address }, _("To the review"));
  }
}

/** @param {PlayedDecision} question @param {string} action */
function answerCost({ choices }, action) {
  const best = Math.max(...choices.map((choice) => choice.chance));
  return best - (choices.find((choice) => choice.action === action)?.chance ?? best);
}

customElements.define("pm-try-again", TryAgain);
