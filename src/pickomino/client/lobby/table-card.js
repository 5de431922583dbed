/** Cards of tables and finished games in a list: players, rules, state and actions. */

import { playerSvg } from "../shared/art.js";
import { make } from "../shared/dom.js";
import { _, botTitle, ngettext } from "../shared/i18n.js";
import { isMatch, matchText, rulesTitle } from "../shared/table-settings.js";

/** @import { RoomSummary, SeatView } from "../shared/messages.js" */

/** @param {SeatView} seat */
export function seatName(seat) {
  if (seat.kind === "open") return _("open seat");
  return seat.kind === "bot" ? botTitle(seat.bot) : seat.name;
}

/**
 * @param {Pick<RoomSummary, "code" | "phase" | "settings" | "seats">} room
 * @param {string} state described in words
 * @param {...Node} actions
 */
export function tableCard(room, state, ...actions) {
  const names = room.seats.filter((seat) => seat.kind !== "open").map(seatName);
  const length =
    isMatch(room.settings) && _("Match: {length}", { length: matchText(room.settings) });
  const text = [length, state].filter(Boolean).join(" · ");
  return card(room.seats, names, room.settings.rules, text, actions);
}

/**
 * Create the card of a finished game.
 * @param {readonly string[]} players as named in records
 * @param {string[]} names as displayed
 * @param {string} rules
 * @param {string} state described in words
 * @param {...Node} actions
 */
export function gameCard(players, names, rules, state, ...actions) {
  const seats = players.map((name) => ({ kind: name.startsWith("bot:") ? "bot" : "person" }));
  return card(seats, names, rules, state, actions);
}

/**
 * @param {readonly {kind: string, chicken?: number}[]} seats
 * @param {string[]} names
 * @param {string} rules
 * @param {string} state
 * @param {Node[]} actions
 */
function card(seats, names, rules, state, actions) {
  const chickens = seats.map(({ kind }, seat) =>
    make("span", { class: `mini-chicken ${kind}` }, playerSvg(seats, seat)),
  );
  return make(
    "li.table-card.wrap",
    make("span.mini-chickens", { "aria-hidden": "true" }, ...chickens),
    make(
      "span.table-card-text",
      make("strong", names.join(", ") || _("An empty table")),
      make("small", `${rulesTitle(rules)} · ${state}`),
    ),
    make("span.table-actions", ...actions),
  );
}

/** Describe how many seats are free. @param {SeatView[]} seats */
export function freeText(seats) {
  const free = seats.filter((seat) => seat.kind === "open").length;
  return free ? ngettext("{count} open seat", "{count} open seats", free) : _("full");
}
