/** When the coach is asked, and when its answer is shown. */

import { actionText } from "../board/narration.js";
import { ask, roomAddress, tokenOf } from "../shared/api.js";
import { _ } from "../shared/i18n.js";
import { panels, voice } from "../shared/preferences.js";

/** @import { TableState } from "../board/table-state.js" */
/** @import { CoachView } from "../shared/messages.js" */
/** @import { View } from "../shared/room-view.js" */

/** Who plays this fast needs no coach. */
const PAUSE_MS = 150;
const AGAIN_MS = 1500;

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
    const risk = advice && voice() !== "whisper" ? advice.rolling_failure : null;
    this.#table.showOdds(advice && voice() === "everything" ? advice.results : []);
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
      this.#store.mark(advice.best);
    } else if (view.is_your_turn) {
      coach.wait(_("The coach is thinking…"));
      if (state.isSettled) void this.#ask(view.code, state.wfen);
    } else coach.wait(_("The coach helps when it is your turn."));
  }

  /** Say how good an action was, where advice had been given. @param {string} action */
  judge(action) {
    const { shown } = this.#store;
    const advice = this.#advice?.wfen === shown?.wfen ? this.#advice : null;
    const choice = advice?.choices.find((each) => each.action === action) ?? null;
    const isRough = advice?.judge === "formula";
    const best = shown && advice?.best ? actionText(shown.position, advice.best, shown.names) : "";
    this.#table.coach.grade?.(isRough ? null : choice, best);
  }

  /**
   * Ask once for a table; whatever comes of it, the same table can be asked for again.
   * @param {string} code
   * @param {string} wfen
   */
  async #ask(code, wfen) {
    if (this.#askedFor === wfen) return;
    this.#askedFor = wfen;
    const advice = await this.#adviceFor(code, wfen);
    if (this.#askedFor === wfen) this.#askedFor = "";
    // An answer that comes late must not replace what was said of the present table.
    if (this.#store.wfen !== wfen) return;
    if (advice?.wfen === wfen) this.#advice = advice;
    if (advice) this.#refresh();
    else this.#table.coach.wait(_("The coach has nothing to say now."));
  }

  /** @param {string} code @param {string} wfen @returns {Promise<CoachView | null>} */
  async #adviceFor(code, wfen) {
    await pause(PAUSE_MS);
    if (this.#store.wfen !== wfen) return null;
    const wanted = () => ask(roomAddress(code, "/coach"), { token: tokenOf(code) });
    return wanted().catch(async () => {
      // A coach who is busy with others has time a moment later.
      await pause(AGAIN_MS);
      return this.#store.wfen === wfen ? wanted().catch(() => null) : null;
    });
  }
}
