/**
 * Keeps the screen on while a player is in a game, calls the player back to a hidden page when it
 * is their turn, and takes a seat back that a bot held meanwhile. Loaded for players only.
 */

import { button, make, put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { loadItem, saveItem } from "../shared/storage.js";
import { canNotify, notify } from "./notification.js";

/** @import { Command } from "../shared/messages.js" */
/** @import { View } from "../shared/room-view.js" */

/** Whether the player declined notifications. */
const DECLINED = "pickomino.notifications.declined";
/** For so long after a return, seats are taken back: connecting again takes a while. */
const RETURN_MS = 20_000;

export class Attention {
  #send;
  #offer = make("div.notice.stand-in", { role: "status", hidden: true });
  /** @type {View | null} */
  #view = null;
  /** @type {Promise<WakeLockSentinel | null> | null} */
  #lock = null;
  /** Closes the notification. */
  #closeNotification = () => {};
  #wasYourTurn = false;
  /** Whether a turn began while the page was hidden and could not notify the player. */
  #hasMissedTurn = false;
  #returnedAt = -RETURN_MS;

  /** @param {HTMLElement} notices @param {(command: Command) => Promise<unknown>} send */
  constructor(notices, send) {
    this.#send = send;
    notices.append(this.#offer);
    document.addEventListener("visibilitychange", () => this.#onVisibilityChange());
  }

  /** @param {View} view */
  follow(view) {
    const isFirst = this.#view === null;
    this.#view = view;
    const isYourTurn = view.phase === "playing" && view.is_your_turn;
    showIcon(isYourTurn);
    if (isYourTurn && !this.#wasYourTurn && document.hidden) void this.#call();
    this.#wasYourTurn = isYourTurn;
    void this.#keepScreenOn();
    // A phone may have discarded the page while it was locked.
    if (isFirst || this.#hasJustReturned) this.#takeSeatsBack(view);
  }

  get #hasJustReturned() {
    return performance.now() - this.#returnedAt < RETURN_MS;
  }

  #onVisibilityChange() {
    if (!this.#view) return;
    if (!document.hidden) {
      this.#returnedAt = performance.now();
      this.#closeNotification();
      if (this.#hasMissedTurn) this.#offerNotifications();
      this.#takeSeatsBack(this.#view);
    }
    void this.#keepScreenOn();
  }

  /** Browsers release the lock when the page is hidden, so it is requested again. */
  async #keepScreenOn() {
    const isWanted = this.#view?.phase === "playing" && !document.hidden;
    if (isWanted && !this.#lock) {
      this.#lock = navigator.wakeLock?.request("screen").catch(() => null) ?? null;
      const lock = await this.#lock;
      if (lock) lock.addEventListener("release", () => (this.#lock = null));
      else this.#lock = null;
    } else if (!isWanted && this.#lock) await (await this.#lock)?.release();
  }

  /** @param {View} view */
  #takeSeatsBack({ seats, phase }) {
    if (phase !== "playing" || document.hidden) return;
    for (const [seat, { is_yours, stand_in }] of seats.entries())
      if (is_yours && stand_in !== "") void this.#send({ type: "TakeBack", seat });
  }

  async #call() {
    if (!canNotify()) return;
    if (Notification.permission === "default") this.#hasMissedTurn = true;
    if (Notification.permission !== "granted") return;
    const code = this.#view?.code ?? "";
    const body = _("Table {code}", { code });
    this.#closeNotification = await notify(_("Your turn!"), { body, tag: code });
    if (!document.hidden) this.#closeNotification();
  }

  /** Offer notifications after a turn that one would have announced. */
  #offerNotifications() {
    this.#hasMissedTurn = false;
    if (loadItem(DECLINED, false)) return;
    const close = () => (this.#offer.hidden = true);
    const accept = () => {
      close();
      void Notification.requestPermission();
    };
    const decline = () => {
      close();
      saveItem(DECLINED, true);
    };
    put(
      this.#offer,
      make("p", _("It became your turn while you were away.")),
      button("primary", accept, _("Notify me")),
      button("", decline, _("No, thanks")),
    );
    this.#offer.hidden = false;
  }
}

/** Mark the icon of the page while it is the player's turn. @param {boolean} isYourTurn */
function showIcon(isYourTurn) {
  const link = document.querySelector('link[rel="icon"]');
  const name = isYourTurn ? "icon-turn.svg" : "icon.svg";
  const { href } = new URL(`../icons/${name}`, import.meta.url);
  if (link && link.getAttribute("href") !== href) link.setAttribute("href", href);
}
