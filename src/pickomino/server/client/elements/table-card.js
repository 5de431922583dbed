/** One table in a list: who sits there, what is played, and what can be done. */

import { chickenSvg } from "../art.js";
import { rulesTitle } from "../choices.js";
import { make } from "../dom.js";
import { _, botTitle, ngettext } from "../texts.js";

/** @typedef {import("../messages.js").RoomSummary} RoomSummary */
/** @typedef {import("../messages.js").SeatView} SeatView */

/** @param {SeatView} seat */
export function seatName(seat) {
  if (seat.kind === "open") return _("open seat");
  return seat.kind === "bot" ? botTitle(seat.bot) : seat.name;
}

/**
 * @param {Pick<RoomSummary, "code" | "phase" | "settings" | "seats">} room
 * @param {string} state in words
 * @param {...Node} actions
 */
export function tableCard(room, state, ...actions) {
  const chickens = room.seats.map((seat, index) =>
    make("span", { class: `mini-chicken ${seat.kind}` }, chickenSvg(index)),
  );
  const names = room.seats.filter((seat) => seat.kind !== "open").map(seatName);
  return make(
    "li",
    { class: "table-card" },
    make("span", { class: "mini-chickens", "aria-hidden": "true" }, ...chickens),
    make(
      "span",
      { class: "table-words" },
      make("strong", {}, names.join(", ") || _("An empty table")),
      make("small", {}, `${rulesTitle(room.settings.rules)} · ${state}`),
    ),
    make("span", { class: "table-actions" }, ...actions),
  );
}

/**
 * How many seats are free.
 * @param {SeatView[]} seats
 */
export function freeText(seats) {
  const free = seats.filter((seat) => seat.kind === "open").length;
  return free ? ngettext("{count} free seat", "{count} free seats", free) : _("full");
}
