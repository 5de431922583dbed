/** The games of this device: running games first, then finished ones. */

import { displayNames } from "../board/names.js";
import { freeText, gameCard, seatName, tableCard } from "../lobby/table-card.js";
import {
  ApiError,
  deleteGame,
  finishedGames,
  forget,
  getView,
  markRoomGone,
  myGames,
  problemText,
  remember,
} from "../shared/api.js";
import { confirmDialog } from "../shared/dialogs.js";
import { button, make, put } from "../shared/dom.js";
import { _, language, ngettext } from "../shared/i18n.js";
import { iconButton } from "../shared/icon-button.js";
import { pageAddress, site } from "../shared/site.js";

/** @import { Game } from "../shared/api.js" */
/** @import { FinishedGame } from "../shared/messages.js" */

const MAX_ROOMS = 12;
const MAX_FINISHED = 5;
const UNDO_MS = 10_000;

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
    void this.#load();
  }

  async #load() {
    const finished = await finishedGames().catch(() => []);
    const finishedCodes = new Set(finished.map((game) => game.code));
    const rooms = myGames().filter((game) => !game.isGone);
    const views = await Promise.all(
      rooms.slice(0, MAX_ROOMS).map(({ code }) => loadRoom(code, finishedCodes)),
    );
    const running = views.filter((view) => view !== null && view.phase !== "over");
    const rows = finished.map((game) => this.#finishedRow(game));
    const more = rows.splice(MAX_FINISHED);
    this.#showRunning(/** @type {Game[]} */ (running));
    put(this.#list, ...rows, more.length > 0 && this.#more(more));
    if (site && finished.length + running.length > 0) {
      const { allGamesButton } = await import("../offline/save-file.js");
      (finished.length > 0 ? this : this.#above).append(allGamesButton());
    }
    this.#hideIfEmpty();
  }

  /** Show running games at the top, first those where the player must act. @param {Game[]} views */
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
    const open = make(
      "a.button.primary",
      { href: pageAddress(`/table/${view.code}`) },
      _("Continue"),
    );
    const label = _("Forget the game with {names}", { names: rivals(view) });
    const remove = removeButton(_("Forget"), label, () => this.#forget(view, row));
    const row = tableCard(view, statusText(view), open, remove);
    return row;
  }

  /**
   * Forget a game, and offer for some seconds to keep it.
   * @param {Game} view
   * @param {Element} row
   */
  #forget(view, row) {
    const game = myGames().find(({ code }) => code === view.code);
    forget(view.code);
    const timer = setTimeout(() => this.#removeRow(undo), UNDO_MS);
    const keep = () => {
      clearTimeout(timer);
      if (game) remember(view.code, game);
      const kept = this.#row(view);
      forgotten.replaceWith(kept);
      kept.querySelector("a")?.focus();
    };
    const undo = button("small", keep, _("Undo"));
    const text = _("Your seat at this table has been forgotten.");
    const forgotten = make("li.table-card.wrap", make("span.table-card-text", text), undo);
    row.replaceWith(forgotten);
    undo.focus();
  }

  /** @param {FinishedGame} game */
  #finishedRow(game) {
    const names = displayNames(game.names);
    const others = names.filter((_name, seat) => !game.seats.includes(seat)).join(", ");
    const open = make(
      "a.button.small",
      { href: pageAddress(`/game/${game.code}/${encodeURIComponent(game.id)}`) },
      _("Replay"),
    );
    const review = make(
      "a.button.small",
      { href: pageAddress(`/review/${encodeURIComponent(game.id)}`) },
      _("How did I play?"),
    );
    const label = _("Delete the game with {names}", { names: others || _("nobody else") });
    const remove = removeButton(_("Delete"), label, () => void this.#delete(game, remove));
    const winners = game.winners.map((seat) => names[seat] ?? "").join(", ");
    const when = new Date(game.ended_at * 1000).toLocaleDateString(language, {
      day: "numeric",
      month: "long",
    });
    const summary = [_("won by {names}", { names: winners }), when].join(" · ");
    return gameCard(game.names, names, game.rules, summary, review, open, remove);
  }

  /** @param {FinishedGame} game @param {HTMLElement} button */
  async #delete(game, button) {
    const isSure = await confirmDialog(
      _("Delete this game?"),
      _(
        "The game disappears from your games, and your name from its record. The other players keep it; when the last one deletes it, it is gone for good.",
      ),
      _("Delete"),
    );
    if (!isSure) return;
    try {
      await deleteGame(game);
      this.#removeRow(button);
    } catch (error) {
      this.#problem.textContent = problemText(error);
    }
  }

  /** @param {HTMLElement} button in the row */
  #removeRow(button) {
    const section = button.closest(".card");
    const row = button.closest("li");
    const hadFocus = row?.contains(document.activeElement);
    row?.remove();
    this.#hideIfEmpty();
    if (hadFocus) section?.querySelector("h2")?.focus();
  }

  #hideIfEmpty() {
    this.hidden = this.#list.childElementCount === 0;
    if (this.#running.childElementCount === 0) this.#above.remove();
  }
}

/**
 * Load a room of this device; null if that fails. A room that no longer exists is forgotten, unless
 * one of its finished games is kept.
 * @param {string} code
 * @param {Set<string>} finishedCodes
 * @returns {Promise<Game | null>}
 */
async function loadRoom(code, finishedCodes) {
  try {
    return await getView(code);
  } catch (error) {
    const isGone =
      error instanceof ApiError && ["unknown_room", "bad_token"].includes(error.refused.code);
    if (isGone && finishedCodes.has(code)) markRoomGone(code);
    else if (isGone) forget(code);
    return null;
  }
}

/** @param {string} title @param {string} label naming the game @param {() => void} onclick */
function removeButton(title, label, onclick) {
  return iconButton("close", label, onclick, { title });
}

/** @param {Game} view */
function rivals(view) {
  const others = view.seats.filter((seat) => !seat.is_yours && seat.kind !== "open");
  return others.map(seatName).join(", ") || _("nobody else");
}

/** @param {Game} view */
function statusText(view) {
  if (view.phase === "lobby") return freeText(view.seats);
  return view.is_your_turn ? _("your turn") : _("playing");
}

customElements.define("pm-my-games", MyGames);
