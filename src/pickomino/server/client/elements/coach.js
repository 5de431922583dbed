/** What the coach says: the risk, what each choice costs, what may come of it. */

import { dieSvg } from "../art.js";
import { make, put } from "../dom.js";
import { actionText } from "../narration.js";
import { faceOf, ownerOfTop } from "../position.js";
import { _, capital, language } from "../texts.js";
import { percent } from "./actions.js";

/** @typedef {import("../messages.js").CoachView} CoachView */
/** @typedef {import("../frames.js").TableState} TableState */

const MOST_RESULTS = 8;

export class Coach extends HTMLElement {
  #body = make("div", { class: "coach-body" });

  connectedCallback() {
    if (this.#body.isConnected) return;
    this.append(make("h2", {}, _("Coach")), this.#body);
  }

  /** Nothing to say now. @param {string} text */
  wait(text) {
    put(this.#body, make("p", { class: "coach-quiet" }, text));
  }

  /**
   * @param {CoachView} advice
   * @param {TableState} state
   */
  show(advice, state) {
    put(
      this.#body,
      make(
        "dl",
        { class: "coach-facts" },
        fact(_("Chance to win"), percent(advice.value)),
        fact(_("Risk of failing this turn"), percent(advice.failure)),
        advice.rolling_failure !== null &&
          fact(_("Risk if you roll"), percent(advice.rolling_failure)),
        fact(_("Worms to expect"), tenths(advice.expected_worms)),
      ),
      advice.judge === "formula" &&
        make(
          "p",
          { class: "coach-quiet" },
          _("A rough estimate: the champion has not learned these rules."),
        ),
      advice.choices.length > 0 && make("h3", {}, _("Your choices")),
      make(
        "ol",
        { class: "coach-choices" },
        ...advice.choices.map((choice) => this.#choice(choice, advice, state)),
      ),
      advice.results.length > 0 && make("h3", {}, _("What this turn may win")),
      make("ul", { class: "coach-results" }, ...this.#results(advice, state)),
    );
  }

  /**
   * @param {CoachView["choices"][number]} choice
   * @param {CoachView} advice
   * @param {TableState} state
   */
  #choice({ action, cost }, advice, state) {
    const isBest = action === advice.best;
    const text = capital(actionText(state.position, action, state.names));
    const face = action.startsWith("k") ? faceOf(action.slice(1)) : 0;
    const dice =
      face > 0 &&
      make(
        "span",
        { class: "coach-dice", "aria-hidden": "true" },
        ...state.position.rolled
          .filter((die) => die.face === face)
          .map((die) => dieSvg(die.face, { golden: die.isGolden })),
      );
    const price = isBest ? _("best") : _("−{points} points", { points: tenths(cost * 100) });
    return make(
      "li",
      { class: isBest ? "is-best" : "" },
      dice,
      make("span", { class: dice ? "visually-hidden" : "" }, text),
      make(
        "span",
        { class: "coach-cost", title: _("Percentage points of the chance to win") },
        price,
      ),
    );
  }

  /** @param {CoachView} advice @param {TableState} state */
  #results({ results }, state) {
    const likely = [...results].sort((a, b) => b.chance - a.chance).slice(0, MOST_RESULTS);
    return likely.map(({ claim, chance }) => bar(shortClaim(claim, state), chance));
  }
}

/** @param {string} claim @param {TableState} state */
function shortClaim(claim, { position, names }) {
  const tile = Number(claim.slice(1));
  const name = claim.startsWith("s") ? (names[ownerOfTop(position, tile)] ?? "") : "";
  return name ? _("{tile} of {name}", { tile, name }) : String(tile);
}

/** A number with one decimal, as one writes it in the page's language. @param {number} value */
function tenths(value) {
  // No "−0.0".
  return (Math.round(value * 10) / 10 || 0).toLocaleString(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}

/** @param {string} name @param {string} value */
function fact(name, value) {
  return make("div", {}, make("dt", {}, name), make("dd", {}, value));
}

/** @param {string} name @param {number} chance */
function bar(name, chance) {
  const fill = make("span", { class: "bar-fill" });
  fill.style.setProperty("width", `${Math.max(1, chance * 100)}%`);
  return make(
    "li",
    {},
    make("span", { class: "bar-name" }, name),
    make("span", { class: "bar", "aria-hidden": "true" }, fill),
    make("span", { class: "bar-value" }, percent(chance)),
  );
}

customElements.define("pm-coach", Coach);
