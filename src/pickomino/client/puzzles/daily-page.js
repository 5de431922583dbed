/** The page with the five puzzles of a day. */

import { PUZZLES_PER_DAY } from "../shared/constants.js";
import { put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { loadPage } from "../shared/page-loader.js";
import { everybodyPanel, ownPanel, weeksPanel } from "./comparison.js";
import { DailyFive } from "./daily-five.js";
import { calendar, resultPanel } from "./daily-result.js";
import { isDay, today } from "./days.js";
import { loadDay } from "./puzzle-loader.js";
import { DailyLog } from "./scores.js";

await loadPage(_("Today’s five"), async (main) => {
  const now = today();
  const wanted = new URL(location.href).searchParams.get("date") ?? now;
  const { first = now } = /** @type {HTMLElement} */ (document.querySelector("[data-first]"))
    .dataset;
  const day = isDay(wanted) && wanted <= now && wanted >= first ? wanted : now;
  const log = new DailyLog();
  const showResult = () => {
    document.body.classList.remove("table-page");
    put(
      main,
      resultPanel(day, log),
      everybodyPanel(day, log),
      ownPanel(day, log),
      weeksPanel(now, log),
      calendar(first, now, log, day),
    );
    document.title = _("The five for {date}", { date: day }) + " · " + _("Pickomino");
    /** @type {HTMLElement | null} */ (main.querySelector("h1"))?.focus();
  };
  if (log.costs(day).length === PUZZLES_PER_DAY) {
    showResult();
    return;
  }
  const puzzles = await loadDay(day);
  const element = new DailyFive();
  element.addEventListener("done", showResult);
  put(main, element, calendar(first, now, log, day));
  element.show(day, puzzles, log);
});
