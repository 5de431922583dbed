/** Public tables to join or watch; the list is refreshed while the page is visible. */

import { freeText, tableCard } from "../lobby/table-card.js";
import { listRooms, tokenOf } from "../shared/api.js";
import { iconSvg } from "../shared/art.js";
import { hasChanged, make, put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { pageAddress } from "../shared/site.js";

/** @import { RoomSummary } from "../shared/messages.js" */

const REFRESH_MS = 10_000;

export class PublicTables extends HTMLElement {
  #list = make("ul.table-list");
  #empty = make("p.explanation");
  #timer = 0;

  connectedCallback() {
    this.replaceChildren(make("h2", _("Public tables")), this.#empty, this.#list);
    this.#timer = setInterval(() => void this.#load(), REFRESH_MS);
    void this.#load();
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  async #load() {
    if (document.visibilityState === "hidden") return;
    try {
      // Tables of this device are listed under "My games".
      this.#show((await listRooms()).filter((room) => tokenOf(room.code) === null));
    } catch {
      this.#empty.textContent = _("The list of tables cannot be loaded just now.");
      this.#list.replaceChildren();
    }
  }

  /** @param {RoomSummary[]} rooms */
  #show(rooms) {
    this.#empty.textContent = rooms.length
      ? ""
      : _("No other public table just now. Invite friends, and make yours public under “Options”.");
    const drawn = rooms.map((room) => [room.code, room.phase, room.seats]);
    // An unchanged list is not redrawn, to keep the focus.
    if (!hasChanged(this, drawn)) return;
    const focused = document.activeElement?.getAttribute("href");
    put(this.#list, ...rooms.map(row));
    const again = [...this.#list.querySelectorAll("a")].find(
      (link) => link.getAttribute("href") === focused,
    );
    if (focused) again?.focus();
  }
}

/** @param {RoomSummary} room */
function row(room) {
  const canJoin = room.phase === "lobby" && room.seats.some((seat) => seat.kind === "open");
  const state = room.phase === "lobby" ? freeText(room.seats) : _("playing");
  const link = make(
    "a",
    { class: canJoin ? "button primary" : "button", href: pageAddress(`/table/${room.code}`) },
    !canJoin && iconSvg("eye"),
    canJoin ? _("Join") : _("Watch"),
  );
  return tableCard(room, state, link);
}

customElements.define("pm-public-tables", PublicTables);
