/** The page of the profile: what this device remembers, to be taken along or deleted. */

import { today } from "../puzzles/packs.js";
import { KEY as DAILY, DailyLog } from "../puzzles/scores.js";
import { finishedGames } from "../shared/api.js";
import { button, make, panel, put } from "../shared/dom.js";
import { _, ngettext } from "../shared/i18n.js";
import { load } from "../shared/page-loader.js";
import { drop, keep, recall } from "../shared/storage.js";
import { figuresOf } from "./figures.js";
import { beginAnew, KEY as GAMES, GameLog, noteGame } from "./game-log.js";
import { KEY as PRACTICE, PracticeLog } from "./practice-log.js";
import { gamesPanel, ladderPanel, skillPanel } from "./profile-panels.js";

/** Games that ended while this page was closed and are looked at now. */
const MOST_COLLECTED = 50;
const KEYS = { daily: DAILY, practice: PRACTICE, games: GAMES };

await load(_("My profile"), async (main) => {
  show(main);
  const log = new GameLog();
  const known = Object.keys(log.games).length;
  const finished = await finishedGames().catch(() => []);
  // One after the other: the server has others to serve.
  for (const game of finished.slice(0, MOST_COLLECTED).reverse())
    await noteGame(log, game).catch(() => undefined);
  if (Object.keys(log.games).length > known) show(main);
});

/** @param {HTMLElement} main @param {import("../shared/dom.js").Child} [said] */
function show(main, said) {
  const log = new GameLog();
  const games = Object.values(log.games);
  const figures = figuresOf(games);
  put(
    main,
    make(
      "header.panel.card",
      make("h1", { tabindex: "-1" }, _("My profile")),
      make("p", _("All of this is kept in this browser alone. The server does not learn it.")),
      log.problem !== "" && make("p.daily-note", { role: "note" }, note(log.problem)),
      make("p.row", ...ways()),
      make("p", { role: "status" }, said ?? ""),
    ),
    ladderPanel(games),
    gamesPanel(figures),
    skillPanel(figures),
    panel("data-title", _("Your data"), make("p.row", exportLink(), " ", deleteButton(main))),
  );
}

/** @param {"damaged" | "forbidden"} problem */
function note(problem) {
  return problem === "damaged"
    ? _("What was kept of your games is damaged; the rest is shown.")
    : _("This browser keeps nothing here: the profile ends when the page is closed.");
}

/** What else there is to do, and how far it is. */
function ways() {
  const [rating] = new PracticeLog().player;
  const count = new DailyLog().streak(today());
  const streak = ngettext("{count} day in a row", "{count} days in a row", count);
  const daily = [_("Today’s five"), count > 0 && streak].filter(Boolean).join(" · ");
  const practice = [_("Practice"), Math.round(rating)].join(" · ");
  return [
    make("a.button", { href: "/daily" }, daily),
    " ",
    make("a.button", { href: "/practice" }, practice),
  ];
}

function exportLink() {
  const content = Object.entries(KEYS).map(([name, key]) => [name, recall(key, {})]);
  const text = JSON.stringify(Object.fromEntries(content), null, 1);
  return make(
    "a.button",
    {
      href: `data:application/json;charset=utf-8,${encodeURIComponent(text)}`,
      download: `pickomino-profile-${today()}.json`,
    },
    _("Export"),
  );
}

/** One press deletes; what was pressed by mistake can be taken back. @param {HTMLElement} main */
function deleteButton(main) {
  const remove = () => {
    const before = Object.values(KEYS).map(
      (key) => /** @type {const} */ ([key, recall(key, null)]),
    );
    for (const key of Object.values(KEYS)) drop(key);
    beginAnew();
    const restore = () => {
      for (const [key, value] of before) if (value !== null) keep(key, value);
      show(main);
    };
    const undo = button("small", restore, _("Undo"));
    show(main, make("span", _("Everything is deleted."), " ", undo));
    undo.focus();
  };
  return button("", remove, _("Delete everything"));
}
