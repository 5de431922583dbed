/** The quickest way into a game: a name, some bots, one big button. */

import { myGames } from "../shared/api.js";
import { iconSvg } from "../shared/art.js";
import { DEFAULT_BOT } from "../shared/constants.js";
import { button, labelled, make } from "../shared/dom.js";
import { _, BOTS, botTitle } from "../shared/i18n.js";
import { showPanel } from "../shared/preferences.js";
import { loadItem, saveItem } from "../shared/storage.js";
import { DEFAULT_RIVALS, defaultName, ownNameInput } from "../shared/table-settings.js";
import { NewTable, ownSeat } from "./new-table.js";
import { SeatPlanElement } from "./seat-plan.js";
import { TableOptions } from "./table-options.js";

const KEY = "pickomino.rivals";
const MAX_BOTS = 6;
/** Wins tiles that can be stolen, and games of a normal length; weaker bots win nothing. */
const FIRST_RIVAL = "beginner";

export class PlayNow extends NewTable {
  connectedCallback() {
    const name = ownNameInput();
    const rivals = new SeatPlanElement();
    rivals.first = 1;
    rivals.plans = savedRivals().map((bot) => ({ type: "BotSeat", bot }));
    const options = new TableOptions();
    options.toggleAttribute("practice", true);
    options.toggleAttribute("alone", true);
    const updatePlayers = () => {
      const bots = rivals.plans.map((plan) => (plan.type === "BotSeat" ? botTitle(plan.bot) : ""));
      options.players = [name.value.trim() || defaultName(), ...bots];
    };
    for (const field of [name, rivals]) field.addEventListener("change", updatePlayers);
    updatePlayers();
    this.show(
      () => {
        saveItem(
          KEY,
          rivals.plans.map((plan) => (plan.type === "BotSeat" ? plan.bot : DEFAULT_BOT)),
        );
        showPanel("coach", options.wantsCoach);
        return {
          seats: [ownSeat(name), ...rivals.plans],
          options,
          isStarted: true,
        };
      },
      make("button.button.primary.huge", iconSvg("roll"), _("Play now")),
      myGames().length === 0 ? this.#firstGame(name) : "",
      labelled(_("Your name"), name),
      make("fieldset", make("legend", _("Your rivals")), rivals),
      options,
    );
  }

  /** Create the button for a first game with hints. @param {HTMLInputElement} name */
  #firstGame(name) {
    const buildRequest = () => ({
      seats: [ownSeat(name), { type: /** @type {const} */ ("BotSeat"), bot: FIRST_RIVAL }],
      options: { settings: { practice: true, guided: true }, starter: 0 },
      isStarted: true,
    });
    const open = () => void this.open(buildRequest());
    return button("first-game", open, _("My first game: show me how"));
  }
}

/** @returns {string[]} */
function savedRivals() {
  const saved = loadItem(KEY, DEFAULT_RIVALS);
  const known = saved.filter((bot) => BOTS.includes(bot)).slice(0, MAX_BOTS);
  return known.length ? known : DEFAULT_RIVALS;
}

customElements.define("pm-play-now", PlayNow);
