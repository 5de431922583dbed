/** The dice: those just rolled, grouped by symbol, and one slot for each symbol set aside. */

import { dieSvg, wormSvg } from "../shared/art.js";
import { FACES } from "../shared/constants.js";
import { make, put } from "../shared/dom.js";
import { _, capital, ngettext } from "../shared/i18n.js";
import { hasMotion, preferences } from "../shared/preferences.js";
import { fly, gather, tumble } from "./animation.js";
import { BLANK, isGolden, newDie, noteFace, showFace, turn, turnUntil } from "./die.js";
import { act } from "./grill.js";
import { diceNames, faceName } from "./names.js";
import { actionText } from "./narration.js";
import { countOf, symbolOf } from "./position.js";
import { landings, SEEN_MS } from "./roll-animation.js";

/** @import { Cast } from "./roll-animation.js" */
/** @import { TableState } from "./table-state.js" */
/** @import { Die } from "./position.js" */
/** @typedef {{element: HTMLElement, box: DOMRect}} Lying */

/** How often is looked whether a die has landed, and the sum counted on. */
const STEP_MS = 40;
const COUNT_MS = 320;
/** How dice lie in their groups, in degrees. */
const TILTS = [-5, 3, -2, 6, 1];

export class Dice extends HTMLElement {
  #slots = make("ol.slots", { "aria-label": _("Dice set aside") });
  #sum = make("p.sum");
  #rolled = make("div.rolled", { role: "group", "aria-label": _("Dice rolled") });
  #drawn = "";
  /** The dice set aside that are drawn. @type {string | null} */
  #kept = null;
  #total = 0;
  /** Dice on their way to the table. */
  #cast = make("div.cast", { "aria-hidden": "true" });
  /** @type {Animation[]} */
  #shaken = [];
  /** Since when the dice lie as they do. */
  #since = 0;
  #turning = 0;
  #counting = 0;

