/** The page of a room: its lobby, its table and its end. */

import { Table } from "../board/table.js";
import { forget, refusalText, remember, tokenOf } from "../shared/api.js";
import { loadStyle, make, put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { preferences } from "../shared/preferences.js";
import { TableNews } from "./announcer.js";
import { Connection } from "./connection.js";
import { TableControls } from "./controls.js";
import { isGuided } from "./guided-game.js";
import { updatePage, wasUpdated } from "./page-update.js";
import { Store } from "./store.js";

/** @import { Guide } from "./guide.js" */
/** @import { Command, Event, RoomView } from "../shared/messages.js" */
/** @import { DiceWatch } from "../fair-dice/evidence.js" */
/** @import { View } from "../shared/room-view.js" */

const main = /** @type {HTMLElement} */ (document.querySelector("#main"));
const code =
  /** @type {HTMLElement} */ (document.querySelector("[data-room]")).dataset["room"] ?? "";
const connection = new Connection(code, tokenOf(code));
const store = new Store();
const table = new Table();
const lobby = /** @type {HTMLElement & {view: unknown, say: (text: string) => void}} */ (
  document.createElement("pm-lobby")
);
const notice = make("div.connection-notice", { role: "status" });

/** Commands that are made for what somebody sees, so that a second click is refused. */
const NEED_NO_VERSION = new Set([
  "Join",
  "Leave",
  "CommitNonce",
  "GiveNonce",
  "TakeBack",
  "Vote",
  "React",
  "PlayAgain",
]);

const UPDATED_MS = 10_000;

/** A newer view is on its way, which says enough; another tab has added to the dice. */
const NEED_NO_WORDS = new Set(["stale", "no_nonce_wanted"]);

/**
 * Send a command and say why it was refused.
 * @param {Command} command
 * @returns {Promise<boolean>}
 */
async function send(command) {
  wantsLobby ||= command.type === "Rematch";
  const expected = NEED_NO_VERSION.has(command.type) ? null : (store.view?.version ?? null);
  const answer = await connection.send(command, expected);
  if (answer.type === "Done") {
    if (answer.token && command.type === "Join")
      remember(code, { token: answer.token, name: command.name });
    return true;
  }
  if (!NEED_NO_WORDS.has(answer.code))
    (store.view?.phase === "lobby" ? lobby : controls.notices).say(refusalText(answer));
  return false;
}

const controls = new TableControls(table, store, send);
const news = new TableNews(table, store);
/** Explains the first game of this device. @type {Promise<Guide> | null} */
const guide = isGuided(code) ? newGuide() : null;

async function newGuide() {
  await loadStyle(new URL("../styles/table/guide.css", import.meta.url));
  const { Guide } = await import("./guide.js");
  const shown = new Guide();
  table.addGuide(shown);
  return shown;
}

/** Whether whoever is here has left the results for the seats. */
let wantsLobby = false;

const alarm = make("div");

/** Practice tables, and those who watch, need none. @type {Promise<DiceWatch> | null} */
let watch = null;

async function newWatch() {
  const { DiceWatch } = await import("../fair-dice/evidence.js");
  return new DiceWatch(send, async (code) => {
    const { alarmOf } = await import("../fair-dice/proof.js");
    put(alarm, alarmOf(code));
  });
}

/**
 * Add to the dice, and compare them with what was promised.
 * @param {View} view
 * @param {Event[]} events
 */
async function watchDice(view, events) {
  if (!view.commitment || !view.seats.some((seat) => seat.is_yours)) return;
  const frames = [...store.frames];
  watch ??= newWatch();
  (await watch).follow(view, events, frames);
}

/** @param {HTMLElement} element */
function showOnly(element) {
  if (element.parentElement === main) return;
  document.body.classList.toggle("at-table", element === table);
  put(main, notice, alarm, element);
}

connection.addEventListener("view", (event) => {
  store.receive(/** @type {CustomEvent<RoomView>} */ (event).detail);
});

store.addEventListener("view", (event) => {
  const { view, events } = /** @type {CustomEvent<{view: View, events: Event[]}>} */ (event).detail;
  void watchDice(view, events);
  // Where a game is about to begin, the lobby would only flash up.
  const isLobby = view.phase === "lobby" || (view.phase === "nonces" && lobby.isConnected);
  if (view.phase === "playing") wantsLobby = false;
  if (!isLobby) return;
  // The results stay until this device wants to see the seats, or the next game begins.
  if (table.isConnected && !table.end.hidden && !wantsLobby) table.followAgreement(view);
  else showLobby();
});

function showLobby() {
  showOnly(lobby);
  // Who comes to a game that runs never needs the lobby.
  void import("../lobby/lobby.js").then(() => {
    lobby.view = store.view;
  });
  document.title = _("Table {code}", { code }) + " · " + _("Pickomino");
}

store.addEventListener("shown", () => {
  const { shown, view } = store;
  if (!shown || !view) return;
  showOnly(table);
  table.state = shown;
  const isOver = view.phase === "over" && shown.isSettled;
  table.isOver = isOver;
  if (isOver) void table.showEnd(view, store.isStopped);
  controls.follow(shown, view);
  news.follow(shown, view);
  void guide?.then((each) => each.follow(shown));
});

connection.addEventListener("unseated", (event) => {
  const { detail } = /** @type {CustomEvent<string>} */ (event);
  // Another tab may have sat down anew.
  if (tokenOf(code) === detail) forget(code);
});

connection.addEventListener("status", (event) => {
  const { status, reason } = /** @type {CustomEvent<{status: string, reason: string}>} */ (event)
    .detail;
  document.body.classList.toggle("is-lost", status === "lost");
  if (status === "open") sayUpdated();
  if (status === "lost") {
    put(notice, make("p.lost", _("Connection lost. Trying again…")));
  }
  if (status !== "closed" || (reason === "bad_protocol" && updatePage())) return;
  put(
    notice,
    make("p.lost", refusalText({ code: reason })),
    make("a.button", { href: "/" }, _("Home")),
  );
});

/** Say for a while that this is a newer page than the one before, if it is. */
function sayUpdated() {
  put(notice);
  if (!wasUpdated()) return;
  const text = make("p.updated", _("This page has been updated."));
  put(notice, text);
  setTimeout(() => text.remove(), UPDATED_MS);
}

for (const element of [lobby, table]) {
  element.addEventListener(
    "command",
    (event) => void send(/** @type {CustomEvent<Command>} */ (event).detail),
  );
}
preferences.addEventListener("change", () => controls.refresh());
main.prepend(notice, alarm);
connection.open();
