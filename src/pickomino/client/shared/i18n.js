/**
 * The client's texts in the language of the page.
 *
 * A message is identified by its English text. The catalog at `<html data-texts>` has the
 * translations, the sentences for error codes and the names of bots. Without a catalog, texts are
 * English.
 */

/** @typedef {Record<string, string | number>} Parameters */
/**
 * @typedef {{title: string, source: string, values: string[], is_extra: boolean,
 *   unmentioned: string}} RuleOption `unmentioned` is the value that goes without saying
 */
/**
 * @typedef {object} Catalog
 * @property {Record<string, string[]>} messages all plural forms by English text
 * @property {Record<string, string[]>} lines all plural forms of the server's lines, by key
 * @property {Record<string, string>} errors sentences by code
 * @property {Record<string, [string, string, string]>} bots title, character and level by name
 * @property {Record<string, string>} reactions by code
 * @property {{rules: string[], extrawurm: string[]}} help sentences about the rules
 * @property {Record<string, {title: string, options: Record<string, string>}>} rules by name
 * @property {Record<string, string>} clauses that explain a rule option: `steal=forced`
 * @property {Record<string, RuleOption>} options of rules, in the order of forms
 * @property {Record<string, string>} starters who begins, by code
 * @property {Record<string, string>} labels of costly decisions
 * @property {Record<string, string>} sums the parts that explain a result, in order
 * @property {Record<string, string>} questions that a review answers
 * @property {Record<string, string>} lessons the text of each tutorial step
 * @property {Record<string, string>} chapters titles of the tutorial's chapters, in order
 * @property {Record<string, string>} themes of puzzles
 */

/** @returns {Promise<Partial<Catalog>>} */
async function load() {
  const address = globalThis.document?.documentElement.dataset["texts"];
  if (!address) return {};
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : {};
  } catch {
    return {};
  }
}

const catalog = await load();
const { messages = {}, lines = {}, bots = {} } = catalog;

/** The language tag of the page, for numbers and dates. */
export const language = globalThis.document?.documentElement.lang || "en";

const plurals = new Intl.PluralRules(language);
const { pluralCategories } = plurals.resolvedOptions();
/** The plural categories of the language, in catalog order. */
const FORMS = ["zero", "one", "two", "few", "many"].filter((form) =>
  pluralCategories.some((category) => category === form),
);

/** Replace the `{placeholders}` of a text. @param {string} text @param {Parameters} [parameters] */
export function interpolate(text, parameters = {}) {
  return text.replace(/\{(\w+)\}/g, (match, name) => String(parameters[name] ?? match));
}

/** Translate a message. @param {string} message @param {Parameters} [parameters] */
export function _(message, parameters) {
  return interpolate(messages[message]?.[0] ?? message, parameters);
}

/**
 * Translate a message with plural forms; `{count}` is the number.
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Parameters} [parameters]
 */
export function ngettext(one, many, count, parameters) {
  return interpolate(formFor(messages[one] ?? [one, many], count), {
    count,
    ...parameters,
  });
}

/**
 * Return the text of a line, with its placeholders.
 * @param {string} key
 * @param {number} count which decides the plural form, if there are several
 */
export function lineText(key, count) {
  return formFor(lines[key] ?? [key], count);
}

/** Return the plural form for a number. @param {readonly string[]} forms @param {number} count */
function formFor(forms, count) {
  // A category without its own form (in most languages the one for a million) uses the last form.
  return forms[FORMS.indexOf(plurals.select(count))] ?? forms.at(-1) ?? "";
}

/**
 * Return the displayed name of a bot with a specification such as `strategist:depth=1`.
 * @param {string} spec
 */
export function botTitle(spec) {
  const name = spec.replace(/^bot:/, "").split(":")[0] ?? spec;
  return bots[name]?.[0] ?? name;
}

/** Return one line about how a bot plays. @param {string} name */
export function botCharacter(name) {
  return bots[name]?.[1] ?? "";
}

/** The names of the available bots, weakest first. */
export const BOTS = Object.keys(bots);

/** Return how strong a bot is, in a word. @param {string} name */
export function botLevel(name) {
  return bots[name]?.[2] ?? name;
}

/** @param {string} text */
export function capitalize(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Sentences by error code, with placeholders. */
export const ERRORS = catalog.errors ?? {};
/** Reactions that players can send, by code. */
export const REACTIONS = catalog.reactions ?? {};
/** The rules in a few sentences. */
export const HELP = catalog.help ?? { rules: [], extrawurm: [] };
export const RULES = catalog.rules ?? {};
export const CLAUSES = catalog.clauses ?? {};
export const RULE_OPTIONS = catalog.options ?? {};
export const STARTERS = catalog.starters ?? {};
export const LABELS = catalog.labels ?? {};
export const SUMS = catalog.sums ?? {};
export const QUESTIONS = catalog.questions ?? {};
export const LESSONS = catalog.lessons ?? {};
export const CHAPTERS = catalog.chapters ?? {};
export const THEMES = catalog.themes ?? {};
