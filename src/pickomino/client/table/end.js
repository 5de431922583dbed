/** The end of a game: ranking, verification of the dice, and what to do next. */

import { celebrate } from "../board/animation.js";
import { evidenceOf } from "../fair-dice/evidence.js";
import { alarmFor, proofOf } from "../fair-dice/proof.js";
import { matchLine } from "../lobby/match-line.js";
import { seatName } from "../lobby/table-card.js";
import { gameAddress, request, roomAddress } from "../shared/api.js";
import { iconSvg } from "../shared/art.js";
import { button, hasChanged, make, put } from "../shared/dom.js";
import { _, ngettext } from "../shared/i18n.js";
import { renderAll, wormCount } from "../shared/lines.js";
import { figures, podium, ranking } from "./podium.js";

/** @import { TableState } from "../board/table-state.js" */
/** @import { View } from "../shared/room-view.js" */

const PICTURE = "pickomino.png";

export class End extends HTMLElement {
  #proof = make("div.proof", { role: "status" });
  #readyPlayers = make("p.end-ready", { role: "status" });
  #again = button("primary", () => this.#send("PlayAgain"), iconSvg("roll"), _("Play again"));

  /**
   * @param {TableState} state
   * @param {View} view
   * @param {boolean} isStopped whether the game ended at its turn limit
   */
  show(state, view, isStopped) {
    if (!hasChanged(this, [view.game_id, view.is_host])) return;
    put(this.#proof);
    put(this.#readyPlayers);
    put(
      this,
      make("h1", { tabindex: "-1" }, headline(state)),
      headline(state) !== winnerText(state) &&
        !isOwnWin(state) &&
        make("p.end-tie", winnerText(state)),
      tieText(state) !== "" && make("p.end-tie", tieText(state)),
      isStopped &&
        make("p.end-tie", _("The game was stopped at its turn limit and is ranked as it stands.")),
      podium(state),
      matchLine(view),
      this.#firstButtons(view),
      figures(view.highlights, state.names),
      ranking(state),
      this.#buttons(view),
      this.#proof,
    );
    this.dataset["winner"] = String(state.winners[0] ?? 0);
    this.querySelector("h1")?.focus({ preventScroll: true });
    const own = ownSeats(state);
    if (own.length === 0 || own.some((seat) => state.winners.includes(seat))) celebrate(this);
    if (evidenceOf(view.game_id)) void this.#checkDice(view);
    void saveToProfile(view);
  }

  /** Verify the dice, and show only problems. @param {View} view */
  async #checkDice(view) {
    const replay = await request(gameAddress(view.code, view.game_id)).catch(() => null);
    const alarm = replay && alarmFor(replay);
    if (alarm) put(this.#proof, alarm);
  }

  /** Show which players want another game; it starts when all do. @param {View} view */
  showReadyPlayers(view) {
    const people = view.seats.filter((seat) => seat.kind === "person");
    const isReady = people.some((seat) => seat.is_yours && seat.agrees);
    const named = people.filter((seat) => seat.agrees !== isReady);
    const names = named.map(seatName).join(", ");
    this.#again.disabled = isReady;
    const text = isReady
      ? _("Waiting for {names}…", { names })
      : _("Ready for another game: {names}", { names });
    put(this.#readyPlayers, names && text);
  }

  /** Return the most used buttons, within reach of the thumb. @param {View} view */
  #firstButtons(view) {
    this.#again.disabled = false;
    return make(
      "div.end-buttons.end-first.wrap",
      this.#readyPlayers,
      isPlayer(view) && this.#again,
      reviewLink(view.game_id),
    );
  }

  /** @param {View} view */
  #buttons(view) {
    const replay = `/game/${encodeURIComponent(view.code)}/${encodeURIComponent(view.game_id)}`;
    return make(
      "div.end-buttons.wrap",
      shareLink(`${replay}/result.png`),
      isPlayer(view) && button("", () => this.#send("Rematch"), _("Change the seats")),
      make("a.button", { href: replay }, iconSvg("eye"), _("Watch the replay")),
      view.commitment !== "" &&
        button("verify", () => this.#verify(view), iconSvg("check"), _("Verify these dice")),
      recordLink(view),
      make("a.button", { href: "/" }, _("Home")),
    );
  }

  /** @param {"PlayAgain" | "Rematch"} type */
  #send(type) {
    this.#again.disabled = true;
    this.dispatchEvent(new CustomEvent("command", { detail: { type }, bubbles: true }));
  }

  /** @param {View} view */
  async #verify(view) {
    put(this.#proof, make("p", _("Checking every roll…")));
    try {
      const replay = await request(gameAddress(view.code, view.game_id));
      put(this.#proof, ...proofOf(replay));
    } catch {
      put(this.#proof, make("p.has-failed", _("The server does not answer. Are you online?")));
    }
  }
}

/** Return who won. @param {TableState} state */
const winnerText = ({ lines, names }) => renderAll(lines, names);

/** @param {View} view */
const isPlayer = (view) => view.is_host || view.seats.some((seat) => seat.is_yours);

/** Save the game to this device's profile in the background. @param {View} view */
async function saveToProfile({ code, game_id: id, seats }) {
  const own = seats.flatMap((seat, index) => (seat.is_yours ? [index] : []));
  const { GameLog, recordGame } = await import("../profile/game-log.js");
  const game = { id, code, seats: own, ended_at: Date.now() / 1000 };
  // If the request fails, the profile page tries again.
  await recordGame(new GameLog(), game).catch(() => undefined);
}

/** @param {TableState} state */
const ownSeats = (state) => state.seats.flatMap((seat, index) => (seat.is_yours ? [index] : []));

/** Return whether the only player on this device wins outright. @param {TableState} state */
function isOwnWin(state) {
  const [own, ...others] = ownSeats(state);
  const isAlone = own !== undefined && others.length === 0 && state.winners.length === 1;
  return isAlone && state.winners.includes(own);
}

/** Return the result for a single player, or who won. @param {TableState} state */
function headline(state) {
  const [own, ...others] = ownSeats(state);
  if (isOwnWin(state)) return _("You win!");
  const missing = Math.max(...state.scores) - (state.scores[own ?? 0] ?? 0);
  if (own === undefined || others.length > 0 || missing === 0) return winnerText(state);
  return ngettext("{count} worm short", "{count} worms short", missing);
}

/** Create a link to the review of a finished game. @param {string} gameId */
export function reviewLink(gameId) {
  const href = `/review/${encodeURIComponent(gameId)}`;
  return make("a.button", { href }, iconSvg("coach"), _("How did I play?"));
}

/**
 * Create a link that shares the picture of the result, or downloads it if sharing is impossible.
 * @param {string} address
 */
export function shareLink(address) {
  const href = `${address}?language=${document.documentElement.lang.replace("-", "_")}`;
  const link = make("a.button", { href, download: PICTURE }, _("Share the result"));
  link.addEventListener("click", (event) => {
    if (!("canShare" in navigator)) return;
    event.preventDefault();
    void share(link);
  });
  return link;
}

/** @param {HTMLAnchorElement} link */
async function share(link) {
  const picture = await (await fetch(link.href)).blob();
  const files = [new File([picture], PICTURE, { type: picture.type })];
  if (navigator.canShare({ files })) await navigator.share({ files }).catch(() => {});
  else location.assign(link.href);
}

/** @param {{code: string, game_id: string}} game */
export function recordLink({ code, game_id: id }) {
  const href = roomAddress(code, `/record?game=${encodeURIComponent(id)}&format=wgn`);
  const properties = { class: "button", href, download: `pickomino-${id}.wgn` };
  return make("a", properties, _("Download the record"));
}

/** Explain the tie-break. @param {TableState} state */
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

customElements.define("pm-end", End);
