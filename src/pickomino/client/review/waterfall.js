/** A waterfall chart: the parts that add up to the result. */

import { make, put } from "../shared/dom.js";
import { _, SUMS } from "../shared/i18n.js";
import { percentage } from "../shared/number-format.js";
import { signed } from "./reviewed-game.js";
import { svgElement } from "./svg.js";

/** @import { SeatSums as Sums } from "../shared/messages.js" */
/** @typedef {{part: string, from: number, to: number, value: string}} Bar */

const HEIGHT = 24;

export class Waterfall extends HTMLElement {
  /** @param {Sums} sums @param {boolean} isYou whether they are those of the player here */
  show(sums, isYou) {
    const bars = barsOf(sums);
    const ends = bars.flatMap(({ from, to }) => [from, to]);
    const low = Math.min(0, ...ends);
    const scale = { low, width: Math.max(1, ...ends) - low };
    const rows = bars.map((bar, index) =>
      make(
        "tr",
        { class: `is-${bar.part.replace("_", "-")}` },
        make("th", { scope: "row" }, (isYou && ownTitle(bar.part)) || (SUMS[bar.part] ?? bar.part)),
        make("td.waterfall-bar", barSvg(bar, bars[index + 1] === undefined, scale)),
        make("td.waterfall-value", bar.value),
      ),
    );
    put(
      this,
      make(
        "table.waterfall",
        make("caption", _("Win chance: what the dice did, and what was given away")),
        make("tbody", ...rows),
      ),
    );
  }
}

/** Return how a part is called on the player's own page, if otherwise. @param {string} part */
function ownTitle(part) {
  if (part === "own_luck") return _("What your dice did");
  return part === "given_away" ? _("What you gave away") : "";
}

/** @param {Sums} sums @returns {Bar[]} */
function barsOf(sums) {
  let level = 0;
  /** @type {Bar[]} */
  const bars = [];
  for (const part of /** @type {(keyof Sums)[]} */ (Object.keys(SUMS))) {
    const amount = part === "given_away" ? -sums[part] : sums[part];
    if (part === "stand_ins" && signed(amount) === percentage(0)) continue;
    const isLevel = part === "start" || part === "result";
    const from = isLevel ? 0 : level;
    level = from + amount;
    bars.push({ part, from, to: level, value: isLevel ? percentage(amount) : signed(amount) });
  }
  return bars;
}

/** @param {Bar} bar @param {boolean} isLast @param {{low: number, width: number}} scale */
function barSvg({ from, to, part }, isLast, { low, width }) {
  const at = (/** @type {number} */ value) => (100 * (value - low)) / width;
  const isLevel = part === "start" || part === "result";
  const kind = isLevel ? "level" : to >= from ? "gain" : "loss";
  return svgElement(
    "svg",
    { viewBox: `0 0 100 ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svgElement("line", { class: "edge", x1: at(0), x2: at(0), y1: 0, y2: HEIGHT }),
    svgElement("line", { class: "edge", x1: at(1), x2: at(1), y1: 0, y2: HEIGHT }),
    svgElement("rect", {
      class: `bar ${kind}`,
      x: Math.min(at(from), at(to)),
      width: Math.max(Math.abs(at(to) - at(from)), 0.4),
      y: 3,
      height: HEIGHT - 6,
    }),
    !isLast &&
      svgElement("line", { class: "step", x1: at(to), x2: at(to), y1: HEIGHT - 3, y2: HEIGHT }),
    !isLevel && svgElement("line", { class: "step", x1: at(from), x2: at(from), y1: 0, y2: 3 }),
  );
}

customElements.define("pm-waterfall", Waterfall);
