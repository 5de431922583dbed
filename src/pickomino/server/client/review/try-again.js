/** "Try again": the costly decisions of a seat as questions on the real board. */

import { finishMotion } from "../animation.js";
import { chickenSvg } from "../art.js";
import { make, put } from "../dom.js";
import { Table } from "../elements/table.js";
import { stateOf } from "../frames.js";
import { claimsIn, moveOf, pressedKey } from "../keys.js";
import { _, ngettext } from "../texts.js";
import { isRight, percentage } from "./reviewed-game.js";

/** @typedef {import("./reviewed-game.js").ReviewedGame} ReviewedGame */
/** @typedef {import("./reviewed-game.js").Played} Played */

export class TryAgain extends HTMLElement {
  #table = new Table();
  #text = make("div", { class: "lesson-text", role: "status" });
  #progress = make("progress", { class: "lesson-progress" });
  #buttons = make("div", { class: "lesson-buttons" });
  /** @type {ReviewedGame | null} */
  #game = null;
  /** @type {Played[]} */
  #questions = [];
  #seat = 0;
  #at = 0;
  #right = 0;
  #isAnswered = false;

  /** @param {ReviewedGame} game */
  show(game) {
    this.#game = game;
    const wanted = Number(new URL(location.href).searchParams.get("seat") ?? Number.NaN);
    this.#seat = game.names[wanted] === undefined ? (game.game.seats[0] ?? 0) : wanted;
    this.#questions = game.costly(this.#seat);
    this.#progress.max = Math.max(this.#questions.length, 1);
    this.#progress.setAttribute("aria-label", _("Progress"));
    this.append(this.#table);
    this.#table.log.hidden = true;
    this.#table.verdict.remove();
    this.#table.toolbar.remove();
    this.querySelector(".tray")?.before(
      make(
        "section",
        { class: "lesson", "aria-label": _("Try again") },
        make("span", { class: "lesson-chicken" }, chickenSvg(this.#seat)),
        make(
          "div",
          { class: "lesson-bubble" },
          make("h1", { class: "visually-hidden" }, _("Try again")),
          this.#text,
          make("div", { class: "lesson-foot" }, this.#buttons, this.#progress),
        ),
      ),
    );
    this.#table.addEventListener("act", (event) =>
      this.#answer(/** @type {CustomEvent<string>} */ (event).detail),
    );
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#ask(0);
  }

  /** @param {number} index */
  #ask(index) {
    this.#at = index;
    this.#progress.value = index;
    const question = this.#questions[index];
    if (!question) {
      this.#end();
      return;
    }
    this.#isAnswered = false;
    this.#draw(
      question,
      question.choices.map((choice) => choice.action),
    );
    put(
      this.#text,
      make(
        "p",
        {},
        make("strong", {}, _("Turn {turn}", { turn: question.turn })),
        " · ",
        _("What would you do now?"),
      ),
    );
    put(this.#buttons, this.#back());
  }

  /** @param {Played} question @param {string[]} legal */
  #draw(question, legal) {
    const game = this.#game;
    if (!game) return;
    const seats = game.replay.seats.map((seat, number) => ({
      ...seat,
      is_yours: number === this.#seat,
    }));
    finishMotion();
    const state = stateOf(game.replay.frames, question.event, { names: game.names, seats });
    this.#table.state = { ...state, event: null, ended: null, isSettled: true, legal };
  }

  /** @param {string} action */
  #answer(action) {
    const question = this.#questions[this.#at];
    const game = this.#game;
    if (!question || !game || this.#isAnswered) return;
    this.#isAnswered = true;
    const isGood = isRight(question, action);
    if (isGood) this.#right += 1;
    this.#progress.value = this.#at + 1;
    this.#draw(question, []);
    const { event } = question;
    const named = (/** @type {string} */ each) => game.actionText(event, each);
    const lost = lostBy(question, action);
    put(
      this.#text,
      make(
        "p",
        {},
        make("strong", {}, isGood ? _("Right!") : _("Not quite.")),
        " ",
        isGood
          ? _("You chose: {action}.", { action: named(action) })
          : _("You chose: {action}, which costs {cost}. Better: {better}.", {
              action: named(action),
              cost: percentage(lost),
              better: named(question.equals[0] ?? ""),
            }),
      ),
      make(
        "p",
        {},
        action !== question.chosen &&
          _("In the game: {action}, which cost {cost}.", {
            action: named(question.chosen),
            cost: percentage(question.cost),
          }),
        " ",
        game.reasonText(question),
      ),
    );
    const isLast = this.#at === this.#questions.length - 1;
    const next = make(
      "button",
      { class: "button primary", type: "button", onclick: () => this.#ask(this.#at + 1) },
      isLast ? _("How it went") : _("Next"),
    );
    put(this.#buttons, next, this.#back());
    next.focus({ preventScroll: true });
  }

  #end() {
    const count = this.#questions.length;
    const text =
      count === 0
        ? _("There is nothing to try again: no decision cost 1 % of a win or more.")
        : ngettext(
            "{right} of {count} question right.",
            "{right} of {count} questions right.",
            count,
            {
              right: this.#right,
            },
          );
    put(this.#text, make("p", {}, make("strong", {}, text)));
    const again = make(
      "button",
      {
        class: "button primary",
        type: "button",
        onclick: () => {
          this.#right = 0;
          this.#ask(0);
        },
      },
      _("Once more"),
    );
    put(this.#buttons, count > 0 && again, this.#back());
    this.#buttons.querySelector("button")?.focus({ preventScroll: true });
  }

  #back() {
    const address = `/review/${encodeURIComponent(this.#game?.game.id ?? "")}?seat=${this.#seat}`;
    return make("a", { class: "button", href: address }, _("To the review"));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const key = pressedKey(event);
    const question = this.#questions[this.#at];
    if (!question || this.#isAnswered) return;
    const legal = question.choices.map((choice) => choice.action);
    const move = moveOf(key);
    const action = move === "stop" ? (claimsIn(legal)[0] ?? "q") : move;
    if (!legal.includes(action)) return;
    event.preventDefault();
    this.#answer(action);
  }
}

/** What an answer costs. @param {Played} question @param {string} action */
function lostBy({ choices }, action) {
  const best = Math.max(...choices.map((choice) => choice.chance));
  return best - (choices.find((choice) => choice.action === action)?.chance ?? best);
}

customElements.define("pm-try-again", TryAgain);
