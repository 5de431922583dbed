/**
 * The rules and options of a new table, folded away. Property `settings`.
 * Attributes: `friends` offers a clock and the public list, `practice` taking moves back.
 */

import { rulesLine, rulesTitle } from "../choices.js";
import { labelled, make } from "../dom.js";
import { preferences } from "../preferences.js";
import { _, ngettext, RULES } from "../texts.js";
import { switchRow } from "./preferences-menu.js";

/** @typedef {import("../messages.js").Settings} Settings */

const SECONDS = [0, 30, 60, 120];

export class TableOptions extends HTMLElement {
  #rules = make("select");
  #line = make("p", { class: "explained" });
  #extrawurm = make("input", { type: "checkbox" });
  #hints = make("input", { type: "checkbox" });
  #practice = make("input", { type: "checkbox" });
  #public = make("input", { type: "checkbox" });
  #seconds = make("select");
  #summary = make("span", { class: "chosen-rules" });

  connectedCallback() {
    if (this.childElementCount) return;
    for (const [name, { title }] of Object.entries(RULES)) {
      this.#rules.append(make("option", { value: name }, title));
    }
    for (const seconds of SECONDS) {
      const text = ngettext("{count} second", "{count} seconds", seconds);
      this.#seconds.append(make("option", { value: seconds }, seconds ? text : _("No clock")));
    }
    this.#hints.checked = preferences.values.coach;
    this.append(
      make(
        "details",
        {},
        make("summary", {}, _("Options"), " ", this.#summary),
        make("div", { class: "options" }, ...this.#fields()),
      ),
    );
    this.addEventListener("change", () => this.#tell());
    this.#tell();
  }

  *#fields() {
    yield labelled(_("Rule set"), this.#rules);
    yield this.#line;
    yield switchRow(
      this.#extrawurm,
      _("Extrawurm"),
      _("Two more tiles, Bratwurms, and five specialists with tricks."),
    );
    yield switchRow(this.#hints, _("Coach"), _("Shows chances and the best choice to everybody."));
    if (this.hasAttribute("practice")) {
      yield switchRow(
        this.#practice,
        _("Practice"),
        _("Moves can be taken back; the dice cannot be checked."),
      );
    }
    if (this.hasAttribute("friends")) {
      yield labelled(_("Time for a turn"), this.#seconds);
      yield switchRow(
        this.#public,
        _("Public table"),
        _("Strangers can find it on the start page and join."),
      );
    }
    yield make("a", { href: "/rules#rule-sets" }, _("All rules"));
  }

  #tell() {
    this.#line.textContent = rulesLine(this.#rules.value);
    this.#summary.textContent = rulesTitle(this.#rulesChosen);
  }

  get #rulesChosen() {
    return this.#rules.value + (this.#extrawurm.checked ? "+extrawurm" : "");
  }

  /** @returns {Partial<Settings>} */
  get settings() {
    return {
      rules: this.#rulesChosen,
      practice: this.#practice.checked,
      hints: this.#hints.checked,
      turn_seconds: Number(this.#seconds.value),
      is_public: this.#public.checked,
    };
  }
}

customElements.define("pm-table-options", TableOptions);
