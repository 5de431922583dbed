/**
 * The client's texts in the language of the page.
 *
 * A message is its English text; the catalog named by `<html data-texts>` gives the other
 * languages, the sentences for error codes and the names of bots. Without one, English is said.
 */

/** @typedef {Record<string, string | number>} Parameters */
/** @typedef {{title: string, source: string, values: string[], is_extra: boolean}} RuleOption */
/**
 * @typedef {object} Catalog
 * @property {Record<string, string[]>} messages all forms by the English text
 * @property {Record<string, string>} errors sentences by code
 * @property {Record<string, [string, string, string]>} bots title, character and level by name
 * @property {Record<string, string>} reactions by code
 * @property {Record<string, {title: string, options: Record<string, string>}>} rules by name
 * @property {Record<string, string>} clauses that explain an option: `steal=forced`
 * @property {Record<string, RuleOption>} options of rules, in the order in which forms ask for them
 * @property {Record<string, string>} starters who begins, by code
 * @property {Record<string, string>} labels of costly decisions
 * @property {Record<string, string>} sums the parts that explain a result, in their order
 * @property {Record<string, string>} reasons why a choice is better, by code
 * @property {Record<string, string>} lessons what each step of the tutorial says
 * @property {Record<string, string>} chapters the titles of the tutorial's chapters, in order
 * @property {Record<string, string>} themes what puzzles are about
 */

/** @type {Catalog} */
const NOTHING = {
  messages: {},
  errors: {},
  bots: {},
  reactions: {},
  rules: {},
  clauses: {},
  options: {},
  starters: {},
  labels: {},
  sums: {},
  reasons: {},
  lessons: {},
  chapters: {},
  themes: {},
};

/** @returns {Promise<Catalog>} */
async function load() {
  const address = globalThis.document?.documentElement.dataset["texts"];
  if (!address) return NOTHING;
  try {
    const answer = await fetch(address);
    return answer.ok ? { ...NOTHING, ...(await answer.json()) } : NOTHING;
  } catch {
    return NOTHING;
  }
}

const catalog = await load();

/** Language tag of the page, for numbers and dates. */
export const language = globalThis.document?.documentElement.lang || "en";

const plurals = new Intl.PluralRules(language);
const { pluralCategories } = plurals.resolvedOptions();
/** What the forms of a message are for, in the order of catalogs. */
const FORMS = ["zero", "one", "two", "few", "many"].filter((form) =>
  pluralCategories.some((each) => each === form),
);

/**
 * Put parameters into the `{places}` of a text.
 * @param {string} text
 * @param {Parameters} [parameters]
 */
export function filled(text, parameters = {}) {
  return text.replace(/\{(\w+)\}/g, (place, name) => String(parameters[name] ?? place));
}

/**
 * Say a message.
 * @param {string} message
 * @param {Parameters} [parameters]
 */
export function _(message, parameters) {
  return filled(catalog.messages[message]?.[0] ?? message, parameters);
}

/**
 * Say a message that counts something; `{count}` is the number.
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Parameters} [parameters]
 */
export function ngettext(one, many, count, parameters) {
  const forms = catalog.messages[one] ?? [one, many];
  // Whatever has no form of its own, as in most languages a million, has the last one.
  const text = forms[FORMS.indexOf(plurals.select(count))] ?? forms.at(-1) ?? many;
  return filled(text, { count, ...parameters });
}

/**
 * What a bot is called at the table, by its specification: `strategist:depth=1`.
 * @param {string} spec
 */
export function botTitle(spec) {
  const name = spec.replace(/^bot:/, "").split(":")[0] ?? spec;
  return catalog.bots[name]?.[0] ?? name;
}

/**
 * One line on how a bot plays.
 * @param {string} name
 */
export function botCharacter(name) {
  return catalog.bots[name]?.[1] ?? "";
}

/** Names of the bots that may be asked for, weakest first. */
export const BOTS = Object.keys(catalog.bots);

/**
 * How strong a bot is, in a word.
 * @param {string} name
 */
export function botLevel(name) {
  return catalog.bots[name]?.[2] ?? name;
}

/** Begin a sentence. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The sentences of error codes, without their parameters filled in. */
export const ERRORS = catalog.errors;
/** What may be said at the table, by code. */
export const REACTIONS = catalog.reactions;
export const RULES = catalog.rules;
export const CLAUSES = catalog.clauses;
export const RULE_OPTIONS = catalog.options;
export const STARTERS = catalog.starters;
export const LABELS = catalog.labels;
export const SUMS = catalog.sums;
export const REASONS = catalog.reasons;
export const LESSONS = catalog.lessons;
export const CHAPTERS = catalog.chapters;
export const THEMES = catalog.themes;
