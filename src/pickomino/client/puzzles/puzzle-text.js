/** Puzzles in words: the players' names, the theme, and the board for screen readers. */

import { diceNames, specialistName } from "../board/names.js";
import { isTile } from "../board/position.js";
import { WAITING } from "../shared/constants.js";
import { _, botTitle, THEMES } from "../shared/i18n.js";
import { render, wormCount } from "../shared/lines.js";

/** @import { TableState } from "../board/table-state.js" */
/** @import { PuzzleView as Puzzle } from "../shared/messages.js" */

/**
 * The bots that rivals are named after, starting at the player's left, as in the terminal.
 */
const RIVALS = ["family", "expert", "beginner", "champion", "strategist", "random"];
const MAX_DIFFICULTY = 3;

/** @param {number} seat of the player @param {number} players */
export function namesBySeat(seat, players) {
  return Array.from({ length: players }, (_none, other) => {
    const place = (other - seat + players) % players;
    return place === 0 ? _("You") : botTitle(RIVALS[place - 1] ?? "");
  });
}

/** Return the theme and the difficulty of a puzzle. @param {Puzzle} puzzle */
export function topicText({ theme, difficulty }) {
  const stars = "★".repeat(difficulty) + "☆".repeat(MAX_DIFFICULTY - difficulty);
  return `${THEMES[theme] ?? theme} ${stars}`;
}

/** Describe the board for screen readers. @param {TableState} state @returns {string[]} */
export function boardText({ position, names, scores, total }) {
  const up = position.tiles.filter((tile) => tile.state === "up").map((tile) => tile.number);
  const lines = [_("Grill: {tiles}.", { tiles: up.join(", ") })];
  for (const [seat, stack] of position.stacks.entries()) {
    const [name, worms] = [names[seat] ?? "", wormCount(scores[seat] ?? 0)];
    lines.push(
      stack.length === 0
        ? _("{name}: {worms}; no tiles.", { name, worms })
        : _("{name}: {worms}; tiles {tiles}; on top {top}.", {
            name,
            worms,
            tiles: stack.join(", "),
            top: stack.at(-1) ?? 0,
          }),
    );
  }
  if (position.setAside.length > 0)
    lines.push(
      _("Set aside: {dice}.", { dice: diceNames(position.setAside) }),
      _("Sum: {total}.", { total }),
    );
  if (position.rolled.length > 0)
    lines.push(_("Dice: {dice}.", { dice: diceNames(position.rolled) }));
  return [...lines, ...specialistsText(position, names)];
}

/**
 * Describe where the specialists are.
 * @param {import("../board/position.js").Position} position
 * @param {readonly string[]} names
 */
function specialistsText({ extrawurm }, names) {
  const places = extrawurm?.places ?? [];
  return places.map((place, number) => `${specialistName(number)}: ${placeText(place, names)}.`);
}

/** @param {number} place of a specialist @param {readonly string[]} names */
function placeText(place, names) {
  if (place === WAITING) return render(["beside_grill", {}], names);
  return render(
    isTile(place) ? ["on_tile", { tile: place }] : ["with_player", { name: place }],
    names,
  );
}
