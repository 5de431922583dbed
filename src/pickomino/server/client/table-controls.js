/** What people do at the table: clicks, keys, the toolbar, the coach, and what is asked first. */

import { finishMotion } from "./animation.js";
import { ask as fetchJson, tokenOf } from "./api.js";
import { iconSvg } from "./art.js";
import { HEN } from "./constants.js";
import { make, put } from "./dom.js";
import { ask, choose, helpDialog } from "./elements/dialogs.js";
import { claimsIn, moveOf, pressedKey } from "./keys.js";
import { actionText } from "./narration.js";
import { specialistWith } from "./position.js";
import { preferences } from "./preferences.js";
import { keep, recall } from "./storage.js";
import { _, BOTS, botTitle, REACTIONS } from "./texts.js";

/** @typedef {import("./messages.js").RoomView} RoomView */
/** @typedef {import("./messages.js").Command} Command */
/** @typedef {import("./messages.js").CoachView} CoachView */
/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./store.js").TableState} TableState */
/** @typedef {import("./elements/table.js").Table} Table */

const PANELS = "pickomino.panels";
const NOTICE_MS = 6000;
/** Who plays this fast needs no coach. */
const COACH_PAUSE_MS = 150;
const COACH_AGAIN_MS = 1500;

export class TableControls {
  #table;
  #store;
  #send;
  /** @type {CoachView | null} */
  #advice = null;
  #askedFor = "";
  /** The version that an action was sent for: a second click on the same table is none. */
  #sentFor = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #forgetting;
  #refusal = make("p", { class: "notice", role: "alert", hidden: true });
  #standIn = make("div", { class: "notice stand-in", hidden: true });
  #watching = make("p", { class: "notice watching", role: "status", hidden: true });
  /** The game in which somebody here has had a seat. */
  #seatedIn = "";
  #hasLeft = false;

