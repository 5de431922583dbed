/** A table with open seats for friends; its lobby then shows link, code and QR code. */

import { MOST_PLAYERS } from "../shared/constants.js";
import { labelled, make } from "../shared/dom.js";
import { _, ngettext } from "../shared/i18n.js";
import { preferences } from "../shared/preferences.js";
import { nameInput, namelessTitle } from "../shared/table-settings.js";
import { NewTable, ownSeat } from "./new-table.js";
import { TableOptions } from "./table-options.js";

/** @import { SeatPlan } from "../shared/api.js" */

const USUAL_FRIENDS = 3;

export class InviteFriends extends NewTable {
  connectedCallback() {
    const name = nameInput(preferences.values.name, namelessTitle());
    const friends = make("select");
    for (let count = 1; count < MOST_PLAYERS; count += 1) {
      const text = ngettext("{count} friend", "up to {count} friends", count);
      friends.append(make("option", { value: count }, text));
    }
    friends.value = String(USUAL_FRIENDS);
    const options = new TableOptions();
    options.toggleAttribute("friends", true);
    this.show(
      () => {
        /** @type {SeatPlan[]} */
        const open = Array.from({ length: Number(friends.value) }, () => ({ type: "OpenSeat" }));
        return { seats: [ownSeat(name), ...open], options, isStarted: false };
      },
      labelled(_("Your name"), name),
      labelled(_("How many?"), friends),
      options,
      make("button.button.primary", _("Open a table")),
    );
  }
}

customElements.define("pm-invite-friends", InviteFriends);
