/** The log of turns, newest first. */

import { playerSvg } from "../shared/art.js";
import { FACES } from "../shared/constants.js";
import { hasChanged, make, put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { render, renderAll } from "../shared/lines.js";
import { faceName } from "./names.js";
import { countOf, parseDice } from "./position.js";
import { rollLine, turnEndOf } from "./table-state.js";

/** @import { Frame } from "../shared/messages.js" */
/** @import { TurnEnd } from "./table-state.js" */
/** @typedef {{frame: Frame, end: TurnEnd, index: number}} Turn */

const MAX_ROWS = 200;
const NOTHING_CHANGED = ["none_back", "none_turned"];

export class TurnLog extends HTMLElement {
  #list = make("ol.log-turns", {
    reversed: true,
    tabindex: "0",
    "aria-label": _("Turns so far, the newest first"),
  });

  /** The ends of the turns that are drawn. @type {readonly Frame[]} */
  #drawnEnds = [];

  connectedCallback() {
    if (this.#list.isConnected) return;
    this.append(make("h2", _("Turns")), this.#list);
    this.show([], []);
  }

  /**
   * @param {readonly Frame[]} frames of this game
   * @param {readonly string[]} names
   * @param {readonly {chicken?: number}[]} seats
   */
  show(frames, names, seats = []) {
    const turns = frames.flatMap((frame, index) => {
      const end = turnEndOf(frame);
      return end ? [{ frame, end, index }] : [];
    });
    if (!hasChanged(this, [turns.length, names, turns.at(-1)])) return;
    // If turns were only added, the existing rows are kept, because a long game has many.
    const hasOtherNames = hasChanged(this.#list, names);
    const isExtended =
      !hasOtherNames && this.#drawnEnds.every((end, index) => end === turns[index]?.frame);
    const count = isExtended ? this.#drawnEnds.length : 0;
    const rows = turns
      .slice(Math.max(count, turns.length - MAX_ROWS))
      .reverse()
      .map((turn) => row(turn, frames, names, seats));
    this.#drawnEnds = turns.map(({ frame }) => frame);
    this.#list.start = turns.length;
    if (count > 0) this.#list.prepend(...rows);
    else put(this.#list, ...rows);
    while (this.#list.childElementCount > MAX_ROWS) this.#list.lastElementChild?.remove();
    if (turns.length === 0) put(this.#list, make("li.log-empty", _("No turn has ended yet.")));
  }
}

/**
 * @param {Turn} turn
 * @param {readonly Frame[]} frames
 * @param {readonly string[]} names
 * @param {readonly {chicken?: number}[]} seats
 */
function row({ frame, end, index }, frames, names, seats) {
  const { turn, set_aside, total = 0 } = frame;
  const { seat, hasFailed, reason, lines } = end;
  if (isHarmless(end)) return shortRow(playerSvg(seats, seat), renderAll(lines.slice(0, 1), names));
  const before = frames.slice(0, index).filter((other) => other.turn === turn);
  const gains = before.flatMap((other) => other.lines ?? []).filter(([key]) => key === "ones");
  const rolled = reason === "no_new_symbol" && rollLine({ seat, roll: frame.rolled ?? "" });
  const dice = setAsideText(set_aside ?? "");
  return make(
    "li",
    { class: hasFailed ? "has-failed" : "" },
    make("span.log-chicken", playerSvg(seats, seat)),
    make(
      "div",
      make("p", renderAll(lines, names)),
      gains.length > 0 && make("p", renderAll(gains, names)),
      dice !== "" && make("p.log-dice", _("{dice}: sum {total}", { dice, total })),
      rolled && make("p.log-dice", render(rolled, names)),
    ),
  );
}

/** Return whether a turn failed and changed nothing. @param {TurnEnd} end */
const isHarmless = ({ hasFailed, lines }) =>
  hasFailed && lines.length > 1 && lines.slice(1).every(([key]) => NOTHING_CHANGED.includes(key));

/** @param {SVGElement} chicken @param {string} text */
function shortRow(chicken, text) {
  return make("li.has-failed", make("span.log-chicken", chicken), make("p", text));
}

/** List dice in short form: `2 × 5, 3 × worm`. @param {string} text */
function setAsideText(text) {
  const dice = parseDice(text);
  const faces = FACES.filter((face) => countOf(dice, face) > 0);
  const parts = faces.map((face) =>
    _("{count} × {symbol}", { count: countOf(dice, face), symbol: faceName(face) }),
  );
  return parts.join(", ");
}

customElements.define("pm-turn-log", TurnLog);
