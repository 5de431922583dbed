/** What players, dice and specialists are called. */

import { WAITING, WORM } from "../shared/constants.js";
import { _, botTitle, ngettext } from "../shared/i18n.js";
import { isTile } from "./position.js";

/** @import { Die } from "./position.js" */

/**
 * Names by seat; bots of one kind are numbered.
 * @param {readonly string[]} names as a room or record has them, a bot as `bot:family`
 * @returns {string[]}
 */
export function calledBy(names) {
  const plain = names.map((name) => (name.startsWith("bot:") ? botTitle(name) : name));
  return plain.map((name, seat) => {
    const isTwice = plain.filter((other) => other === name).length > 1;
    const number = plain.slice(0, seat + 1).filter((other) => other === name).length;
    return isTwice ? _("{name} {number}", { name, number }) : name;
  });
}

/**
 * Names by seat for a room's view, also before its game.
 * @param {import("../shared/room-view.js").View} view
 */
export function namesIn(view) {
  if (view.names.length) return calledBy(view.names);
  return calledBy(
    view.seats.map((seat) =>
      seat.kind === "bot" ? `bot:${seat.bot}` : seat.name || _("open seat"),
    ),
  );
}

/** @param {number} face */
export function faceName(face) {
  return face === WORM ? _("worm") : String(face);
}

/**
 * List dice in words, the golden die named.
 * @param {Die[]} dice
 */
export function diceNames(dice) {
  return dice
    .map((die) =>
      die.isGolden ? _("golden {symbol}", { symbol: faceName(die.face) }) : faceName(die.face),
    )
    .join(", ");
}

/** @param {number} count */
export function wormCount(count) {
  return ngettext("{count} worm", "{count} worms", count);
}

/** @param {number} specialist */
export function specialistName(specialist) {
  const names = [_("Canned Worm"), _("Sitting Hen"), _("Raven"), _("Weasel"), _("Golden Die")];
  return names[specialist] ?? "";
}

/** What a specialist does for who holds it. @param {number} specialist */
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

/**
 * Where a specialist is.
 * @param {number} place
 * @param {readonly string[]} names
 */
export function placeName(place, names) {
  if (place === WAITING) return _("beside the grill");
  if (isTile(place)) return _("on tile {tile}", { tile: place });
  return _("with {name}", { name: names[place] ?? "" });
}
