/** The table: combines grill, players, dice, buttons and panels, and animates changes. */

import { tileSvg } from "../shared/art.js";
import { loadStyle, make } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { roundedPercent } from "../shared/number-format.js";
import { hasMotion, panels } from "../shared/preferences.js";
import { Actions, TurnTitle, Verdict } from "./actions.js";
import { bust, finishMotion, flip, travel, tumble } from "./animation.js";
import { Dice } from "./dice.js";
import { Grill } from "./grill.js";
import { ownerOfTop, wormsOn } from "./position.js";
import { Seats } from "./seats.js";
import { listenForPreview, TargetLine } from "./target-line.js";
import { TurnLog } from "./turn-log.js";

/** @import { TableState } from "./table-state.js" */
/** @import { View } from "../shared/room-view.js" */

export class Table extends HTMLElement {
  seats = new Seats();
  grill = new Grill();
  turnTitle = new TurnTitle();
  verdict = new Verdict();
  dice = new Dice();
  targetLine = new TargetLine();
  actions = new Actions();
  end = make("div.end-slot", { hidden: true });
  /** The element is defined when the coach is first shown. */
  coach = /** @type {import("../coach/coach.js").Coach} */ (document.createElement("pm-coach"));
  log = new TurnLog();
  notices = make("div.notices");
  toolbar = make("div.toolbar", { role: "toolbar", "aria-label": _("Table") });
  #tray = make("section.tray", { "aria-label": _("Dice and moves") });
  side = make("aside.side", { "aria-label": _("Coach and turns") });
  #live = make("div.visually-hidden.live", { role: "status", "aria-live": "polite" });
  /** @type {TableState | null} */
  #state = null;
  /** Whether the title was focused in place of a removed button. */
  #hasParkedFocus = false;

  connectedCallback() {
    if (this.#tray.isConnected) return;
    this.#tray.append(
      this.turnTitle,
      make("div.turn-status", this.verdict, this.toolbar),
      this.dice,
      this.targetLine,
      this.actions,
    );
    listenForPreview(this.dice, (symbol) => this.#preview(symbol));
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
    const from = before && !state.isSettled ? this.#tileBoxesBefore(state.turnEnd) : null;
    const hadFocus =
      this.#tray.contains(document.activeElement) ||
      this.grill.contains(document.activeElement) ||
      this.seats.contains(document.activeElement);
    this.#state = state;
    if (isNews(state, before)) finishMotion();
    this.seats.state = state;
    this.grill.state = state;
    this.turnTitle.state = state;
    this.verdict.state = state;
    this.dice.state = state;
    this.targetLine.state = state;
    this.#highlight([]);
    this.actions.state = state;
    this.#tray.classList.toggle("has-actions", this.actions.childElementCount > 0);
    this.classList.toggle("is-yours", state.isYourTurn);
    this.classList.toggle("is-rolling", state.rollAnimation !== null);
    this.#animate(state, before, from);
    const { activeElement } = document;
    const isGone = activeElement === document.body || activeElement === null;
    const isWaiting = this.#hasParkedFocus && this.turnTitle.contains(activeElement);
    if (hadFocus && (isGone || isWaiting)) this.#focusNext();
  }

  get state() {
    return /** @type {TableState} */ (this.#state);
  }

  /** Announce lines to screen readers. @param {readonly string[]} lines */
  announce(lines) {
    if (lines.length === 0) return;
    this.#live.append(make("p", lines.join(" ")));
    while (this.#live.childElementCount > 5) this.#live.firstElementChild?.remove();
  }

  /** Show the end of the game in place of the dice. @param {boolean} isOver */
  set isOver(isOver) {
    this.end.hidden = !isOver;
    this.#tray.classList.toggle("is-over", isOver);
  }

  /** Load and show the end of the game. @param {View} view @param {boolean} isStopped */
  async showEnd(view, isStopped) {
    const style = loadStyle(new URL("../styles/table/end.css", import.meta.url));
    const { End } = await import("../table/end.js");
    await style;
    const shown = this.end.firstElementChild;
    const end = shown instanceof End ? shown : new End();
    if (!shown) this.end.append(end);
    end.show(this.state, view, isStopped);
  }

  /** Add hints, which take the place of the verdict. @param {HTMLElement} guide */
  addGuide(guide) {
    this.verdict.before(guide);
  }

  /** Show which players want another game. @param {View} view */
  showReadyPlayers(view) {
    const end = /** @type {import("../table/end.js").End} */ (this.end.firstElementChild);
    end.showReadyPlayers(view);
  }

  /** Make room for the panels beside the board, if any is shown. */
  updateLayout() {
    this.classList.toggle("has-side", !this.coach.hidden || !this.log.hidden);
  }

  /** Show the result of setting aside a symbol. @param {string | null} symbol */
  #preview(symbol) {
    const [lines, claims] = this.state.previews[`k${symbol}`] ?? [null, []];
    this.targetLine.show(lines);
    this.#highlight(claims);
  }

  /** Highlight the tiles that a choice would win. @param {readonly string[]} claims */
  #highlight(claims) {
    for (const tile of this.querySelectorAll(".is-lit")) tile.classList.remove("is-lit");
    for (const claim of claims) this.#placeOf(claim)?.classList.add("is-lit");
  }

  /**
   * Show on each tile how likely this turn is to win it.
   * @param {readonly import("../shared/messages.js").Result[]} results
   */
  showOdds(results) {
    for (const odds of this.querySelectorAll(".odds")) odds.remove();
    for (const { claim, chance } of results) {
      const text = make("span.odds", { "aria-hidden": "true" }, roundedPercent(chance));
      if (roundedPercent(chance) !== roundedPercent(0)) this.#placeOf(claim)?.append(text);
    }
  }

  /** Return the place of a claim's tile. @param {string} claim */
  #placeOf(claim) {
    const tile = Number(claim.slice(1));
    return claim.startsWith("s")
      ? this.seats.placeOf(ownerOfTop(this.state.position, tile))
      : this.grill.placeOf(tile);
  }

  #focusNext() {
    this.#hasParkedFocus = false;
    const next = this.#tray.querySelector("pm-actions .primary, pm-dice button, pm-actions button");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    else {
      this.turnTitle.focusTitle();
      this.#hasParkedFocus = true;
    }
  }

  /** Measure the tiles that move at the end of a turn. @param {TableState["turnEnd"]} end */
  #tileBoxesBefore(end) {
    if (end === null || !hasMotion()) return null;
    const { seat, tile, robbed, returned } = end;
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
  #animate(state, before, from) {
    const { event, turnEnd } = state;
    if (!isNews(state, before)) return;
    // In a replay, the dice tumble in already grouped.
    if (event?.type === "Rolled" && !state.rollAnimation) tumble(this.dice.dice);
    if (turnEnd === null) return;
    if (turnEnd.hasFailed) bust(this.#tray);
    const target = this.seats.placeOf(turnEnd.seat);
    if (from?.taken && target) travel(target, from.taken);
    const back =
      turnEnd.returned === null ? null : this.grill.placeOf(turnEnd.returned)?.firstElementChild;
    if (from?.returned && back) travel(back, from.returned);
    for (const tile of turnEnd.turned) {
      const turned = this.grill.placeOf(tile)?.firstElementChild;
      if (turned) flip(turned, tileSvg(tile, wormsOn(tile)));
    }
  }
}

/** Return whether a state shows an event that the state before it did not. */
const isNews = (/** @type {TableState} */ state, /** @type {TableState | null} */ before) =>
  (state.event !== null && state.event !== before?.event) ||
  (state.ended !== null && state.ended !== before?.ended);

customElements.define("pm-table", Table);
