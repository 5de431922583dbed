/** The end of a game: ranking, verification of the dice, and what to do next. */

import { celebrate } from "../board/animation.js";
import { evidenceOf } from "../fair-dice/evidence.js";
import { alarmFor, alarmOf, isWithheld, noteDeletion, proofOf } from "../fair-dice/proof.js";
import { matchLine } from "../lobby/match-line.js";
import { seatName } from "../lobby/table-card.js";
import { gameAddress, refusalText, request, roomAddress } from "../shared/api.js";
import { iconSvg } from "../shared/art.js";
import { button, hasChanged, make, put } from "../shared/dom.js";
import { _, ngettext } from "../shared/i18n.js";
import { render, renderAll } from "../shared/lines.js";
import { pictureAddress, publicAddress, shareResult } from "../shared/share.js";
import { pageAddress, site } from "../shared/site.js";
import { isMatchOpen } from "../shared/table-settings.js";
import { figures, podium, ranking } from "./podium.js";

/** @import { TableState } from "../board/table-state.js" */
/** @import { View } from "../shared/room-view.js" */

export class End extends HTMLElement {
  #proof = make("div.proof", { role: "status" });
  #readyPlayers = make("p.end-ready", { role: "status" });
  #againText = make("span");
  #again = button("primary", () => this.#send("PlayAgain"), iconSvg("roll"), this.#againText);
  #next = make("div.end-buttons.end-next.wrap");

  /**
   * @param {TableState} state
   * @param {View} view
   * @param {boolean} isStopped whether the game ended at its turn limit
   */
  show(state, view, isStopped) {
    if (!hasChanged(this, [view.game_id, view.is_host])) return;
    put(this.#proof);
    put(this.#readyPlayers);
    put(this.#next);
    put(
      this,
      make("h1", { tabindex: "-1" }, headline(state)),
      headline(state) !== winnerText(state) &&
        !isOwnWin(state) &&
        make("p.end-tie", winnerText(state)),
      state.tie && make("p.end-tie", render(state.tie, state.names)),
      isStopped &&
        make("p.end-tie", _("The game was stopped at its turn limit and is ranked as it stands.")),
      podium(state),
      matchLine(view),
      this.#firstButtons(view),
      this.#next,
      figures(view.highlights, state),
      ranking(state),
      this.#buttons(state, view),
      this.#proof,
    );
    this.dataset["winner"] = String(state.winners[0] ?? 0);
    this.querySelector("h1")?.focus({ preventScroll: true });
    const own = ownSeats(state);
    if (own.length === 0 || own.some((seat) => state.winners.includes(seat))) celebrate(this);
    if (evidenceOf(view.game_id)) void this.#checkDice(view);
    void showNext(this.#next, view, isOwnWin(state));
  }

  /** Verify the dice, and show only problems. @param {View} view */
  async #checkDice(view) {
    try {
      const alarm = alarmFor(await request(gameAddress(view.code, view.game_id)));
      if (alarm) put(this.#proof, alarm);
    } catch (error) {
      put(this.#proof, this.#failure(error, view.game_id));
    }
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
    this.#againText.textContent = isMatchOpen(view) ? _("Next game") : _("Play again");
    return make(
      "div.end-buttons.end-first.wrap",
      this.#readyPlayers,
      isPlayer(view) && this.#again,
      reviewLink(view.game_id),
    );
  }

  /** @param {TableState} state @param {View} view */
  #buttons(state, view) {
    const replay = `/game/${encodeURIComponent(view.code)}/${encodeURIComponent(view.game_id)}`;
    return make(
      "div.end-buttons.wrap",
      ...shareButton(winnerText(state), replay, view),
      isPlayer(view) && button("", () => this.#send("Rematch"), _("Change the seats")),
      make("a.button", { href: pageAddress(replay) }, iconSvg("eye"), _("Watch the replay")),
      view.commitment !== "" &&
        button("verify", () => this.#verify(view), iconSvg("check"), _("Verify these dice")),
      recordLink(view),
      make("a.button", { href: pageAddress("/") }, _("Home")),
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
    } catch (error) {
      put(this.#proof, this.#failure(error, view.game_id));
    }
  }

  /** @param {unknown} error @param {string} gameId */
  #failure(error, gameId) {
    if (noteDeletion(error, gameId))
      return make("p.has-failed", refusalText({ code: "game_deleted" }));
    if (isWithheld(error)) return alarmOf("secret_withheld");
    return make("p.has-failed", _("The server does not answer. Are you online?"));
  }
}

/** Return who won. @param {TableState} state */
const winnerText = ({ lines, names }) => renderAll(lines, names);

/** @param {View} view */
const isPlayer = (view) => view.is_host || view.seats.some((seat) => seat.is_yours);

/**
 * Show what the game leads to; loaded late, because a game needs it only at its end.
 * @param {HTMLElement} place
 * @param {View} view
 * @param {boolean} isWin
 */
async function showNext(place, view, isWin) {
  const { showWhatNext } = await import("./what-next.js");
  await showWhatNext(place, view, isWin);
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
  const href = pageAddress(`/review/${encodeURIComponent(gameId)}`);
  return make("a.button", { href }, iconSvg("coach"), _("How did I play?"));
}

/**
 * @param {string} text
 * @param {string} replay the path of the game's replay
 * @param {{code: string, game_id: string}} game
 */
function shareButton(text, replay, game) {
  const status = make("span.share-status", { role: "status" });
  // Other devices cannot open a replay that only this device has.
  if (site) return [button("", () => void shareWhole(game, text, status), shareLabel()), status];
  const result = {
    text,
    url: publicAddress(replay),
    picture: pictureAddress(`${replay}/result.png`),
  };
  const onclick = async () => {
    status.textContent = await shareResult(result);
  };
  return [button("", onclick, shareLabel()), status];
}

const shareLabel = () => _("Share the result");

/**
 * Share a game as a link that holds its record.
 *
 * @param {{code: string, game_id: string}} game @param {string} text @param {HTMLElement} status
 */
async function shareWhole(game, text, status) {
  const { shareGame } = await import("../offline/share-game.js");
  status.textContent = await shareGame(game, text);
}

/** @param {{code: string, game_id: string}} game */
export function recordLink({ code, game_id: id }) {
  const href = roomAddress(code, `/record?game=${encodeURIComponent(id)}&format=wgn`);
  const download = `pickomino-${id}.wgn`;
  const text = _("Download the record");
  if (!site) return make("a", { class: "button", href, download }, text);
  const save = async () => (await import("../offline/save-file.js")).saveAnswer(href, download);
  return button("", () => void save(), text);
}

customElements.define("pm-end", End);
