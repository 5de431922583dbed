/** The panels of the profile: games, luck and skill, and the ladder of bots. */

import { signed } from "../review/reviewed-game.js";
import { chickenSvg } from "../shared/art.js";
import { make, panel } from "../shared/dom.js";
import { _, BOTS, botCharacter, botTitle, language, ngettext } from "../shared/i18n.js";
import { percentage } from "../shared/number-format.js";
import { pageAddress } from "../shared/site.js";
import { saveItem } from "../shared/storage.js";
import { rulesTitle } from "../shared/table-settings.js";
import { beaten, hasVerdict } from "./figures.js";

/** @import { Count, Estimate } from "./figures.js" */
/** @import { Child } from "../shared/dom.js" */
/** @import { PlayedGame } from "../shared/messages.js" */
/** @typedef {ReturnType<typeof import("./figures.js").computeFigures>} Figures */

/** The storage key of the rivals chosen for "Play now". */
const RIVALS = "pickomino.rivals";
const MAX_BARS = 40;
/** An average over fewer reviews says nothing. */
const MIN_REVIEWS = 5;

/** @param {[Child, string][]} rows */
export function figureList(rows) {
  return make(
    "dl.figures",
    ...rows.flatMap(([name, value]) => [make("dt", name), make("dd", value)]),
  );
}

/** @param {Count} count */
export function countText({ games, won }) {
  const number = won.toLocaleString(language, { maximumFractionDigits: 1 });
  return _("{won} of {games} won", { won: number, games });
}

/** @param {Figures} figures */
export function gamesPanel(figures) {
  if (figures.all.games === 0)
    return panel(
      "games-title",
      _("Games"),
      make("p", _("No game has been finished here yet.")),
      sharedNote(),
    );
  return panel(
    "games-title",
    _("Games"),
    figureList([
      [_("All games"), countText(figures.all)],
      [_("Turns"), String(figures.turns)],
      [_("Steals"), String(figures.steals)],
      [_("Busts"), String(figures.busts)],
      [_("Best turn"), String(figures.best)],
    ]),
    counts(_("By rule set"), figures.rules, rulesTitle),
    counts(_("By number of players"), figures.players, String),
    counts(_("By rival"), figures.rivals, rivalText),
    sharedNote(),
  );
}

/** Explain that games on a shared device do not count. */
function sharedNote() {
  return make(
    "p",
    _(
      "Games in which a device is passed around do not count here: their luck and mistakes are not yours alone.",
    ),
  );
}

/** Return the portrait and the name of a rival. @param {string} name */
function rivalText(name) {
  if (!name.startsWith("bot:")) return name;
  return make("span.rival", portrait(name.split(":")[1] ?? ""), botTitle(name));
}

/** Draw a bot: each has a chicken of its own. @param {string} bot */
function portrait(bot, mood = /** @type {"calm" | "sad"} */ ("calm")) {
  return make("span.portrait", { "aria-hidden": "true" }, chickenSvg(BOTS.indexOf(bot), { mood }));
}

/** @param {string} title @param {Map<string, Count>} kinds @param {(_: string) => Child} label */
function counts(title, kinds, label) {
  return make(
    "div",
    make("h3", title),
    figureList([...kinds].map(([name, count]) => [label(name), countText(count)])),
  );
}

/** @param {Figures} figures @param {readonly PlayedGame[]} games */
export function skillPanel(figures, games) {
  const missing = MIN_REVIEWS - figures.costs.length;
  const title = _("Luck and skill");
  if (missing === MIN_REVIEWS)
    return panel(
      "skill-title",
      title,
      make("p", _("Review a game to see what your decisions cost and what the dice did.")),
      estimatesNote(figures.estimates),
    );
  const note =
    missing > 0 &&
    make(
      "p",
      ngettext(
        "After {count} more review, averages are shown here.",
        "After {count} more reviews, averages are shown here.",
        missing,
      ),
    );
  const rows = skillRows(figures);
  const list = rows.length > 0 && figureList(rows);
  const estimates = estimatesNote(figures.estimates);
  return panel("skill-title", title, note, list, costChart(games), estimates);
}

