/** The shortest way into a game: a name, some bots, one big button. */

import { myGames } from "../shared/api.js";
import { iconSvg } from "../shared/art.js";
import { USUAL_BOT } from "../shared/constants.js";
import { button, labelled, make } from "../shared/dom.js";
import { _, BOTS, botTitle } from "../shared/i18n.js";
import { preferences, showPanel } from "../shared/preferences.js";
import { keep, recall } from "../shared/storage.js";
import { nameInput, namelessTitle, USUAL_RIVALS } from "../shared/table-settings.js";
import { NewTable, ownSeat } from "./new-table.js";
import { SeatPlanElement } from "./seat-plan.js";
import { TableOptions } from "./table-options.js";

const KEY = "pickomino.rivals";
const MOST_BOTS = 6;

export class PlayNow extends NewTable {
  connectedCallback() {
    const name = nameInput(preferences.values.name, namelessTitle());
    const rivals = new SeatPlanElement();
    rivals.setAttribute("first", "1");
    rivals.setAttribute("most", String(MOST_BOTS));
    rivals.plans = savedRivals().map((bot) => ({ type: "BotSeat", bot }));
    const options = new TableOptions();
    options.toggleAttribute("practice", true);
    options.toggleAttribute("alone", true);
    const tellPlayers = () => {
      const bots = rivals.plans.map((plan) => (plan.type === "BotSeat" ? botTitle(plan.bot) : ""));
      options.players = [name.value.trim() || namelessTitle(), ...bots];
    };
    for (const field of [name, rivals]) field.addEventListener("change", tellPlayers);
    tellPlayers();
    this.show(
      () => {
        keep(
          KEY,
          rivals.plans.map((plan) => (plan.type === "BotSeat" ? plan.bot : USUAL_BOT)),
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

  /** A game that is explained as it is played. @param {HTMLInputElement} name */
  #firstGame(name) {
    const bot = BOTS[0] ?? USUAL_BOT;
    const wish = () => ({
      seats: [ownSeat(name), { type: /** @type {const} */ ("BotSeat"), bot }],
      options: { settings: { practice: true }, starter: 0 },
      isStarted: true,
      isGuided: true,
    });
    const open = () => void this.open(wish());
    return button("first-game", open, _("My first game: show me how"));
  }
}

/** @returns {string[]} */
function savedRivals() {
  const saved = recall(KEY, USUAL_RIVALS);
  const known = saved.filter((bot) => BOTS.includes(bot)).slice(0, MOST_BOTS);
  return known.length ? known : USUAL_RIVALS;
}

customElements.define("pm-play-now", PlayNow);
