/** A position editor that shows the odds and the best choice. The URL contains the position. */

import { faceName } from "../board/names.js";
import { wormsOn } from "../board/position.js";
import { tableState } from "../board/table-state.js";
import { Coach } from "../coach/coach.js";
import { problemText, request } from "../shared/api.js";
import { dieSvg, tileSvg } from "../shared/art.js";
import { FACES, MAX_PLAYERS, ORDINARY_DICE, WAITING } from "../shared/constants.js";
import { labelled, make, put, switchRow } from "../shared/dom.js";
import { _, ngettext, RULES } from "../shared/i18n.js";
import { sum } from "../shared/number-format.js";
import { field, letterOf, numberOptions, playerName } from "./editor-fields.js";
import { extrawurmFields } from "./extrawurm-fields.js";
import {
  diceLeft,
  formatDraft,
  newDraft,
  newExtrawurm,
  parseDraft,
  tilesOf,
} from "./position-draft.js";

/** @import { PositionView } from "../shared/messages.js" */
/** @import { Draft } from "./position-draft.js" */

const DEBOUNCE_MS = 250;

export class PositionEditor extends HTMLElement {
  /** The last position that has fields; the text may be another one, or wrong. */
  #draft = newDraft();
  #isInFields = true;
  #wfen = formatDraft(newDraft());
  #fields = make("div.editor-fields");
  #coach = new Coach();
  #problem = make("p.problem", { role: "alert" });
  #text = make("input", { type: "text", spellcheck: "false", autocomplete: "off", class: "wfen" });
  #timer = 0;
  #requests = 0;

