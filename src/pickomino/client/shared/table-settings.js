/** Rule sets, bots and settings in words, and fields to choose them. */

import { BY_LOT, LONGEST_NAME, USUAL_BOT } from "./constants.js";
import { make, select } from "./dom.js";
import {
  _,
  BOTS,
  botLevel,
  botTitle,
  CLAUSES,
  capital,
  ngettext,
  RULE_OPTIONS,
  RULES,
} from "./i18n.js";

/** @import { Settings } from "./messages.js" */

/** Two whom one can tell apart. */
export const USUAL_RIVALS = [USUAL_BOT, "beginner"];

/**
 * A rule set as WFEN writes it: `classic+extrawurm(steal=forced)`.
 * @param {string} rules
 */
function parsed(rules) {
  const [, name = rules, extrawurm = "", written = ""] =
    /^(\w+)(\+extrawurm)?(?:\((.*)\))?$/.exec(rules) ?? [];
  /** @type {Record<string, string>} */
  const changed = Object.fromEntries(
    written.split(",").flatMap((part) => (part ? [part.split("=")] : [])),
  );
  return { name, extrawurm, changed };
}

/** What options mean, in the order of forms. @param {Record<string, string>} options */
function clausesOf(options) {
  return Object.keys(RULE_OPTIONS).flatMap((option) => {
    const clause = CLAUSES[`${option}=${options[option]}`];
    return clause ? [clause] : [];
  });
}

/**
 * Name a rule set, and say where it deviates from it.
 * @param {string} rules
 */
export function rulesTitle(rules) {
  const { name, extrawurm, changed } = parsed(rules);
  const names = [RULES[name]?.title ?? name, extrawurm && _("Extrawurm")];
  const title = names.filter(Boolean).join(" + ");
  const changes = clausesOf(changed).join("; ");
  return changes ? _("{rules}, but {changes}", { rules: title, changes }) : title;
}

/** Explained even where a rule set has the usual value. */
const ALWAYS_SAID = ["claim", "steal"];

/**
 * The line that explains a rule set by its options.
 * @param {string} rules
 */
export function rulesLine(rules) {
  const { name, changed } = parsed(rules);
  const options = Object.entries({ ...RULES[name]?.options, ...changed }).filter(
    ([option, value]) =>
      ALWAYS_SAID.includes(option) || RULES["standard"]?.options[option] !== value,
  );
  const line = clausesOf(Object.fromEntries(options)).join("; ");
  return `${capital(line)}.`;
}

/**
 * How long a match is.
 * @param {Pick<Settings, "match_games" | "match_wins">} settings
 */
export function matchText({ match_games: games, match_wins: wins }) {
  if (wins) return ngettext("First to {count} win", "First to {count} wins", wins);
  return games === 1 ? _("Single games") : ngettext("{count} game", "{count} games", games);
}

/** What is played; where that deviates from the rule set, this is enough. @param {string} rules */
function rulesText(rules) {
  const title = rulesTitle(rules);
  return Object.keys(parsed(rules).changed).length
    ? _("Rule set {rules}.", { rules: title })
    : _("Rule set {rules}: {line}", { rules: title, line: rulesLine(rules) });
}

/** Who begins, where the seats do not show it. @param {Settings} settings */
function starterText({ starter }) {
  if (starter === BY_LOT) return _("Who begins is decided by lot, drawn with the dice.");
  return starter === "youngest" ? _("The youngest begins.") : "";
}

/**
 * A select of bots by title and level.
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

/**
 * A field for a player's name.
 * @param {string} value
 * @param {string} [placeholder]
 */
export function nameInput(value, placeholder = "") {
  const input = make("input", {
    type: "text",
    maxlength: LONGEST_NAME,
    autocomplete: "nickname",
    spellcheck: "false",
    placeholder,
  });
  input.value = value;
  return input;
}

/** What somebody is called who typed no name. */
export const namelessTitle = () => _("Chick");

/** Whether more than single games are played. @param {Settings} settings */
export const isMatch = ({ match_games, match_wins }) => match_games > 1 || match_wins > 0;

/**
 * Whether there is a score to tell: not at the end of a single game.
 * @param {Pick<import("./room-view.js").View, "settings" | "score" | "phase">} view
 */
export function hasScore({ settings, score: { games }, phase }) {
  return games > 1 || (games === 1 && (isMatch(settings) || phase === "playing"));
}

/**
 * Everything that was chosen for a table, one sentence each.
 * @param {Settings} settings
 * @returns {string[]}
 */
export function settingsText(settings) {
  return [
    rulesText(settings.rules),
    settings.practice
      ? _("Practice: moves can be taken back.")
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
