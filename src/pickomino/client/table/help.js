/** The help dialog: the rules in a few sentences, and the keys. */

import { closeButton, showDialog } from "../shared/dialogs.js";
import { make } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { render } from "../shared/lines.js";

/** @returns {[string, string][]} keys and what they do */
const keys = () => [
  ["1 2 3 4 5 W", _("set aside this symbol")],
  ["R", _("roll on (also the space bar)")],
  ["T", _("stop and take the tile (also S or Enter)")],
  ["Z", render(["weasel", {}], [])],
  ["B", _("Raven: whose Bratwurm to take")],
  ["U", _("take back, in practice games")],
  ["C", _("coach")],
  ["L", _("list of turns")],
  ["E", _("say something")],
  ["M", _("sound")],
  ["?", _("this help")],
];

/** Return the basic rules. */
const rules = () => [
  _("Set aside all dice of one symbol; each symbol only once in a turn."),
  _("A worm counts as 5."),
  _("To win a tile you need its number, and at least one worm."),
  _("If your sum is exactly the number of a rival’s top tile, you steal it."),
  _("No new symbol among the dice you rolled: the turn fails, and your top tile goes back."),
];

export async function helpDialog() {
  const rows = keys().map(([key, text]) =>
    make("div", make("dt", ...key.split(" ").map((name) => make("kbd", name))), make("dd", text)),
  );
  const pages = make(
    "p",
    make("a", { href: "/rules", target: "_blank", rel: "noopener" }, _("Read the rules")),
    " · ",
    make("a", { href: "/tutorial", target: "_blank", rel: "noopener" }, _("Learn in five minutes")),
  );
  await showDialog(
    _("Help"),
    [
      make("ul", ...rules().map((rule) => make("li", rule))),
      pages,
      make("details", make("summary", _("Keys")), make("dl.keys", ...rows)),
    ],
    [closeButton()],
  );
}
