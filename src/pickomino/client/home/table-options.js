/**
 * The rules and options of a new table, folded away. Properties: `settings`, `starter`, `players`.
 * Attributes: `friends` offers a clock and the public list, `practice` taking moves back; with
 * `alone` the coach is always allowed.
 */

import { BY_LOT, MATCH_GAMES, MATCH_WINS } from "../shared/constants.js";
import { labelled, make, put, switchRow } from "../shared/dom.js";
import { _, ngettext, STARTERS } from "../shared/i18n.js";
import { preferences } from "../shared/preferences.js";
import { matchText, rulesTitle } from "../shared/table-settings.js";
import { RuleOptions } from "./rule-options.js";

/** @import { Settings } from "../shared/messages.js" */

const SECONDS = [0, 30, 60, 120];

export class TableOptions extends HTMLElement {
  #rules = new RuleOptions();
  #starter = make("select");
  #match = make("select");
  #hints = make("input", { type: "checkbox" });
  #practice = make("input", { type: "checkbox" });
  #public = make("input", { type: "checkbox" });
  #seconds = make("select");
  #summary = make("span.chosen-rules");

  connectedCallback() {
    if (this.childElementCount) return;
    for (const seconds of SECONDS) {
      const text = ngettext("{count} second", "{count} seconds", seconds);
      this.#seconds.append(make("option", { value: seconds }, seconds ? text : _("No clock")));
    }
    this.#offerMatches();
    // In a lobby the seat is chosen when all are there.
    if (this.hasAttribute("friends")) this.#offerStarters(Object.entries(STARTERS));
    let { coach } = preferences.values;
    this.#hints.checked = coach;
    preferences.addEventListener("change", () => {
      // Other preferences change too, such as the name: what was chosen here stays then.
      if (preferences.values.coach === coach) return;
      coach = preferences.values.coach;
      this.#hints.checked = coach;
    });
    this.append(
      make(
        "details",
        make("summary", _("Options"), " ", this.#summary),
        make("div.options", ...this.#fields()),
      ),
    );
    this.addEventListener("change", () => this.#tell());
    this.#tell();
  }

  *#fields() {
    yield this.#rules;
    const begins = labelled(_("Who begins"), this.#starter);
    begins.append(make("small", _("By the printed rules the youngest begins.")));
    yield begins;
    const match = labelled(_("Match"), this.#match);
    match.append(make("small", _("The table keeps the score from game to game.")));
    yield match;
    yield switchRow(this.#hints, _("Coach"), _("Shows chances and the best choice to everybody."));
    if (this.hasAttribute("practice")) {
      yield switchRow(
        this.#practice,
        _("Practice"),
        _("Moves can be taken back; the dice cannot be checked."),
      );
    }
    if (this.hasAttribute("friends")) {
      yield labelled(_("Time per turn"), this.#seconds);
      yield switchRow(
        this.#public,
        _("Public table"),
        _("Strangers can find it on the home page and join."),
      );
    }
    yield make("a", { href: "/rules#rule-sets" }, _("All rules"));
  }

  #offerMatches() {
    const games = MATCH_GAMES.map((count) => ({ match_games: count, match_wins: 0 }));
    const wins = MATCH_WINS.map((count) => ({ match_games: 1, match_wins: count }));
    for (const match of [...games, ...wins]) {
      const value = `${match.match_games} ${match.match_wins}`;
      this.#match.append(make("option", { value }, matchText(match)));
    }
  }

  /** @param {[string, string][]} starters values and texts */
  #offerStarters(starters) {
    const { value } = this.#starter;
    put(this.#starter, ...starters.map(([code, text]) => make("option", { value: code }, text)));
    if (starters.some(([code]) => code === value)) this.#starter.value = value;
  }

  /** Who sits down, where the game begins at once; one of them or the lot begins. */
  set players(/** @type {string[]} */ names) {
    /** @type {[string, string][]} */
    const seats = names.map((name, seat) => [String(seat), `${seat + 1}. ${name}`]);
    this.#offerStarters([...seats, [BY_LOT, STARTERS[BY_LOT] ?? BY_LOT]]);
  }

  #tell() {
    this.#summary.textContent = rulesTitle(this.#rules.rules);
  }

  /** The seat that begins, where one was chosen. */
  get starter() {
    return Number(this.#starter.value) || 0;
  }

  get wantsCoach() {
    return this.#hints.checked;
  }

  /** @returns {Partial<Settings>} */
  get settings() {
    const [match_games = 1, match_wins = 0] = this.#match.value.split(" ").map(Number);
    const starter = /** @type {Settings["starter"]} */ (this.#starter.value);
    return {
      rules: this.#rules.rules,
      practice: this.#practice.checked,
      // Against bots the coach disturbs nobody: it can be called at any time.
      hints: this.wantsCoach || this.hasAttribute("alone"),
      turn_seconds: Number(this.#seconds.value),
      is_public: this.#public.checked,
      starter: starter in STARTERS ? starter : "host",
      match_games,
      match_wins,
    };
  }
}

customElements.define("pm-table-options", TableOptions);
