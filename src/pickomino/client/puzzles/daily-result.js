/** The result of a day: marks, the line to share, the streak, and the previous days. */

import { PUZZLES_PER_DAY } from "../shared/constants.js";
import { button, make, panel } from "../shared/dom.js";
import { _, language, ngettext } from "../shared/i18n.js";
import { percentage, sum } from "../shared/number-format.js";
import { copy, openShareSheet, pictureAddress, publicAddress } from "../shared/share.js";
import { pageAddress } from "../shared/site.js";
import { Countdown } from "./countdown.js";
import { addDays } from "./days.js";
import { marksOf } from "./marks.js";
import { band, MAX_POINTS, pointsOf, shareLine } from "./scores.js";

/** @import { Shareable } from "../shared/share.js" */
/** @import { DailyLog } from "./scores.js" */

const WEEKS = 4;
const NOTES = {
  damaged: () => _("The results of past days are damaged: the streak starts again."),
  forbidden: () => _("This browser keeps nothing here: the streak ends when the page is closed."),
};

/** Format a date. @param {string} day @param {Intl.DateTimeFormatOptions} [options] */
function dateText(day, options = { dateStyle: "long" }) {
  return new Date(day).toLocaleDateString(language, { timeZone: "UTC", ...options });
}

/** @param {string} day @param {DailyLog} log */
export function resultPanel(day, log) {
  const costs = log.costs(day);
  const marks = costs.map(band).join("");
  const query = `?date=${day}&marks=${marks}`;
  const url = publicAddress(`/daily${query}`);
  const picture = pictureAddress(`/daily/result.png${query}`);
  const line = shareLine(day, costs, url);
  const given = percentage(sum(costs));
  return make(
    "section.panel.card.daily-result",
    { "aria-labelledby": "daily-title" },
    make(
      "h1",
      { id: "daily-title", tabindex: "-1" },
      _("The five for {date}", { date: dateText(day) }),
    ),
    make("p.daily-marks", marksOf(costs)),
    make("p", _("{points} of {most} points", { points: pointsOf(costs), most: MAX_POINTS })),
    make("p", _("In total, you gave away {cost} of a win.", { cost: given })),
    make("p", make("code.share-line", line)),
    make("p", new Countdown()),
    make(
      "p",
      shareButton({ text: shareLine(day, costs), url, picture }, line),
      make("a.button", { href: pageAddress("/") }, _("Home")),
    ),
  );
}

/** @param {DailyLog} log @param {string} now */
function streakLine(log, now) {
  const count = log.streak(now);
  const longest = log.longestStreak();
  return make(
    "p.daily-streak",
    count > 0 && make("strong", ngettext("{count} day in a row", "{count} days in a row", count)),
    longest > count && " ",
    longest > count && ngettext("Longest: {count} day", "Longest: {count} days", longest),
    log.problem !== "" && make("span.daily-note", { role: "note" }, ` ${NOTES[log.problem]()}`),
  );
}

/** @param {Shareable} result @param {string} line the text with its link */
function shareButton(result, line) {
  const status = make("span", { role: "status" });
  const share = async () => {
    if (await openShareSheet(result)) return;
    status.textContent = (await copy(line)) ? _("Copied.") : _("Please copy the line above.");
  };
  return make("span", button("primary", share, _("Share")), " ", status);
}

/**
 * Create links to the days of the last weeks.
 * @param {string} first
 * @param {string} now
 * @param {DailyLog} log
 * @param {string} shown
 */
export function calendar(first, now, log, shown) {
  const days = Array.from({ length: WEEKS * 7 }, (_none, back) => addDays(now, -back)).filter(
    (day) => day >= first,
  );
  return panel(
    "days-title",
    _("All days"),
    streakLine(log, now),
    make("ol.days", ...days.reverse().map((day) => dayLink(day, log, now, shown))),
  );
}

/** @param {string} day @param {DailyLog} log @param {string} now @param {string} shown */
function dayLink(day, log, now, shown) {
  const costs = log.costs(day);
  const isDone = costs.length === PUZZLES_PER_DAY;
  const state =
    costs.length === 0 ? _("not played yet") : costs.map((cost) => percentage(cost)).join(", ");
  return make(
    "li",
    make(
      "a",
      {
        class: `day${isDone ? " is-done" : ""}${day === now ? " is-today" : ""}`,
        href: pageAddress(`/daily?date=${day}`),
        "aria-label": `${dateText(day)}: ${state}`,
        "aria-current": day === shown ? "page" : null,
      },
      make("span.day-number", dateText(day, { day: "numeric" })),
      costs.length > 0 && marksOf(costs),
    ),
  );
}
