/** Creates a table for several players who share this device, and for bots. */

import { MIN_PLAYERS } from "../shared/constants.js";
import { make } from "../shared/dom.js";
import { _, botTitle } from "../shared/i18n.js";
import { preferences } from "../shared/preferences.js";
import { loadItem, saveItem } from "../shared/storage.js";
import { personSeat } from "../shared/table-settings.js";
import { NewTable } from "./new-table.js";
import { playerName, SeatPlanElement } from "./seat-plan.js";
import { TableOptions } from "./table-options.js";

/** @import { SeatPlan } from "../shared/api.js" */

const KEY = "pickomino.family";

export class PassAndPlay extends NewTable {
  connectedCallback() {
    const players = new SeatPlanElement();
    players.min = MIN_PLAYERS;
    players.hasPeople = true;
    players.plans = loadItem(KEY, [
      { type: "PersonSeat", name: preferences.values.name },
      { type: "PersonSeat", name: "" },
    ]);
    const options = new TableOptions();
    options.toggleAttribute("practice", true);
    const updatePlayers = () => {
      options.players = players.plans.map(shownName);
    };
    players.addEventListener("change", updatePlayers);
    updatePlayers();
    this.show(
      () => {
        saveItem(KEY, players.plans);
        return { seats: players.plans.map(withName), options, isStarted: true };
      },
      players,
      options,
      make("button.button.primary", _("Start together")),
    );
  }
}

/** @param {SeatPlan} plan @param {number} index @returns {SeatPlan} */
function withName(plan, index) {
  if (plan.type !== "PersonSeat") return plan;
  const name = plan.name.trim() || playerName(index);
  return index === 0 ? personSeat(name) : { ...plan, name };
}

/** @param {SeatPlan} plan @param {number} index */
function shownName(plan, index) {
  const seat = withName(plan, index);
  if (seat.type === "BotSeat") return botTitle(seat.bot);
  return seat.type === "PersonSeat" ? seat.name : "";
}

customElements.define("pm-pass-and-play", PassAndPlay);