/**
 * Return the averages over reviewed games, unless they are so few that these say nothing.
 * @param {Figures} figures
 * @returns {[string, string][]}
 */
export function skillRows({ given_away: given, lately, luck }) {
  if (!given || !lately || !luck || given.games < MIN_REVIEWS) return [];
  /** @type {[string, string][]} */
  const rows = [[_("Given away per game"), estimateText(given, percentage)]];
  if (lately.games < given.games)
    rows.push([_("Given away lately"), estimateText(lately, percentage)]);
  return [...rows, [_("Luck per game"), estimateText(luck, signed)]];
}

/** Explain which reviews do not count. @param {number} count */
function estimatesNote(count) {
  const text = ngettext(
    "{count} review is only an estimate and does not count here.",
    "{count} reviews are only estimates and do not count here.",
    count,
  );
  return count > 0 && make("p", text);
}

/** @param {Estimate} estimate @param {(share: number) => string} format */
function estimateText({ games, mean, low, high }, format) {
  const reviews = ngettext("{count} review", "{count} reviews", games);
  const note = _("too few to tell");
  if (low === null || high === null) return `${format(mean)} (${reviews}; ${note})`;
  return _("{mean} ({low} to {high}; {reviews})", {
    mean: format(mean),
    low: format(low),
    high: format(high),
    reviews,
  });
}

/** Draw the win chance given away in each reviewed game. @param {readonly PlayedGame[]} games */
function costChart(games) {
  const reviewed = games.filter(hasVerdict).sort((a, b) => a.at - b.at);
  const shown = reviewed.slice(-MAX_BARS);
  const costs = shown.map((game) => game.given_away ?? 0);
  const highest = Math.max(...costs, 0.01);
  const bars = shown.map((game, index) => {
    const text = `${dateText(game)}: ${percentage(costs[index] ?? 0)}`;
    const bar = make("li", { title: text }, make("span.visually-hidden", text));
    bar.style.setProperty("--share", String((costs[index] ?? 0) / highest));
    return bar;
  });
  const [first, last] = [shown[0], shown.at(-1)];
  const figure = make(
    "figure.cost-figure",
    make("figcaption", { id: "costs-title" }, _("Given away, game by game")),
    make("span.cost-scale", { "aria-hidden": "true" }, percentage(highest)),
    make("ol.cost-chart", { "aria-labelledby": "costs-title" }, ...bars),
    make(
      "span.cost-dates",
      { "aria-hidden": "true" },
      make("span", first ? dateText(first) : ""),
      make("span", last && last !== first ? dateText(last) : ""),
    ),
  );
  figure.style.setProperty("--bars", String(shown.length));
  return figure;
}

/** @param {PlayedGame} game */
const dateText = ({ at }) =>
  new Date(at * 1000).toLocaleDateString(language, { dateStyle: "medium" });

/**
 * List the bots, weakest first, and mark the next one to beat.
 * @param {readonly PlayedGame[]} games
 */
export function ladderPanel(games) {
  const defeated = beaten(games);
  const next = BOTS.findIndex((bot) => !defeated.has(bot));
  const steps = BOTS.map((bot, place) => {
    const [name, following] = [botTitle(bot), BOTS[place + 1]];
    const isNext = place === next;
    const task = following
      ? _("Beat {name} to meet {next}.", { name, next: botTitle(following) })
      : _("Beat {name}.", { name });
    return make(
      "li",
      { class: defeated.has(bot) ? "is-beaten" : isNext ? "is-next" : "" },
      portrait(bot, defeated.has(bot) ? "sad" : "calm"),
      make("strong", name),
      make("span", isNext ? task : botCharacter(bot)),
      defeated.has(bot) && make("span.ladder-mark", _("beaten")),
      make(
        "a",
        {
          class: `button small${isNext ? " primary" : ""}`,
          href: pageAddress("/"),
          onclick: () => saveItem(RIVALS, [bot]),
        },
        _("Play now"),
        make("span.visually-hidden", ` · ${name}`),
      ),
    );
  });
  return panel(
    "ladder-title",
    _("The ladder"),
    make("p", _("You can play against any of them at any time.")),
    make("ol.ladder", ...steps),
  );
}
