/** The dice: those just rolled, grouped by symbol, and one slot per symbol for those set aside. */

import { dieSvg, wormSvg } from "../shared/art.js";
import { FACES } from "../shared/constants.js";
import { make, put } from "../shared/dom.js";
import { _, capitalize } from "../shared/i18n.js";
import { render } from "../shared/lines.js";
import { hasMotion, preferences } from "../shared/preferences.js";
import { fly, gather, tumble } from "./animation.js";
import { BLANK, isGolden, newDie, setFaceData, showFace, spin, spinUntil } from "./die.js";
import { dispatchAction } from "./grill.js";
import { diceNames, faceName } from "./names.js";
import { countOf, symbolOf } from "./position.js";
import { INPUT_DELAY_MS, landingTimes } from "./roll-animation.js";
import { actionText } from "./table-state.js";

/** @import { RollAnimation } from "./roll-animation.js" */
/** @import { TableState } from "./table-state.js" */
/** @import { Die } from "./position.js" */
/** @typedef {{element: HTMLElement, box: DOMRect}} DieBox */

/** The interval at which landed dice are marked and the sum counts up. */
const STEP_MS = 40;
const COUNT_MS = 320;
/** The rotation of dice in their groups, in degrees. */
const TILTS = [-5, 3, -2, 6, 1];

export class Dice extends HTMLElement {
  #slots = make("ol.slots", { "aria-label": _("Dice set aside") });
  #sum = make("p.sum");
  #rolled = make("div.rolled", { role: "group", "aria-label": _("Dice rolled") });
  #drawn = "";
  /** The data that the slots were drawn from. @type {string | null} */
  #drawnSlots = null;
  #total = 0;
  /** Dice that are in the hand or still rolling. */
  #rollingDice = make("div.rolling-dice.wrap", { "aria-hidden": "true" });
  /** @type {Animation[]} */
  #shakeMotions = [];
  /** When the dice came to rest. */
  #since = 0;
  #landingTimer = 0;
  #countTimer = 0;

