/** The games of this device: those that run first, then those to look at again. */

import { forget, getView, myGames, Refusal } from "../api.js";
import { iconSvg } from "../art.js";
import { make, put } from "../dom.js";
import { _ } from "../texts.js";
import { freeText, seatName, tableCard } from "./table-card.js";

/** @typedef {import("../api.js").Game} Game */

const MOST_SHOWN = 12;

export class MyGames extends HTMLElement {
  #list = make("ul", { class: "table-list" });

  connectedCallback() {
    this.hidden = true;
    this.replaceChildren(make("h2", { tabindex: "-1" }, _("My games on this device")), this.#list);
    void this.#look();
  }

  async #look() {
    const found = await Promise.all(
      myGames()
        .slice(0, MOST_SHOWN)
        .map((game) => look(game.code)),
    );
    const views = found.filter((view) => view !== null);
    const [over, running] = [views.filter(isOver), views.filter((view) => !isOver(view))];
    put(this.#list, ...[...running, ...over].map((view) => this.#row(view)));
    this.hidden = views.length === 0;
  }

  /** @param {Game} view */
  #row(view) {
    const address = isOver(view) ? `/game/${view.code}/${view.game_id}` : `/table/${view.code}`;
    const open = make(
      "a",
      { class: isOver(view) ? "button" : "button primary", href: address },
      isOver(view) ? _("Replay") : _("Continue"),
    );
    const drop = make(
      "button",
      {
        type: "button",
        class: "button quiet icon-only",
        "aria-label": _("Forget the game with {names}", { names: rivals(view) }),
        title: _("Forget"),
        onclick: () => {
          forget(view.code);
          drop.closest("li")?.remove();
          this.hidden = this.#list.childElementCount === 0;
          this.querySelector("h2")?.focus();
        },
      },
      iconSvg("close"),
    );
    return tableCard(view, state(view), open, drop);
  }
}

/**
 * A room of ours, or null where it cannot be seen; one that is gone is forgotten.
 * @param {string} code
 * @returns {Promise<Game | null>}
 */
async function look(code) {
  try {
    return await getView(code);
  } catch (error) {
    const gone =
      error instanceof Refusal && ["unknown_room", "bad_token"].includes(error.refused.code);
    if (gone) forget(code);
    return null;
  }
}

/** @param {Game} view */
const isOver = (view) => view.phase === "over";

/** @param {Game} view */
function rivals(view) {
  const others = view.seats.filter((seat) => !seat.is_yours && seat.kind !== "open");
  return others.map(seatName).join(", ") || _("nobody else");
}

/** @param {Game} view */
function state(view) {
  if (view.phase === "lobby") return freeText(view.seats);
  if (view.is_your_turn) return _("your turn");
  if (!isOver(view)) return _("playing");
  const names = view.winners.map((seat) => view.seats[seat]).filter((seat) => seat !== undefined);
  return _("won by {names}", { names: names.map(seatName).join(", ") });
}

customElements.define("pm-my-games", MyGames);