  /**
   * @param {Table} table
   * @param {Store} store
   * @param {(command: Command) => Promise<boolean>} send
   */
  constructor(table, store, send) {
    this.#table = table;
    this.#store = store;
    this.#send = send;
    table.notices.append(this.#watching, this.#standIn, this.#refusal);
    table.addEventListener(
      "act",
      (event) => void this.act(/** @type {CustomEvent<string>} */ (event).detail),
    );
    document.addEventListener("keydown", (event) => this.#key(event));
    // The next click ends what moves; while a turn is shown it does nothing else on the board.
    document.addEventListener("pointerdown", () => this.#hurry(), { capture: true });
  }

  /** @param {TableState} state @param {RoomView} view */
  follow(state, view) {
    this.#toolbar(view);
    this.#showStandIn(view);
    this.#showWatching(view);
    this.#showCoach(state, view);
    this.#table.layOut();
  }

  refresh() {
    const { shown, view } = this.#store;
    if (shown && view) this.follow(shown, view);
  }

  /** Tell a problem for a while. @param {string} text */
  say(text) {
    this.#refusal.textContent = text;
    this.#refusal.hidden = false;
    clearTimeout(this.#forgetting);
    this.#forgetting = setTimeout(() => {
      this.#refusal.hidden = true;
    }, NOTICE_MS);
  }

  /** Play an action, if it is legal; stopping with nothing asks first. @param {string} action */
  async act(action) {
    const { view, shown } = this.#store;
    if (!view?.legal.includes(action) || !shown?.isSettled || this.#sentFor === view.version)
      return;
    if (action === "q") {
      const isSure = await ask(_("Stop with nothing?"), whatFailingCosts(shown), _("Stop anyway"));
      if (!isSure || this.#store.view !== view) return;
    }
    this.#sentFor = view.version;
    if (!(await this.#send({ type: "Act", action })) && this.#sentFor === view.version)
      this.#sentFor = -1;
  }

  /** @returns {boolean} whether something was moving */
  #hurry() {
    finishMotion();
    const wasPlaying = this.#store.isPlaying;
    if (wasPlaying) this.#store.skip();
    return wasPlaying;
  }

  // Keys

  /** @param {KeyboardEvent} event */
  #key(event) {
    const key = this.#table.isConnected ? pressedKey(event) : "";
    const run = this.#commandFor(key);
    if (!run) return;
    event.preventDefault();
    if (this.#hurry() && !"?cmlu".includes(key)) return;
    run();
  }

  /** @param {string} key @returns {(() => void) | null} */
  #commandFor(key) {
    const move = moveOf(key);
    if (move !== "") return () => (move === "stop" ? this.#stop() : void this.act(move));
    /** @type {Record<string, () => void>} */
    const keys = {
      b: () => this.#raven(),
      u: () => this.#undo(),
      c: () => this.#toggle("coach"),
      l: () => this.#toggle("log"),
      m: () => preferences.set({ sound: !preferences.values.sound }),
      e: () => void this.#react(),
      "?": () => void helpDialog(keyList()),
    };
    return keys[key] ?? null;
  }

  #stop() {
    const { view, shown } = this.#store;
    if (!view || !shown) return;
    const claims = claimsIn(view.legal);
    if (claims.length < 2) void this.act(claims[0] ?? "q");
    else this.#pick(_("What do you take?"), claims, shown);
  }

  /** Extrawurm: whose Bratwurm the Raven takes. */
  #raven() {
    const { view, shown } = this.#store;
    const rivals = view?.legal.filter((action) => action.startsWith("b")) ?? [];
    if (shown && rivals.length > 0) this.#pick(_("Whose Bratwurm do you take?"), rivals, shown);
  }

  /** @param {string} title @param {string[]} actions @param {TableState} state */
  #pick(title, actions, { position, names }) {
    const choices = actions.map((action) => [action, actionText(position, action, names)]);
    void choose(title, /** @type {[string, string][]} */ (choices)).then((action) =>
      this.act(action),
    );
  }

  #undo() {
    if (this.#store.view?.can_undo) void this.#send({ type: "Undo" });
  }

  // Toolbar

  /** @param {RoomView} view */
  #toolbar(view) {
    const hadFocus = document.activeElement?.getAttribute("data-tool");
    const own = view.seats.findIndex((seat) => seat.is_yours);
    const panels = recall(PANELS, { coach: true, log: true });
    const { sound } = preferences.values;
    put(
      this.#table.toolbar,
      tool("help", _("Keys"), () => void helpDialog(keyList())),
      view.can_undo && tool("undo", _("Take back"), () => this.#undo()),
      view.settings.hints && tool("coach", _("Coach"), () => this.#toggle("coach"), panels.coach),
      tool("log", _("Turns"), () => this.#toggle("log"), panels.log),
      tool(sound ? "sound" : "mute", _("Sound"), () => preferences.set({ sound: !sound }), sound),
      own >= 0 &&
        !view.settings.practice &&
        tool("talk", _("Say something"), () => void this.#react()),
      own >= 0 && tool("more", _("More"), () => void this.#more(view)),
    );
    if (hadFocus)
      this.#table.toolbar
        .querySelector(`[data-tool="${hadFocus}"]`)
        ?.dispatchEvent(new Event("refocus"));
  }

  /** @param {"coach" | "log"} panel */
  #toggle(panel) {
    const panels = recall(PANELS, { coach: true, log: true });
    keep(PANELS, { ...panels, [panel]: !panels[panel] });
    if (panel === "log") this.#table.log.hidden = panels.log;
    this.refresh();
  }

  async #react() {
    const { view } = this.#store;
    const own = view?.seats.findIndex((each) => each.is_yours) ?? -1;
    const seat = view?.is_your_turn ? (view.to_act ?? own) : own;
    if (seat < 0 || view?.settings.practice) return;
    const reaction = await choose(_("Say something"), Object.entries(REACTIONS));
    if (reaction) await this.#send({ type: "React", seat, reaction });
  }

  /** Leaving, and what only the host may. @param {RoomView} view */
  async #more(view) {
    const names = this.#store.shown?.names ?? [];
    /** @type {[string, string][]} */
    const choices = [];
    view.seats.forEach((seat, index) => {
      const name = names[index] ?? "";
      if (seat.is_yours && view.phase !== "over")
        choices.push([`leave ${index}`, _("Leave the game ({name})", { name })]);
      if (!view.is_host || seat.is_yours || seat.kind !== "person") return;
      if (!seat.stand_in)
        choices.push([`replace ${index}`, _("Let a bot play for {name}", { name })]);
      choices.push([`remove ${index}`, _("Remove {name} for good", { name })]);
    });
    choices.push(["rules", _("Rules")], ["home", _("Back to the home page")]);
    const [what, text] = (await choose(_("This table"), choices)).split(" ");
    const seat = Number(text);
    if (what === "home") location.assign("/");
    if (what === "rules") window.open("/rules", "_blank", "noopener");
    if (what === "replace") await this.#replace(seat);
    if (
      what === "leave" &&
      (await ask(
        _("Leave the game?"),
        _("A bot plays on for you, and you cannot come back."),
        _("Leave"),
      ))
    ) {
      this.#hasLeft = true;
      await this.#send({ type: "Leave", seat });
    }
    if (
      what === "remove" &&
      (await ask(
        _("Remove {name}?", { name: names[seat] ?? "" }),
        _("A bot takes the seat for good."),
        _("Remove"),
      ))
    )
      await this.#send({ type: "HostRemove", seat });
  }

  /** @param {number} seat */
  async #replace(seat) {
    const bot = await choose(
      _("Which bot?"),
      BOTS.map((name) => [name, botTitle(name)]),
    );
    if (bot) await this.#send({ type: "HostReplaceByBot", seat, bot });
  }

  /** @param {RoomView} view */
  #showWatching(view) {
    const hasSeat = view.seats.some((seat) => seat.is_yours);
    if (hasSeat) this.#seatedIn = view.game_id;
    this.#watching.hidden = view.phase !== "playing" || hasSeat;
    const text =
      this.#seatedIn === view.game_id && !this.#hasLeft
        ? _("The host gave your seat to a bot. You are watching this game.")
        : _("You are watching this game.");
    if (!this.#watching.hidden && this.#watching.textContent !== text)
      this.#watching.textContent = text;
  }

  /** @param {RoomView} view */
  #showStandIn(view) {
    const seat = view.seats.findIndex((each) => each.is_yours && each.stand_in !== "");
    this.#standIn.hidden = seat < 0 || view.phase !== "playing";
    if (this.#standIn.hidden) return;
    const bot = botTitle(view.seats[seat]?.stand_in ?? "");
    put(
      this.#standIn,
      make("p", {}, _("{bot} plays for you.", { bot })),
      make(
        "button",
        {
          class: "button primary",
          type: "button",
          onclick: () => void this.#send({ type: "TakeBack", seat }),
        },
        _("Take my seat back"),
      ),
    );
  }

  // Coach

  /** @param {TableState} state @param {RoomView} view */
  #showCoach(state, view) {
    const { coach, actions } = this.#table;
    coach.hidden =
      !view.settings.hints ||
      !recall(PANELS, { coach: true }).coach ||
      view.phase !== "playing" ||
      !view.seats.some((seat) => seat.is_yours);
    const isFor = this.#advice?.wfen === view.wfen && view.is_your_turn && state.isSettled;
    const advice = isFor && !coach.hidden ? this.#advice : null;
    const risk = advice ? advice.rolling_failure : null;
    if (actions.risk !== risk) {
      actions.risk = risk;
      actions.state = state;
    }
    if (coach.hidden) return;
    if (advice) {
      coach.show(advice, state);
      this.#store.mark(advice.best);
    } else if (view.is_your_turn) {
      coach.wait(_("The coach is thinking…"));
      if (state.isSettled) void this.#askCoach(view);
    } else coach.wait(_("The coach helps when it is your turn."));
  }

  /**
   * Ask once for a table; whatever comes of it, the same table can be asked for again.
   * @param {RoomView} view
   */
  async #askCoach(view) {
    if (this.#askedFor === view.wfen) return;
    this.#askedFor = view.wfen;
    const advice = await this.#adviceFor(view);
    if (this.#askedFor === view.wfen) this.#askedFor = "";
    // An answer that comes late must not replace what was said of the present table.
    if (this.#store.view?.wfen !== view.wfen) return;
    if (advice?.wfen === view.wfen) this.#advice = advice;
    if (advice) this.refresh();
    else this.#table.coach.wait(_("The coach has nothing to say now."));
  }

  /** @param {RoomView} view @returns {Promise<CoachView | null>} */
  async #adviceFor(view) {
    await new Promise((resolve) => setTimeout(resolve, COACH_PAUSE_MS));
    if (this.#store.view?.wfen !== view.wfen) return null;
    const wanted = () =>
      fetchJson(`/api/rooms/${encodeURIComponent(view.code)}/coach`, { token: tokenOf(view.code) });
    return wanted().catch(async () => {
      // A coach who is busy with others has time a moment later.
      await new Promise((resolve) => setTimeout(resolve, COACH_AGAIN_MS));
      return this.#store.view?.wfen === view.wfen ? wanted().catch(() => null) : null;
    });
  }
}

/**
 * @param {string} icon
 * @param {string} label
 * @param {() => void} run
 * @param {boolean} [isOn] for a switch
 */
function tool(icon, label, run, isOn) {
  const button = make(
    "button",
    {
      class: "button quiet icon-only",
      type: "button",
      title: label,
      "aria-label": label,
      "data-tool": icon,
      onclick: run,
    },
    iconSvg(icon),
  );
  button.addEventListener("refocus", () => button.focus({ preventScroll: true }));
  if (isOn !== undefined) button.setAttribute("aria-pressed", String(isOn));
  return button;
}

/** @param {TableState} state */
function whatFailingCosts({ position, toAct }) {
  const seat = toAct ?? 0;
  const isSafe = position.stacks[seat]?.length === 0 || specialistWith(position, seat) === HEN;
  return isSafe
    ? _("There is nothing to win now: the turn would fail.")
    : _(
        "There is nothing to win now: the turn would fail, and your top tile goes back to the grill.",
      );
}

/** @returns {[string, string][]} */
function keyList() {
  return [
    ["1 2 3 4 5 W", _("set aside this symbol")],
    ["R", _("roll on (also the space bar)")],
    ["T", _("stop and take the tile (also S or Enter)")],
    ["Z", _("Weasel: roll these dice again")],
    ["B", _("Raven: whose Bratwurm to take")],
    ["U", _("take back, in practice games")],
    ["C", _("coach")],
    ["L", _("list of turns")],
    ["E", _("say something")],
    ["M", _("sound")],
    ["?", _("this help")],
  ];
}
