/**
 * A picture in running text: dice, tiles, a chicken or a specialist, chosen by attributes.
 *
 *   <pm-picture dice="w w 5" then="5" sum="15" tiles="21:1 22:1:down" chosen="21" label="…">
 */

import { bratwurmSvg, chickenSvg, dieSvg, specialistSvg, tileSvg } from "../shared/art.js";
import { make } from "../shared/dom.js";

/** @import { Child } from "../shared/dom.js" */

/** @param {string} symbol */
const face = (symbol) => (symbol === "w" ? 6 : Number(symbol));

/** @param {string} kind @param {boolean} isChosen @param {Child[]} art */
export function piece(kind, isChosen, ...art) {
  return make("span", { class: `piece ${kind}${isChosen ? " chosen" : ""}` }, ...art);
}

export class Picture extends HTMLElement {
  connectedCallback() {
    const label = this.getAttribute("label");
    if (label) {
      this.setAttribute("role", "img");
      this.setAttribute("aria-label", label);
    } else this.setAttribute("aria-hidden", "true");
    this.replaceChildren(...this.#rows());
  }

  /** @param {string} name */
  #words(name) {
    return (this.getAttribute(name) ?? "").split(" ").filter(Boolean);
  }

  *#rows() {
    const dice = this.#dice("dice");
    const sum = this.getAttribute("sum");
    if (sum) dice.push(make("span.sum", sum));
    if (dice.length) yield make("span.row", ...dice);
    const then = this.#dice("then");
    if (then.length) yield make("span.row.then", ...then);
    const others = this.#others();
    if (others.length) yield make("span.row", ...others);
  }

  /** @param {string} name */
  #dice(name) {
    const chosen = this.getAttribute("chosen");
    return this.#words(name).map((symbol) => piece("die", symbol === chosen, dieSvg(face(symbol))));
  }

  #others() {
    const pieces = [];
    const mood = this.getAttribute("mood") === "sad" ? "sad" : "calm";
    for (const seat of this.#words("chicken")) {
      pieces.push(piece("chicken", false, chickenSvg(Number(seat), { mood })));
    }
    for (const word of this.#words("tiles")) {
      const [number, worms, side] = word.split(":");
      const state = side === "down" ? "down" : "up";
      const isChosen = number === this.getAttribute("chosen");
      pieces.push(piece("tile", isChosen, tileSvg(Number(number), Number(worms), { state })));
    }
    const specialist = this.getAttribute("specialist");
    if (specialist !== null)
      pieces.push(piece("specialist", false, specialistSvg(Number(specialist))));
    if (this.hasAttribute("bratwurm")) pieces.push(piece("specialist", false, bratwurmSvg()));
    return pieces;
  }
}

customElements.define("pm-picture", Picture);
