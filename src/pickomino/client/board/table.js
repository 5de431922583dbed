/** The table in play: puts grill, players, dice and buttons together and moves what moves. */

import { tileSvg } from "../shared/art.js";
import { loadStyle, make } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { hasMotion, panels } from "../shared/preferences.js";
import { Actions, percent, TurnTitle, Verdict } from "./actions.js";
import { bust, finishMotion, flip, travel, tumble } from "./animation.js";
import { Dice } from "./dice.js";
import { Grill } from "./grill.js";
import { turnedTiles } from "./narration.js";
import { ownerOfTop, wormsOn } from "./position.js";
import { Seats } from "./seats.js";
import { listenToPointing, Need } from "./target-line.js";
import { Log } from "./turn-log.js";

/** @import { TableState } from "./table-state.js" */
/** @import { View } from "../shared/room-view.js" */

export class Table extends HTMLElement {
  seats = new Seats();
  grill = new Grill();
  turnTitle = new TurnTitle();
  verdict = new Verdict();
  dice = new Dice();
  need = new Need();
  actions = new Actions();
  end = make("div.end-place", { hidden: true });
  /** Comes to life when it is first wanted. */
  coach = /** @type {import("../coach/coach.js").Coach} */ (document.createElement("pm-coach"));
  log = new Log();
  notices = make("div.notices");
  toolbar = make("div.toolbar", { role: "toolbar", "aria-label": _("Table") });
  #tray = make("section.tray", { "aria-label": _("Dice and moves") });
  side = make("aside.side", { "aria-label": _("Coach and turns") });
  #live = make("div.visually-hidden.live", { role: "status", "aria-live": "polite" });
  /** @type {TableState | null} */
  #state = null;
  /** Whether the title has the focus of a button that is gone. */
  #isLost = false;

