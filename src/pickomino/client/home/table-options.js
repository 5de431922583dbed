/**
 * The rules and options of a table, collapsed. Properties: `settings`, `starter`, `players`.
 * Attributes: `friends` offers a turn clock and the public list, `practice` offers practice games,
 * and with `alone` the coach is always allowed. `opened` is for a table that is open already.
 */

import { BY_LOT, MATCH_GAMES, MATCH_WINS } from "../shared/constants.js";
import { labelled, make, put, switchRow } from "../shared/dom.js";
import { _, ngettext, STARTERS } from "../shared/i18n.js";
import { preferences } from "../shared/preferences.js";
import { pageAddress, site } from "../shared/site.js";
import { loadItem, saveItem } from "../shared/storage.js";
import { matchText, rulesTitle } from "../shared/table-settings.js";
import { RuleOptions } from "./rule-options.js";

/** @import { Settings } from "../shared/messages.js" */

/** What was chosen last; who begins, the clock and the public list depend on the company. */
const KEY = "pickomino.options";
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
    for (const seconds of SECONDS) offer(this.#seconds, seconds, clockText(seconds));
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
    this.#restore();
    this.addEventListener("change", () => {
      this.#update();
      this.#save();
    });
    this.#update();
  }

  /** Choose what was chosen last on this device, unless these are the options of an open table. */
  #restore() {
    if (this.hasAttribute("opened")) return;
    const { rules, match } = Object(loadItem(KEY, {}));
    if (typeof rules === "string") this.#rules.rules = rules;
    if ([...this.#match.options].some(({ value }) => value === match)) this.#match.value = match;
  }

  #save() {
    if (this.hasAttribute("opened")) return;
    saveItem(KEY, { rules: this.#rules.rules, match: this.#match.value });
    const coach = this.#hints.checked;
    if (coach !== preferences.values.coach) preferences.set({ coach });
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
        _("Take back"),
        _("Moves can be taken back; the dice cannot be checked."),
      );
    }
    if (this.hasAttribute("friends")) {
      yield labelled(_("Time per turn"), this.#seconds);
    }
    if (this.hasAttribute("friends") && !site) {
      yield switchRow(
        this.#public,
        _("Public table"),
        _("Strangers can find it on the home page and join."),
      );
    }
    yield make("a", { href: pageAddress("/rules#rule-sets") }, _("All rules"));
  }

  #offerMatches() {
    const games = MATCH_GAMES.map((count) => ({ match_games: count, match_wins: 0 }));
    const wins = MATCH_WINS.map((count) => ({ match_games: 1, match_wins: count }));
    for (const match of [...games, ...wins]) offer(this.#match, matchKey(match), matchText(match));
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

  /** The chosen settings, without those that are not offered. */
  set settings(/** @type {Settings} */ settings) {
    this.#rules.rules = settings.rules;
    this.#practice.checked = settings.practice;
    this.#hints.checked = settings.hints;
    this.#public.checked = settings.is_public;
    // Other clients may have chosen values that are not offered here.
    offer(this.#seconds, settings.turn_seconds, clockText(settings.turn_seconds));
    this.#seconds.value = String(settings.turn_seconds);
    offer(this.#match, matchKey(settings), matchText(settings));
    this.#match.value = matchKey(settings);
    this.#starter.value = settings.starter;
    this.#update();
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

/** @param {Pick<Settings, "match_games" | "match_wins">} settings */
const matchKey = ({ match_games, match_wins }) => `${match_games} ${match_wins}`;

/** @param {number} seconds */
const clockText = (seconds) =>
  seconds ? ngettext("{count} second", "{count} seconds", seconds) : _("No clock");

/**
 * Add an option to a select, unless it is there.
 * @param {HTMLSelectElement} select
 * @param {string | number} value
 * @param {string} text
 */
function offer(select, value, text) {
  if ([...select.options].some((option) => option.value === String(value))) return;
  select.append(make("option", { value }, text));
}

customElements.define("pm-table-options", TableOptions);
