/** The dice: those just rolled, grouped by symbol, and one slot for each symbol set aside. */

import { fly, gather, tumble, turnOver } from "../animation.js";
import { dieSvg, facesPicture, wormSvg } from "../art.js";
import { landings, SEEN_MS } from "../cast.js";
import { FACES, WORM } from "../constants.js";
import { make, put } from "../dom.js";
import { diceNames, faceName } from "../names.js";
import { actionText } from "../narration.js";
import { countOf, symbolOf } from "../position.js";
import { hasMotion, preferences } from "../preferences.js";
import { _, capital, ngettext } from "../texts.js";
import { act } from "./grill.js";

/** @typedef {import("../frames.js").TableState} TableState */
/** @typedef {import("../position.js").Die} Die */
/** @typedef {import("../cast.js").Cast} Cast */
/** @typedef {{face: number, element: Element, box: DOMRect}} Lying */

/** How often is looked whether a die has landed, and the sum counted on. */
const STEP_MS = 40;
const COUNT_MS = 320;
/** A die that shows nothing. */
const BLANK = 0;

export class Dice extends HTMLElement {
  #slots = make("ol", { class: "slots" });
  #sum = make("p", { class: "sum" });
  #rolled = make("div", { class: "rolled", role: "group" });
  #drawn = "";
  #total = 0;
  /** Since when the dice lie as they do. */
  #since = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #turning;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #counting;