  connectedCallback() {
    if (this.#tray.isConnected) return;
    this.#tray.append(
      this.turnTitle,
      make("div.news", this.verdict, this.toolbar),
      this.dice,
      this.need,
      this.actions,
    );
    listenToPointing(this.dice, (symbol) => this.#preview(symbol));
    this.side.append(this.coach, this.log);
    this.append(
      this.notices,
      make("div.board", this.seats, this.end, this.grill, this.#tray),
      this.side,
      this.#live,
    );
    this.coach.hidden = true;
    this.log.hidden = !panels().log;
  }

  /** @param {TableState} state */
  set state(state) {
    const before = this.#state;
    const from = before && !state.isSettled ? this.#placesBefore(state.event) : null;
    const hadFocus =
      this.#tray.contains(document.activeElement) ||
      this.grill.contains(document.activeElement) ||
      this.seats.contains(document.activeElement);
    this.#state = state;
    if (state.event !== null && state.event !== before?.event) finishMotion();
    this.seats.state = state;
    this.grill.state = state;
    this.turnTitle.state = state;
    this.verdict.state = state;
    this.dice.state = state;
    this.need.state = state;
    this.#light([]);
    this.actions.state = state;
    this.#tray.classList.toggle("has-actions", this.actions.childElementCount > 0);
    this.classList.toggle("is-yours", state.isYourTurn);
    this.classList.toggle("is-rolling", state.cast !== null);
    this.#move(state, before, from);
    const { activeElement } = document;
    const isGone = activeElement === document.body || activeElement === null;
    const isWaiting = this.#isLost && this.turnTitle.contains(activeElement);
    if (hadFocus && (isGone || isWaiting)) this.#focusNext();
  }

  get state() {
    return /** @type {TableState} */ (this.#state);
  }

  /** Say something to screen readers. @param {readonly string[]} lines */
  announce(lines) {
    if (lines.length === 0) return;
    this.#live.append(make("p", lines.join(" ")));
    while (this.#live.childElementCount > 5) this.#live.firstElementChild?.remove();
  }

  /** Whether the end stands in place of the dice. @param {boolean} isOver */
  set isOver(isOver) {
    this.end.hidden = !isOver;
    this.#tray.classList.toggle("is-over", isOver);
  }

  /** Tell who won; the module is loaded only now. @param {View} view @param {boolean} isStopped */
  async showEnd(view, isStopped) {
    const style = loadStyle(new URL("../styles/table/end.css", import.meta.url));
    const { End } = await import("../table/end.js");
    await style;
    const shown = this.end.firstElementChild;
    const end = shown instanceof End ? shown : new End();
    if (!shown) this.end.append(end);
    end.show(this.state, view, isStopped);
  }

  /** Let somebody explain what happens, above the dice. @param {HTMLElement} guide */
  addGuide(guide) {
    this.#tray.prepend(guide);
  }

  /** Tell who wants another game. @param {View} view */
  followAgreement(view) {
    const end = /** @type {import("../table/end.js").End} */ (this.end.firstElementChild);
    end.follow(view);
  }

  /** Whether a panel takes room beside the table. */
  layOut() {
    this.classList.toggle("has-side", !this.coach.hidden || !this.log.hidden);
  }

  /** Show what setting aside a symbol would come to. @param {string | null} symbol */
  #preview(symbol) {
    const preview = this.state.previews.find(({ action }) => action === `k${symbol}`) ?? null;
    this.need.show(preview);
    this.#light(preview?.claims ?? []);
  }

  /** Light the tiles that a choice would win, where they lie. @param {readonly string[]} claims */
  #light(claims) {
    for (const lit of this.querySelectorAll(".is-lit")) lit.classList.remove("is-lit");
    for (const claim of claims) this.#placeOf(claim)?.classList.add("is-lit");
  }

  /**
   * Write on tiles how likely this turn wins them.
   * @param {readonly import("../shared/messages.js").Result[]} results
   */
  showOdds(results) {
    for (const odds of this.querySelectorAll(".odds")) odds.remove();
    for (const { claim, chance } of results) {
      const text = make("span.odds", { "aria-hidden": "true" }, percent(chance));
      if (percent(chance) !== percent(0)) this.#placeOf(claim)?.append(text);
    }
  }

  /** Where the tile of a claim lies. @param {string} claim */
  #placeOf(claim) {
    const tile = Number(claim.slice(1));
    return claim.startsWith("s")
      ? this.seats.placeOf(ownerOfTop(this.state.position, tile))
      : this.grill.placeOf(tile);
  }

  #focusNext() {
    this.#isLost = false;
    const next = this.#tray.querySelector("pm-actions .primary, pm-dice button, pm-actions button");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    else {
      this.turnTitle.focusTitle();
      this.#isLost = true;
    }
  }

  /** Where the tiles of a turn's end lie before it is drawn. @param {TableState["event"]} event */
  #placesBefore(event) {
    if (event?.type !== "TurnEnded" || !hasMotion()) return null;
    const { seat, tile, robbed, returned } = event;
    const source =
      tile == null ? null : robbed == null ? this.grill.placeOf(tile) : this.seats.placeOf(robbed);
    return {
      taken: source?.getBoundingClientRect() ?? null,
      returned:
        returned == null ? null : (this.seats.placeOf(seat)?.getBoundingClientRect() ?? null),
    };
  }

  /**
   * @param {TableState} state
   * @param {TableState | null} before
   * @param {{taken: DOMRect | null, returned: DOMRect | null} | null} from
   */
  #move(state, before, from) {
    const { event } = state;
    if (event === null || event === before?.event) return;
    // Where a roll is only looked at again, the dice fall as they lie.
    if (event.type === "Rolled" && !state.cast) tumble(this.dice.dice);
    if (event.type !== "TurnEnded") return;
    if (event.result === "failed") bust(this.#tray);
    const target = this.seats.placeOf(event.seat);
    if (from?.taken && target) travel(target, from.taken);
    const back =
      event.returned == null ? null : this.grill.placeOf(event.returned)?.firstElementChild;
    if (from?.returned && back) travel(back, from.returned);
    for (const tile of turnedTiles(event)) {
      const turned = this.grill.placeOf(tile)?.firstElementChild;
      if (turned) flip(turned, tileSvg(tile, wormsOn(tile)));
    }
  }
}

customElements.define("pm-table", Table);
