/** The television view for spectators: only the board and each player's chance of winning. */

import { request, roomAddress } from "../shared/api.js";
import { loadStyle, make } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { roundedPercent } from "../shared/number-format.js";

/** @import { TableState } from "../board/table-state.js" */
/** @import { View } from "../shared/room-view.js" */

const DUEL = 2;

export class Television {
  #table;
  #askedFor = "";
  /** The known win chance of each seat. @type {Map<number, number>} */
  #chances = new Map();
  /** @type {TableState | null} */
  #state = null;

  /** @param {import("../board/table.js").Table} table */
  constructor(table) {
    this.#table = table;
    void loadStyle(new URL("../styles/table/television.css", import.meta.url));
  }

  /** Switch between the board alone and the whole page. */
  toggle() {
    const isOn = document.body.classList.toggle("is-television");
    if (isOn) void document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) void document.exitFullscreen();
    this.#draw();
    return isOn;
  }

  /** @param {TableState} state @param {View} view */
  follow(state, view) {
    this.#state = state;
    if (!state.isSettled || state.seat === null || view.phase !== "playing") this.#draw();
    else void this.#requestChances(state, view);
  }

  /** Request each position once, if hints are on. @param {TableState} state @param {View} view */
  async #requestChances({ wfen, seat }, { code, settings }) {
    const isOn = document.body.classList.contains("is-television");
    if (!isOn || !settings.hints || this.#askedFor === wfen || seat === null) return this.#draw();
    this.#askedFor = wfen;
    const advice = await request(roomAddress(code, "/coach")).catch(() => null);
    if (advice?.wfen !== wfen || this.#state?.wfen !== wfen) return;
    this.#chances.set(seat, advice.value);
    if (this.#state.seats.length === DUEL) this.#chances.set(1 - seat, 1 - advice.value);
    this.#draw();
  }

  #draw() {
    for (const old of this.#table.querySelectorAll(".win-chance")) old.remove();
    if (!document.body.classList.contains("is-television")) return;
    for (const [seat, chance] of this.#chances) {
      const text = _("{percent} to win", { percent: roundedPercent(chance) });
      this.#table
        .querySelector(`.seat[data-seat="${seat}"] .seat-info`)
        ?.append(make("span.win-chance", text));
    }
  }
}
