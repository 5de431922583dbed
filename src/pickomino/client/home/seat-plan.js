/** The seats of a new table: one row each, with a name or a bot. Has the property `plans`. */

import { chickenSvg } from "../shared/art.js";
import { DEFAULT_BOT, MAX_PLAYERS } from "../shared/constants.js";
import { make } from "../shared/dom.js";
import { _, BOTS } from "../shared/i18n.js";
import { iconButton } from "../shared/icon-button.js";
import { preferences } from "../shared/preferences.js";
import { botSelect, DEFAULT_RIVALS, nameInput } from "../shared/table-settings.js";

/** @import { SeatPlan } from "../shared/api.js" */

export class SeatPlanElement extends HTMLElement {
  /** The seat of the first row. */
  first = 0;
  min = 1;
  /** Whether rows may be people. */
  hasPeople = false;
  /** @type {SeatPlan[]} */
  #plans = [];
  #wish = preferences.values.chicken;

  connectedCallback() {
    preferences.addEventListener("change", () => {
      if (this.#wish === preferences.values.chicken) return;
      this.#wish = preferences.values.chicken;
      this.#render();
    });
  }

  /** @returns {SeatPlan[]} */
  get plans() {
    return this.#plans;
  }

  set plans(plans) {
    this.#plans = plans;
    this.#render();
  }

  #render() {
    const rows = this.#plans.map((plan, index) => this.#row(plan, index));
    this.replaceChildren(make("ul.seat-rows", ...rows), this.#adders());
  }

  /** @param {SeatPlan} plan @param {number} index */
  #row(plan, index) {
    const field = this.#field(plan, index);
    const canRemove = this.#plans.length > this.min;
    const label = _("Remove seat {number}", { number: index + 1 });
    const onclick = () => this.#change(this.#plans.toSpliced(index, 1), index);
    const remove = iconButton("close", label, onclick, { title: null });
    const chicken = chickenSvg(this.#chickenOf(index + this.first));
    return make("li", make("span.seat-chicken", chicken), field, canRemove && remove);
  }

  /** Return the chicken of a seat: the first one gets its wish, and that seat gets its chicken. */
  #chickenOf(/** @type {number} */ seat) {
    const isOwn = this.first > 0 || this.#plans[0]?.type === "PersonSeat";
    const wish = (isOwn && this.#wish) || 0;
    if (seat === 0) return wish;
    return seat === wish ? 0 : seat;
  }

  /** @param {SeatPlan} plan @param {number} index */
  #field(plan, index) {
    if (plan.type === "BotSeat") {
      const label = _("Bot in seat {number}", { number: index + 1 });
      return botSelect(plan.bot, label, (bot) => this.#replace(index, { type: "BotSeat", bot }));
    }
    const input = nameInput(plan.type === "PersonSeat" ? plan.name : "", playerName(index));
    input.setAttribute("aria-label", _("Name of player {number}", { number: index + 1 }));
    input.addEventListener("input", () => {
      this.#replace(index, { type: "PersonSeat", name: input.value });
    });
    return input;
  }

  #adders() {
    const canAdd = this.#plans.length < MAX_PLAYERS - this.first;
    const person = this.#adder(_("Add a player"), { type: "PersonSeat", name: "" }, canAdd);
    const bot = this.#adder(_("Add a bot"), { type: "BotSeat", bot: this.#nextBot() }, canAdd);
    return make("div.adders.wrap", this.hasPeople && person, bot);
  }

  /** Return a bot that has no seat yet, if there is one. */
  #nextBot() {
    const seated = this.#plans.map((plan) => (plan.type === "BotSeat" ? plan.bot : ""));
    return [...DEFAULT_RIVALS, ...BOTS].find((bot) => !seated.includes(bot)) ?? DEFAULT_BOT;
  }

  /** @param {string} text @param {SeatPlan} plan @param {boolean} canAdd */
  #adder(text, plan, canAdd) {
    const onclick = () => this.#change([...this.#plans, plan], this.#plans.length);
    return make("button.button.small", { disabled: !canAdd, onclick }, "+ ", text);
  }

  /** Update a plan without redrawing its row. @param {number} index @param {SeatPlan} plan */
  #replace(index, plan) {
    this.#plans = this.#plans.map((old, other) => (other === index ? plan : old));
    this.dispatchEvent(new Event("change"));
  }

  /**
   * Add or remove rows, keeping the focus nearby.
   * @param {SeatPlan[]} plans
   * @param {number} focus
   */
  #change(plans, focus) {
    this.plans = plans;
    const rows = this.querySelectorAll("li :is(input, select)");
    const field = rows[Math.min(focus, rows.length - 1)];
    if (field instanceof HTMLElement) field.focus();
    this.dispatchEvent(new Event("change"));
  }
}

/** Return the default name of a player on this device. @param {number} index */
export function playerName(index) {
  return _("Chick {number}", { number: index + 1 });
}

customElements.define("pm-seat-plan", SeatPlanElement);
