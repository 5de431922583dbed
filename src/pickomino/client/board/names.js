/** Names of players, dice and specialists. */

import { FORMER_PLAYER, WORM } from "../shared/constants.js";
import { _, botTitle } from "../shared/i18n.js";

/** @import { Die } from "./position.js" */

/**
 * Return the displayed names by seat; bots of the same kind are numbered.
 * @param {readonly string[]} names in a room or record; a bot is `bot:family`
 * @returns {string[]}
 */
export function displayNames(names) {
  const plain = names.map((name) => {
    if (name === FORMER_PLAYER) return _("a former player");
    return name.startsWith("bot:") ? botTitle(name) : name;
  });
  return plain.map((name, seat) => {
    const isTwice = plain.filter((other) => other === name).length > 1;
    const number = plain.slice(0, seat + 1).filter((other) => other === name).length;
    return isTwice ? _("{name} {number}", { name, number }) : name;
  });
}

/**
 * Return the displayed names in a room, also before its first game.
 * @param {import("../shared/room-view.js").View} view
 */
export function playerNames(view) {
  if (view.names.length) return displayNames(view.names);
  return displayNames(
    view.seats.map((seat) =>
      seat.kind === "bot" ? `bot:${seat.bot}` : seat.name || _("open seat"),
    ),
  );
}

/** @param {number} face */
export function faceName(face) {
  return face === WORM ? _("worm") : String(face);
}

/** List dice in words, marking the golden die. @param {Die[]} dice */
export function diceNames(dice) {
  return dice
    .map((die) =>
      die.isGolden ? _("golden {symbol}", { symbol: faceName(die.face) }) : faceName(die.face),
    )
    .join(", ");
}

/** @param {number} specialist */
export function specialistName(specialist) {
  const names = [_("Canned Worm"), _("Sitting Hen"), _("Raven"), _("Weasel"), _("Golden Die")];
  return names[specialist] ?? "";
}

/** Describe what a specialist does for its owner. @param {number} specialist */
export function specialistPower(specialist) {
  const powers = [
    _("Counts as a worm worth 5 while you have none."),
    _("Guards your top tile once."),
    _("Brings a Bratwurm when its tile is taken."),
    _("Once a turn, roll the dice just rolled again."),
    _("A ninth die with ones and worms."),
  ];
  return powers[specialist] ?? "";
}
