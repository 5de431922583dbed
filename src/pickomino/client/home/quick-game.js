/** A button that starts a game against the default bots. */

import { make } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { preferences } from "../shared/preferences.js";
import { DEFAULT_RIVALS, personSeat } from "../shared/table-settings.js";
import { NewTable } from "./new-table.js";

export class QuickGame extends NewTable {
  connectedCallback() {
    const { name } = preferences.values;
    this.show(
      () => ({
        seats: [
          personSeat(name),
          ...DEFAULT_RIVALS.map((bot) => ({ type: /** @type {const} */ ("BotSeat"), bot })),
        ],
        options: { settings: { practice: true }, starter: 0 },
        isStarted: true,
      }),
      make("button.button.primary", _("Play a game")),
    );
  }
}

customElements.define("pm-quick-game", QuickGame);
