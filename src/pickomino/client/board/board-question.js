/** A board with a text panel, the base of the tutorial, the review's questions and the puzzles. */

import { playerSvg } from "../shared/art.js";
import { make, put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { finishMotion } from "./animation.js";
import { actionForKey, boardKey, claimsIn } from "./key-bindings.js";
import { Table } from "./table.js";

/** @import { TableState } from "./table-state.js" */

export class BoardQuestion extends HTMLElement {
  table = new Table();
  text = make("div.lesson-text", { role: "status" });
  progress = make("progress.lesson-progress");
  buttons = make("div.lesson-buttons.wrap");
  chicken = make("span.lesson-chicken");
  /** The actions that are accepted as answers. @type {string[]} */
  legal = [];

  /**
   * Add the board and the text panel.
   * @param {string} title
   * @param {number} questions
   * @param {HTMLElement} [heading] above the text
   */
  build(title, questions, heading = make("h1.visually-hidden", title)) {
    this.progress.max = Math.max(questions, 1);
    this.progress.setAttribute("aria-label", _("Progress"));
    this.append(this.table);
    this.table.log.hidden = true;
    this.table.verdict.remove();
    this.table.toolbar.remove();
    this.querySelector(".tray")?.before(
      make(
        "section.lesson",
        { "aria-label": title },
        this.chicken,
        make(
          "div.lesson-bubble",
          heading,
          this.text,
          make("div.lesson-foot.wrap", this.buttons, this.progress),
        ),
      ),
    );
    this.table.addEventListener("act", (event) =>
      this.#onAction(/** @type {CustomEvent<string>} */ (event).detail),
    );
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** Show a table and accept answers. @param {TableState} state @param {string[]} legal */
  showTable(state, legal) {
    this.legal = legal;
    put(this.chicken, playerSvg(state.seats, state.seat ?? 0));
    finishMotion();
    this.table.state = {
      ...state,
      ...{ event: null, ended: null, turnEnd: null, lastEnd: null },
      ...{ isSettled: true, legal },
    };
  }

  /** Handle an answer; overridden by subclasses. @param {string} _action */
  answer(_action) {}

  /** @param {string} action */
  #onAction(action) {
    if (this.legal.includes(action)) this.answer(action);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.repeat) return; // A key still held down from pressing "Next" is not an answer.
    const move = actionForKey(boardKey(event));
    const claims = claimsIn(this.legal);
    // If stopping could win either of two tiles, the key does not say which one.
    const stop = claims.length > 1 ? "" : (claims[0] ?? "q");
    const action = move === "stop" ? stop : move;
    if (!this.legal.includes(action)) return;
    event.preventDefault();
    this.answer(action);
  }
}
