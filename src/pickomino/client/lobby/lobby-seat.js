/** One seat in the lobby, with the host's controls. */

import { playerSvg } from "../shared/art.js";
import { make } from "../shared/dom.js";
import { _, botLevel, botTitle } from "../shared/i18n.js";
import { iconButton } from "../shared/icon-button.js";
import { botSelect } from "../shared/table-settings.js";

/** @import { Command } from "../shared/messages.js" */
/** @import { Seat, View } from "../shared/room-view.js" */
/** @typedef {(command: Command) => void} Send */

/** @param {View} view @param {Seat} seat @param {number} index @param {Send} send */
export function lobbySeat(view, seat, index, send) {
  return make(
    "li",
    { class: `lobby-seat ${seat.kind}${seat.is_yours ? " yours" : ""}` },
    make("span.lobby-chicken", playerSvg(view.seats, index)),
    make("span.lobby-seat-text", ...textParts(seat, view.starter === index)),
    view.is_host && view.phase === "lobby" && hostChoice(seat, index, send),
  );
}

/** @param {Seat} seat @param {boolean} isStarter */
function* textParts(seat, isStarter) {
  if (seat.kind === "open") yield make("strong.open", _("Open seat"));
  else yield make("strong", seat.kind === "bot" ? botTitle(seat.bot) : seat.name);
  const marks = [
    seat.is_yours && _("you"),
    seat.is_host && _("host"),
    seat.agrees && _("ready"),
    isStarter && _("begins"),
    seat.kind === "bot" && botLevel(seat.bot.split(":")[0] ?? ""),
    seat.is_absent && _("connection lost"),
  ].filter(Boolean);
  if (marks.length) yield make("small", marks.join(" · "));
}

/** @param {Seat} seat @param {number} index @param {Send} send */
function hostChoice(seat, index, send) {
  if (seat.is_yours) return null;
  if (seat.kind === "person") {
    const label = _("Remove {name}", { name: seat.name });
    const remove = () => send({ type: "HostRemove", seat: index });
    return iconButton("close", label, remove, { "data-focus": `seat-${index}` });
  }
  const change = (/** @type {string} */ bot) => {
    const plan = bot
      ? { type: /** @type {const} */ ("BotSeat"), bot }
      : { type: /** @type {const} */ ("OpenSeat") };
    send({ type: "SetSeat", seat: index, plan });
  };
  const [bot = ""] = seat.bot.split(":");
  const select = botSelect(bot, _("Seat {number}", { number: index + 1 }), change);
  select.prepend(make("option", { value: "" }, _("Open for a friend")));
  select.value = seat.kind === "bot" ? bot : "";
  select.dataset["focus"] = `seat-${index}`;
  return select;
}
