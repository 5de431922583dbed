/** The rules of a new table: preset, Extrawurm and individual options. Has the property `rules`. */

import { labelled, make, switchRow } from "../shared/dom.js";
import { _, CLAUSES, capitalize, RULE_OPTIONS, RULES } from "../shared/i18n.js";
import { parseRules, rulesSummary } from "../shared/table-settings.js";

export class RuleOptions extends HTMLElement {
  #preset = make("select");
  #line = make("p.explanation");
  #extrawurm = make("input", { type: "checkbox" });
  #rows = make("div.single-options");

  connectedCallback() {
    if (this.childElementCount) return;
    for (const [name, { title }] of Object.entries(RULES))
      this.#preset.append(make("option", { value: name }, title));
    this.#preset.addEventListener("change", () => this.#usePreset());
    this.#rows.append(...Object.keys(RULE_OPTIONS).map((option) => this.#row(option)));
    this.append(
      labelled(_("Rule set"), this.#preset),
      this.#line,
      switchRow(
        this.#extrawurm,
        _("Extrawurm"),
        _("Two more tiles, Bratwurms, and five specialists with tricks."),
      ),
      make("details", make("summary", _("Choose each rule")), this.#rows),
    );
    this.addEventListener("change", () => this.#update());
    this.#usePreset();
    this.#update();
  }

  /** @param {string} option */
  #row(option) {
    const { title = "", source = "", values = [] } = RULE_OPTIONS[option] ?? {};
    const choices = values.map((value) =>
      make(
        "label",
        make("input", { type: "radio", name: option, value }),
        make("span", capitalize(CLAUSES[`${option}=${value}`] ?? value)),
      ),
    );
    return make(
      "fieldset",
      { "data-option": option },
      make("legend", title),
      ...choices,
      make("small", source),
    );
  }

  /** @param {string} option @returns {HTMLInputElement[]} */
  #choices(option) {
    return [...this.#rows.querySelectorAll(`[data-option="${option}"] input`)].filter(
      (choice) => choice instanceof HTMLInputElement,
    );
  }

  #usePreset() {
    for (const [option, preset] of Object.entries(RULES[this.#preset.value]?.options ?? {}))
      for (const choice of this.#choices(option)) choice.checked = choice.value === preset;
  }

  #update() {
    for (const row of this.#rows.querySelectorAll("fieldset"))
      row.hidden = !this.#isOffered(row.dataset["option"] ?? "");
    this.#line.textContent = rulesSummary(this.rules);
  }

  /** @param {string} option */
  #isOffered(option) {
    return this.#extrawurm.checked || !RULE_OPTIONS[option]?.is_extra;
  }

  /** Set the rules, unless a later version has removed their set. @param {string} notation */
  set rules(notation) {
    const { name, extrawurm, changed } = parseRules(notation);
    if (!RULES[name]) return;
    this.#preset.value = name;
    this.#extrawurm.checked = extrawurm !== "";
    this.#usePreset();
    for (const [option, value] of Object.entries(changed))
      for (const choice of this.#choices(option)) choice.checked = choice.value === value;
    this.#update();
  }

  /** The rules in WFEN notation: `classic+extrawurm(steal=forced)`. */
  get rules() {
    const changes = Object.entries(RULES[this.#preset.value]?.options ?? {}).flatMap(
      ([option, preset]) => {
        const value = this.#choices(option).find((choice) => choice.checked)?.value ?? preset;
        return value !== preset && this.#isOffered(option) ? [`${option}=${value}`] : [];
      },
    );
    const extrawurm = this.#extrawurm.checked ? "+extrawurm" : "";
    return this.#preset.value + extrawurm + (changes.length ? `(${changes.join(",")})` : "");
  }
}

customElements.define("pm-rule-options", RuleOptions);
