/** The games of this device: those that run first, then those to look at again. */

import { calledBy } from "../board/names.js";
import { freeText, gameCard, seatName, tableCard } from "../lobby/table-card.js";
import {
  deleteGame,
  finishedGames,
  forget,
  getView,
  myGames,
  noteGone,
  problemText,
  Refusal,
} from "../shared/api.js";
import { iconSvg } from "../shared/art.js";
import { ask } from "../shared/dialogs.js";
import { button, make, put } from "../shared/dom.js";
import { _, language, ngettext } from "../shared/i18n.js";

/** @import { Game } from "../shared/api.js" */
/** @import { FinishedGame } from "../shared/messages.js" */

const MOST_SHOWN = 12;
const MOST_FINISHED = 5;

export class MyGames extends HTMLElement {
  #list = make("ul.table-list");
  #running = make("ul.table-list");
  #above = make(
    "section.panel.card.running",
    make("h2", { tabindex: "-1" }, _("Your games in progress")),
    this.#running,
  );
  #problem = make("p.problem", { role: "alert" });

  connectedCallback() {
    this.hidden = true;
    this.replaceChildren(
      make("h2", { tabindex: "-1" }, _("My games on this device")),
      this.#list,
      this.#problem,
    );
    void this.#look();
  }

  async #look() {
    const finished = await finishedGames().catch(() => []);
    const kept = new Set(finished.map((game) => game.code));
    const rooms = myGames().filter((game) => !game.isGone);
    const found = await Promise.all(rooms.slice(0, MOST_SHOWN).map(({ code }) => look(code, kept)));
    const running = found.filter((view) => view !== null && view.phase !== "over");
    const rows = finished.map((game) => this.#finishedRow(game));
    const more = rows.splice(MOST_FINISHED);
    this.#showRunning(/** @type {Game[]} */ (running));
    put(this.#list, ...rows, more.length > 0 && this.#more(more));
    this.#hideIfEmpty();
  }

  /** Games that go on stand above everything else, the own turn first. @param {Game[]} views */
  #showRunning(views) {
    const mine = views.sort((a, b) => Number(b.is_your_turn) - Number(a.is_your_turn));
    put(this.#running, ...mine.map((view) => this.#row(view)));
    if (mine.length > 0) document.querySelector(".hero")?.before(this.#above);
  }

  /** @param {HTMLElement[]} rows */
  #more(rows) {
    const show = () => {
      item.replaceWith(...rows);
      rows[0]?.querySelector("a")?.focus();
    };
    const text = ngettext("{count} more game", "{count} more games", rows.length);
    const item = make("li.more-games", button("quiet", show, text));
    return item;
  }

  /** @param {Game} view */
  #row(view) {
    const open = make("a.button.primary", { href: `/table/${view.code}` }, _("Continue"));
    const label = _("Forget the game with {names}", { names: rivals(view) });
    const drop = cross(_("Forget"), label, () => {
      forget(view.code);
      this.#drop(drop);
    });
    return tableCard(view, state(view), open, drop);
  }

  /** @param {FinishedGame} game */
  #finishedRow(game) {
    const names = calledBy(game.names);
    const others = names.filter((_name, seat) => !game.seats.includes(seat)).join(", ");
    const open = make(
      "a.button.small",
      { href: `/game/${game.code}/${encodeURIComponent(game.id)}` },
      _("Replay"),
    );
    const review = make(
      "a.button.small",
      { href: `/review/${encodeURIComponent(game.id)}` },
      _("How did I play?"),
    );
    const label = _("Delete the game with {names}", { names: others || _("nobody else") });
    const drop = cross(_("Delete"), label, () => void this.#delete(game, drop));
    const winners = game.winners.map((seat) => names[seat] ?? "").join(", ");
    const when = new Date(game.ended_at * 1000).toLocaleDateString(language, {
      day: "numeric",
      month: "long",
    });
    const told = [_("won by {names}", { names: winners }), when].join(" · ");
    return gameCard(game.names, names, game.rules, told, review, open, drop);
  }

  /** @param {FinishedGame} game @param {HTMLElement} button */
  async #delete(game, button) {
    const isSure = await ask(
      _("Delete this game?"),
      _("Its record and its review are removed for good, for everybody who played it."),
      _("Delete"),
    );
    if (!isSure) return;
    try {
      await deleteGame(game);
      this.#drop(button);
    } catch (error) {
      this.#problem.textContent = problemText(error);
    }
  }

  /** @param {HTMLElement} button of a row that goes */
  #drop(button) {
    const section = button.closest(".card");
    button.closest("li")?.remove();
    this.#hideIfEmpty();
    section?.querySelector("h2")?.focus();
  }

  #hideIfEmpty() {
    this.hidden = this.#list.childElementCount === 0;
    if (this.#running.childElementCount === 0) this.#above.remove();
  }
}

/**
 * A room of ours, or null where it cannot be seen; one that is gone is forgotten, unless a game
 * that was finished there is kept.
 * @param {string} code
 * @param {Set<string>} kept
 * @returns {Promise<Game | null>}
 */
async function look(code, kept) {
  try {
    return await getView(code);
  } catch (error) {
    const gone =
      error instanceof Refusal && ["unknown_room", "bad_token"].includes(error.refused.code);
    if (gone && kept.has(code)) noteGone(code);
    else if (gone) forget(code);
    return null;
  }
}

/** @param {string} title @param {string} label which game it is @param {() => void} onclick */
function cross(title, label, onclick) {
  const drop = button("quiet icon-only", onclick, iconSvg("close"));
  drop.title = title;
  drop.ariaLabel = label;
  return drop;
}

/** @param {Game} view */
function rivals(view) {
  const others = view.seats.filter((seat) => !seat.is_yours && seat.kind !== "open");
  return others.map(seatName).join(", ") || _("nobody else");
}

/** @param {Game} view */
function state(view) {
  if (view.phase === "lobby") return freeText(view.seats);
  return view.is_your_turn ? _("your turn") : _("playing");
}

customElements.define("pm-my-games", MyGames);
