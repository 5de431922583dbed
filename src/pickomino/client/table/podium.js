/** The results of a game: the podium, the ranking with all tiles, and four figures. */

import { bratwurms } from "../board/bratwurms.js";
import { wormsOn } from "../board/position.js";
import { playerSvg, tileSvg, wormSvg } from "../shared/art.js";
import { make } from "../shared/dom.js";
import { _, ngettext } from "../shared/i18n.js";
import { wormCount } from "../shared/lines.js";
import { roundedPercent } from "../shared/number-format.js";

/** @import { TableState } from "../board/table-state.js" */

const PLACES = 3;

/** Return the seats, best first. @param {TableState} state */
function bestFirst({ ranks }) {
  const rankOf = (/** @type {number} */ seat) => ranks[seat] ?? 0;
  return [...ranks.keys()].sort((a, b) => rankOf(a) - rankOf(b));
}

/** Draw the first three, with the winner in the middle. @param {TableState} state */
export function podium(state) {
  const { names, ranks, scores, winners } = state;
  const [first, ...others] = bestFirst(state).slice(0, PLACES);
  const order = [others[0], first, others[1]].filter((seat) => seat !== undefined);
  const places = order.map((seat) =>
    make(
      "div",
      { class: `podium-place podium-${Math.min(ranks[seat] ?? PLACES, PLACES)}` },
      make(
        "span",
        { class: winners.includes(seat) ? "podium-chicken is-winner" : "podium-chicken" },
        playerSvg(state.seats, seat, { mood: winners.includes(seat) ? "happy" : "calm" }),
      ),
      make("span.podium-name", names[seat] ?? ""),
      make(
        "span.podium-block",
        make("strong", String(ranks[seat] ?? "")),
        make("span.podium-worms", String(scores[seat] ?? 0), wormSvg()),
      ),
    ),
  );
  return make("div.podium", { "aria-hidden": "true" }, ...places);
}

/** @param {TableState} state */
export function ranking(state) {
  const { position, names, ranks, scores, winners } = state;
  const rows = bestFirst(state).map((seat) => {
    const rank = ranks[seat] ?? 0;
    const tiles = [...(position.stacks[seat] ?? [])].sort((a, b) => b - a);
    return make(
      "li",
      { class: winners.includes(seat) ? "is-winner" : "", value: rank, "data-rank": rank },
      make("span.rank-chicken", playerSvg(state.seats, seat)),
      make("span.rank-name", names[seat] ?? ""),
      make(
        "span.rank-tiles.wrap",
        ...tiles.map((tile) =>
          make(
            "span.tile",
            { title: String(tile) },
            tileSvg(tile, wormsOn(tile)),
            make("span.visually-hidden", String(tile)),
          ),
        ),
      ),
      make(
        "span.rank-worms",
        make("span.worm-icon", wormSvg()),
        make("span", { "aria-hidden": "true" }, String(scores[seat] ?? 0)),
        make("span.visually-hidden", wormCount(scores[seat] ?? 0)),
        bratwurms(seat, position),
      ),
    );
  });
  return make("ol.ranking", ...rows);
}

/**
 * @param {import("../shared/messages.js").Highlights | null} highlights
 * @param {TableState} state
 */
export function figures(highlights, state) {
  if (!highlights) return false;
  const { steals = 0, failures = 0, leads = 0, boldest } = highlights;
  return make(
    "dl.figures",
    figure(_("Steals"), String(steals)),
    figure(_("Busts"), String(failures), whoseFailures(highlights, state)),
    boldest
      ? figure(
          _("Boldest roll"),
          _("{percent} risk", { percent: roundedPercent(boldest.risk) }),
          [
            state.names[boldest.seat] ?? "",
            ngettext("{count} die", "{count} dice", boldest.dice),
          ].join(", "),
        )
      : figure(_("Boldest roll"), "–"),
    figure(_("Lead changes"), String(leads)),
  );
}

/**
 * Say how many failures were the player's own, if one player here has one seat.
 * @param {import("../shared/messages.js").Highlights} highlights
 * @param {TableState} state
 */
function whoseFailures({ failures = 0, failures_by_seat: bySeat = [] }, { seats }) {
  const own = bySeat.filter((_count, seat) => seats[seat]?.is_yours);
  const [yours] = own;
  if (yours === undefined || own.length > 1) return "";
  return _("yours {yours}, theirs {theirs}", { yours, theirs: failures - yours });
}

/** @param {string} title @param {string} value @param {string} [whose] */
const figure = (title, value, whose = "") =>
  make("div", make("dt", title), make("dd", value, whose && make("small", whose)));
