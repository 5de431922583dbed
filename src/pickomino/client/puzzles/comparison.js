/** A day's points compared with those of all players, and with the player's other days. */

import { request } from "../shared/api.js";
import { make, panel, put } from "../shared/dom.js";
import { _, language, ngettext } from "../shared/i18n.js";
import { oneDecimal, roundedPercent, sum } from "../shared/number-format.js";
import { site } from "../shared/site.js";
import { MAX_POINTS, pointsOf } from "./scores.js";

/** @import { DailyCounts } from "../shared/messages.js" */
/** @import { DailyLog } from "./scores.js" */

/** A share of fewer players says nothing. */
const MIN_PLAYERS = 10;
const WEEKS = 8;

/**
 * @typedef {object} Bar
 * @property {number} share how much of the height is filled
 * @property {string} value above the bar; empty for a bar without a value
 * @property {string} title below the bar
 * @property {boolean} isOwn whether the bar is marked
 */

/**
 * Compare a day with those of all players. The points of a day that was answered on time are
 * counted once, without anything that identifies this device.
 * @param {string} day
 * @param {DailyLog} log
 */
export function everybodyPanel(day, log) {
  const place = panel("everybody-title", _("Everybody’s points"));
  if (site) {
    place.append(
      make("p", _("Your points can be compared with everybody’s only on a server.")),
      make("pm-server-address", { path: "/daily" }),
    );
    void import("../offline/server-address.js");
    return place;
  }
  place.hidden = true;
  const show = async () => {
    const points = pointsOf(log.costs(day));
    const { players } = await loadCounts(day, points, log);
    const others = players.map((count, at) =>
      Math.max(0, count - Number(at === points && log.isCounted(day))),
    );
    put(
      place,
      place.firstElementChild,
      make("p", comparisonText(others, points)),
      histogram(_("Players by points"), players, points),
    );
    place.hidden = false;
  };
  // Without an answer of the server, the panel stays hidden.
  void show().catch(() => undefined);
  return place;
}

/**
 * @param {string} day
 * @param {number} points
 * @param {DailyLog} log
 * @returns {Promise<DailyCounts>}
 */
async function loadCounts(day, points, log) {
  const address = `/api/daily/${day}`;
  if (!log.isOnTime(day) || log.isCounted(day)) return request(address);
  const counts = await request(address, { body: { points } });
  log.markCounted(day);
  return counts;
}

/** @param {readonly number[]} others by points @param {number} points */
function comparisonText(others, points) {
  const count = sum(others);
  if (count === 0) return _("You are the first to answer.");
  if (count < MIN_PLAYERS)
    return ngettext(
      "{count} other player has answered.",
      "{count} other players have answered.",
      count,
    );
  const share = roundedPercent(sum(others.slice(0, points)) / count);
  return _("Better than {share} of {count} players.", {
    share,
    count: count.toLocaleString(language),
  });
}

/** Show how often the player earned how many points. @param {string} day @param {DailyLog} log */
export function ownPanel(day, log) {
  const all = log.allPoints();
  const counts = Array.from({ length: MAX_POINTS + 1 }, (_none, points) =>
    sum(all.map((other) => Number(other === points))),
  );
  const label = _("Your days by points");
  return (
    all.length > 1 && panel("own-title", label, histogram(label, counts, pointsOf(log.costs(day))))
  );
}

/** Show the average points of the last weeks. @param {string} now @param {DailyLog} log */
export function weeksPanel(now, log) {
  const weeks = log.weeks(now, WEEKS);
  const bars = weeks.map(({ monday, points }) => {
    const average = sum(points) / Math.max(points.length, 1);
    return {
      share: average / MAX_POINTS,
      value: points.length > 0 ? oneDecimal(average) : "",
      title: new Date(monday).toLocaleDateString(language, {
        timeZone: "UTC",
        day: "numeric",
        month: "short",
      }),
      isOwn: monday === weeks.at(-1)?.monday,
    };
  });
  const label = _("Your average points, week by week");
  return (
    bars.filter(({ value }) => value !== "").length > 1 &&
    panel("weeks-title", label, barChart(label, bars))
  );
}

/**
 * Draw a bar for each number of points, and mark the player's.
 * @param {string} label
 * @param {readonly number[]} counts
 * @param {number} own
 */
function histogram(label, counts, own) {
  const highest = Math.max(...counts, 1);
  const bars = counts.map((count, points) => ({
    share: count / highest,
    value: count > 0 ? String(count) : "",
    title: String(points),
    isOwn: points === own,
  }));
  return barChart(label, bars);
}

/** @param {string} label @param {readonly Bar[]} bars */
function barChart(label, bars) {
  const items = bars.map(({ share, value, title, isOwn }) => {
    const bar = make("span.histogram-bar", { "aria-hidden": "true" });
    bar.style.setProperty("--share", String(share));
    return make(
      "li",
      { class: isOwn ? "is-own" : "" },
      make("span.histogram-count", { "aria-hidden": "true" }, value),
      bar,
      make("span.histogram-title", title),
      make("span.visually-hidden", `: ${value || 0}`),
    );
  });
  const chart = make("ol.histogram", { "aria-label": label }, ...items);
  chart.style.setProperty("--bars", String(bars.length));
  return chart;
}
