/** The dice: those just rolled, grouped by symbol, and one slot for each symbol set aside. */

import { dieSvg, wormSvg } from "../art.js";
import { FACES } from "../constants.js";
import { make, put } from "../dom.js";
import { diceNames, faceName } from "../names.js";
import { actionText } from "../narration.js";
import { countOf, symbolOf } from "../position.js";
import { _, capital, ngettext } from "../texts.js";
import { act } from "./grill.js";

/** @typedef {import("../frames.js").TableState} TableState */
/** @typedef {import("../position.js").Die} Die */

export class Dice extends HTMLElement {
  #slots = make("ol", { class: "slots" });
  #sum = make("p", { class: "sum" });
  #rolled = make("div", { class: "rolled", role: "group" });
  #drawn = "";

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
    ]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    put(this.#slots, ...FACES.map((face) => slot(position.setAside, face)));
    this.#drawSum(state);
    this.#drawRolled(state);
  }

  /** The dice on the table, to let them tumble. */
  get dice() {
    return [...this.#rolled.querySelectorAll(".die")].filter((die) => die instanceof HTMLElement);
  }

  /** @param {TableState} state */
  #drawSum({ total, has_worm: hasWorm, set_aside }) {
    const isEmpty = set_aside === "";
    this.#sum.className = `sum${hasWorm ? " has-worm" : ""}${isEmpty ? " is-empty" : ""}`;
    const worm = hasWorm ? _("A worm is in.") : _("No worm yet.");
    put(
      this.#sum,
      make("span", { class: "sum-label" }, _("Sum")),
      make("strong", { class: "sum-number" }, String(total)),
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
    { class: `die tilt-${(die.face * 3 + index * 2) % 5}` },
    dieSvg(die.face, { golden: die.isGolden }),
  );
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
