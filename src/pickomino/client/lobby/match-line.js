/** The score of a match in one line, for the lobby and the end of each game. */

import { playerNames } from "../board/names.js";
import { make } from "../shared/dom.js";
import { render } from "../shared/lines.js";

/** @import { View } from "../shared/room-view.js" */

/** Return the line, or false if there is no score yet. @param {View} view */
export function matchLine(view) {
  if (!view.score_line) return false;
  const names = playerNames(view);
  const standings = names.map((name, seat) => `${name} ${view.score.wins[seat] ?? 0}`).join(" · ");
  return make(
    "p.match-line",
    make("strong", render(view.score_line, names)),
    " ",
    make("span", standings),
  );
}