  connectedCallback() {
    if (this.#fields.isConnected) return;
    this.#text.addEventListener("change", () => this.#load(this.#text.value));
    this.append(
      make(
        "section.panel.card",
        make("h1", _("Position editor")),
        make("p.explanation", _("Set up any position, and see its odds and the best choice.")),
        this.#fields,
        labelled(_("The position as text (WFEN)"), this.#text),
      ),
      make("section.editor-advice", { "aria-live": "polite" }, this.#problem, this.#coach),
    );
    this.#load(new URL(location.href).searchParams.get("wfen") ?? formatDraft(newDraft()));
  }

  /** Load a position from text; the fields stay as they are if it is wrong. @param {string} wfen */
  #load(wfen) {
    this.#wfen = wfen.trim().replaceAll("_", " ");
    const draft = parseDraft(this.#wfen);
    this.#isInFields = draft !== null;
    this.#draft = draft ?? this.#draft;
    this.#draw();
    this.#requestAdvice();
  }

  /** Apply a change made in the fields. @param {Draft} draft */
  #change(draft) {
    this.#draft = draft;
    this.#isInFields = true;
    this.#wfen = formatDraft(draft);
    const focused = document.activeElement?.id;
    this.#draw();
    if (focused) document.getElementById(focused)?.focus();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#requestAdvice(), DEBOUNCE_MS);
  }

  async #requestAdvice() {
    const wfen = this.#wfen;
    const number = ++this.#requests;
    const address = new URL(location.href);
    // The URL uses underscores, because spaces would become plus signs.
    const text = encodeURIComponent(wfen.replaceAll(" ", "_"));
    address.search = `?wfen=${text.replaceAll("%2F", "/").replaceAll("%2C", ",")}`;
    history.replaceState(history.state, "", address);
    const isRolled = this.#isInFields && sum(this.#draft.rolled) > 0;
    const missing = isRolled ? diceLeft(this.#draft) : 0;
    if (missing > 0) {
      this.#problem.textContent = "";
      this.#coach.showMessage(
        ngettext("{count} die is still missing.", "{count} dice are still missing.", missing),
      );
      return;
    }
    if (number === 1) this.#coach.showMessage(_("The coach is thinking…"));
    try {
      const view = await request(`/api/position?wfen=${encodeURIComponent(wfen)}`);
      if (number === this.#requests) this.#show(view);
    } catch (error) {
      if (number !== this.#requests) return;
      this.#problem.textContent = problemText(error);
      this.#coach.showMessage(_("There is no advice for this."));
    }
  }

  /** @param {PositionView} view */
  #show({ frame, advice }) {
    this.#problem.textContent = this.#isInFields
      ? ""
      : _("This position can only be edited as text.");
    if (!advice) {
      this.#coach.showMessage(_("The game is over"));
      return;
    }
    const count = frame.wfen?.split(" ")[2]?.split("/").length ?? 0;
    const names = Array.from({ length: count }, (_seat, seat) => playerName(seat));
    this.#coach.show(advice, tableState([frame], 0, { names, seats: [] }));
  }

  #draw() {
    this.#text.value = this.#wfen;
    const draft = this.#draft;
    put(
      this.#fields,
      this.#table(draft),
      this.#tiles(draft),
      this.#stacks(draft),
      this.#dice(draft),
      draft.extrawurm &&
        extrawurmFields(draft, draft.extrawurm, (changed) => this.#change(changed)),
    );
  }

  /** @param {Draft} draft */
  #table(draft) {
    /** @type {[string, string][]} */
    const rules = Object.entries(RULES).map(([name, { title }]) => [name, title]);
    if (!RULES[draft.rules]) rules.push([draft.rules, draft.rules]);
    const players = numberOptions(2, MAX_PLAYERS);
    /** @type {[number, string][]} */
    const seats = draft.stacks.map((_stack, seat) => [seat, playerName(seat)]);
    const useRules = (/** @type {string} */ value) => this.#change({ ...draft, rules: value });
    const usePlayers = (/** @type {string} */ count) =>
      this.#change(withPlayers(draft, Number(count)));
    const useSeat = (/** @type {string} */ seat) => this.#change({ ...draft, seat: Number(seat) });
    return make(
      "div.editor-row",
      labelled(_("Rules"), field("rules", rules, draft.rules, useRules)),
      labelled(_("Players"), field("players", players, draft.stacks.length, usePlayers)),
      labelled(_("To move"), field("seat", seats, draft.seat, useSeat)),
      this.#expansion(draft),
    );
  }

  /** @param {Draft} draft */
  #expansion(draft) {
    const box = make("input", { type: "checkbox", id: "extrawurm" });
    box.checked = draft.extrawurm !== null;
    box.addEventListener("change", () =>
      this.#change(withExtrawurm(draft, box.checked ? newExtrawurm(draft.stacks.length) : null)),
    );
    const text = _("Two more tiles, Bratwurms, and five specialists with tricks.");
    return switchRow(box, _("Extrawurm"), text);
  }

