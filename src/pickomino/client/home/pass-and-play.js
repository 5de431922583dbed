/** Several players at one device, who pass it round; bots may fill the table. */

import { FEWEST_PLAYERS, MOST_PLAYERS } from "../shared/constants.js";
import { make } from "../shared/dom.js";
import { _, botTitle } from "../shared/i18n.js";
import { preferences } from "../shared/preferences.js";
import { keep, recall } from "../shared/storage.js";
import { NewTable } from "./new-table.js";
import { playerName, SeatPlanElement } from "./seat-plan.js";
import { TableOptions } from "./table-options.js";

/** @import { SeatPlan } from "../shared/api.js" */

const KEY = "pickomino.family";

export class PassAndPlay extends NewTable {
  connectedCallback() {
    const players = new SeatPlanElement();
    players.setAttribute("fewest", String(FEWEST_PLAYERS));
    players.setAttribute("most", String(MOST_PLAYERS));
    players.toggleAttribute("people", true);
    players.plans = recall(KEY, [
      { type: "PersonSeat", name: preferences.values.name },
      { type: "PersonSeat", name: "" },
    ]);
    const options = new TableOptions();
    options.toggleAttribute("practice", true);
    const tellPlayers = () => {
      options.players = players.plans.map(shownName);
    };
    players.addEventListener("change", tellPlayers);
    tellPlayers();
    this.show(
      () => {
        keep(KEY, players.plans);
        return { seats: players.plans.map(named), options, isStarted: true };
      },
      players,
      options,
      make("button.button.primary", _("Start together")),
    );
  }
}

/**
 * @param {SeatPlan} plan
 * @param {number} index
 * @returns {SeatPlan}
 */
function named(plan, index) {
  if (plan.type !== "PersonSeat") return plan;
  return { type: "PersonSeat", name: plan.name.trim() || playerName(index) };
}

/**
 * @param {SeatPlan} plan
 * @param {number} index
 */
function shownName(plan, index) {
  const seat = named(plan, index);
  if (seat.type === "BotSeat") return botTitle(seat.bot);
  return seat.type === "PersonSeat" ? seat.name : "";
}

customElements.define("pm-pass-and-play", PassAndPlay);
