/** Notices above a table: refusals, which bot plays for you, and that you are a spectator. */

import { button, hasChanged, make, put } from "../shared/dom.js";
import { _, botTitle } from "../shared/i18n.js";

/** @import { View } from "../shared/room-view.js" */

const NOTICE_MS = 6000;

export class Notices {
  #send;
  #refusal = make("p.notice", { role: "alert", hidden: true });
  #standIn = make("div.notice.stand-in", { hidden: true });
  #watching = make("p.notice.watching", { role: "status", hidden: true });
  #hideTimer = 0;
  /** The last game in which this device had a seat. */
  #seatedIn = "";
  /** Whether the player on this device has left the game. */
  hasLeft = false;

  /**
   * @param {import("../board/table.js").Table} table
   * @param {(command: import("../shared/messages.js").Command) => Promise<boolean>} send
   */
  constructor(table, send) {
    this.#send = send;
    table.notices.append(this.#watching, this.#standIn, this.#refusal);
  }

  /** @param {View} view */
  follow(view) {
    this.#showWatching(view);
    this.#showStandIn(view);
  }

  /** Show a refusal for a few seconds. @param {string} text */
  showRefusal(text) {
    this.#refusal.textContent = text;
    this.#refusal.hidden = false;
    clearTimeout(this.#hideTimer);
    this.#hideTimer = setTimeout(() => {
      this.#refusal.hidden = true;
    }, NOTICE_MS);
  }

  /** @param {View} view */
  #showWatching(view) {
    const hasSeat = view.seats.some((seat) => seat.is_yours);
    if (hasSeat) this.#seatedIn = view.game_id;
    this.#watching.hidden = view.phase !== "playing" || hasSeat;
    const wasRemoved = this.#seatedIn === view.game_id && !this.hasLeft;
    const text = wasRemoved
      ? _("The host gave your seat to a bot. You are watching this game.")
      : _("You are watching this game.");
    if (!this.#watching.hidden && this.#watching.textContent !== text) {
      this.#watching.textContent = text;
    }
  }

  /** @param {View} view */
  #showStandIn(view) {
    const seat = view.seats.findIndex((info) => info.is_yours && info.stand_in !== "");
    this.#standIn.hidden = seat < 0 || view.phase !== "playing";
    if (this.#standIn.hidden) return;
    const bot = botTitle(view.seats[seat]?.stand_in ?? "");
    // If a button were replaced between press and release, the click would be lost.
    if (!hasChanged(this.#standIn, [seat, bot])) return;
    const takeBack = () => void this.#send({ type: "TakeBack", seat });
    put(
      this.#standIn,
      make("p", _("{bot} plays for you.", { bot })),
      button("primary", takeBack, _("Take my seat back")),
    );
  }
}
