/** The coach's advice, at the chosen level of detail: a whisper, numbers, or everything. */

import { faceOf } from "../board/position.js";
import { dieSvg } from "../shared/art.js";
import { make, put } from "../shared/dom.js";
import { _, capitalize } from "../shared/i18n.js";
import { render } from "../shared/lines.js";
import { oneDecimal, percentage, rounded, roundedPercent } from "../shared/number-format.js";
import { setVoice, showsEverything, showsNumbers, VOICES, voice } from "./voices.js";

/** @import { TableState } from "../board/table-state.js" */
/** @import { CoachView } from "../shared/messages.js" */

const MAX_RESULTS = 8;

export class Coach extends HTMLElement {
  #voices = make("div.coach-voices", { role: "group", "aria-label": _("Voice of the coach") });
  #grade = make("p.coach-grade", { role: "status" });
  #body = make("div.coach-body");
  /** @type {[CoachView, TableState] | null} */
  #shown = null;

  connectedCallback() {
    if (this.#body.isConnected) return;
    const head = make("div.coach-head.wrap", make("h2", _("Coach")), this.#voices);
    this.append(head, this.#grade, this.#body);
    this.#drawVoices();
  }

  /** Show a message in place of advice. @param {string} text */
  showMessage(text) {
    this.#shown = null;
    put(this.#body, make("p.coach-message", text));
  }

  /**
   * Show how good a move was; null clears the last grade.
   * @param {CoachView["choices"][number] | null} choice
   * @param {readonly string[]} names
   */
  showGrade(choice, names) {
    this.#grade.dataset["grade"] = choice?.grade ?? "";
    put(this.#grade, choice && render(choice.verdict, names));
  }

  /** @param {CoachView} advice @param {TableState} state */
  show(advice, state) {
    this.#shown = [advice, state];
    put(
      this.#body,
      this.#whisper(advice, state),
      advice.is_estimate && make("p.coach-message", render(["estimate", {}], [])),
      ...(showsNumbers() ? this.#numbers(advice, state) : []),
      ...(showsEverything() ? this.#everything(advice, state) : []),
    );
  }

  #drawVoices() {
    const names = { whisper: _("Whisper"), numbers: _("Numbers"), everything: _("Everything") };
    const buttons = VOICES.map((name) => {
      const choose = () => this.#changeVoice(name);
      const pressed = String(name === voice());
      return make(
        "button",
        { "data-voice": name, "aria-pressed": pressed, onclick: choose },
        names[name],
      );
    });
    const focused = document.activeElement?.getAttribute("data-voice");
    put(this.#voices, ...buttons);
    if (focused) buttons.find((button) => button.dataset["voice"] === focused)?.focus();
  }

  /** @param {import("./voices.js").Voice} chosen */
  #changeVoice(chosen) {
    setVoice(chosen);
    this.#drawVoices();
    if (this.#shown) this.show(...this.#shown);
    this.dispatchEvent(new Event("voice"));
  }

  /** @param {CoachView} advice @param {TableState} state */
  #whisper({ choices: [best], why, is_estimate: isEstimate }, { names }) {
    if (!best || !why) return false;
    const percent = isEstimate ? roundedPercent : percentage;
    return make(
      "p.coach-reason",
      make("strong", `${capitalize(render(best.text, names))}.`),
      ` ${capitalize(render(why, names, percent))}`,
    );
  }

  /** @param {CoachView} advice @param {TableState} state */
  #numbers(advice, state) {
    const { rolling_failure: risk, choices, is_estimate: isEstimate } = advice;
    const worms = isEstimate ? rounded : oneDecimal;
    return [
      make(
        "dl.coach-facts",
        fact(_("Chance to win"), roundedPercent(advice.value)),
        fact(_("Risk of failing this turn"), roundedPercent(advice.failure)),
        risk !== null && fact(_("Risk if you roll"), roundedPercent(risk)),
        showsEverything() && fact(_("Expected worms"), worms(advice.expected_worms)),
      ),
      choices.length > 0 && make("h3", _("Your choices")),
      make("ol.coach-choices", ...choices.map((choice) => this.#choice(choice, advice, state))),
    ];
  }

  /** @param {CoachView} advice @param {TableState} state */
  #everything({ results }, state) {
    const likely = [...results].sort((a, b) => b.chance - a.chance).slice(0, MAX_RESULTS);
    const bars = likely.map(({ text, chance }) => bar(render(text, state.names), chance));
    return [
      results.length > 0 && make("h3", _("What can be won this turn")),
      make("ul.coach-results", ...bars),
    ];
  }

  /**
   * @param {CoachView["choices"][number]} choice
   * @param {CoachView} advice
   * @param {TableState} state
   */
  #choice({ action, cost, failure, text }, { best, equals, is_estimate: isEstimate }, state) {
    const isBest = action === best;
    const isEqual = equals.includes(action) && !isBest;
    const face = action.startsWith("k") ? faceOf(action.slice(1)) : 0;
    const dice =
      face > 0 &&
      make(
        "span.coach-dice",
        { "aria-hidden": "true" },
        ...state.position.rolled
          .filter((die) => die.face === face)
          .map((die) => dieSvg(die.face, { golden: die.isGolden })),
      );
    const lost = isEstimate
      ? _("about −{percent}", { percent: roundedPercent(cost) })
      : render(["win_chance_lost", { percent: cost }], []);
    const price = isBest ? _("best") : isEqual ? _("equal") : lost;
    const risk = _("{percent} risk", { percent: roundedPercent(failure) });
    return make(
      "li",
      { class: isBest ? "is-best" : "" },
      dice,
      make("span", { class: dice ? "visually-hidden" : "" }, capitalize(render(text, state.names))),
      make(
        "span.coach-cost",
        price,
        equals.length > 1 && (isBest || isEqual) && make("small", ` · ${risk}`),
      ),
    );
  }
}

/** @param {string} name @param {string} value */
function fact(name, value) {
  return make("div", make("dt", name), make("dd", value));
}

/** @param {string} name @param {number} chance */
function bar(name, chance) {
  const fill = make("span.bar-fill");
  fill.style.setProperty("width", `${Math.max(1, chance * 100)}%`);
  return make(
    "li",
    make("span.bar-name", name),
    make("span.bar", { "aria-hidden": "true" }, fill),
    make("span.bar-value", roundedPercent(chance)),
  );
}

customElements.define("pm-coach", Coach);
