/** Hints in the first game on this device: a bubble beside the dice for each new situation. */

import { isDeciding } from "../board/table-state.js";
import { chickenSvg } from "../shared/art.js";
import { button, make, put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { iconButton } from "../shared/icon-button.js";
import { endGuidedGame } from "./guided-game.js";

/** @import { TableState } from "../board/table-state.js" */

const TEACHER = 2;
/** The lines about targets that mention a rival's tile. */
const STEALS = ["takes_tile_of", "takes_hen_of", "aim_or_stop"];

/**
 * The hints, each shown once, as soon as its situation occurs.
 * @type {{when: (state: TableState) => boolean, text: () => string}[]}
 */
const HINTS = [
  {
    when: ({ rollAnimation, isYourTurn }) => isYourTurn && rollAnimation?.isInHand === true,
    text: () => _("It is your turn: press the dice to roll them."),
  },
  {
    when: (state) => isChoosing(state) && state.set_aside === "",
    text: () => _("Choose a symbol: all its dice are set aside and count. A worm counts as 5."),
  },
  {
    when: (state) => isDeciding(state) && state.claims.length === 0,
    text: () => _("You need 21 and a worm for the first tile: roll the other dice."),
  },
  {
    when: (state) => isChoosing(state) && state.set_aside !== "",
    text: () => _("You can set aside each symbol only once a turn: those set aside are used up."),
  },
  {
    when: (state) => isDeciding(state) && state.claims.length > 0,
    text: () => _("Stop to win the tile that glows, or roll on for more and risk it all."),
  },
  {
    when: ({ turnEnd, seats }) =>
      turnEnd?.hasFailed === true && seats[turnEnd.seat]?.is_yours === true,
    text: () => _("No new symbol: the turn fails, and the top tile of your stack goes back."),
  },
  {
    when: ({ turnEnd, seats }) =>
      turnEnd !== null && turnEnd.tile !== null && seats[turnEnd.seat]?.is_yours === true,
    text: () => _("Your tile! Rivals can steal the top one by reaching exactly its number."),
  },
  {
    when: (state) => isDeciding(state) && state.targets.some(([key]) => STEALS.includes(key)),
    text: () => _("If your sum is exactly the number of a rival’s top tile, you steal it."),
  },
];

/** @param {TableState} state */
const isChoosing = ({ legal, isYourTurn, rollAnimation }) =>
  isYourTurn && !rollAnimation && legal.some((action) => action.startsWith("k"));

export class Guide extends HTMLElement {
  #text = make("p", { role: "status" });
  /** Hints that have not been shown yet. */
  #left = [...HINTS];
  /** @type {() => void} */
  #close = () => {
    endGuidedGame();
    this.remove();
  };

  connectedCallback() {
    if (this.firstChild) return;
    this.setAttribute("aria-label", _("Hints"));
    this.setAttribute("role", "region");
    this.hidden = true;
    const hide = () => {
      this.hidden = true;
      if (this.#left.length === 0) this.#close();
    };
    this.append(
      make("span.guide-chicken", chickenSvg(TEACHER)),
      this.#text,
      button("quiet", hide, _("Got it")),
      iconButton("close", _("No more hints"), this.#close),
    );
    this.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  }

  /** Show the hint for a new situation. @param {TableState} state */
  follow(state) {
    const hint = this.#left.find(({ when }) => when(state));
    if (!hint) return;
    this.#left = this.#left.filter((other) => other !== hint);
    this.hidden = false;
    put(this.#text, hint.text());
  }
}

customElements.define("pm-guide", Guide);
