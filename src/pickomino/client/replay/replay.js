/** A game to look at again, step by step. */

import { finishMotion } from "../board/animation.js";
import { calledBy } from "../board/names.js";
import { actionText, rollText, toldEnd, winnerText } from "../board/narration.js";
import { Table } from "../board/table.js";
import { isStep, stateOf } from "../board/table-state.js";
import { proofOf } from "../fair-dice/proof.js";
import { iconSvg } from "../shared/art.js";
import { button, make, put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { hasMotion } from "../shared/preferences.js";
import { recordLink, reviewLink } from "../table/end.js";

/** @import { TableState } from "../board/table-state.js" */
/** @import { Replay } from "../shared/messages.js" */

const STEP_MS = 1200;
const KEEP_MS = 300;

export class ReplayTable extends HTMLElement {
  #table = new Table();
  #slider = make("input.replay-slider", {
    type: "range",
    min: "0",
    step: "1",
    "aria-label": _("Step of the game"),
    oninput: () => this.go(Number(this.#slider.value)),
  });
  #where = make("p.replay-where");
  #playing = make("button.button.icon-only.primary", {
    onclick: () => (this.#timer === 0 ? this.#start() : this.#stop()),
  });
  /** @type {TableState[]} */
  #states = [];
  /** @type {Replay | null} */
  #replay = null;
  #at = 0;
  #timer = 0;
  #keeping = 0;

  disconnectedCallback() {
    clearInterval(this.#timer);
    clearTimeout(this.#keeping);
  }

  /** @param {Replay} replay @param {boolean} hasTable whether its room is still there */
  show(replay, hasTable) {
    this.#replay = replay;
    const { frames } = replay;
    const seats = replay.seats.map((seat) => ({ ...seat, is_yours: false }));
    const players = { names: calledBy(replay.names), seats };
    this.#states = frames.flatMap((frame, index) =>
      isStep(frame) ? [stateOf(frames, index, players)] : [],
    );
    this.#slider.max = String(this.#states.length - 1);
    this.append(this.#table);
    this.#table.side.prepend(this.#controls(), this.#more(replay, hasTable));
    this.#table.toolbar.hidden = true;
    this.#table.log.hidden = false;
    this.#table.layOut();
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#stop();
    const step = Number(new URL(location.href).searchParams.get("step") ?? 1);
    this.go(Number.isInteger(step) ? step - 1 : 0);
  }

  #controls() {
    /** @param {string} icon @param {string} label @param {() => void} run */
    const button = (icon, label, run) =>
      make(
        "button.button.icon-only",
        { title: label, "aria-label": label, onclick: run },
        iconSvg(icon),
      );
    return make(
      "section.replay-controls.panel",
      { "aria-label": _("Replay") },
      make("h1", _("Replay")),
      make(
        "div.replay-buttons",
        button("rewind", _("Previous turn"), () => this.#turn(-1)),
        button("back", _("One step back"), () => this.#step(-1)),
        this.#playing,
        button("next", _("One step forward"), () => this.#step(1)),
        button("forward", _("Next turn"), () => this.#turn(1)),
      ),
      this.#slider,
      this.#where,
    );
  }

  /** @param {Replay} replay @param {boolean} hasTable */
  #more(replay, hasTable) {
    const proof = make("div.proof", { role: "status" });
    const show = () => put(proof, ...proofOf(replay));
    const verify = button("verify", show, iconSvg("check"), _("Verify these dice"));
    return make(
      "div.replay-more.panel",
      replay.is_over && reviewLink(replay.game_id),
      replay.secret !== "" && verify,
      recordLink(replay),
      hasTable &&
        make("a.button", { href: `/table/${encodeURIComponent(replay.code)}` }, _("To the table")),
      proof,
    );
  }

  /** Show a step. @param {number} index */
  go(index) {
    const replay = this.#replay;
    const at = Math.min(Math.max(index, 0), this.#states.length - 1);
    const state = this.#states[at];
    if (!state || !replay) return;
    const isNext = at === this.#at + 1;
    this.#at = at;
    finishMotion();
    // Only a step forward moves anything: a jump shows where it lands.
    this.#table.state = isNext ? state : { ...state, event: null };
    this.#slider.value = String(at);
    clearTimeout(this.#keeping);
    // Browsers do not let an address change with every move of the slider.
    this.#keeping = setTimeout(() => keepStep(at + 1), KEEP_MS);
    const text = this.#told(state);
    this.#slider.setAttribute("aria-valuetext", text);
    put(
      this.#where,
      make("strong", _("Step {step} of {count}", { step: at + 1, count: this.#states.length })),
      ` · ${text}`,
    );
    this.#table.log.show(this.#states.slice(0, at + 1), state.names);
    if (at === this.#states.length - 1) this.#stop();
  }

  /** @param {TableState} state */
  #told(state) {
    const { event, names, position } = state;
    if (event === null) return _("The start");
    if (event.type === "Rolled") return rollText(event.roll, names[event.seat] ?? "");
    if (event.type === "TurnEnded") return toldEnd(event, names).join(" ");
    if (event.type === "GameEnded") return winnerText(state);
    if (event.type !== "Acted") return "";
    const before = this.#states[this.#at - 1]?.position ?? position;
    return _("{name}: {action}", {
      name: names[event.seat] ?? "",
      action: actionText(before, event.action, names),
    });
  }

  /** @param {number} by */
  #step(by) {
    this.#stop();
    this.go(this.#at + by);
  }

  /** Go to the end of another turn. @param {number} by */
  #turn(by) {
    this.#stop();
    let index = this.#at + by;
    while (
      index > 0 &&
      index < this.#states.length - 1 &&
      this.#states[index]?.event?.type !== "TurnEnded"
    )
      index += by;
    this.go(index);
  }

  #start() {
    if (this.#at >= this.#states.length - 1) this.go(0);
    this.#timer = setInterval(() => this.go(this.#at + 1), hasMotion() ? STEP_MS : STEP_MS / 2);
    this.#draw();
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#draw();
  }

  #draw() {
    const isPlaying = this.#timer !== 0;
    const label = isPlaying ? _("Pause") : _("Play");
    put(this.#playing, iconSvg(isPlaying ? "pause" : "play"));
    this.#playing.setAttribute("aria-label", label);
    this.#playing.title = label;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target?.closest("input, select, dialog, header")
    )
      return;
    if (event.key === " " && target?.closest("button, a, summary")) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowRight: () => this.#step(1),
      ArrowLeft: () => this.#step(-1),
      PageDown: () => this.#turn(1),
      PageUp: () => this.#turn(-1),
      Home: () => this.#step(-Infinity),
      End: () => this.#step(Infinity),
      " ": () => this.#playing.click(),
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  }
}

/** Put the step into the address, so that it can be sent and comes back. @param {number} step */
function keepStep(step) {
  const address = new URL(location.href);
  address.searchParams.set("step", String(step));
  history.replaceState(history.state, "", address);
}

customElements.define("pm-replay", ReplayTable);