  /** @param {Draft} draft */
  #tiles(draft) {
    /** @type {[string, string][]} */
    const places = [
      ["up", _("Grill")],
      ["down", _("face down")],
    ];
    // Only the letter: phones have no space for more below a tile.
    for (const seat of draft.stacks.keys()) places.push([String(seat), letterOf(seat)]);
    const rows = tilesOf(draft).map((tile) => {
      const owner = draft.stacks.findIndex((stack) => stack.includes(tile));
      const isDown = draft.down.includes(tile);
      const place = owner >= 0 ? String(owner) : isDown ? "down" : "up";
      const choose = field(`tile-${tile}`, places, place, (value) =>
        this.#change(withTile(draft, tile, value)),
      );
      choose.setAttribute("aria-label", _("Tile {tile}", { tile }));
      return make(
        "li",
        { class: owner >= 0 ? "is-taken" : "" },
        make("span.tile", tileSvg(tile, wormsOn(tile), { state: isDown ? "down" : "up" })),
        choose,
      );
    });
    return make("fieldset", make("legend", _("Tiles")), make("ul.editor-tiles", ...rows));
  }

  /** Choose the top tile of each stack, which can be stolen. @param {Draft} draft */
  #stacks(draft) {
    const high = draft.stacks.flatMap((stack, seat) => (stack.length > 1 ? [{ stack, seat }] : []));
    if (high.length === 0) return false;
    const rows = high.map(({ stack, seat }) =>
      make(
        "li",
        make("strong", playerName(seat)),
        ...stack.map((tile, index) => {
          const isTop = index === stack.length - 1;
          return make(
            "button",
            {
              class: `button small${isTop ? " is-top" : ""}`,
              id: `stack-${tile}`,
              "aria-pressed": String(isTop),
              onclick: () => this.#change(withTile(draft, tile, String(seat))),
            },
            String(tile),
          );
        }),
      ),
    );
    return make(
      "fieldset",
      make("legend", _("Which tile lies on top?")),
      make("ul.editor-stacks", ...rows),
    );
  }

  /** @param {Draft} draft */
  #dice(draft) {
    const left = diceLeft(draft);
    /** @param {"setAside" | "rolled"} part @param {string} title */
    const row = (part, title) =>
      make(
        "div.editor-dice",
        { role: "group", "aria-label": title },
        make("span.editor-dice-title", title),
        ...FACES.map((face, index) => {
          const count = draft[part][index] ?? 0;
          const most = Math.min(ORDINARY_DICE, count + Math.max(left, 0));
          const choose = field(`${part}-${face}`, numberOptions(0, most), count, (value) => {
            const dice = draft[part].map((old, at) => (at === index ? Number(value) : old));
            this.#change({ ...draft, [part]: dice });
          });
          choose.setAttribute(
            "aria-label",
            _("{title}: {symbol}", { title, symbol: faceName(face) }),
          );
          return make("span.editor-die", dieSvg(face), choose);
        }),
      );
    return make(
      "fieldset",
      make("legend", _("Dice")),
      row("setAside", _("Set aside")),
      row("rolled", _("Rolled")),
      sum(draft.rolled) === 0 && sum(draft.setAside) > 0 && this.#phase(draft),
    );
  }

  /** @param {Draft} draft */
  #phase(draft) {
    const box = make("input", { type: "checkbox", id: "deciding" });
    box.checked = draft.isDeciding;
    box.addEventListener("change", () => this.#change({ ...draft, isDeciding: box.checked }));
    return make(
      "label.switch",
      box,
      make(
        "span",
        _("Roll on or stop?"),
        make("small", _("Otherwise the dice are about to be rolled.")),
      ),
    );
  }
}

/**
 * Move a tile to the grill, face up or down, or to the top of a stack.
 * @param {Draft} draft
 * @param {number} tile
 * @param {string} place
 */
function withTile(draft, tile, place) {
  const stacks = draft.stacks.map((stack) => stack.filter((other) => other !== tile));
  stacks[Number(place)]?.push(tile);
  const down = draft.down.filter((other) => other !== tile);
  if (place === "down") down.push(tile);
  return { ...draft, stacks, down };
}

/**
 * Change the number of players; tiles of removed players go to the grill.
 * @param {Draft} draft
 * @param {number} count
 */
function withPlayers(draft, count) {
  const stacks = Array.from({ length: count }, (_stack, seat) => draft.stacks[seat] ?? []);
  const changed = { ...draft, stacks, seat: Math.min(draft.seat, count - 1) };
  if (!draft.extrawurm) return changed;
  const { places, bratwurms } = draft.extrawurm;
  const removed = (/** @type {number} */ place) => place >= count && place < MAX_PLAYERS;
  return withExtrawurm(changed, {
    ...draft.extrawurm,
    places: places.map((place) => (removed(place) ? WAITING : place)),
    bratwurms: stacks.map((_stack, seat) => bratwurms[seat] ?? 0),
  });
}

/**
 * Change the expansion, or end it: its tiles leave the stacks.
 * @param {Draft} draft
 * @param {Draft["extrawurm"]} extrawurm
 */
function withExtrawurm(draft, extrawurm) {
  const changed = { ...draft, extrawurm };
  const tiles = tilesOf(changed);
  const known = (/** @type {number} */ tile) => tiles.includes(tile);
  const stacks = draft.stacks.map((stack) => stack.filter(known));
  return { ...changed, stacks, down: draft.down.filter(known) };
}

customElements.define("pm-position-editor", PositionEditor);
