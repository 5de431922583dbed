/** The help dialog: the rules in a few sentences, and the keys. */

import { closeButton, showDialog } from "../shared/dialogs.js";
import { make } from "../shared/dom.js";
import { _, HELP } from "../shared/i18n.js";
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
      list(HELP.rules),
      make(
        "p",
        _("These are the standard rules; the rules page shows how the other rule sets differ."),
      ),
      pages,
      make("details", make("summary", _("Extrawurm")), list(HELP.extrawurm)),
      make("details", make("summary", _("Keys")), make("dl.keys", ...rows)),
    ],
    [closeButton()],
  );
}
