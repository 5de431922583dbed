/** Rule sets, bots and settings in words, and fields to choose them. */

import { LONGEST_NAME } from "./constants.js";
import { make } from "./dom.js";
import { _, BOTS, botLevel, botTitle, CLAUSES, ngettext, RULES } from "./texts.js";

/** @typedef {import("./messages.js").Settings} Settings */

/**
 * Name a rule set as WFEN writes it: `classic+extrawurm(steal=forced)`.
 * @param {string} rules
 */
export function rulesTitle(rules) {
  const [, name = rules, extrawurm, options] = /^(\w+)(\+extrawurm)?(\(.*\))?$/.exec(rules) ?? [];
  const title = RULES[name]?.title ?? name;
  return [title, extrawurm && _("Extrawurm"), options].filter(Boolean).join(" + ");
}

/**
 * The line that explains a rule set by its options.
 * @param {string} rules
 */
export function rulesLine(rules) {
  const [, name = "", written = ""] = /^(\w+)[^(]*(?:\((.*)\))?$/.exec(rules) ?? [];
  const changed = Object.fromEntries(written.split(",").map((part) => part.split("=")));
  const options = Object.entries({ ...RULES[name]?.options, ...changed });
  const said = options.map(([option, value]) => `${option}=${value}`);
  const clauses = Object.keys(CLAUSES).filter((clause) => said.includes(clause));
  return `${clauses.map((clause) => CLAUSES[clause]).join("; ")}.`;
}

/**
 * A select of bots by title and level.
 * @param {string} chosen
 * @param {string} label
 */
export function botSelect(chosen, label) {
  const select = make("select", { "aria-label": label });
  for (const name of BOTS) {
    const text = _("{name} · {level}", { name: botTitle(name), level: botLevel(name) });
    select.append(make("option", { value: name }, text));
  }
  select.value = chosen;
  return select;
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

/**
 * Everything that was chosen for a table, one sentence each.
 * @param {Settings} settings
 * @returns {string[]}
 */
export function settingsText(settings) {
  return [
    _("Rule set {rules}: {line}", {
      rules: rulesTitle(settings.rules),
      line: rulesLine(settings.rules),
    }),
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
    settings.is_public ? _("Public: strangers can find this table.") : "",
  ].filter(Boolean);
}
