/** What happened on this device in the last seven days. */

import { addDays, today } from "../puzzles/days.js";
import { MAX_POINTS } from "../puzzles/scores.js";
import { panel } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { oneDecimal, sum } from "../shared/number-format.js";
import { computeFigures } from "./figures.js";
import { countText, figureList, skillRows } from "./profile-panels.js";

/** @import { PlayedGame } from "../shared/messages.js" */
/** @import { DailyLog } from "../puzzles/scores.js" */

const DAYS = 7;

/**
 * @param {readonly PlayedGame[]} games
 * @param {DailyLog} log
 */
export function weekPanel(games, log) {
  const since = addDays(today(), 1 - DAYS);
  const figures = computeFigures(games.filter(({ at }) => at * 1000 >= Date.parse(since)));
  const points = log.allPoints(since);
  if (figures.all.games === 0 && points.length === 0) return false;
  /** @type {[string, string][]} */
  const rows = [];
  if (figures.all.games > 0)
    rows.push([_("All games"), countText(figures.all)], ...skillRows(figures));
  if (points.length > 0) {
    const mean = oneDecimal(sum(points) / points.length);
    rows.push(
      [_("Today’s five"), _("{number} of {count} days", { number: points.length, count: DAYS })],
      [_("Points per day"), _("{points} of {most} points", { points: mean, most: MAX_POINTS })],
    );
  }
  return panel("week-title", _("The last seven days"), figureList(rows));
}
