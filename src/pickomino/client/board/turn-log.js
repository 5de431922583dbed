/** The log of turns, newest first. */

import { chickenSvg } from "../shared/art.js";
import { hasChanged, make, put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { describeTurnEnd, rollText, setAsideText } from "./narration.js";
import { bratwurmsIn } from "./position.js";

/** @import { Frame } from "../shared/messages.js" */

const MAX_ROWS = 200;

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
   */
  show(frames, names) {
    const turns = frames.flatMap((frame, index) =>
      frame.event?.type === "TurnEnded" ? [{ frame, index }] : [],
    );
    if (!hasChanged(this, [turns.length, names, turns.at(-1)])) return;
    // If turns were only added, the existing rows are kept, because a long game has many.
    const hasOtherNames = hasChanged(this.#list, names);
    const isExtended =
      !hasOtherNames && this.#drawnEnds.every((end, index) => end === turns[index]?.frame);
    const count = isExtended ? this.#drawnEnds.length : 0;
    const rows = turns
      .slice(Math.max(count, turns.length - MAX_ROWS))
      .reverse()
      .map(({ frame, index }) => row(frame, names, gainedBratwurm(frames, index)));
    this.#drawnEnds = turns.map(({ frame }) => frame);
    this.#list.start = turns.length;
    if (count > 0) this.#list.prepend(...rows);
    else put(this.#list, ...rows);
    while (this.#list.childElementCount > MAX_ROWS) this.#list.lastElementChild?.remove();
    if (turns.length === 0) put(this.#list, make("li.log-empty", _("No turn has ended yet.")));
  }
}

/**
 * Return whether ones brought a Bratwurm in a turn, judging by the frames before its end.
 * @param {readonly Frame[]} frames
 * @param {number} end
 */
function gainedBratwurm(frames, end) {
  const seat = frames[end]?.seat ?? 0;
  const turn = frames.slice(0, end).filter((frame) => frame.turn === frames[end]?.turn);
  const counts = turn.flatMap((frame) => (frame.wfen ? bratwurmsIn(frame.wfen, seat) : []));
  return (counts.at(-1) ?? 0) > (counts[0] ?? 0);
}

/**
 * @param {Frame} frame of the end of a turn
 * @param {readonly string[]} names
 * @param {boolean} forOnes whether ones brought a Bratwurm
 */
function row({ event, set_aside = "", rolled = "", total = 0 }, names, forOnes) {
  const ended = /** @type {import("../shared/messages.js").TurnEnded} */ (event);
  const name = names[ended.seat] ?? "";
  const sum = _("{dice}: sum {total}", { dice: setAsideText(set_aside), total });
  return make(
    "li",
    { class: ended.result === "failed" ? "has-failed" : "" },
    make("span.log-chicken", chickenSvg(ended.seat)),
    make(
      "div",
      make("p", describeTurnEnd(ended, names).join(" ")),
      forOnes && make("p", _("{name} gains a Bratwurm for the ones.", { name })),
      set_aside !== "" && make("p.log-dice", sum),
      ended.reason === "no_new_symbol" && make("p.log-dice", rollText(rolled, name)),
    ),
  );
}

customElements.define("pm-turn-log", TurnLog);
