/** The grill, with every tile face up or face down, and an empty place for each taken tile. */

import { tileSvg } from "../shared/art.js";
import { WAITING } from "../shared/constants.js";
import { hasChanged, make, put } from "../shared/dom.js";
import { _, capitalize, ngettext } from "../shared/i18n.js";
import { wormCount } from "../shared/lines.js";
import { specialistName } from "./names.js";
import { specialistOn } from "./position.js";
import { specialistButton } from "./specialist.js";
import { actionText } from "./table-state.js";

/** @import { TableState } from "./table-state.js" */
/** @import { Tile } from "./position.js" */

export class Grill extends HTMLElement {
  /** @type {Map<number, HTMLElement>} */
  #places = new Map();
  #list = make("ul.grill-tiles");
  #beside = make("p.grill-beside");

  connectedCallback() {
    if (this.#list.isConnected) return;
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", _("Grill"));
    this.append(make("div.grill-glow", { "aria-hidden": "true" }), this.#list, this.#beside);
  }

  /** @param {TableState} state */
  set state(state) {
    const { position } = state;
    const { length } = position.tiles;
    this.style.setProperty("--columns", String(Math.ceil(length / 2)));
    this.style.setProperty("--columns-landscape", String(Math.ceil(length / 4)));
    if (this.#places.size !== position.tiles.length) {
      this.#places.clear();
      for (const { number } of position.tiles) this.#places.set(number, make("li.place"));
      put(this.#list, ...this.#places.values());
    }
    for (const tile of position.tiles) this.#draw(tile, state);
    this.#drawBeside(state);
  }

  /** Return the element of a tile's place, even if the tile was taken. @param {number} number */
  placeOf(number) {
    return this.#places.get(number) ?? null;
  }

  /** @param {Tile} tile @param {TableState} state */
  #draw(tile, state) {
    const place = this.#places.get(tile.number);
    if (!place) return;
    const action = `t${tile.number}`;
    const specialist = tile.state === "up" ? specialistOn(state.position, tile.number) : -1;
    const isWon = state.claims.includes(action);
    const canTake = state.legal.includes(action);
    if (!hasChanged(place, [tile.state, specialist, isWon, canTake, state.best === action])) return;
    place.className = `place is-${tile.state}`;
    place.classList.toggle("is-won", isWon);
    place.classList.toggle("is-best", state.best === action);
    const label =
      tileLabel(tile, specialist) + (isWon ? ". " + _("Stopping now would win this tile.") : "");
    if (tile.state === "gone") {
      put(
        place,
        make("span.gone-number", { "aria-hidden": "true" }, String(tile.number)),
        make("span.visually-hidden", label),
      );
      return;
    }
    const picture = tileSvg(tile.number, tile.worms, { state: tile.state });
    const specialistOnTile = specialist >= 0 && specialistButton(specialist, "on-tile");
    if (!canTake) {
      const hiddenLabel = make("span.visually-hidden", label);
      put(place, make("span.tile", picture, hiddenLabel), specialistOnTile);
      return;
    }
    const button = make(
      "button.tile",
      {
        "aria-label": `${capitalize(actionText(state, action))}, ${wormCount(tile.worms)}`,
        onclick: () => dispatchAction(this, action),
      },
      picture,
    );
    put(place, button, specialistOnTile);
  }

  /** @param {TableState} state */
  #drawBeside({ position }) {
    const { extrawurm } = position;
    this.#beside.hidden = !extrawurm;
    if (!extrawurm) return;
    const waiting = extrawurm.places.flatMap((place, specialist) =>
      place === WAITING ? [specialist] : [],
    );
    const supply = ngettext(
      "{count} Bratwurm in the supply",
      "{count} Bratwurms in the supply",
      extrawurm.supply,
    );
    const names = waiting.map(specialistName).join(", ");
    put(
      this.#beside,
      supply,
      waiting.length > 0 && " · " + _("Beside the grill: {names}.", { names }),
    );
  }
}

/** @param {Tile} tile @param {number} specialist */
function tileLabel({ number, worms, state }, specialist) {
  if (state === "down") return _("Tile {tile}, face down", { tile: number });
  if (state === "gone") return _("Tile {tile}, taken", { tile: number });
  const plain = _("Tile {tile}, {worms}", { tile: number, worms: wormCount(worms) });
  return specialist < 0
    ? plain
    : _("{tile}, with the {specialist}", { tile: plain, specialist: specialistName(specialist) });
}

/**
 * Dispatch an `act` event, which the table's owner handles.
 * @param {HTMLElement} element
 * @param {string} action
 */
export function dispatchAction(element, action) {
  element.dispatchEvent(new CustomEvent("act", { detail: action, bubbles: true }));
}

customElements.define("pm-grill", Grill);
