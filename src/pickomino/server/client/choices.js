/** Rule sets, bots and settings in words, and fields to choose them. */

import { make } from "./dom.js";
import { _, BOTS, botTitle, ngettext } from "./texts.js";

/** @typedef {import("./messages.js").Settings} Settings */
/** @typedef {{name: string, title: string, line: string}} RuleSet */

export const FEWEST_PLAYERS = 2;
export const MOST_PLAYERS = 7;
export const LONGEST_NAME = 40;
export const USUAL_BOT = "family";

/** @returns {RuleSet[]} */
export function ruleSets() {
  return [
    {
      name: "standard",
      title: _("Standard"),
      line: _("The exact tile or the next lower one; an exact steal must be made."),
    },
    {
      name: "classic",
      title: _("Classic"),
      line: _("Like standard, but you may pass up a steal and take from the grill."),
    },
    {
      name: "short",
      title: _("Short"),
      line: _("Like classic, but every returned tile costs one: games end sooner."),
    },
    {
      name: "manual",
      title: _("Manual"),
      line: _("Take any tile up to your sum; failing without a tile turns one as well."),
    },
    { name: "mini", title: _("Mini"), line: _("Plays like standard; the name of the small box.") },
  ];
}

/**
 * Name a rule set as WFEN writes it: `classic+extrawurm(steal=forced)`.
 * @param {string} rules
 */
export function rulesTitle(rules) {
  const [, name = rules, extrawurm, options] = /^(\w+)(\+extrawurm)?(\(.*\))?$/.exec(rules) ?? [];
  const title = ruleSets().find((set) => set.name === name)?.title ?? name;
  return [title, extrawurm && _("Extrawurm"), options].filter(Boolean).join(" + ");
}

/**
 * The line that explains a rule set.
 * @param {string} rules
 */
export function rulesLine(rules) {
  return ruleSets().find((set) => rules.startsWith(set.name))?.line ?? "";
}

/**
 * How strong a bot is, in a word.
 * @param {string} name
 */
export function levelText(name) {
  const levels = {
    random: _("for little chicks"),
    beginner: _("easy"),
    family: _("medium"),
    expert: _("hard"),
    strategist: _("very hard"),
    champion: _("extreme"),
  };
  return levels[/** @type {keyof typeof levels} */ (name)] ?? name;
}

/**
 * A select of bots by title and level.
 * @param {string} chosen
 * @param {string} label
 */
export function botSelect(chosen, label) {
  const select = make("select", { "aria-label": label });
  for (const name of BOTS) {
    const text = _("{name} · {level}", { name: botTitle(name), level: levelText(name) });
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
          "After {count} second a bot finishes a turn.",
          "After {count} seconds a bot finishes a turn.",
          settings.turn_seconds,
        )
      : "",
    settings.is_public ? _("Public: strangers can find this table.") : "",
  ].filter(Boolean);
}
