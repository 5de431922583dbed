/** The "More" menu of a table: leaving, and what only the host may do. Loaded when opened. */

import { choose, confirmDialog } from "../shared/dialogs.js";
import { _, BOTS, botTitle } from "../shared/i18n.js";
import { PreferencesMenu } from "../shared/preferences-menu.js";
import { pageAddress } from "../shared/site.js";
import { logMark } from "./log-mark.js";

/** @import { Command } from "../shared/messages.js" */
/** @import { View } from "../shared/room-view.js" */
/** @typedef {(command: Command) => Promise<boolean>} Send */

/**
 * @param {View} view
 * @param {string} wfen the current position
 * @param {readonly string[]} names
 * @param {Send} send
 * @param {import("./notices.js").Notices} notices
 */
export async function showMore(view, wfen, names, send, notices) {
  const choice = await choose(_("This table"), choicesFor(view, names), markText(view, wfen));
  const [item, number] = choice.split(" ");
  const seat = Number(number);
  if (item === "home") location.assign(pageAddress("/"));
  if (item === "preferences") await preferencesMenu()?.open();
  if (item === "rules") window.open(pageAddress("/rules"), "_blank", "noopener");
  if (item === "replace") await replace(seat, send);
  if (item === "leave") await leave(seat, send, notices);
  if (item === "vote") await send({ type: "Vote", seat });
  if (item === "remove") await remove(seat, names[seat] ?? "", send);
}

/** @param {View} view @param {string} wfen */
function markText(view, wfen) {
  const mark = view.settings.practice ? "" : logMark(view, wfen);
  if (mark === "") return "";
  return _("Check code at step {version}: {mark}. All devices at this table show the same one.", {
    version: view.version,
    mark,
  });
}

/** @param {number} seat @param {Send} send */
async function replace(seat, send) {
  const bots = BOTS.map((name) => /** @type {[string, string]} */ ([name, botTitle(name)]));
  const bot = await choose(_("Which bot?"), bots);
  if (bot) await send({ type: "HostReplaceByBot", seat, bot });
}

/** @param {number} seat @param {Send} send @param {import("./notices.js").Notices} notices */
async function leave(seat, send, notices) {
  const warning = _("A bot plays on for you, and you cannot come back.");
  if (!(await confirmDialog(_("Leave the game?"), warning, _("Leave")))) return;
  notices.hasLeft = true;
  await send({ type: "Leave", seat });
}

/** @param {number} seat @param {string} name @param {Send} send */
async function remove(seat, name, send) {
  const warning = _("A bot takes the seat for good.");
  const isSure = await confirmDialog(_("Remove {name}?", { name }), warning, _("Remove"));
  if (isSure) await send({ type: "HostRemove", seat });
}

/** @param {View} view @param {readonly string[]} names @returns {[string, string][]} */
function choicesFor(view, names) {
  /** @type {[string, string][]} */
  const choices = [];
  for (const [index, seat] of view.seats.entries()) {
    const name = names[index] ?? "";
    if (seat.is_yours && view.phase !== "over") {
      choices.push([`leave ${index}`, _("Leave the game ({name})", { name })]);
    }
    if (view.voteable.includes(index))
      choices.push([`vote ${index}`, _("Vote to remove {name}", { name })]);
    if (!view.removable.includes(index)) continue;
    if (!seat.stand_in)
      choices.push([`replace ${index}`, _("Let a bot play for {name}", { name })]);
    choices.push([`remove ${index}`, _("Remove {name} for good", { name })]);
  }
  if (preferencesMenu()) choices.push(["preferences", _("Preferences")]);
  return [...choices, ["rules", _("Rules")], ["home", _("Back to the home page")]];
}

/** Return the preferences menu of the header, which is hidden on low screens. */
function preferencesMenu() {
  const menu = document.querySelector("pm-preferences");
  return menu instanceof PreferencesMenu ? menu : null;
}
