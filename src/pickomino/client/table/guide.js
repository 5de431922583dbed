/** The hints of a guided game: a bubble in the tray, where it covers neither tiles nor dice. */

import { chickenSvg } from "../shared/art.js";
import { make, put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { iconButton } from "../shared/icon-button.js";
import { render } from "../shared/lines.js";
import { closeHints, hintsAt } from "./guided-game.js";

/** @import { TableState } from "../board/table-state.js" */
/** @import { Frame } from "../shared/messages.js" */
const TEACHER = 2;

export class Guide extends HTMLElement {
  #text = make("div.guide-text", { role: "status" });
  /** The frame of the last hint that the player read before rolling the dice in the hand. */
  #readUntil = -1;
  /** The frame of the last hint that is shown beside the dice in the hand. */
  #inHand = -1;

  /** @param {string} code of the room */
  constructor(code) {
    super();
    this.code = code;
  }

  connectedCallback() {
    if (this.firstChild) return;
    this.setAttribute("aria-label", _("Hints"));
    this.setAttribute("role", "region");
    this.hidden = true;
    const close = () => {
      closeHints(this.code);
      this.remove();
    };
    this.append(
      make("span.guide-chicken", chickenSvg(TEACHER)),
      this.#text,
      iconButton("close", _("No more hints"), close),
    );
  }

  /**
   * Show the hints that apply now.
   * @param {TableState} state
   * @param {readonly Frame[]} frames of the game
   */
  follow({ index, names, rollAnimation, isYourTurn, seats }, frames) {
    if (!rollAnimation?.isInHand) this.#readUntil = Math.max(this.#readUntil, this.#inHand);
    // While dice are in the hand or rolling, the hint about the roll must wait.
    const hints = hintsAt(frames, rollAnimation ? index - 1 : index).filter(
      (hint) => hint.index > this.#readUntil,
    );
    this.hidden = hints.length === 0;
    this.classList.toggle("is-before-roll", Boolean(rollAnimation?.isInHand));
    this.#inHand = rollAnimation?.isInHand ? (hints.at(-1)?.index ?? -1) : -1;
    const texts = hints.map(({ seat, lines }) => {
      // Below "Your turn", what happened to a rival would seem to have happened to the player.
      const isRivals = isYourTurn && seat !== null && !seats[seat]?.is_yours;
      const name = isRivals && names[seat];
      const text = lines.map((line) => render(line, names)).join(" ");
      return make("p", name && make("strong.guide-whose", _("{name}’s turn", { name })), text);
    });
    if (this.#text.textContent !== texts.map((text) => text.textContent).join(""))
      put(this.#text, ...texts);
  }
}

customElements.define("pm-guide", Guide);
