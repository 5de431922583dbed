/** What happened turn by turn, the newest first. */

import { chickenSvg } from "../shared/art.js";
import { isNews, make, put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { keptText, rollText, toldEnd } from "./narration.js";
import { bratwurmsIn } from "./position.js";

/** @import { Frame } from "../shared/messages.js" */

const MOST_SHOWN = 200;

export class Log extends HTMLElement {
  #list = make("ol.log-turns", {
    reversed: true,
    tabindex: "0",
    "aria-label": _("Turns so far, the newest first"),
  });

  /** The ends of turns that are drawn. @type {readonly Frame[]} */
  #ends = [];

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
    if (!isNews(this, [turns.length, names, turns.at(-1)])) return;
    // What is drawn stays: a long game has many turns.
    const isOther = isNews(this.#list, names);
    const isLonger = !isOther && this.#ends.every((end, place) => end === turns[place]?.frame);
    const count = isLonger ? this.#ends.length : 0;
    const rows = turns
      .slice(Math.max(count, turns.length - MOST_SHOWN))
      .reverse()
      .map(({ frame, index }) => row(frame, names, hasGained(frames, index)));
    this.#ends = turns.map(({ frame }) => frame);
    this.#list.start = turns.length;
    if (count > 0) this.#list.prepend(...rows);
    else put(this.#list, ...rows);
    while (this.#list.childElementCount > MOST_SHOWN) this.#list.lastElementChild?.remove();
    if (turns.length === 0) put(this.#list, make("li.log-none", _("No turn has ended yet.")));
  }
}

/**
 * Whether the ones of a turn brought a Bratwurm: the tables before its end tell.
 * @param {readonly Frame[]} frames
 * @param {number} end
 */
function hasGained(frames, end) {
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
  const sum = _("{dice}: sum {total}", { dice: keptText(set_aside), total });
  return make(
    "li",
    { class: ended.result === "failed" ? "has-failed" : "" },
    make("span.log-chicken", chickenSvg(ended.seat)),
    make(
      "div",
      make("p", toldEnd(ended, names).join(" ")),
      forOnes && make("p", _("{name} gains a Bratwurm for the ones.", { name })),
      set_aside !== "" && make("p.log-kept", sum),
      ended.reason === "no_new_symbol" && make("p.log-kept", rollText(rolled, name)),
    ),
  );
}

customElements.define("pm-log", Log);
