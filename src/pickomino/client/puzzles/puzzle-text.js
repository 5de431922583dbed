/** Puzzles in words: the players' names and the theme. */

import { HARDEST, RIVALS } from "../shared/constants.js";
import { _, botTitle, THEMES } from "../shared/i18n.js";

/** @import { PuzzleView as Puzzle } from "../shared/messages.js" */

/** @param {number} seat of the player @param {number} players */
export function namesBySeat(seat, players) {
  return Array.from({ length: players }, (_none, other) => {
    const place = (other - seat + players) % players;
    return place === 0 ? _("You") : botTitle(RIVALS[place - 1] ?? "");
  });
}

/** Return the theme and the difficulty of a puzzle. @param {Puzzle} puzzle */
export function topicText({ theme, difficulty }) {
  const stars = "★".repeat(difficulty) + "☆".repeat(HARDEST - difficulty);
  return `${THEMES[theme] ?? theme} ${stars}`;
}
