/** The step-by-step replay of a game. */

import { finishMotion } from "../board/animation.js";
import { displayNames } from "../board/names.js";
import { Table } from "../board/table.js";
import { actionText, isStep, rollLine, tableState } from "../board/table-state.js";
import { proofOf } from "../fair-dice/proof.js";
import { iconSvg } from "../shared/art.js";
import { button, make, put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { iconButton } from "../shared/icon-button.js";
import { render, renderAll } from "../shared/lines.js";
import { hasMotion } from "../shared/preferences.js";
import { pageAddress } from "../shared/site.js";
import { recordLink, reviewLink } from "../table/end.js";

/** @import { TableState } from "../board/table-state.js" */
/** @import { Replay } from "../shared/messages.js" */

const STEP_MS = 1200;
const SAVE_STEP_MS = 300;

export class ReplayTable extends HTMLElement {
  #table = new Table();
  #slider = make("input.replay-slider", {
    type: "range",
    min: "0",
    step: "1",
    "aria-label": _("Step of the game"),
    oninput: () => this.showStep(Number(this.#slider.value)),
  });
  #where = make("p.replay-position");
  #playing = make("button.button.icon-only.primary", {
    onclick: () => (this.#timer === 0 ? this.#start() : this.#stop()),
  });
  /** @type {TableState[]} */
  #states = [];
  /** @type {Replay | null} */
  #replay = null;
  #index = 0;
  #timer = 0;
  #saveTimer = 0;

  disconnectedCallback() {
    clearInterval(this.#timer);
    clearTimeout(this.#saveTimer);
  }

  /** @param {Replay} replay @param {boolean} hasTable whether the room still exists */
  show(replay, hasTable) {
    this.#replay = replay;
    const { frames } = replay;
    const seats = replay.seats.map((seat) => ({ ...seat, is_yours: false }));
    const players = { names: displayNames(replay.names), seats };
    this.#states = frames.flatMap((frame, index) =>
      isStep(frame) ? [tableState(frames, index, players)] : [],
    );
    this.#slider.max = String(this.#states.length - 1);
    this.append(this.#table);
    this.#table.side.prepend(this.#controls(), this.#more(replay, hasTable));
    this.#table.toolbar.hidden = true;
    this.#table.log.hidden = false;
    this.#table.updateLayout();
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#stop();
    const step = Number(new URL(location.href).searchParams.get("step") ?? 1);
    this.showStep(Number.isInteger(step) ? step - 1 : 0);
  }

  #controls() {
    /** @param {string} icon @param {string} label @param {() => void} run */
    const button = (icon, label, run) =>
      iconButton(icon, label, run, { class: "button icon-only" });
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
        make(
          "a.button",
          { href: pageAddress(`/table/${encodeURIComponent(replay.code)}`) },
          _("To the table"),
        ),
      proof,
    );
  }

  /** @param {number} index */
  showStep(index) {
    const replay = this.#replay;
    const at = Math.min(Math.max(index, 0), this.#states.length - 1);
    const state = this.#states[at];
    if (!state || !replay) return;
    const isNext = at === this.#index + 1;
    this.#index = at;
    finishMotion();
    // Only single steps forward are animated, not jumps.
    this.#table.state = isNext ? state : { ...state, event: null, ended: null, turnEnd: null };
    this.#slider.value = String(at);
    clearTimeout(this.#saveTimer);
    // Browsers limit how often the URL may change, so it does not follow every move of the slider.
    this.#saveTimer = setTimeout(() => saveStep(at + 1), SAVE_STEP_MS);
    const text = this.#describe(state);
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
  #describe(state) {
    const { event, lines, names } = state;
    if (event === null && lines.length === 0) return _("The start");
    if (event?.type === "Rolled") return render(rollLine(event), names);
    if (event?.type !== "Acted") return renderAll(lines, names);
    const before = this.#states[this.#index - 1] ?? state;
    const name = names[event.seat] ?? "";
    return _("{name}: {action}", { name, action: actionText(before, event.action) });
  }

  /** @param {number} by */
  #step(by) {
    this.#stop();
    this.showStep(this.#index + by);
  }

  /** Go to the end of the next or previous turn. @param {number} by */
  #turn(by) {
    this.#stop();
    let index = this.#index + by;
    while (index > 0 && index < this.#states.length - 1 && this.#states[index]?.turnEnd === null)
      index += by;
    this.showStep(index);
  }

  #start() {
    if (this.#index >= this.#states.length - 1) this.showStep(0);
    this.#timer = setInterval(
      () => this.showStep(this.#index + 1),
      hasMotion() ? STEP_MS : STEP_MS / 2,
    );
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

/** Save the step in the URL, to be shared and restored. @param {number} step */
function saveStep(step) {
  const address = new URL(location.href);
  address.searchParams.set("step", String(step));
  history.replaceState(history.state, "", address);
}

customElements.define("pm-replay", ReplayTable);
