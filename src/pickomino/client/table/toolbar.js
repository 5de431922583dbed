/** The toolbar of a table: help, panels, sound, reactions and the "More" menu. */

import { hasChanged, loadStyle, put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { iconButton } from "../shared/icon-button.js";
import { panels, preferences, showPanel } from "../shared/preferences.js";
import { showHelp } from "./input.js";

/** @import { Command } from "../shared/messages.js" */
/** @import { View } from "../shared/room-view.js" */

export class Toolbar {
  #table;
  #controls;
  #store;
  #send;
  /** @type {import("./television.js").Television | null} */
  #television = null;
  #isLarge = false;
  /** @type {Promise<import("./reactions.js").Reactions> | null} */
  #reactions = null;

  /**
   * @param {import("../board/table.js").Table} table
   * @param {import("./controls.js").TableControls} controls
   * @param {import("./store.js").Store} store
   * @param {(command: Command) => Promise<boolean>} send
   */
  constructor(table, controls, store, send) {
    this.#table = table;
    this.#controls = controls;
    this.#store = store;
    this.#send = send;
  }

  /** @param {import("../board/table-state.js").TableState} state @param {View} view */
  follow(state, view) {
    this.#television?.follow(state, view);
    const { toolbar } = this.#table;
    const hadFocus = document.activeElement?.getAttribute("data-tool");
    const isSeated = view.seats.some((seat) => seat.is_yours);
    const { coach, log } = panels();
    const { sound } = preferences.values;
    const { hints, practice } = view.settings;
    // If a button were replaced between press and release, the click would be lost.
    const drawn = [view.can_undo, hints, practice, isSeated, coach, log, sound, this.#isLarge];
    if (!hasChanged(toolbar, drawn)) return;
    put(
      toolbar,
      tool("help", _("Help"), () => void showHelp()),
      view.can_undo && tool("undo", _("Take back"), () => this.#controls.undo()),
      hints && tool("coach", _("Coach"), () => this.toggle("coach"), coach),
      tool("log", _("Turns"), () => this.toggle("log"), log),
      tool(sound ? "sound" : "mute", _("Sound"), () => preferences.set({ sound: !sound }), sound),
      isSeated && !practice && tool("talk", _("Say something"), () => void this.react()),
      isSeated && tool("more", _("More"), () => void this.#more()),
      !isSeated &&
        tool("eye", _("Television view"), () => void this.#toggleTelevision(), this.#isLarge),
    );
    this.#table.style.setProperty("--tools", String(toolbar.childElementCount));
    const again = hadFocus ? toolbar.querySelector(`[data-tool="${hadFocus}"]`) : null;
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  /** @param {"coach" | "log"} panel */
  toggle(panel) {
    showPanel(panel, !panels()[panel]);
    this.#table.log.hidden = !panels().log;
    this.#controls.refresh();
  }

  /** Open or close the reactions. */
  async react() {
    if (this.#ownSeat < 0 || this.#store.view?.settings.practice) return;
    this.#reactions ??= this.#newReactions();
    (await this.#reactions).toggle();
  }

  /** The player's seat, of several the one whose turn it is, or -1. */
  get #ownSeat() {
    const { view, shown } = this.#store;
    const own = view?.seats.findIndex((info) => info.is_yours) ?? -1;
    return view?.is_your_turn ? (shown?.seat ?? own) : own;
  }

  async #newReactions() {
    await loadStyle(new URL("../styles/table/reactions.css", import.meta.url));
    const { Reactions } = await import("./reactions.js");
    const reactions = new Reactions(
      (reaction) => void this.#send({ type: "React", seat: this.#ownSeat, reaction }),
    );
    this.#table.append(reactions);
    return reactions;
  }

  /** Switch the television view of spectators. */
  async #toggleTelevision() {
    const { Television } = await import("./television.js");
    this.#television ??= new Television(this.#table);
    this.#isLarge = this.#television.toggle();
    this.#controls.refresh();
  }

  async #more() {
    const { view, wfen } = this.#store;
    const { showMore } = await import("./more-menu.js");
    const names = this.#store.shown?.names ?? [];
    if (view) await showMore(view, wfen, names, this.#send, this.#controls.notices);
  }
}

/**
 * @param {string} icon
 * @param {string} label
 * @param {() => void} run
 * @param {boolean} [isOn] for a toggle button
 */
function tool(icon, label, run, isOn) {
  const pressed = isOn === undefined ? null : String(isOn);
  return iconButton(icon, label, run, { "aria-pressed": pressed, "data-tool": icon });
}