  connectedCallback() {
    if (this.#slots.isConnected) return;
    this.#slots.setAttribute("aria-label", _("Dice set aside"));
    this.#rolled.setAttribute("aria-label", _("Dice rolled"));
    this.append(make("div", { class: "kept" }, this.#slots, this.#sum), this.#rolled);
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
    const lying = this.#lying();
    const kept = [...this.#slots.children].map((place) => place.classList.contains("is-filled"));
    put(this.#slots, ...FACES.map((face) => slot(position.setAside, face)));
    this.#drawSum(state);
    if (state.cast) this.#drawCast(state.cast);
    else this.#drawRolled(state);
    void this.#settle([]);
    if (lying.length === 0 || !hasMotion()) return;
    if (position.rolled.length > 0) this.#gather(lying);
    else this.#keep(lying, kept);
  }

  /** Shake the dice that are still in the hand. */
  shake() {
    this.#rolled.classList.add("is-shaken");
    this.dice.forEach(turn);
  }

  /** The dice on the table. */
  get dice() {
    return [...this.#rolled.querySelectorAll(".die")].filter((die) => die instanceof HTMLElement);
  }

  /** Where the dice with a face lie. @returns {Lying[]} */
  #lying() {
    return this.dice.flatMap((element) => {
      const face = Number(element.getAttribute("data-face"));
      return face > BLANK ? [{ face, element, box: element.getBoundingClientRect() }] : [];
    });
  }

  /** Bring the dice together that lie as they fell. @param {Lying[]} lying */
  #gather(lying) {
    const dice = this.dice;
    const isCast = lying.some(({ element }) => element.classList.contains("has-landed"));
    if (!isCast) return;
    const moves = lying.flatMap(({ face, box }) => {
      const index = dice.findIndex((die) => die.getAttribute("data-face") === String(face));
      const [die] = index < 0 ? [] : dice.splice(index, 1);
      return die ? [{ die, from: box, to: die.getBoundingClientRect() }] : [];
    });
    // All places are known before the first die moves: the page is laid out only once.
    void this.#settle(moves.map(({ die, from, to }) => gather(die, from, to)));
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

  /** Let the dice just set aside travel to their place. @param {Lying[]} lying @param {boolean[]} before */
  #keep(lying, before) {
    for (const [index, place] of [...this.#slots.children].entries()) {
      const die = place.querySelector(".die");
      if (before[index] || !die || !place.classList.contains("is-filled")) continue;
      const moved = lying.filter(({ face }) => face === FACES[index]);
      for (const [order, { element, box }] of moved.entries()) fly(element, box, die, order);
    }
  }

  /** @param {Cast} cast */
  #drawCast(cast) {
    const dice = cast.dice.map((die) =>
      make(
        "span",
        { class: `die${die.isGolden ? " is-golden" : ""}`, "data-face": BLANK },
        dieSvg(BLANK, { golden: die.isGolden }),
      ),
    );
    this.#rolled.classList.remove("is-shaken");
    put(this.#rolled, make("div", { class: "cast", "aria-hidden": "true" }, ...dice));
    if (!cast.isInHand) this.#roll(dice, cast);
  }

  /** Turn the dice over and over until each lands. @param {HTMLElement[]} dice @param {Cast} cast */
  #roll(dice, cast) {
    const times = landings(cast);
    const start = performance.now();
    tumble(dice, times);
    dice.forEach(turn);
    const step = () => {
      const now = performance.now() - start;
      for (const [index, die] of dice.entries()) {
        if (die.classList.contains("has-landed")) continue;
        if (now < (times[index] ?? 0)) continue;
        const { face = BLANK, isGolden = false } = cast.dice[index] ?? {};
        die.classList.add("has-landed");
        die.dataset["face"] = String(face);
        put(die, dieSvg(face, { golden: isGolden }));
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

  /** @param {TableState} state */
  #drawSum({ total, has_worm: hasWorm, set_aside }) {
    const isEmpty = set_aside === "";
    this.#sum.className = `sum${hasWorm ? " has-worm" : ""}${isEmpty ? " is-empty" : ""}`;
    const worm = hasWorm ? _("There is a worm.") : _("No worm yet.");
    const number = make("strong", { class: "sum-number" });
    this.#count(number, total);
    put(
      this.#sum,
      make("span", { class: "sum-label" }, _("Sum")),
      number,
      make(
        "span",
        { class: "sum-worm", title: worm },
        wormSvg(),
        make("span", { class: "visually-hidden" }, worm),
      ),
    );
  }

  /** The dice that are not set aside. @param {TableState} state */
  #drawWaiting({ dice_left: left, set_aside }) {
    const dice = Array.from({ length: left }, () =>
      make("span", { class: "die is-waiting", "aria-hidden": "true" }),
    );
    const text = ngettext("{count} die left", "{count} dice left", left);
    const isTold = set_aside !== "" && left > 0;
    put(this.#rolled, ...dice, isTold && make("p", { class: "dice-left" }, text));
  }

  /** @param {TableState} state */
  #drawRolled(state) {
    const { position, legal, best } = state;
    const faces = FACES.filter((face) => countOf(position.rolled, face) > 0);
    if (faces.length === 0) {
      this.#drawWaiting(state);
      return;
    }
    const groups = faces.map((face) => {
      const action = `k${symbolOf(face)}`;
      const dice = position.rolled.filter((die) => die.face === face).map(dieSpan);
      const isUsed = countOf(position.setAside, face) > 0;
      const isLegal = legal.includes(action);
      const key = make("kbd", { "aria-hidden": "true" }, symbolOf(face).toUpperCase());
      const classes = `group${isUsed ? " is-used" : ""}${best === action ? " is-best" : ""}`;
      if (isLegal) {
        return make(
          "button",
          {
            class: classes,
            type: "button",
            "data-symbol": symbolOf(face),
            "aria-label": capital(actionText(position, action, state.names)),
            "aria-describedby": "need",
            onclick: () => act(this, action),
          },
          make("span", { class: "group-dice" }, ...dice),
          key,
        );
      }
      const label =
        diceNames(position.rolled.filter((die) => die.face === face)) +
        (isUsed ? " (" + _("already set aside") + ")" : "");
      return make(
        "span",
        { class: `${classes} is-still` },
        make("span", { class: "group-dice" }, ...dice),
        make("span", { class: "visually-hidden" }, label),
        isUsed && make("span", { class: "used-note" }, _("used")),
      );
    });
    put(this.#rolled, ...groups);
  }
}

/** @param {Die} die @param {number} index */
function dieSpan(die, index) {
  return make(
    "span",
    { class: `die tilt-${(die.face * 3 + index * 2) % 5}`, "data-face": die.face },
    dieSvg(die.face, { golden: die.isGolden }),
  );
}

/** Let a die show one face after the other. @param {Element} die @param {number} order */
function turn(die, order) {
  if (!hasMotion() || die.querySelector(".die-faces")) return;
  const golden = die.classList.contains("is-golden");
  const shown = golden ? [1, WORM] : FACES;
  const faces = make("span", { class: "die-faces" });
  faces.style.setProperty("background-image", facesPicture(shown, golden));
  faces.style.setProperty("height", `${shown.length * 100}%`);
  put(die, faces);
  turnOver(faces, shown.length, order);
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
    make("span", { class: "die" }, dieSvg(face, { golden })),
    count > 0 && make("span", { class: "slot-count", "aria-hidden": "true" }, `×${count}`),
    make("span", { class: "visually-hidden" }, label),
  );
}

customElements.define("pm-dice", Dice);
