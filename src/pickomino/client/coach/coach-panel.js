/** Requests advice from the server and shows it. */

import { ApiError, problemText, request, roomAddress, tokenOf } from "../shared/api.js";
import { _ } from "../shared/i18n.js";
import { panels } from "../shared/preferences.js";
import { showsEverything, showsNumbers } from "./voices.js";

/** @import { TableState } from "../board/table-state.js" */
/** @import { CoachView } from "../shared/messages.js" */
/** @import { View } from "../shared/room-view.js" */

/** Advice is not requested for positions that last less than this. */
const DELAY_MS = 150;
const RETRY_MS = 1500;

/** Whether a device without a network lacks what the coach needs. @param {unknown} error */
const isNotLoaded = (error) =>
  error instanceof ApiError && error.refused.code === "bots_not_loaded";

/** @param {number} time in ms */
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

export class CoachPanel {
  #table;
  #store;
  #refresh;
  /** @type {CoachView | null} */
  #advice = null;
  #askedFor = "";

  /**
   * @param {import("../board/table.js").Table} table
   * @param {import("../table/store.js").Store} store
   * @param {() => void} refresh
   */
  constructor(table, store, refresh) {
    this.#table = table;
    this.#store = store;
    this.#refresh = refresh;
    table.coach.addEventListener("voice", refresh);
  }

  /** @param {TableState} state @param {View} view */
  follow(state, view) {
    const { coach, actions } = this.#table;
    const isSeated = view.seats.some((seat) => seat.is_yours);
    const isWanted = view.settings.hints && panels().coach;
    coach.hidden = !isWanted || !isSeated || view.phase !== "playing";
    const isFor = this.#advice?.wfen === state.wfen && view.is_your_turn && state.isSettled;
    const advice = isFor && !coach.hidden ? this.#advice : null;
    const risk = advice && showsNumbers() ? advice.rolling_failure : null;
    this.#table.showOdds(advice && showsEverything() ? advice.results : []);
    if (actions.risk !== risk) {
      actions.risk = risk;
      actions.state = state;
    }
    if (coach.hidden) return;
    if (!customElements.get("pm-coach")) {
      void import("./coach.js").then(this.#refresh);
      return;
    }
    if (advice) {
      coach.show(advice, state);
      this.#store.markBest(advice.best);
    } else if (view.is_your_turn) {
      coach.showMessage(_("The coach is thinking…"));
      if (state.isSettled) void this.#requestAdvice(view.code, state.wfen);
    } else coach.showMessage(_("The coach helps when it is your turn."));
  }

  /** Show how good an action was, if there was advice. @param {string} action */
  judge(action) {
    const { shown } = this.#store;
    const advice = this.#advice?.wfen === shown?.wfen ? this.#advice : null;
    const choice = advice?.choices.find((other) => other.action === action) ?? null;
    this.#table.coach.showGrade?.(advice?.is_estimate ? null : choice, shown?.names ?? []);
  }

  /**
   * Request advice for a position, unless a request for it is pending.
   * @param {string} code
   * @param {string} wfen
   * @returns {Promise<void>}
   */
  async #requestAdvice(code, wfen) {
    if (this.#askedFor === wfen) return;
    this.#askedFor = wfen;
    let problem = _("The coach has nothing to say now.");
    const advice = await this.#adviceFor(code, wfen).catch((error) => {
      if (isNotLoaded(error)) problem = problemText(error);
      return null;
    });
    if (this.#askedFor === wfen) this.#askedFor = "";
    // A late answer must not replace the advice for the current position.
    if (this.#store.wfen !== wfen) return;
    // The player moved on and took the move back.
    if (advice === undefined) return this.#requestAdvice(code, wfen);
    if (advice?.wfen === wfen) this.#advice = advice;
    if (advice) this.#refresh();
    else this.#table.coach.showMessage(problem);
  }

  /**
   * @param {string} code
   * @param {string} wfen
   * @returns {Promise<CoachView | undefined>} undefined if another position is shown
   */
  async #adviceFor(code, wfen) {
    await pause(DELAY_MS);
    if (this.#store.wfen !== wfen) return undefined;
    const fetchAdvice = () => request(roomAddress(code, "/coach"), { token: tokenOf(code) });
    return fetchAdvice().catch(async () => {
      // The coach may be busy: try once more.
      await pause(RETRY_MS);
      return this.#store.wfen === wfen ? fetchAdvice() : undefined;
    });
  }
}
