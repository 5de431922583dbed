/**
 * The rules and options of a new table, collapsed. Properties: `settings`, `starter`, `players`.
 * Attributes: `friends` offers a turn clock and the public list, `practice` offers practice games,
 * and with `alone` the coach is always allowed.
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
    // If the table has a lobby, the starting seat is chosen there.
    if (this.hasAttribute("friends")) this.#offerStarters(Object.entries(STARTERS));
    let { coach } = preferences.values;
    this.#hints.checked = coach;
    preferences.addEventListener("change", () => {
      // A change of another preference, such as the name, must not reset the choice made here.
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
    this.addEventListener("change", () => this.#update());
    this.#update();
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

  /** @param {[string, string][]} starters value and text */
  #offerStarters(starters) {
    const { value } = this.#starter;
    put(this.#starter, ...starters.map(([code, text]) => make("option", { value: code }, text)));
    if (starters.some(([code]) => code === value)) this.#starter.value = value;
  }

  /**
   * Set the players of a game without a lobby: one of them begins, or the starter is drawn by lot.
   */
  set players(/** @type {string[]} */ names) {
    /** @type {[string, string][]} */
    const seats = names.map((name, seat) => [String(seat), `${seat + 1}. ${name}`]);
    this.#offerStarters([...seats, [BY_LOT, STARTERS[BY_LOT] ?? BY_LOT]]);
  }

  #update() {
    this.#summary.textContent = rulesTitle(this.#rules.rules);
  }

  /** The starting seat, if one was chosen. */
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
      // Against bots only, the coach disturbs no other player and can be opened at any time.
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
