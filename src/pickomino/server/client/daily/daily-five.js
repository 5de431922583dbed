/** The five of a day: a question on the board, what every choice is worth, and at the end the result. */

import { tumble } from "../animation.js";
import { BoardQuestion } from "../board-question.js";
import { rulesTitle } from "../choices.js";
import { make, put } from "../dom.js";
import { stateOf } from "../frames.js";
import { actionText } from "../narration.js";
import { percentage, reasonText } from "../review/reviewed-game.js";
import { _ } from "../texts.js";
import { markOf } from "./marks.js";
import { A_DAY, frameOf, givenAway, legalIn, today } from "./packs.js";
import { aboutText, boardText, namesAround } from "./puzzle-words.js";

/** @typedef {import("../frames.js").TableState} TableState */
/** @typedef {import("./packs.js").Puzzle} Puzzle */
/** @typedef {import("./scores.js").DailyLog} DailyLog */

export class DailyFive extends BoardQuestion {
  /** @type {Puzzle[]} */
  #puzzles = [];
  #day = "";
  /** Which puzzle is asked, from 0. */
  #asked = 0;
  /** @type {DailyLog | null} */
  #log = null;
  /** @type {TableState | null} */
  #state = null;

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
    const frame = frameOf(puzzle);
    const names = namesAround(frame.seat, frame.scores.length);
    const seats = names.map((_name, seat) => ({ is_yours: seat === frame.seat }));
    this.#state = stateOf([frame], 0, { names, seats: /** @type {any} */ (seats) });
    this.pose(this.#state, legalIn(puzzle));
    tumble(this.table.dice.dice);
    const [number, count] = [this.#at + 1, A_DAY];
    put(
      this.text,
      make(
        "p",
        {},
        make("strong", {}, _("{number} of {count}", { number, count })),
        ` · ${aboutText(puzzle)} · ${rulesTitle(puzzle.wfen.split(" ")[0] ?? "")}`,
      ),
      make("p", { class: "visually-hidden" }, boardText(this.#state).join(" ")),
      make("p", {}, _("What would you do now?")),
    );
    const hadFocus = this.buttons.contains(document.activeElement);
    put(this.buttons);
    if (hadFocus) this.table.turnTitle.focusTitle();
  }

  /** @override @param {string} action */
  answer(action) {
    const puzzle = this.#puzzles[this.#asked];
    if (!puzzle || !this.#state || !this.#log) return;
    const cost = givenAway(puzzle, action);
    this.#log.add(this.#day, this.#asked, cost, today());
    this.pose(this.#state, []);
    this.progress.value = this.#at;
    put(
      this.text,
      make("p", {}, markOf(cost), " ", make("strong", {}, this.#verdict(puzzle, action))),
      make("p", {}, this.#reason(puzzle, action)),
      this.#tries(puzzle, action),
      this.#log.problem === "forbidden" &&
        make(
          "p",
          { class: "lesson-hint" },
          _("Your answers cannot be kept here, so they count for no streak."),
        ),
    );
    const isLast = this.#at === A_DAY;
    const next = make(
      "button",
      { class: "button primary", type: "button", onclick: () => this.#ask() },
      isLast ? _("How it went") : _("Next"),
    );
    put(this.buttons, next);
    next.focus({ preventScroll: true });
  }

  /** @param {Puzzle} puzzle @param {string} action */
  #verdict(puzzle, action) {
    const said = this.#named(action);
    const cost = givenAway(puzzle, action);
    if (cost === 0) return [_("Right!"), _("You chose: {action}.", { action: said })].join(" ");
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

  /** Why the best choice is better than the answer, or than the second. @param {Puzzle} puzzle @param {string} action */
  #reason({ choices }, action) {
    const chosen = choices.find((choice) => choice.action === action);
    const reason = chosen?.reason ?? choices[1]?.reason;
    return reason ? reasonText(reason, this.#state?.names ?? []) : "";
  }

  /** What every choice is worth, and how a hundred tries would go. @param {Puzzle} puzzle @param {string} action */
  #tries({ choices }, action) {
    return make(
      "ol",
      { class: "tries", "aria-label": _("In a hundred tries") },
      ...choices.map(({ action: each, chance, failure }, place) => {
        const wins = Math.round(100 * chance);
        const fails = Math.round(100 * failure);
        const bar = make("span", { class: "tries-bar", "aria-hidden": "true" });
        bar.style.setProperty("--share", `${100 * chance}%`);
        const marks = [place === 0 && _("best"), each === action && _("your choice")];
        return make(
          "li",
          { class: place === 0 ? "is-right" : each === action ? "is-chosen" : "" },
          make(
            "span",
            { class: "tries-what" },
            make("span", {}, [this.#named(each), ...marks].filter(Boolean).join(" · ")),
            make("strong", {}, percentage(chance)),
          ),
          bar,
          make(
            "span",
            { class: "tries-told" },
            _("{wins} of 100 games won, {fails} of 100 turns fail", { wins, fails }),
          ),
        );
      }),
    );
  }
}

customElements.define("pm-daily-five", DailyFive);
