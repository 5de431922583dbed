/** The panels of the profile: games, luck and skill, and the ladder of bots. */

import { signed } from "../review/reviewed-game.js";
import { make, panel } from "../shared/dom.js";
import { _, BOTS, botCharacter, botTitle, language, ngettext } from "../shared/i18n.js";
import { percentage } from "../shared/number-format.js";
import { saveItem } from "../shared/storage.js";
import { rulesTitle } from "../shared/table-settings.js";
import { beaten } from "./figures.js";

/** @import { Count, Estimate } from "./figures.js" */
/** @import { PlayedGame } from "../shared/messages.js" */
/** @typedef {ReturnType<typeof import("./figures.js").computeFigures>} Figures */

/** The storage key of the rivals chosen for "Play now". */
const RIVALS = "pickomino.rivals";
const MAX_BARS = 40;

/** @param {[string, string][]} rows */
function figureList(rows) {
  return make(
    "dl.figures",
    ...rows.flatMap(([name, value]) => [make("dt", name), make("dd", value)]),
  );
}

/** @param {Count} count */
function countText({ games, won }) {
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
    counts(_("By rival"), figures.rivals, (name) =>
      name.startsWith("bot:") ? botTitle(name) : name,
    ),
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

/** @param {string} title @param {Map<string, Count>} kinds @param {(_: string) => string} label */
function counts(title, kinds, label) {
  return make(
    "div",
    make("h3", title),
    figureList([...kinds].map(([name, count]) => [label(name), countText(count)])),
  );
}

/** @param {Figures} figures */
export function skillPanel({ given_away: answerCost, lately, luck, costs }) {
  if (!answerCost || !lately)
    return panel(
      "skill-title",
      _("Luck and skill"),
      make("p", _("Review a game to see what your decisions cost and what the dice did.")),
    );
  /** @type {[string, string][]} */
  const rows = [
    [_("Given away per game"), estimateText(percentage(answerCost.mean), answerCost)],
    [_("Given away lately"), estimateText(percentage(lately.mean), lately)],
  ];
  if (luck) rows.push([_("Luck per game"), estimateText(signed(luck.mean), luck)]);
  return panel("skill-title", _("Luck and skill"), figureList(rows), costChart(costs));
}

/** @param {string} mean @param {Estimate} estimate */
function estimateText(mean, { games, margin }) {
  const spread = margin === null ? "" : ` ± ${percentage(margin)}`;
  const reviews = ngettext("{count} review", "{count} reviews", games);
  return `${mean}${spread} (${reviews})`;
}

/** Draw the win chance given away in each game. @param {readonly number[]} costs */
function costChart(costs) {
  const highest = Math.max(...costs, 0.01);
  const bars = costs.slice(-MAX_BARS).map((cost) => {
    const label = make("span.visually-hidden", percentage(cost));
    const bar = make("li", { title: percentage(cost) }, label);
    bar.style.setProperty("--share", String(cost / highest));
    return bar;
  });
  return make("ol.cost-chart", { "aria-label": _("Given away, game by game") }, ...bars);
}

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
      make("strong", name),
      make("span", isNext ? task : botCharacter(bot)),
      defeated.has(bot) && make("span.ladder-mark", _("beaten")),
      make(
        "a",
        {
          class: `button small${isNext ? " primary" : ""}`,
          href: "/",
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
