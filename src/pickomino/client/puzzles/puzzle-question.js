/** A puzzle on the board: first the question, then the value of every choice and the reason. */

import { tumble } from "../board/animation.js";
import { BoardQuestion } from "../board/board-question.js";
import { tableDice } from "../board/position.js";
import { actionText, tableState } from "../board/table-state.js";
import { button, make, put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { render, renderAll } from "../shared/lines.js";
import { percentage } from "../shared/number-format.js";
import { rulesTitle } from "../shared/table-settings.js";
import { markOf } from "./marks.js";
import { answerCost } from "./puzzle-loader.js";
import { namesBySeat, topicText } from "./puzzle-text.js";
import { band } from "./scores.js";

/** @import { Child } from "../shared/dom.js" */
/** @import { TableState } from "../board/table-state.js" */
/** @import { PuzzleView as Puzzle } from "../shared/messages.js" */

export class PuzzleQuestion extends BoardQuestion {
  /** @type {TableState | null} */
  #state = null;

  /** Show a puzzle. @param {Puzzle} puzzle @param {string} place in the sequence */
  showQuestion(puzzle, place) {
    const { seat } = tableDice(puzzle.frame);
    const names = namesBySeat(seat ?? 0, puzzle.frame.scores?.length ?? 0);
    const seats = names.map((_name, other) => ({ is_yours: other === seat }));
    this.table.actions.isNeutral = true;
    this.#state = tableState([puzzle.frame], 0, { names, seats: /** @type {any} */ (seats) });
    this.showTable(this.#state, puzzle.legal);
    tumble(this.table.dice.dice);
    put(
      this.text,
      make(
        "p",
        make("strong", place),
        ` · ${topicText(puzzle)} · ${rulesTitle(this.#state.wfen.split(" ")[0] ?? "")}`,
      ),
      make("p.visually-hidden", renderAll(puzzle.board ?? [], names)),
      make("p", _("What would you do now?")),
    );
    const hadFocus = this.buttons.contains(document.activeElement);
    put(this.buttons);
    if (!hadFocus) return;
    this.table.turnTitle.focusTitle();
    scrollTo({ top: 0 });
  }

  /**
   * Show what an answer is worth, and a button to continue.
   * @param {Puzzle} puzzle
   * @param {string} action
   * @param {string} nextLabel
   * @param {() => void} onNext
   * @param {...Child} notes
   */
  showResult(puzzle, action, nextLabel, onNext, ...notes) {
    if (this.#state) this.showTable(this.#state, []);
    const cost = answerCost(puzzle, action);
    put(
      this.text,
      make("p", markOf(cost), " ", make("strong", this.#verdict(puzzle, action))),
      make("p", this.#reason(puzzle, action)),
      ...notes,
      this.#outcomes(puzzle, action),
    );
    const next = button("primary", onNext, nextLabel);
    put(this.buttons, next);
    next.focus({ preventScroll: true });
  }

  /** @param {Puzzle} puzzle @param {string} action */
  #verdict(puzzle, action) {
    const chosen = this.#nameOf(action);
    const cost = answerCost(puzzle, action);
    if (band(cost) === 0)
      return [_("Right!"), _("You chose: {action}.", { action: chosen })].join(" ");
    return _("You chose: {action}, which costs {cost}. Better: {better}.", {
      action: chosen,
      cost: percentage(cost),
      better: this.#nameOf(puzzle.choices[0]?.action ?? ""),
    });
  }

  /** @param {string} action */
  #nameOf(action) {
    return this.#state ? actionText(this.#state, action) : action;
  }

  /** Explain why the best choice is better. @param {Puzzle} puzzle @param {string} action */
  #reason({ choices }, action) {
    const chosen = choices.find((choice) => choice.action === action);
    const reason = chosen?.reason ?? choices[1]?.reason;
    return reason ? render(reason, this.#state?.names ?? []) : "";
  }

  /** List the value of every choice. @param {Puzzle} puzzle @param {string} action */
  #outcomes({ choices }, action) {
    return make(
      "ol.tries",
      { "aria-label": _("In a hundred tries") },
      ...choices.map(({ action: other, chance, failure }, place) => {
        const wins = Math.round(100 * chance);
        const fails = Math.round(100 * failure);
        const bar = make("span.tries-bar", { "aria-hidden": "true" });
        bar.style.setProperty("--share", `${100 * chance}%`);
        const marks = [place === 0 && _("best"), other === action && _("your choice")];
        return make(
          "li",
          { class: place === 0 ? "is-right" : other === action ? "is-chosen" : "" },
          make(
            "span.tries-action",
            make("span", [this.#nameOf(other), ...marks].filter(Boolean).join(" · ")),
            make("strong", percentage(chance)),
          ),
          bar,
          make(
            "span.tries-summary",
            _("{wins} of 100 games won, {fails} of 100 turns fail", { wins, fails }),
          ),
        );
      }),
    );
  }
}
