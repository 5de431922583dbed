/** The controls of a table: actions, toolbar, notices and coach. */

import { claimsIn } from "../board/key-bindings.js";
import { actionText } from "../board/table-state.js";
import { CoachPanel } from "../coach/coach-panel.js";
import { SEAT_LETTERS } from "../shared/constants.js";
import { choose, confirmDialog } from "../shared/dialogs.js";
import { _ } from "../shared/i18n.js";
import { renderAll } from "../shared/lines.js";
import { playSound } from "../shared/sound.js";
import { listenForShake } from "./dice-in-hand.js";
import { listenToInput } from "./input.js";
import { Notices } from "./notices.js";
import { Toolbar } from "./toolbar.js";

/** @import { Table } from "../board/table.js" */
/** @import { TableState } from "../board/table-state.js" */
/** @import { Command } from "../shared/messages.js" */
/** @import { View } from "../shared/room-view.js" */
/** @import { Store } from "./store.js" */

/** Return the player whom the Raven robs. @param {TableState} shown @param {string} action */
const robbedName = ({ names }, action) => names[SEAT_LETTERS.indexOf(action.charAt(1))] ?? "";

export class TableControls {
  #table;
  #store;
  #send;
  /** The version that the last action was sent for; a second click for that version is ignored. */
  #sentFor = -1;

  /**
   * @param {Table} table
   * @param {Store} store
   * @param {(command: Command) => Promise<boolean>} send
   */
  constructor(table, store, send) {
    this.#table = table;
    this.#store = store;
    this.#send = send;
    this.notices = new Notices(table, send);
    this.toolbar = new Toolbar(table, this, store, send);
    this.coach = new CoachPanel(table, store, () => this.refresh());
    table.addEventListener("act", (event) => {
      void this.act(/** @type {CustomEvent<string>} */ (event).detail);
    });
    /** Shakes the dice in the hand until the key is released. */
    this.shake = listenForShake(table, store, () => playSound("shake"));
    listenToInput(table, store, this);
  }

  /** @param {TableState} state @param {View} view */
  follow(state, view) {
    this.toolbar.follow(state, view);
    this.notices.follow(view);
    this.coach.follow(state, view);
    this.#table.updateLayout();
  }

  refresh() {
    const { shown, view } = this.#store;
    if (shown && view) this.follow(shown, view);
  }

  /** Play a legal action; stopping with nothing needs confirmation. @param {string} action */
  async act(action) {
    const { view, shown } = this.#store;
    if (this.#store.isInHand) {
      this.#store.roll();
      return;
    }
    if (!view?.legal.includes(action) || !shown?.isSettled) return;
    // Dice can be chosen only once they have been visible and still for a moment.
    if ("kz".includes(action.charAt(0)) && !this.#table.dice.isStill) return;
    if (this.#sentFor === view.version) return;
    if (action === "q") {
      const isSure = await confirmDialog(
        _("Stop with nothing?"),
        renderAll(shown.previews[action]?.[0] ?? [], shown.names),
        _("Stop anyway"),
      );
      if (!isSure || this.#store.view !== view) return;
    }
    this.#sentFor = view.version;
    this.coach.judge(action);
    const isDone = await this.#send({ type: "Act", action });
    if (!isDone && this.#sentFor === view.version) this.#sentFor = -1;
  }

  /** Claim a tile, or stop with nothing. */
  stop() {
    const claims = claimsIn(this.#store.view?.legal ?? []);
    if (claims.length > 1) void this.#pick(_("What do you take?"), claims, actionText);
    else void this.act(claims[0] ?? "q");
  }

  /** Extrawurm: choose whose Bratwurm the Raven takes. */
  raven() {
    const rivals = this.#store.view?.legal.filter((action) => action.startsWith("b")) ?? [];
    const title = _("Whose Bratwurm do you take?");
    if (rivals.length > 0) void this.#pick(title, rivals, robbedName);
  }

  undo() {
    if (this.#store.view?.can_undo) void this.#send({ type: "Undo" });
  }

  /**
   * @param {string} title
   * @param {string[]} actions
   * @param {(shown: TableState, action: string) => string} label
   */
  async #pick(title, actions, label) {
    const { shown } = this.#store;
    if (!shown) return;
    await this.act(
      await choose(
        title,
        actions.map((action) => [action, label(shown, action)]),
      ),
    );
  }
}