  connectedCallback() {
    if (this.#slots.isConnected) return;
    this.append(make("div.kept", this.#slots, this.#sum), this.#rolled);
  }

  /** @param {TableState} state */
  set state(state) {
    const { position } = state;
    const drawn = JSON.stringify([
      state.set_aside,
      state.rolled,
      state.seat,
      state.total,
      state.has_worm,
      state.dice_left,
      state.legal,
      state.best,
      state.event?.type,
      state.cast?.isInHand,
    ]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    clearInterval(this.#turning);
    const found = this.dice.filter((die) => faceOn(die) > BLANK);
    // To ask where something lies lays the page out: not where nothing moves.
    const lying = hasMotion() ? found.map(lies) : [];
    const isCast = this.#cast.isConnected;
    const kept = [...this.#slots.children].map((place) => place.classList.contains("is-filled"));
    this.#drawKept(state);
    if (state.cast) this.#drawCast(state.cast);
    else this.#drawRolled(state, found);
    this.#rolled.classList.toggle("is-grouped", !state.cast && position.rolled.length > 0);
    void this.#settle([]);
    if (lying.length === 0) return;
    if (position.rolled.length === 0) this.#keep(lying, kept);
    else if (isCast) this.#gather(lying);
  }

  /** Shake the dice that are still in the hand. */
  shake() {
    this.#rolled.classList.add("is-shaken");
    this.#shaken = hasMotion() ? this.dice.map(turn) : [];
  }

  /** The dice on the table. */
  get dice() {
    return [...this.#rolled.querySelectorAll(".die")].filter((die) => die instanceof HTMLElement);
  }

  /** Bring the dice together that lie as they fell. @param {Lying[]} lying */
  #gather(lying) {
    const moves = lying
      .filter(({ element }) => element.isConnected)
      .map(({ element, box }) => ({ element, from: box, to: element.getBoundingClientRect() }));
    // All places are known before the first die moves: the page is laid out only once.
    void this.#settle(gather(moves));
  }

  /** Whether the dice have been seen lying still; who wants no waiting may choose at once. */
  get isStill() {
    const { speed } = preferences.values;
    return speed === "instant" || performance.now() - this.#since >= SEEN_MS;
  }

  /** Note when the dice lie still and are painted so. @param {Animation[]} motions */
  async #settle(motions) {
    const drawn = this.#drawn;
    this.#since = Number.POSITIVE_INFINITY;
    await Promise.allSettled(motions.map((motion) => motion.finished));
    requestAnimationFrame(() => {
      if (this.#drawn === drawn) this.#since = performance.now();
    });
  }

  /** Move dice to their place. @param {Lying[]} lying @param {boolean[]} before */
  #keep(lying, before) {
    for (const [index, place] of [...this.#slots.children].entries()) {
      const die = place.querySelector(".die");
      if (before[index] || !die || !place.classList.contains("is-filled")) continue;
      const moved = lying.filter(({ element }) => faceOn(element) === FACES[index]);
      for (const [order, { element, box }] of moved.entries()) fly(element, box, die, order);
    }
  }

  /** Show the dice as they are in the hand, and let them go. @param {Cast} cast */
  #drawCast(cast) {
    // Those that are in the hand already fall as they are.
    const isInHand = this.#cast.isConnected && this.dice.every((die) => faceOn(die) === BLANK);
    if (!isInHand) {
      put(this.#cast, ...cast.dice.map((die) => newDie(die.isGolden)));
      put(this.#rolled, this.#cast);
    }
    this.#rolled.classList.remove("is-shaken");
    for (const motion of this.#shaken.splice(0)) motion.cancel();
    if (!cast.isInHand) this.#roll(cast);
  }

  /** Turn the dice over and over until each lands. @param {Cast} cast */
  #roll(cast) {
    const { dice } = this;
    const times = landings(cast);
    const isMoving = hasMotion();
    const start = performance.now();
    tumble(dice, times);
    const falling = dice.map((die, index) => {
      const [face, ms] = [cast.dice[index]?.face ?? BLANK, times[index] ?? 0];
      if (isMoving) turnUntil(die, face, ms, cast.ms);
      return { die, face, ms };
    });
    const step = () => {
      const now = performance.now() - start;
      for (const { die, face, ms } of falling) {
        if (now < ms || faceOn(die) !== BLANK) continue;
        die.classList.add("has-landed");
        if (isMoving) noteFace(die, face);
        else showFace(die, face);
      }
    };
    this.#turning = setInterval(step, STEP_MS);
    step();
  }

  /** Count from the sum before. @param {HTMLElement} number @param {number} total */
  #count(number, total) {
    const before = this.#total;
    this.#total = total;
    clearInterval(this.#counting);
    if (before >= total || !hasMotion()) {
      number.textContent = String(total);
      return;
    }
    const start = performance.now();
    const step = () => {
      const share = Math.min(1, (performance.now() - start) / COUNT_MS);
      number.textContent = String(Math.round(before + (total - before) * share));
      if (share === 1) clearInterval(this.#counting);
    };
    this.#counting = setInterval(step, STEP_MS);
    step();
  }

  /** The places of the dice set aside, and their sum. @param {TableState} state */
  #drawKept(state) {
    const kept = JSON.stringify([state.set_aside, state.total, state.has_worm]);
    if (kept === this.#kept) return;
    this.#kept = kept;
    put(this.#slots, ...FACES.map((face) => slot(state.position.setAside, face)));
    this.#drawSum(state);
  }

  /** @param {TableState} state */
  #drawSum({ total, has_worm: hasWorm, set_aside }) {
    const isEmpty = set_aside === "";
    this.#sum.className = `sum${hasWorm ? " has-worm" : ""}${isEmpty ? " is-empty" : ""}`;
    const worm = hasWorm ? _("There is a worm.") : _("No worm yet.");
    const number = make("strong.sum-number");
    this.#count(number, total);
    put(
      this.#sum,
      make("span.sum-label", _("Sum")),
      number,
      make("span.sum-worm", { title: worm }, wormSvg(), make("span.visually-hidden", worm)),
    );
  }

  /** The dice that are not set aside. @param {TableState} state */
  #drawWaiting({ dice_left: left, set_aside }) {
    const dice = Array.from({ length: left }, () =>
      make("span.die.is-waiting", { "aria-hidden": "true" }),
    );
    const text = ngettext("{count} die left", "{count} dice left", left);
    const isTold = set_aside !== "" && left > 0;
    put(this.#rolled, ...dice, isTold && make("p.dice-left", text));
  }

  /** @param {TableState} state @param {HTMLElement[]} found dice that are there already */
  #drawRolled(state, found) {
    const { position, legal, best } = state;
    const faces = FACES.filter((face) => countOf(position.rolled, face) > 0);
    if (faces.length === 0) {
      this.#drawWaiting(state);
      return;
    }
    const groups = faces.map((face) => {
      const action = `k${symbolOf(face)}`;
      const dice = position.rolled
        .filter((die) => die.face === face)
        .map((die, index) => lain(die, index, found));
      const isUsed = countOf(position.setAside, face) > 0;
      const isLegal = legal.includes(action);
      const key = make("kbd", { "aria-hidden": "true" }, symbolOf(face).toUpperCase());
      const classes = `group${isUsed ? " is-used" : ""}${best === action ? " is-best" : ""}`;
      if (isLegal) {
        return make(
          "button",
          {
            class: classes,
            "data-symbol": symbolOf(face),
            "aria-label": capital(actionText(position, action, state.names)),
            "aria-describedby": "need",
            onclick: () => act(this, action),
          },
          make("span.group-dice", ...dice),
          key,
        );
      }
      const label =
        diceNames(position.rolled.filter((die) => die.face === face)) +
        (isUsed ? " (" + _("already set aside") + ")" : "");
      return make(
        "span",
        { class: `${classes} is-still` },
        make("span.group-dice", ...dice),
        make("span.visually-hidden", label),
        isUsed && make("span.used-note", _("used")),
      );
    });
    put(this.#rolled, ...groups);
  }
}

/** @param {HTMLElement} die */
const faceOn = (die) => Number(die.dataset["face"]);

/** @param {HTMLElement} element @returns {Lying} */
const lies = (element) => ({ element, box: element.getBoundingClientRect() });

/**
 * A die as it lies in its group: the one that fell, where it is there.
 * @param {Die} die
 * @param {number} index
 * @param {HTMLElement[]} found dice that are not used yet
 */
function lain(die, index, found) {
  const at = found.findIndex(
    (each) => faceOn(each) === die.face && isGolden(each) === die.isGolden,
  );
  const element = found.splice(at, at < 0 ? 0 : 1)[0] ?? newDie(die.isGolden, die.face);
  showFace(element, die.face);
  element.className = `die${die.isGolden ? " is-golden" : ""}`;
  element.style.rotate = `${TILTS[(die.face * 3 + index * 2) % TILTS.length]}deg`;
  return element;
}

/** @param {Die[]} kept @param {number} face */
function slot(kept, face) {
  const count = countOf(kept, face);
  const golden = kept.some((die) => die.face === face && die.isGolden);
  const name = faceName(face);
  const label =
    count > 0
      ? _("{count} × {symbol}", { count, symbol: name })
      : _("{symbol}: none", { symbol: name });
  return make(
    "li",
    { class: `slot${count > 0 ? " is-filled" : ""}` },
    make("span.die", dieSvg(face, { golden })),
    count > 0 && make("span.slot-count", { "aria-hidden": "true" }, `×${count}`),
    make("span.visually-hidden", label),
  );
}

customElements.define("pm-dice", Dice);