  connectedCallback() {
    if (this.#slots.isConnected) return;
    this.append(make("div.set-aside", this.#slots, this.#sum), this.#rolled);
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
      state.turnEnd !== null,
      state.rollAnimation?.isInHand,
    ]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    clearInterval(this.#landingTimer);
    const dice = this.dice.filter((die) => faceOn(die) > BLANK);
    // Measuring forces a layout, so it is skipped if there are no animations.
    const boxes = hasMotion() ? dice.map(measure) : [];
    const wasRolling = this.#rollingDice.isConnected;
    const filled = [...this.#slots.children].map((slot) => slot.classList.contains("is-filled"));
    this.#drawSetAside(state);
    if (state.rollAnimation) this.#drawRolling(state.rollAnimation);
    else this.#drawRolled(state, dice);
    this.#rolled.classList.toggle("is-grouped", !state.rollAnimation && position.rolled.length > 0);
    void this.#settle([]);
    if (boxes.length === 0) return;
    if (position.rolled.length === 0) this.#flyToSlots(boxes, filled);
    else if (wasRolling) this.#gather(boxes);
  }

  /** Shake the dice in the hand. */
  shake() {
    this.#rolled.classList.add("is-shaken");
    this.#shakeMotions = hasMotion() ? this.dice.map(spin) : [];
  }

  /** The dice on the table. */
  get dice() {
    return [...this.#rolled.querySelectorAll(".die")].filter((die) => die instanceof HTMLElement);
  }

  /** Group the dice that have landed. @param {DieBox[]} boxes */
  #gather(boxes) {
    const moves = boxes
      .filter(({ element }) => element.isConnected)
      .map(({ element, box }) => ({ element, from: box, to: element.getBoundingClientRect() }));
    // All boxes are measured before the first die moves, so that the browser does only one layout.
    void this.#settle(gather(moves));
  }

  /** Whether the dice have been visible and still long enough; always true without animations. */
  get isStill() {
    const { speed } = preferences.values;
    return speed === "instant" || performance.now() - this.#since >= INPUT_DELAY_MS;
  }

  /** Note when the dice have stopped and been painted. @param {Animation[]} motions */
  async #settle(motions) {
    const drawn = this.#drawn;
    this.#since = Number.POSITIVE_INFINITY;
    await Promise.allSettled(motions.map((motion) => motion.finished));
    requestAnimationFrame(() => {
      if (this.#drawn === drawn) this.#since = performance.now();
    });
  }

  /** Move dice to newly filled slots. @param {DieBox[]} boxes @param {boolean[]} wasFilled */
  #flyToSlots(boxes, wasFilled) {
    for (const [index, slot] of [...this.#slots.children].entries()) {
      const die = slot.querySelector(".die");
      if (wasFilled[index] || !die || !slot.classList.contains("is-filled")) continue;
      const moved = boxes.filter(({ element }) => faceOn(element) === FACES[index]);
      for (const [order, { element, box }] of moved.entries()) fly(element, box, die, order);
    }
  }

  /** Show the dice in the hand, or roll them. @param {RollAnimation} rollAnimation */
  #drawRolling(rollAnimation) {
    // Dice that are already in the hand are reused.
    const isInHand =
      this.#rollingDice.isConnected && this.dice.every((die) => faceOn(die) === BLANK);
    if (!isInHand) {
      put(this.#rollingDice, ...rollAnimation.dice.map((die) => newDie(die.isGolden)));
      put(this.#rolled, this.#rollingDice);
    }
    this.#rolled.classList.remove("is-shaken");
    for (const motion of this.#shakeMotions.splice(0)) motion.cancel();
    if (!rollAnimation.isInHand) this.#roll(rollAnimation);
  }

  /** Spin the dice until each lands. @param {RollAnimation} rollAnimation */
  #roll(rollAnimation) {
    const { dice } = this;
    const times = landingTimes(rollAnimation);
    const isMoving = hasMotion();
    const start = performance.now();
    tumble(dice, times);
    const falling = dice.map((die, index) => {
      const [face, ms] = [rollAnimation.dice[index]?.face ?? BLANK, times[index] ?? 0];
      if (isMoving) spinUntil(die, face, ms, rollAnimation.ms);
      return { die, face, ms };
    });
    const step = () => {
      const now = performance.now() - start;
      for (const { die, face, ms } of falling) {
        if (now < ms || faceOn(die) !== BLANK) continue;
        die.classList.add("has-landed");
        if (isMoving) setFaceData(die, face);
        else showFace(die, face);
      }
    };
    this.#landingTimer = setInterval(step, STEP_MS);
    step();
  }

  /** Count up from the previous sum. @param {HTMLElement} number @param {number} total */
  #count(number, total) {
    const before = this.#total;
    this.#total = total;
    clearInterval(this.#countTimer);
    if (before >= total || !hasMotion()) {
      number.textContent = String(total);
      return;
    }
    const start = performance.now();
    const step = () => {
      const share = Math.min(1, (performance.now() - start) / COUNT_MS);
      number.textContent = String(Math.round(before + (total - before) * share));
      if (share === 1) clearInterval(this.#countTimer);
    };
    this.#countTimer = setInterval(step, STEP_MS);
    step();
  }

  /** Draw the slots of the dice set aside, and their sum. @param {TableState} state */
  #drawSetAside(state) {
    const drawn = JSON.stringify([state.set_aside, state.total, state.has_worm]);
    if (drawn === this.#drawnSlots) return;
    this.#drawnSlots = drawn;
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

  /** Draw the dice that have not been set aside. @param {TableState} state */
  #drawWaiting({ dice_left: left, set_aside }) {
    const dice = Array.from({ length: left }, () =>
      make("span.die.is-waiting", { "aria-hidden": "true" }),
    );
    const text = render(["dice_left", { count: left }], []);
    const showsCount = set_aside !== "" && left > 0;
    put(this.#rolled, ...dice, showsCount && make("p.dice-left", text));
  }

  /** @param {TableState} state @param {HTMLElement[]} reusable dice that are already drawn */
  #drawRolled(state, reusable) {
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
        .map((die, index) => groupedDie(die, index, reusable));
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
            "aria-label": capitalize(actionText(state, action)),
            "aria-describedby": "target",
            onclick: () => dispatchAction(this, action),
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

/** @param {HTMLElement} element @returns {DieBox} */
const measure = (element) => ({ element, box: element.getBoundingClientRect() });

/**
 * Draw a die in its group, reusing an element that shows the same face.
 * @param {Die} die
 * @param {number} index
 * @param {HTMLElement[]} reusable dice; the one used is removed
 */
function groupedDie(die, index, reusable) {
  const at = reusable.findIndex(
    (other) => faceOn(other) === die.face && isGolden(other) === die.isGolden,
  );
  const element = reusable.splice(at, at < 0 ? 0 : 1)[0] ?? newDie(die.isGolden, die.face);
  showFace(element, die.face);
  element.className = `die${die.isGolden ? " is-golden" : ""}`;
  element.style.rotate = `${TILTS[(die.face * 3 + index * 2) % TILTS.length]}deg`;
  return element;
}

/** @param {Die[]} setAside @param {number} face */
function slot(setAside, face) {
  const count = countOf(setAside, face);
  const golden = setAside.some((die) => die.face === face && die.isGolden);
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
