/** What the chicken says at each step of the tutorial. */

import { _ } from "./texts.js";

/** @param {string} id */
export function lessonText(id) {
  /** @type {Record<string, string>} */
  const texts = {
    welcome: _(
      "Welcome to the barbecue! We chickens want the worms on the grill. Every tile shows how many points you need to take it, and how many worms it is worth. 2 to 7 can play; the first seat begins, and play goes round. Whoever has the most worms in the end wins.",
    ),
    choose_worms: _(
      "These are your eight dice. The sixth side is a worm; it counts 5 points. Choose one symbol, and all dice that show it are set aside. Take the worms: without at least one worm you win nothing.",
    ),
    roll_on: _("Three worms make 15. The smallest tile costs 21, so roll the other five dice."),
    symbol_once: _(
      "Each symbol can be set aside only once in a turn: the worm is used up now. Take the two fives, that is 10 more.",
    ),
    claim: _(
      "25, and a worm is in: tile 25 on the grill glows, because you would win it by stopping now. Whoever stops and can take a tile must take it. You could roll on for more, but let us be content. Take it!",
    ),
    claimed: _(
      "Tile 25 with two worms is yours. It lies on top of your stack, where everybody can see it, and where others can steal it.",
    ),
    rival_takes: _("Your rival set aside three worms and two fours: 23 points, and took tile 23."),
    aim_to_steal: _(
      "Your turn again. If your sum is exactly the number on top of a rival’s stack, you steal that tile. Tile 23 would be nice. Begin with the worms.",
    ),
    too_low: _("10 points. Roll on."),
    more_fives: _("Take the two fives."),
    still_too_low: _("20 points are not enough for any tile. Roll on, four dice are left."),
    exact: _("You need 3 more. Take the three!"),
    steal: _("Exactly 23! Your rival’s tile glows. Steal it."),
    stolen: _(
      "Got it. Your stack now has two tiles, and only the top one can be stolen from you. A sum over 36 steals nothing; it takes the highest tile on the grill.",
    ),
    rival_again: _(
      "Your rival reached 25. Tile 25 is in your stack, hidden under the 23, so the next lower tile on the grill was taken: 24.",
    ),
    no_worm: _(
      "Now for what can go wrong. There is no worm in this roll. Take the two fives and hope for one later.",
    ),
    dare: _("10 points and no worm yet. If you stopped now, your turn would fail: roll on."),
    take_threes: _("Still no worm. Take the two threes."),
    dare_again: _(
      "Four dice are left. Only a new symbol helps: threes and fives are used up. And if all eight dice are set aside without a worm, your turn fails as well. Roll!",
    ),
    bust: _(
      "Only threes and fives: no new symbol, so your turn fails. Your top tile, 23, goes back to the grill, and the highest tile there, 36, is turned over. Nobody can win that one any more. Nothing is turned if the returned tile is itself the highest, or if you have no tile to return.",
    ),
    last_tile: _(
      "Much later: only tile 22 is still face up. You and your rival have eight worms each. When the last tile is gone, the game is over.",
    ),
    last_worms: _("Set the worms aside."),
    last_roll: _("10 points. Roll on."),
    last_fives: _("Take the two fives."),
    last_dare: _("20 points: not enough for 22. Be brave!"),
    last_twos: _(
      "Take the three twos, that makes 26. Once all eight dice or all six symbols are set aside, you cannot roll on: you take what you can, or your turn fails.",
    ),
    last_claim: _(
      "You have 26, and tile 26 is in your own stack. If a tile is not to be had, you take the next lower one on the grill. That is 22!",
    ),
    end: _(
      "No tile is left face up, so the game is over. You have nine worms, your rival has eight: you win! In a tie, the highest single tile decides. The rules page says more, also about the Extrawurm expansion. Now play a real game.",
    ),
  };
  return texts[id] ?? "";
}
