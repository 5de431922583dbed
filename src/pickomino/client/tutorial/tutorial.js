/** The tutorial: three chapters of lessons on a board to play on, each of which can be skipped. */

import { finishMotion } from "../board/animation.js";
import { BoardQuestion } from "../board/board-question.js";
import { actionForKey, boardKey, claimsIn } from "../board/key-bindings.js";
import { isStep, tableState } from "../board/table-state.js";
import { QuickGame } from "../home/quick-game.js";
import { chickenSvg } from "../shared/art.js";
import { button, make, put } from "../shared/dom.js";
import { _, botTitle, CHAPTERS, LESSONS } from "../shared/i18n.js";
import { hasMotion } from "../shared/preferences.js";
import { pageAddress } from "../shared/site.js";

/** @import { TableState } from "../board/table-state.js" */
/** @import { Frame, TutorialStep as Step } from "../shared/messages.js" */
/** @import { Seat } from "../shared/room-view.js" */

const STATE_MS = 900;
const TEACHER = 2;
const RIVALS = ["family", "beginner", "expert"];

/** @param {boolean} isYours @param {number} chicken @returns {Seat} */
const seat = (isYours, chicken) => ({
  kind: isYours ? "person" : "bot",
  name: "",
  bot: "",
  is_yours: isYours,
  is_host: false,
  is_absent: false,
  stand_in: "",
  agrees: false,
  chicken,
});

/** Return the players of a lesson's table. @param {Frame} frame */
function playersOf({ wfen = "" }) {
  const rivals = RIVALS.slice(0, (wfen.split(" ")[2] ?? "").split("/").length - 1);
  return {
    names: [_("You"), ...rivals.map(botTitle)],
    seats: [seat(true, 0), ...rivals.map((_name, index) => seat(false, index + 1))],
  };
}

export class Tutorial extends BoardQuestion {
  #chapters = make("nav.lesson-chapters.wrap", { "aria-label": _("Chapters") });
  /** @type {Step[]} */
  #steps = [];
  /** @type {TableState[][]} */
  #states = [];
  #at = 0;
  #isReady = false;
  /** @type {(() => void) | null} */
  #endPause = null;

  /** @param {Step[]} steps */
  set steps(steps) {
    this.#steps = steps;
    /** @type {Frame[]} */
    const frames = [];
    this.#states = steps.map((step) => {
      const states = step.frames.map((frame) => {
        const index = frames.push(frame) - 1;
        return tableState(frames, index, playersOf(frame));
      });
      const visible = states.filter(isStep);
      // If a taken tile leads to the Raven's choice, only the last state can be shown.
      return visible.length > 0 ? visible : states.slice(-1);
    });
    put(this.chicken, chickenSvg(TEACHER));
    this.build(_("Lesson"), 1, this.#chapters);
    document.addEventListener("pointerdown", () => this.#skip(), { capture: true });
    void this.#show(0);
  }

  /** @param {number} index */
  async #show(index) {
    const step = this.#steps[index];
    if (!step) return;
    this.#at = index;
    this.#isReady = false;
    this.classList.toggle("is-reading", step.expects === null);
    this.#drawChapters(step);
    this.legal = step.legal;
    const states = this.#states[index] ?? [];
    put(this.buttons);
    for (const [number, state] of states.entries()) {
      const isLast = number === states.length - 1;
      const { legal, expects: best, texts, previews } = step;
      this.table.state = isLast ? { ...state, legal, best, texts, previews } : state;
      if (!isLast && hasMotion()) await this.#pause();
      // The player has moved on to another step in the meantime.
      if (this.#at !== index) return;
    }
    this.#isReady = true;
    this.#say(LESSONS[step.id] ?? "", "");
    this.#drawButtons(step);
    const next = this.buttons.querySelector("button.primary");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  #pause() {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, STATE_MS);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
  }

  #skip() {
    finishMotion();
    this.#endPause?.();
  }

  /** @param {string} text @param {string} hint */
  #say(text, hint) {
    put(this.text, make("p", text), hint !== "" && make("p.lesson-hint", hint));
  }

  /** @param {Step} step */
  #drawChapters({ chapter }) {
    const own = this.#steps.filter((step) => step.chapter === chapter);
    this.progress.max = own.length;
    this.progress.value = own.indexOf(/** @type {Step} */ (this.#steps[this.#at])) + 1;
    const known = Object.entries(CHAPTERS).filter(([name]) => this.#startOf(name) >= 0);
    put(
      this.#chapters,
      ...known.map(([name, title]) =>
        make(
          "button.lesson-chapter",
          {
            "aria-current": name === chapter ? "step" : "false",
            onclick: () => void this.#show(this.#startOf(name)),
          },
          title,
        ),
      ),
    );
  }

  /** Return the index of a chapter's first step. @param {string} chapter */
  #startOf(chapter) {
    return this.#steps.findIndex((step) => step.chapter === chapter);
  }

  /** @param {Step} step */
  #drawButtons(step) {
    const next = this.#steps[this.#at + 1];
    const isEnd = next?.chapter !== step.chapter;
    const following = this.#steps.findIndex(({ lesson }) => lesson > step.lesson);
    put(
      this.buttons,
      step.expects === null && !isEnd && this.#button(_("Next"), "primary", this.#at + 1),
      isEnd && new QuickGame(),
      isEnd && next && this.#button(CHAPTERS[next.chapter] ?? "", "", this.#at + 1),
      isEnd && make("a.button", { href: pageAddress("/rules") }, _("Read the rules")),
      step.expects !== null && following > 0 && this.#button(_("Skip"), "quiet", following),
      this.#at > 0 && this.#button(_("Back"), "quiet", this.#at - 1),
    );
  }

  /**
   * Create a button that goes to a step.
   * @param {string} text
   * @param {string} kind
   * @param {number} to
   */
  #button(text, kind, to) {
    return button(kind, () => void this.#show(to), text);
  }

  /** @override @param {string} action */
  answer(action) {
    const step = this.#steps[this.#at];
    if (!this.#isReady || !step) return;
    if (action === step.expects) void this.#show(this.#at + 1);
    else
      this.#say(
        LESSONS[step.id] ?? "",
        _("That would be allowed too. For this lesson, please follow the dashed frame."),
      );
  }

  /** @override @param {KeyboardEvent} event */
  onKey(event) {
    const key = boardKey(event);
    const step = this.#steps[this.#at];
    const move = actionForKey(key);
    const wanted = move === "stop" ? (claimsIn(this.legal)[0] ?? "") : move;
    const isOnButton =
      event.target instanceof Element && event.target.closest("a, button") !== null;
    const continues = key === "arrowright" || (!isOnButton && ["enter", " "].includes(key));
    if (step?.expects === null && continues) {
      event.preventDefault();
      if (this.#isReady) void this.#show(this.#at + 1);
      else this.#skip();
    } else if (this.legal.includes(wanted)) {
      event.preventDefault();
      this.answer(wanted);
    }
  }
}

customElements.define("pm-tutorial", Tutorial);
