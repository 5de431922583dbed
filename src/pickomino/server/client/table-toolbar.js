/** The toolbar of a table: panels, sound, reactions, and what else can be done here. */

import { iconSvg } from "./art.js";
import { make, put } from "./dom.js";
import { ask, choose } from "./elements/dialogs.js";
import { panels, preferences, togglePanel } from "./preferences.js";
import { showKeys } from "./table-keys.js";
import { _, BOTS, botTitle, REACTIONS } from "./texts.js";

/** @typedef {import("./messages.js").Command} Command */
/** @typedef {import("./room-view.js").View} View */

/** Of two people none can vote the other out. */
const FEWEST_VOTES = 2;

export class Toolbar {
  #table;
  #controls;
  #store;
  #send;
  #drawn = "";

  /**
   * @param {import("./elements/table.js").Table} table
   * @param {import("./table-controls.js").TableControls} controls
   * @param {import("./store.js").Store} store
   * @param {(command: Command) => Promise<boolean>} send
   */
  constructor(table, controls, store, send) {
    this.#table = table;
    this.#controls = controls;
    this.#store = store;
    this.#send = send;
  }

  /** @param {View} view */
  follow(view) {
    const { toolbar } = this.#table;
    const hadFocus = document.activeElement?.getAttribute("data-tool");
    const isSeated = view.seats.some((seat) => seat.is_yours);
    const { coach, log } = panels();
    const { sound } = preferences.values;
    const { hints, practice } = view.settings;
    // A button made anew between press and release would lose the click.
    const drawn = JSON.stringify([view.can_undo, hints, practice, isSeated, coach, log, sound]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    put(
      toolbar,
      tool("help", _("Keys"), () => void showKeys()),
      view.can_undo && tool("undo", _("Take back"), () => this.#controls.undo()),
      hints && tool("coach", _("Coach"), () => this.toggle("coach"), coach),
      tool("log", _("Turns"), () => this.toggle("log"), log),
      tool(sound ? "sound" : "mute", _("Sound"), () => preferences.set({ sound: !sound }), sound),
      isSeated && !practice && tool("talk", _("Say something"), () => void this.react()),
      isSeated && tool("more", _("More"), () => void this.#more()),
    );
    const again = hadFocus ? toolbar.querySelector(`[data-tool="${hadFocus}"]`) : null;
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  /** @param {"coach" | "log"} panel */
  toggle(panel) {
    togglePanel(panel);
    this.#table.log.hidden = !panels().log;
    this.#controls.refresh();
  }

  async react() {
    const { view, shown } = this.#store;
    const own = view?.seats.findIndex((each) => each.is_yours) ?? -1;
    const seat = view?.is_your_turn ? (shown?.seat ?? own) : own;
    if (seat < 0 || view?.settings.practice) return;
    const reaction = await choose(_("Say something"), Object.entries(REACTIONS));
    if (reaction) await this.#send({ type: "React", seat, reaction });
  }

  /** Leaving, and what only the host may. */
  async #more() {
    const { view } = this.#store;
    if (!view) return;
    const names = this.#store.shown?.names ?? [];
    const [what, text] = (await choose(_("This table"), choicesFor(view, names))).split(" ");
    const seat = Number(text);
    if (what === "home") location.assign("/");
    if (what === "preferences") preferencesDialog()?.showModal();
    if (what === "rules") window.open("/rules", "_blank", "noopener");
    if (what === "replace") await this.#replace(seat);
    if (what === "leave") await this.#leave(seat);
    if (what === "vote") await this.#send({ type: "Vote", seat });
    if (what === "remove") await this.#remove(seat, names[seat] ?? "");
  }

  /** @param {number} seat */
  async #replace(seat) {
    const bots = BOTS.map((name) => /** @type {[string, string]} */ ([name, botTitle(name)]));
    const bot = await choose(_("Which bot?"), bots);
    if (bot) await this.#send({ type: "HostReplaceByBot", seat, bot });
  }

  /** @param {number} seat */
  async #leave(seat) {
    const warning = _("A bot plays on for you, and you cannot come back.");
    if (!(await ask(_("Leave the game?"), warning, _("Leave")))) return;
    this.#controls.notices.hasLeft = true;
    await this.#send({ type: "Leave", seat });
  }

  /** @param {number} seat @param {string} name */
  async #remove(seat, name) {
    const warning = _("A bot takes the seat for good.");
    const isSure = await ask(_("Remove {name}?", { name }), warning, _("Remove"));
    if (isSure) await this.#send({ type: "HostRemove", seat });
  }
}

/** @param {View} view @param {readonly string[]} names @returns {[string, string][]} */
function choicesFor(view, names) {
  /** @type {[string, string][]} */
  const choices = [];
  const here = view.seats.filter((seat) => seat.kind === "person" && !seat.is_absent).length;
  for (const [index, seat] of view.seats.entries()) {
    const name = names[index] ?? "";
    if (seat.is_yours && view.phase !== "over") {
      choices.push([`leave ${index}`, _("Leave the game ({name})", { name })]);
    }
    if (seat.is_yours || seat.kind !== "person") continue;
    const isGuarded = view.settings.is_public && view.phase !== "over" && !seat.is_absent;
    if (isGuarded && here > FEWEST_VOTES)
      choices.push([`vote ${index}`, _("Vote to remove {name}", { name })]);
    if (!view.is_host || isGuarded) continue;
    if (!seat.stand_in)
      choices.push([`replace ${index}`, _("Let a bot play for {name}", { name })]);
    choices.push([`remove ${index}`, _("Remove {name} for good", { name })]);
  }
  if (preferencesDialog()) choices.push(["preferences", _("Preferences")]);
  return [...choices, ["rules", _("Rules")], ["home", _("Back to the home page")]];
}

/** Its button is in the header, which low screens do not show. */
function preferencesDialog() {
  const dialog = document.querySelector("pm-preferences dialog");
  return dialog instanceof HTMLDialogElement ? dialog : null;
}

/**
 * @param {string} icon
 * @param {string} label
 * @param {() => void} run
 * @param {boolean} [isOn] for a switch
 */
function tool(icon, label, run, isOn) {
  const properties = {
    class: "button quiet icon-only",
    type: "button",
    title: label,
    "aria-label": label,
    "aria-pressed": isOn === undefined ? null : String(isOn),
    "data-tool": icon,
    onclick: run,
  };
  return make("button", properties, iconSvg(icon));
}
