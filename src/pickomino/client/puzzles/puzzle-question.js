/** A puzzle on the board: the question, then what every choice is worth and why. */

import { tumble } from "../board/animation.js";
import { BoardQuestion } from "../board/board-question.js";
import { actionText } from "../board/narration.js";
import { stateOf } from "../board/table-state.js";
import { reasonText } from "../review/reviewed-game.js";
import { button, make, put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { percentage } from "../shared/number-format.js";
import { rulesTitle } from "../shared/table-settings.js";
import { markOf } from "./marks.js";
import { frameOf, givenAway, legalIn } from "./packs.js";
import { aboutText, boardText, namesAround } from "./puzzle-text.js";
import { band } from "./scores.js";

/** @import { Child } from "../shared/dom.js" */
/** @import { TableState } from "../board/table-state.js" */
/** @import { Puzzle } from "./packs.js" */

export class PuzzleQuestion extends BoardQuestion {
  /** @type {TableState | null} */
  #state = null;

  /** Show a puzzle and ask. @param {Puzzle} puzzle @param {string} place where it stands */
  poseQuestion(puzzle, place) {
    const frame = frameOf(puzzle);
    const names = namesAround(frame.seat, frame.scores.length);
    const seats = names.map((_name, seat) => ({ is_yours: seat === frame.seat }));
    this.#state = stateOf([frame], 0, { names, seats: /** @type {any} */ (seats) });
    this.pose(this.#state, legalIn(puzzle));
    tumble(this.table.dice.dice);
    put(
      this.text,
      make(
        "p",
        make("strong", place),
        ` · ${aboutText(puzzle)} · ${rulesTitle(puzzle.wfen.split(" ")[0] ?? "")}`,
      ),
      make("p.visually-hidden", boardText(this.#state).join(" ")),
      make("p", _("What would you do now?")),
    );
    const hadFocus = this.buttons.contains(document.activeElement);
    put(this.buttons);
    if (!hadFocus) return;
    this.table.turnTitle.focusTitle();
    scrollTo({ top: 0 });
  }

  /**
   * Say what an answer is worth, with a way on.
   * @param {Puzzle} puzzle
   * @param {string} action
   * @param {string} onward
   * @param {() => void} goOn
   * @param {...Child} more
   */
  tellWorth(puzzle, action, onward, goOn, ...more) {
    if (this.#state) this.pose(this.#state, []);
    const cost = givenAway(puzzle, action);
    put(
      this.text,
      make("p", markOf(cost), " ", make("strong", this.#verdict(puzzle, action))),
      make("p", this.#reason(puzzle, action)),
      ...more,
      this.#tries(puzzle, action),
    );
    const next = button("primary", goOn, onward);
    put(this.buttons, next);
    next.focus({ preventScroll: true });
  }

  /** @param {Puzzle} puzzle @param {string} action */
  #verdict(puzzle, action) {
    const said = this.#named(action);
    const cost = givenAway(puzzle, action);
    if (band(cost) === 0)
      return [_("Right!"), _("You chose: {action}.", { action: said })].join(" ");
    return _("You chose: {action}, which costs {cost}. Better: {better}.", {
      action: said,
      cost: percentage(cost),
      better: this.#named(puzzle.choices[0]?.action ?? ""),
    });
  }

  /** @param {string} action */
  #named(action) {
    return this.#state ? actionText(this.#state.position, action, this.#state.names) : action;
  }

  /** Why the best choice is better. @param {Puzzle} puzzle @param {string} action */
  #reason({ choices }, action) {
    const chosen = choices.find((choice) => choice.action === action);
    const reason = chosen?.reason ?? choices[1]?.reason;
    return reason ? reasonText(reason, this.#state?.names ?? []) : "";
  }

  /** What every choice is worth. @param {Puzzle} puzzle @param {string} action */
  #tries({ choices }, action) {
    return make(
      "ol.tries",
      { "aria-label": _("In a hundred tries") },
      ...choices.map(({ action: each, chance, failure }, place) => {
        const wins = Math.round(100 * chance);
        const fails = Math.round(100 * failure);
        const bar = make("span.tries-bar", { "aria-hidden": "true" });
        bar.style.setProperty("--share", `${100 * chance}%`);
        const marks = [place === 0 && _("best"), each === action && _("your choice")];
        return make(
          "li",
          { class: place === 0 ? "is-right" : each === action ? "is-chosen" : "" },
          make(
            "span.tries-what",
            make("span", [this.#named(each), ...marks].filter(Boolean).join(" · ")),
            make("strong", percentage(chance)),
          ),
          bar,
          make(
            "span.tries-told",
            _("{wins} of 100 games won, {fails} of 100 turns fail", { wins, fails }),
          ),
        );
      }),
    );
  }
}
