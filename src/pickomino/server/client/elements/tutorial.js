/** A first game on the real board, with a chicken that explains. */

import { finishMotion } from "../animation.js";
import { chickenSvg } from "../art.js";
import { make, put } from "../dom.js";
import { isStep, stateOf } from "../frames.js";
import { claimsIn, moveOf, pressedKey } from "../keys.js";
import { hasMotion } from "../preferences.js";
import { _, botTitle } from "../texts.js";
import { lessonText } from "../tutorial-texts.js";
import { Table } from "./table.js";

/** @typedef {import("../frames.js").TableState} TableState */
/** @typedef {import("../messages.js").Frame} Frame */
/** @typedef {import("../messages.js").TutorialStep} Step */
/** @typedef {import("../room-view.js").Seat} Seat */

const STAYS = 900;
const TEACHER = 2;

/** @param {boolean} isYours @returns {Seat} */
const seat = (isYours) => ({
  kind: isYours ? "person" : "bot",
  name: "",
  bot: "",
  is_yours: isYours,
  is_host: false,
  is_absent: false,
  stand_in: "",
});

export class Tutorial extends HTMLElement {
  #table = new Table();
  #text = make("div", { class: "lesson-text", role: "status" });
  #progress = make("progress", { class: "lesson-progress" });
  #buttons = make("div", { class: "lesson-buttons" });
  /** @type {Step[]} */
  #steps = [];
  /** @type {TableState[][]} */
  #states = [];
  #at = 0;
  #isReady = false;
  /** @type {(() => void) | null} */
  #hurry = null;

  /** @param {Step[]} steps */
  set steps(steps) {
    this.#steps = steps;
    const players = { names: [_("You"), botTitle("family")], seats: [seat(true), seat(false)] };
    /** @type {Frame[]} */
    const frames = [];
    this.#states = steps.map((step) =>
      step.frames.flatMap((frame) => {
        const index = frames.push(frame) - 1;
        return isStep(frame) ? [stateOf(frames, index, players)] : [];
      }),
    );
    this.#progress.max = steps.length;
    this.#progress.setAttribute("aria-label", _("Progress"));
    const lesson = make(
      "section",
      { class: "lesson", "aria-label": _("Lesson") },
      make("span", { class: "lesson-chicken" }, chickenSvg(TEACHER)),
      make(
        "div",
        { class: "lesson-bubble" },
        this.#text,
        make("div", { class: "lesson-foot" }, this.#buttons, this.#progress),
      ),
    );
    this.append(this.#table);
    this.#table.toolbar.hidden = true;
    this.#table.log.hidden = true;
    this.#table.verdict.remove();
    this.#table.toolbar.remove();
    this.querySelector(".tray")?.before(lesson);
    this.#table.addEventListener("act", (event) =>
      this.#act(/** @type {CustomEvent<string>} */ (event).detail),
    );
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("pointerdown", () => this.#skip(), { capture: true });
    void this.#show(0);
  }

  /** @param {number} index */
  async #show(index) {
    const step = this.#steps[index];
    if (!step) return;
    this.#at = index;
    this.#isReady = false;
    this.#progress.value = index + 1;
    const states = this.#states[index] ?? [];
    put(this.#buttons);
    for (const [number, state] of states.entries()) {
      const isLast = number === states.length - 1;
      const { legal, expects: best } = step;
      this.#table.state = isLast ? { ...state, legal, best } : state;
      if (!isLast && hasMotion()) await this.#pause();
    }
    this.#isReady = true;
    this.#say(lessonText(step.id), "");
    this.#drawButtons(step);
    const next = this.#buttons.querySelector("button.primary");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  #pause() {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, STAYS);
      this.#hurry = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
  }

  #skip() {
    finishMotion();
    this.#hurry?.();
  }

  /** @param {string} text @param {string} hint */
  #say(text, hint) {
    put(this.#text, make("p", {}, text), hint !== "" && make("p", { class: "lesson-hint" }, hint));
  }

  /** @param {Step} step */
  #drawButtons(step) {
    const isLast = this.#at === this.#steps.length - 1;
    const next = make(
      "button",
      { class: "button primary", type: "button", onclick: () => void this.#show(this.#at + 1) },
      _("Next"),
    );
    put(
      this.#buttons,
      step.expects === null && !isLast && next,
      isLast && make("a", { class: "button primary", href: "/" }, _("Play a game")),
      isLast && make("a", { class: "button", href: "/rules" }, _("Read the rules")),
      this.#at > 0 &&
        make(
          "button",
          { class: "button quiet", type: "button", onclick: () => void this.#show(this.#at - 1) },
          _("Back"),
        ),
    );
  }

  /** @param {string} action */
  #act(action) {
    const step = this.#steps[this.#at];
    if (!this.#isReady || !step) return;
    if (action === step.expects) void this.#show(this.#at + 1);
    else
      this.#say(
        lessonText(step.id),
        _("That would be allowed too. For this lesson, please follow the dashed frame."),
      );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const key = pressedKey(event);
    const step = this.#steps[this.#at];
    const legal = step?.legal ?? [];
    const move = moveOf(key);
    const wanted = move === "stop" ? (claimsIn(legal)[0] ?? "") : move;
    if (step?.expects === null && ["enter", " ", "arrowright"].includes(key)) {
      event.preventDefault();
      if (this.#isReady) void this.#show(this.#at + 1);
      else this.#skip();
    } else if (legal.includes(wanted)) {
      event.preventDefault();
      this.#act(wanted);
    }
  }
}

customElements.define("pm-tutorial", Tutorial);
