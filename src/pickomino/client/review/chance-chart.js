/** A chart of all seats' win chances over the turns of a game, with costly decisions marked. */

import { playerSvg, SEAT_COLOURS } from "../shared/art.js";
import { LABEL_LIMITS } from "../shared/constants.js";
import { make, put } from "../shared/dom.js";
import { _, capitalize, LABELS } from "../shared/i18n.js";
import { percentage, roundedPercent } from "../shared/number-format.js";
import { turnNumber } from "./reviewed-game.js";
import { svgElement } from "./svg.js";

/** @import { ReviewedGame } from "./reviewed-game.js" */

const HEIGHT = 260;
const LEFT = 44;
const RIGHT = 12;
const TOP = 14;
const BOTTOM = 24;
const NARROWEST = 280;
const NARROW = 560;
/** The dash pattern of each seat, so that lines differ not only in colour. */
const DASHES = ["", "10 5", "3 4", "14 4 3 4", "6 3", "2 3 8 3", "18 6"];
/** @type {Record<string, string>} */
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class ChanceChart extends HTMLElement {
  #drawing = make("div.chart-drawing");
  /** @type {ReviewedGame | null} */
  #game = null;
  #width = 0;
  #seat = 0;
  #rivals = make("input", { type: "checkbox", onchange: () => this.#redraw() });
  #watching = new ResizeObserver(() => this.#draw());

  disconnectedCallback() {
    this.#watching.disconnect();
  }

  /** @param {ReviewedGame} game */
  show(game) {
    this.#game = game;
    const lines = game.names.map((name, seat) =>
      make(
        "li",
        make("span.chart-chicken", playerSvg(game.replay.seats, seat)),
        svgElement(
          "svg",
          { viewBox: "0 0 40 8", class: "chart-sample", "aria-hidden": "true" },
          svgElement("line", { ...lineOf(game, seat), x1: 1, x2: 39, y1: 4, y2: 4 }),
        ),
        name,
      ),
    );
    const hasMarks = game.costly().length > 0;
    put(
      this,
      make("ul.chart-names.wrap", ...lines),
      hasMarks && make("label.chart-rivals", this.#rivals, _("Show rivals’ mistakes")),
      this.#drawing,
      hasMarks && make("p.explanation", keyOfMarks()),
      tableOf(game),
    );
    this.#watching.observe(this.#drawing);
    this.#draw();
  }

  /** Mark the mistakes of this seat; those of the others only on request. @param {number} seat */
  showSeat(seat) {
    this.#seat = seat;
    this.#redraw();
  }

  #redraw() {
    this.#width = 0;
    this.#draw();
  }

  #draw() {
    const game = this.#game;
    const width = Math.max(this.#drawing.clientWidth, NARROWEST);
    if (!game || width === this.#width) return;
    this.#width = width;
    const points = pointsOf(game);
    const x = (/** @type {number} */ turn) =>
      LEFT + ((width - LEFT - RIGHT) * turn) / Math.max(points.length - 1, 1);
    const y = (/** @type {number} */ chance) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance);
    const chart = svgElement(
      "svg",
      {
        viewBox: `0 0 ${width} ${HEIGHT}`,
        role: "group",
        "aria-label": _("Win chances from turn to turn"),
      },
      ...[0, 0.25, 0.5, 0.75, 1].map((level) =>
        svgElement(
          "g",
          { class: "chart-level", "aria-hidden": "true" },
          svgElement("line", { x1: LEFT, x2: width - RIGHT, y1: y(level), y2: y(level) }),
          svgElement(
            "text",
            { x: LEFT - 6, y: y(level) + 4, "text-anchor": "end" },
            roundedPercent(level),
          ),
        ),
      ),
      ...turnLabels(game, x, width),
      ...game.names.map((_name, seat) =>
        svgElement("polyline", {
          ...lineOf(game, seat),
          points: points.map((point, turn) => `${x(turn)},${y(point[seat] ?? 0)}`).join(" "),
        }),
      ),
      ...columns(game, x),
      ...marks(game, this.#rivals.checked ? null : this.#seat, x, y, width < NARROW ? 8 : 11),
    );
    put(this.#drawing, chart);
  }
}

/**
 * Draw a seat's line in the colour of its chicken.
 * @param {ReviewedGame} game
 * @param {number} seat
 */
function lineOf({ replay }, seat) {
  const stroke = SEAT_COLOURS[replay.seats[seat]?.chicken ?? seat] ?? "";
  return { class: "chart-line", stroke, "stroke-dasharray": DASHES[seat] ?? "" };
}

/** Return the win chances before each turn, and at the end. @param {ReviewedGame} game */
function pointsOf({ review }) {
  return [...review.turns.map((turn) => turn.before), review.seats.map((seat) => seat.result)];
}

/** @param {ReviewedGame} game @param {(turn: number) => number} x @param {number} width */
function turnLabels({ review, names }, x, width) {
  const rounds = Math.ceil(review.turns.length / names.length);
  const every = Math.max(1, Math.ceil((rounds * 34) / width));
  return review.turns.flatMap((turn, index) => {
    const round = Math.floor(index / names.length);
    if (index % names.length !== 0 || round % every !== 0) return [];
    return [
      svgElement(
        "text",
        { class: "chart-turn", x: x(index), y: HEIGHT - 6, "aria-hidden": "true" },
        String(turnNumber(turn)),
      ),
    ];
  });
}

/**
 * Link each turn's column to the replay, for pointers only: keyboard users have the list of turns.
 * @param {ReviewedGame} game @param {(turn: number) => number} x
 */
function columns(game, x) {
  return game.review.turns.map((turn, index) => {
    const first = turn.rolls[0]?.event ?? 0;
    return svgElement(
      "a",
      { href: game.stepAddress(first), tabindex: -1, "aria-hidden": "true", class: "chart-column" },
      svgElement("rect", {
        x: x(index),
        width: x(index + 1) - x(index),
        y: TOP,
        height: HEIGHT - TOP - BOTTOM,
      }),
    );
  });
}

/**
 * @param {ReviewedGame} game
 * @param {number | null} seat whose mistakes are marked, or null for all
 * @param {(turn: number) => number} x
 * @param {(chance: number) => number} y
 * @param {number} radius
 */
function marks(game, seat, x, y, radius) {
  return game.review.turns.flatMap((turn, index) =>
    turn.decisions
      .filter(({ label }) => label !== null && (seat === null || seat === turn.seat))
      .map((decision, number, all) => {
        const at = x(index + (number + 1) / (all.length + 1));
        const height = y(turn.before[turn.seat] ?? 0);
        const name = game.names[turn.seat] ?? "";
        const kind = capitalize(LABELS[decision.label ?? ""] ?? "");
        const label = `${titleOf(turn, name)}. ${kind}: ${game.decisionText(decision)}`;
        return svgElement(
          "a",
          {
            href: game.stepAddress(decision.event),
            class: `chart-mark is-${decision.label}`,
            "aria-label": label,
          },
          svgElement("title", {}, label),
          svgElement("circle", { cx: at, cy: height, r: radius }),
          svgElement("text", { x: at, y: height + 4 }, SIGNS[decision.label ?? ""] ?? ""),
        );
      }),
  );
}

/** Explain the marks, the least serious first. */
function keyOfMarks() {
  return Object.entries(LABEL_LIMITS)
    .map(([label, limit]) =>
      _("{sign} {label} (from {cost})", {
        sign: SIGNS[label] ?? "",
        label: LABELS[label] ?? label,
        cost: percentage(limit),
      }),
    )
    .join(" · ");
}

/** @param {{label: string}} turn @param {string} name of its player */
function titleOf(turn, name) {
  return _("Turn {turn}: {name}", { turn: turnNumber(turn), name });
}

/** @param {ReviewedGame} game */
function tableOf(game) {
  const rows = pointsOf(game).map((point, index) => {
    const turn = game.review.turns[index];
    const name = turn ? titleOf(turn, game.names[turn.seat] ?? "") : _("Result");
    return make(
      "tr",
      make("th", { scope: "row" }, name),
      ...point.map((chance) => make("td", game.percent(chance))),
    );
  });
  const heads = game.names.map((name) => make("th", { scope: "col" }, name));
  return make(
    "details.chart-table",
    make("summary", _("As a table")),
    make(
      "div.scrolling",
      {
        tabindex: "0",
        role: "region",
        "aria-label": _("Win chances from turn to turn"),
      },
      make(
        "table",
        make("thead", make("tr", make("th", { scope: "col" }, _("Turn")), ...heads)),
        make("tbody", ...rows),
      ),
    ),
  );
}

customElements.define("pm-chance-chart", ChanceChart);
