/**
 * A small drawing of a table in running text.
 *
 *   <pm-example frame='{"wfen": "…", "set_aside": "44w", …}' choice="k5" label="…">
 */

import {
  parsePosition,
  specialistOn,
  specialistWith,
  symbolOf,
  tableDice,
  wormsOn,
} from "../board/position.js";
import { turnEndOf } from "../board/table-state.js";
import { bratwurmSvg, chickenSvg, dieSvg, specialistSvg, tileSvg } from "../shared/art.js";
import { make } from "../shared/dom.js";
import { piece } from "./picture.js";

/** @import { Frame } from "../shared/messages.js" */
/** @import { Die, Position } from "../board/position.js" */

/** @param {readonly Die[]} dice @param {string} choice of dice to set aside, such as `k4` */
const drawDice = (dice, choice = "") =>
  dice.map(({ face, isGolden }) =>
    piece("die", choice === `k${symbolOf(face)}`, dieSvg(face, { golden: isGolden })),
  );

export class Example extends HTMLElement {
  connectedCallback() {
    /** @type {Frame} */
    const frame = JSON.parse(this.getAttribute("frame") ?? "{}");
    const position = parsePosition(frame.wfen ?? "", tableDice(frame));
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", this.getAttribute("label") ?? "");
    this.replaceChildren(...rows(position, frame, this.getAttribute("choice") ?? ""));
  }
}

/** @param {Position} position @param {Frame} frame @param {string} choice */
function* rows(position, frame, choice) {
  const setAside = drawDice(position.setAside);
  if (setAside.length > 0) yield make("span.row", ...setAside, make("b.sum", `${frame.total}`));
  if (position.rolled.length > 0)
    yield make("span.row.rolled", ...drawDice(position.rolled, choice));
  yield make("span.row.grill-row", ...grill(position, frame));
  yield make("span.row", ...position.stacks.map((_, seat) => player(position, frame, seat)));
}

/**
 * Draw the tiles that are face up, and those just turned over.
 * @param {Position} position
 * @param {Frame} frame
 */
function grill(position, frame) {
  const { claims = [] } = frame;
  const turned = turnEndOf(frame)?.turned ?? [];
  return position.tiles
    .filter(({ number, state }) => state === "up" || turned.includes(number))
    .map(({ number, worms, state }) => {
      const guest = specialistOn(position, number);
      return piece(
        "tile",
        claims.includes(`t${number}`),
        tileSvg(number, worms, { state: state === "up" ? "up" : "down" }),
        state === "up" && guest >= 0 && piece("guest", false, specialistSvg(guest)),
      );
    });
}

/** @param {Position} position @param {Frame} frame @param {number} seat */
function player(position, { claims = [] }, seat) {
  const top = position.stacks[seat]?.at(-1);
  const held = specialistWith(position, seat);
  const bratwurms = position.extrawurm?.bratwurms[seat] ?? 0;
  return make(
    "span.player",
    piece("chicken", false, chickenSvg(seat)),
    top !== undefined &&
      piece(
        "tile",
        claims.includes(`s${top}`) && seat !== position.seat,
        tileSvg(top, wormsOn(top)),
      ),
    held >= 0 && piece("guest", false, specialistSvg(held)),
    ...Array.from({ length: bratwurms }, () => piece("guest", false, bratwurmSvg())),
  );
}

customElements.define("pm-example", Example);
