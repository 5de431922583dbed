/** Descriptions of rule sets, bots and table settings, and the fields to choose them. */

import { BY_LOT, DEFAULT_BOT, MAX_NAME_LENGTH } from "./constants.js";
import { make, select } from "./dom.js";
import {
  _,
  BOTS,
  botLevel,
  botTitle,
  CLAUSES,
  capitalize,
  ngettext,
  RULE_OPTIONS,
  RULES,
} from "./i18n.js";
import { render } from "./lines.js";
import { preferences } from "./preferences.js";

/** @import { Settings } from "./messages.js" */

/** Two bots with recognizably different styles. */
export const DEFAULT_RIVALS = [DEFAULT_BOT, "beginner"];

/** Parse a rule set in WFEN notation: `classic+extrawurm(steal=forced)`. @param {string} rules */
export function parseRules(rules) {
  const [, name = rules, extrawurm = "", options = ""] =
    /^(\w+)(\+extrawurm)?(?:\((.*)\))?$/.exec(rules) ?? [];
  /** @type {Record<string, string>} */
  const changed = Object.fromEntries(
    options.split(",").flatMap((part) => (part ? [part.split("=")] : [])),
  );
  return { name, extrawurm, changed };
}

/** Explain options, in the order of forms. @param {Record<string, string>} options */
function clausesOf(options) {
  return Object.keys(RULE_OPTIONS).flatMap((option) => {
    const clause = CLAUSES[`${option}=${options[option]}`];
    return clause ? [clause] : [];
  });
}

/** Return the name of a rule set and its deviations from the preset. @param {string} rules */
export function rulesTitle(rules) {
  const { name, extrawurm, changed } = parseRules(rules);
  const names = [RULES[name]?.title ?? name, extrawurm && _("Extrawurm")];
  const title = names.filter(Boolean).join(" + ");
  const changes = clausesOf(changed).join("; ");
  return changes ? _("{rules}, but {changes}", { rules: title, changes }) : title;
}

/** Summarize the options of a rule set in one line. @param {string} rules */
export function rulesSummary(rules) {
  const { name, changed } = parseRules(rules);
  const options = Object.entries({ ...RULES[name]?.options, ...changed }).filter(
    ([option, value]) => value !== RULE_OPTIONS[option]?.unmentioned,
  );
  const line = clausesOf(Object.fromEntries(options)).join("; ");
  return `${capitalize(line)}.`;
}

/**
 * Describe the length of a match.
 * @param {Pick<Settings, "match_games" | "match_wins">} settings
 */
export function matchText({ match_games: games, match_wins: wins }) {
  if (wins) return render(["first_to", { count: wins }], []);
  return games === 1 ? _("Single games") : render(["games", { count: games }], []);
}

/** Describe the rules, with a summary unless they deviate from the preset. @param {string} rules */
function rulesText(rules) {
  const title = rulesTitle(rules);
  return Object.keys(parseRules(rules).changed).length
    ? _("Rule set {rules}.", { rules: title })
    : _("Rule set {rules}: {line}", { rules: title, line: rulesSummary(rules) });
}

/** Describe who begins, unless the seats show it. @param {Settings} settings */
function starterText({ starter }) {
  if (starter === BY_LOT) return _("Who begins is decided by lot, drawn with the dice.");
  return starter === "youngest" ? _("The youngest begins.") : "";
}

/**
 * Create a select of bots by title and level.
 * @param {string} chosen
 * @param {string} label
 * @param {(name: string) => void} change
 */
export function botSelect(chosen, label, change) {
  const text = (/** @type {string} */ name) =>
    _("{name} · {level}", { name: botTitle(name), level: botLevel(name) });
  return select(
    BOTS.map((name) => [name, text(name)]),
    chosen,
    change,
    { "aria-label": label },
  );
}

/** Create a field for a player's name. @param {string} value @param {string} [placeholder] */
export function nameInput(value, placeholder = "") {
  const input = make("input", {
    type: "text",
    maxlength: MAX_NAME_LENGTH,
    autocomplete: "nickname",
    spellcheck: "false",
    placeholder,
  });
  input.value = value;
  return input;
}

/** Create a field for the own name, which all such fields of the device share. */
export function ownNameInput() {
  const input = nameInput(preferences.values.name, defaultName());
  input.addEventListener("change", () => preferences.set({ name: input.value.trim() }));
  preferences.addEventListener("change", () => {
    if (input !== document.activeElement) input.value = preferences.values.name;
  });
  return input;
}

/**
 * Return the plan of the own seat.
 * @param {string} name
 * @returns {import("./api.js").SeatPlan}
 */
export function personSeat(name) {
  const { chicken } = preferences.values;
  return { type: "PersonSeat", name: name || defaultName(), chicken };
}

/** Return the name of a player who did not enter one. */
export const defaultName = () => _("Chick");

/** Return whether a match of several games is played. @param {Settings} settings */
export const isMatch = ({ match_games, match_wins }) => match_games > 1 || match_wins > 0;

/**
 * Return whether further games of a match are to be played.
 * @param {Pick<import("./room-view.js").View, "settings" | "score">} view
 */
export const isMatchOpen = ({ settings, score }) => isMatch(settings) && score.winners.length === 0;

/**
 * Describe the settings of a table, one sentence each.
 * @param {Settings} settings
 * @returns {string[]}
 */
export function settingsText(settings) {
  return [
    rulesText(settings.rules),
    settings.practice
      ? _("Moves can be taken back; the dice cannot be checked.")
      : _("Fair dice: everybody can check them after the game."),
    settings.hints ? _("The coach shows chances and advice.") : "",
    settings.turn_seconds
      ? ngettext(
          "After {count} second a bot takes over, until you take your seat back.",
          "After {count} seconds a bot takes over, until you take your seat back.",
          settings.turn_seconds,
        )
      : "",
    starterText(settings),
    isMatch(settings) ? _("A match: {length}.", { length: matchText(settings) }) : "",
    settings.is_public ? _("Public: strangers can find this table.") : "",
  ].filter(Boolean);
}
