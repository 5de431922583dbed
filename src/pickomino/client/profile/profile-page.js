/** The profile page: the data stored on this device, with export and deletion. */

import { today } from "../puzzles/days.js";
import { KEY as DAILY, DailyLog } from "../puzzles/scores.js";
import { finishedGames } from "../shared/api.js";
import { button, make, panel, put } from "../shared/dom.js";
import { _, ngettext } from "../shared/i18n.js";
import { loadPage } from "../shared/page-loader.js";
import { pageAddress } from "../shared/site.js";
import { loadItem, removeItem, saveItem } from "../shared/storage.js";
import { computeFigures } from "./figures.js";
import { KEY as GAMES, GameLog, ignoreEarlierGames, recordGame } from "./game-log.js";
import { KEY as PRACTICE, PracticeLog } from "./practice-log.js";
import { gamesPanel, ladderPanel, skillPanel } from "./profile-panels.js";
import { weekPanel } from "./week-panel.js";

/** The maximum number of newly finished games that are loaded. */
const MAX_COLLECTED = 50;
const KEYS = { daily: DAILY, practice: PRACTICE, games: GAMES };

await loadPage(_("My profile"), async (main) => {
  show(main);
  const log = new GameLog();
  const known = Object.keys(log.games).length;
  const finished = await finishedGames().catch(() => []);
  // One after the other, to limit the load on the server.
  for (const game of finished.slice(0, MAX_COLLECTED).reverse())
    await recordGame(log, game).catch(() => undefined);
  if (Object.keys(log.games).length > known) show(main);
});

/** @param {HTMLElement} main @param {import("../shared/dom.js").Child} [status] */
function show(main, status) {
  const log = new GameLog();
  const games = Object.values(log.games);
  const figures = computeFigures(games);
  put(
    main,
    make(
      "header.panel.card",
      make("h1", { tabindex: "-1" }, _("My profile")),
      make(
        "p",
        _(
          "All of this is kept in this browser alone. The server counts each day’s points without names, and receives one of your decisions only when you practise it, to draw the position.",
        ),
      ),
      log.problem !== "" && make("p.daily-note", { role: "note" }, note(log.problem)),
      make("p.wrap", ...links()),
      make("p", { role: "status" }, status ?? ""),
    ),
    ladderPanel(games),
    weekPanel(games, new DailyLog()),
    gamesPanel(figures),
    skillPanel(figures, games),
    panel(
      "data-title",
      _("Your data"),
      make("p.wrap", exportLink(), " ", ...importButton(main), " ", deleteButton(main)),
    ),
  );
}

/** @param {"damaged" | "forbidden"} problem */
function note(problem) {
  return problem === "damaged"
    ? _("Some of what was stored about your games is damaged; the rest is shown.")
    : _("This browser keeps nothing here: the profile is lost when the page is closed.");
}

/** Create links to the daily puzzles and practice, with the player's progress. */
function links() {
  const [rating] = new PracticeLog().player;
  const count = new DailyLog().streak(today());
  const streak = ngettext("{count} day in a row", "{count} days in a row", count);
  const daily = [_("Today’s five"), count > 0 && streak].filter(Boolean).join(" · ");
  const practice = [_("Practice"), Math.round(rating)].join(" · ");
  return [
    make("a.button", { href: pageAddress("/daily") }, daily),
    " ",
    make("a.button", { href: pageAddress("/practice") }, practice),
  ];
}

function exportLink() {
  const content = Object.entries(KEYS).map(([name, key]) => [name, loadItem(key, {})]);
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

/** Create a button that merges an exported file, with undo. @param {HTMLElement} main */
function importButton(main) {
  const field = make("input", { type: "file", accept: ".json,application/json", hidden: true });
  const load = async () => {
    const [file] = field.files ?? [];
    if (!file) return;
    const undo = undoButton(main);
    const { importProfile } = await import("./import-profile.js");
    const merged = await importProfile(file);
    if (!merged) {
      show(main, _("This file is not an exported profile."));
      return;
    }
    const { games, days, decisions } = merged;
    const added = _("Added – games: {games}, days: {days}, decisions: {decisions}.", {
      games: games.added,
      days: days.added,
      decisions: decisions.added,
    });
    const count = games.damaged + days.damaged + decisions.damaged;
    const leftOut =
      count > 0 &&
      ngettext(
        "{count} damaged entry was left out.",
        "{count} damaged entries were left out.",
        count,
      );
    show(main, make("span", added, " ", leftOut, " ", undo));
    undo.focus();
  };
  field.addEventListener("change", () => void load());
  return [button("", () => field.click(), _("Import")), field];
}

/** Create a button that deletes everything, with undo. @param {HTMLElement} main */
function deleteButton(main) {
  const remove = () => {
    const undo = undoButton(main);
    for (const key of Object.values(KEYS)) removeItem(key);
    ignoreEarlierGames();
    show(main, make("span", _("Everything has been deleted."), " ", undo));
    undo.focus();
  };
  return button("", remove, _("Delete everything"));
}

/** Create a button that restores the profile as it is now. @param {HTMLElement} main */
function undoButton(main) {
  const before = Object.values(KEYS).map(
    (key) => /** @type {const} */ ([key, loadItem(key, null)]),
  );
  const restore = () => {
    for (const [key, value] of before)
      if (value === null) removeItem(key);
      else saveItem(key, value);
    show(main);
  };
  return button("small", restore, _("Undo"));
}
