/** The end of a game: the ranking, the proof of the dice, and what next. */

import { celebrate } from "../animation.js";
import { ask, gameAddress, roomAddress } from "../api.js";
import { chickenSvg, iconSvg, tileSvg, wormSvg } from "../art.js";
import { make, put } from "../dom.js";
import { wormCount } from "../names.js";
import { winnerText } from "../narration.js";
import { wormsOn } from "../position.js";
import { promiseOf } from "../promises.js";
import { _, ngettext } from "../texts.js";
import { bratwurms } from "./bratwurms.js";
import { matchLine } from "./match-line.js";
import { alarmIn, proofOf } from "./proof.js";

/** @typedef {import("../room-view.js").View} View */
/** @typedef {import("../frames.js").TableState} TableState */

export class End extends HTMLElement {
  #proof = make("div", { class: "proof", role: "status" });
  #drawn = "";

  /**
   * @param {TableState} state
   * @param {View} view
   * @param {boolean} isStopped whether the limit of turns ended it
   */
  show(state, view, isStopped) {
    const drawn = `${view.game_id} ${view.is_host}`;
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    put(this.#proof);
    put(
      this,
      make(
        "div",
        { class: "end-winner" },
        ...state.winners.map((seat) =>
          make("span", { class: "end-chicken" }, chickenSvg(seat, { mood: "happy" })),
        ),
      ),
      make("h1", { tabindex: "-1" }, headline(state)),
      headline(state) !== winnerText(state) &&
        !isOwnWin(state) &&
        make("p", { class: "end-tie" }, winnerText(state)),
      tieText(state) !== "" && make("p", { class: "end-tie" }, tieText(state)),
      isStopped &&
        make(
          "p",
          { class: "end-tie" },
          _("The game was stopped at its limit of turns and is ranked as it stands."),
        ),
      matchLine(view),
      ranking(state),
      this.#buttons(view),
      this.#proof,
    );
    this.dataset["winner"] = String(state.winners[0] ?? 0);
    this.querySelector("h1")?.focus({ preventScroll: true });
    const own = ownSeats(state);
    if (own.length === 0 || own.some((seat) => state.winners.includes(seat))) celebrate(this);
    if (promiseOf(view.game_id)) void this.#lookForTrouble(view);
  }

  /** Compare the dice with what was promised, and say only what is wrong. @param {View} view */
  async #lookForTrouble(view) {
    const replay = await ask(gameAddress(view.code, view.game_id)).catch(() => null);
    const alarm = replay && alarmIn(replay);
    if (alarm) put(this.#proof, alarm);
  }

  /** @param {View} view */
  #buttons(view) {
    const replay = `/game/${encodeURIComponent(view.code)}/${encodeURIComponent(view.game_id)}`;
    const again = make(
      "button",
      {
        class: "button primary",
        type: "button",
        onclick: () =>
          this.dispatchEvent(
            new CustomEvent("command", { detail: { type: "Rematch" }, bubbles: true }),
          ),
      },
      iconSvg("roll"),
      _("Play again"),
    );
    return make(
      "div",
      { class: "end-buttons" },
      (view.is_host || view.seats.some((seat) => seat.is_yours)) && again,
      reviewLink(view.game_id),
      make("a", { class: "button", href: replay }, iconSvg("eye"), _("Watch it again")),
      view.commitment !== "" &&
        make(
          "button",
          { class: "button verify", type: "button", onclick: () => this.#verify(view) },
          iconSvg("check"),
          _("Verify these dice"),
        ),
      recordLink(view),
      make("a", { class: "button", href: "/" }, _("Home")),
    );
  }

  /** @param {View} view */
  async #verify(view) {
    put(this.#proof, make("p", {}, _("Checking every roll…")));
    try {
      const replay = await ask(gameAddress(view.code, view.game_id));
      put(this.#proof, ...proofOf(replay));
    } catch {
      put(
        this.#proof,
        make("p", { class: "has-failed" }, _("The server does not answer. Are you online?")),
      );
    }
  }
}

/** @param {TableState} state */
const ownSeats = (state) => state.seats.flatMap((seat, index) => (seat.is_yours ? [index] : []));

/** Whether whoever plays alone on this device wins alone. @param {TableState} state */
function isOwnWin(state) {
  const [own, ...others] = ownSeats(state);
  const isAlone = own !== undefined && others.length === 0 && state.winners.length === 1;
  return isAlone && state.winners.includes(own);
}

/** Whoever plays alone on this device is told how it went; all others who won. @param {TableState} state */
function headline(state) {
  const [own, ...others] = ownSeats(state);
  if (isOwnWin(state)) return _("You win!");
  const missing = Math.max(...state.scores) - (state.scores[own ?? 0] ?? 0);
  if (own === undefined || others.length > 0 || missing === 0) return winnerText(state);
  return ngettext("{count} worm short", "{count} worms short", missing);
}

/** The way to the review of a finished game. @param {string} gameId */
export function reviewLink(gameId) {
  const href = `/review/${encodeURIComponent(gameId)}`;
  return make("a", { class: "button", href }, iconSvg("coach"), _("How did I play?"));
}

/** @param {{code: string, game_id: string}} game */
export function recordLink({ code, game_id: id }) {
  const href = roomAddress(code, `/record?game=${encodeURIComponent(id)}&format=wgn`);
  const properties = { class: "button", href, download: `pickomino-${id}.wgn` };
  return make("a", properties, _("Download the record"));
}

/** Explain who wins a tie. @param {TableState} state */
function tieText({ scores, winners }) {
  const best = Math.max(...scores);
  const tied = scores.filter((score) => score === best).length;
  if (tied < 2) return "";
  return winners.length > 1
    ? _("The same number of worms and no tiles: the win is shared.")
    : _("Several players have {worms}: the highest single tile decides.", {
        worms: wormCount(best),
      });
}

/** @param {TableState} state */
function ranking({ position, names, ranks, scores, winners }) {
  const rankOf = (/** @type {number} */ seat) => ranks[seat] ?? 0;
  const seats = [...ranks.keys()].sort((a, b) => rankOf(a) - rankOf(b));
  const rows = seats.map((seat) => {
    const tiles = [...(position.stacks[seat] ?? [])].sort((a, b) => b - a);
    return make(
      "li",
      {
        class: winners.includes(seat) ? "is-winner" : "",
        value: rankOf(seat),
        "data-rank": rankOf(seat),
      },
      make(
        "span",
        { class: "rank-chicken" },
        chickenSvg(seat, { mood: winners.includes(seat) ? "happy" : "calm" }),
      ),
      make("span", { class: "rank-name" }, names[seat] ?? ""),
      make(
        "span",
        { class: "rank-tiles" },
        ...tiles.map((tile) =>
          make(
            "span",
            { class: "tile", title: String(tile) },
            tileSvg(tile, wormsOn(tile)),
            make("span", { class: "visually-hidden" }, String(tile)),
          ),
        ),
      ),
      make(
        "span",
        { class: "rank-worms" },
        make("span", { class: "worm-sign" }, wormSvg()),
        make("span", { "aria-hidden": "true" }, String(scores[seat] ?? 0)),
        make("span", { class: "visually-hidden" }, wormCount(scores[seat] ?? 0)),
        bratwurms(seat, position),
      ),
    );
  });
  return make("ol", { class: "ranking" }, ...rows);
}

customElements.define("pm-end", End);
