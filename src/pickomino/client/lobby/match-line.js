/** The score of a match in one line, for the lobby and the end of each game. */

import { playerNames } from "../board/names.js";
import { make } from "../shared/dom.js";
import { _, ngettext } from "../shared/i18n.js";
import { hasScore, isMatch, matchText } from "../shared/table-settings.js";

/** @import { View } from "../shared/room-view.js" */

/** Return the line, or false if there is no score yet. @param {View} view */
export function matchLine(view) {
  if (!hasScore(view)) return false;
  const { winners } = view.score;
  const names = playerNames(view);
  const standings = names.map((name, seat) => `${name} ${view.score.wins[seat] ?? 0}`).join(" · ");
  const decided = winners.length > 0 && winnerText(winners.map((seat) => names[seat] ?? ""));
  return make(
    "p.match-line",
    make("strong", decided || matchProgressText(view)),
    " ",
    make("span", standings),
  );
}

/** @param {string[]} names */
function winnerText(names) {
  const [name = ""] = names;
  return names.length === 1
    ? _("{name} wins the match!", { name })
    : _("The match ends in a tie: {names}", { names: names.join(", ") });
}

/** @param {View} view */
function matchProgressText({ settings, score: { games } }) {
  if (settings.match_wins) return matchText(settings);
  return isMatch(settings)
    ? _("{count} of {total} games played", { count: games, total: settings.match_games })
    : ngettext("{count} game", "{count} games", games);
}
