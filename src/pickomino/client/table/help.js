/** The help dialog: the rules in a few sentences, and the keys. */

import { closeButton, showDialog } from "../shared/dialogs.js";
import { make } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { render } from "../shared/lines.js";
import { pageAddress } from "../shared/site.js";

/** @returns {[string, string][]} keys and what they do */
const keys = () => [
  ["1 2 3 4 5 W", _("set aside this symbol")],
  ["R", _("roll on (also the space bar)")],
  ["T", _("stop and take the tile (also S or Enter)")],
  ["Z", render(["weasel", {}], [])],
  ["B", _("Raven: whose Bratwurm to take")],
  ["U", _("take back, if the table allows it")],
  ["C", _("coach")],
  ["L", _("list of turns")],
  ["E", _("say something")],
  ["M", _("sound")],
  ["?", _("this help")],
];

/** The standard rules, as the help of the terminal words them. */
const rules = () => [
  _("2 to 7 can play. A chosen seat begins, or one drawn by lot; then play goes round."),
  _("Roll the dice and set aside all that show one symbol you have not set aside this turn."),
  _(
    "A worm counts as 5, but fives and worms are two symbols. To take a tile you need a worm among the dice set aside.",
  ),
  _(
    "You take the tile whose number is exactly your sum, else the next lower one face up on the grill.",
  ),
  _(
    "You can steal a rival’s top tile with a sum of exactly its number; with a sum over 36 you steal nothing.",
  ),
  _(
    "Your turn ends once all dice or all six symbols are set aside. If you stop and can take a tile, you must; if you can steal one, you must steal it.",
  ),
  _(
    "Your turn fails if a roll brings no new symbol, or if it ends without a worm or with nothing to take.",
  ),
  _(
    "A failed turn sends your top tile back, and the highest tile on the grill is turned face down. If the returned tile is itself the highest, or if you have none, nothing is turned.",
  ),
  _(
    "When no tile is face up on the grill, the player with the most worms wins; in a tie, the highest single tile decides.",
  ),
];

/** @returns {[string, string][]} what the expansion adds */
const extrawurm = () => [
  [
    _("Extrawurm"),
    _(
      "An expansion for every rule set: two more tiles, Bratwurms and five specialists who stand on tiles. If you take a tile from the grill, you get the specialist on it; only the Raven is never kept. You can have one at most: a second sends the first back. A rival who steals your top tile takes your specialist too, and you lose it when your turn fails.",
    ),
  ],
  [
    _("Tiles 11 and 13"),
    _(
      "One worm each. You can take them only with a sum of exactly 11 or 13. They are never stolen and never go back.",
    ),
  ],
  [
    _("Bratwurm"),
    _(
      "Set aside two or more ones at once and get one of the seven. Each counts like a worm at the end, but does not break a tie.",
    ),
  ],
  [_("Canned Worm"), _("As long as you have set no worm aside, it counts as one and adds 5.")],
  [
    _("Sitting Hen"),
    _("Guards your top tile: a thief gets only the hen, and a failed turn costs only the hen."),
  ],
  [
    _("Raven"),
    _(
      "Brings a Bratwurm when its tile is taken, from the supply, else from a rival of your choice. It is never kept.",
    ),
  ],
  [
    _("Weasel"),
    _("Once a turn, roll the dice just rolled again, before setting aside. The new roll counts."),
  ],
  [_("Golden Die"), _("A ninth die with three ones and three worms.")],
];

/** @param {string[]} sentences */
const list = (sentences) => make("ul", ...sentences.map((sentence) => make("li", sentence)));

export async function helpDialog() {
  const rows = keys().map(([key, text]) =>
    make("div", make("dt", ...key.split(" ").map((name) => make("kbd", name))), make("dd", text)),
  );
  const pages = make(
    "p",
    make(
      "a",
      { href: pageAddress("/rules"), target: "_blank", rel: "noopener" },
      _("Read the rules"),
    ),
    " · ",
    make(
      "a",
      { href: pageAddress("/tutorial"), target: "_blank", rel: "noopener" },
      _("Learn in five minutes"),
    ),
  );
  await showDialog(
    _("Help"),
    [
      list(rules()),
      make(
        "p",
        _("These are the standard rules; the rules page shows how the other rule sets differ."),
      ),
      pages,
      make(
        "details",
        make("summary", _("Extrawurm")),
        list(extrawurm().map(([name, meaning]) => `${name} – ${meaning}`)),
      ),
      make("details", make("summary", _("Keys")), make("dl.keys", ...rows)),
    ],
    [closeButton()],
  );
}
