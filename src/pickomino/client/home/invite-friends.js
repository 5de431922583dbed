/** Creates a table with open seats for friends; its lobby shows the link, code and QR code. */

import { MAX_PLAYERS } from "../shared/constants.js";
import { labelled, make } from "../shared/dom.js";
import { _, ngettext } from "../shared/i18n.js";
import { ownNameInput } from "../shared/table-settings.js";
import { NewTable, ownSeat } from "./new-table.js";
import { TableOptions } from "./table-options.js";

/** @import { SeatPlan } from "../shared/api.js" */

const DEFAULT_FRIENDS = 3;

export class InviteFriends extends NewTable {
  connectedCallback() {
    const name = ownNameInput();
    const friends = make("select");
    for (let count = 1; count < MAX_PLAYERS; count += 1) {
      const text = ngettext("{count} friend", "up to {count} friends", count);
      friends.append(make("option", { value: count }, text));
    }
    friends.value = String(DEFAULT_FRIENDS);
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
