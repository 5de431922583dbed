/** The page of a room: lobby, table, and the end of the game. */

import { Table } from "../board/table.js";
import { hasAddedToDice, storedLog } from "../fair-dice/own-games.js";
import { forget, gameAddress, refusalText, remember, request, tokenOf } from "../shared/api.js";
import { iconSvg } from "../shared/art.js";
import { hasChanged, loadStyle, make, put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { preferences } from "../shared/preferences.js";
import { hasOfflinePage, offlinePage, pageAddress, pageValue } from "../shared/site.js";
import { Announcer } from "./announcer.js";
import { Connection } from "./connection.js";
import { TableControls } from "./controls.js";
import { hasHints } from "./guided-game.js";
import { consumeReloadFlag, reloadOnce } from "./page-update.js";
import { Store } from "./store.js";

/** @import { Guide } from "./guide.js" */
/** @import { Command, Event, Frame, RoomView } from "../shared/messages.js" */
/** @import { DiceWatcher } from "../fair-dice/watcher.js" */
/** @import { Attention } from "./attention.js" */
/** @import { View } from "../shared/room-view.js" */

const main = /** @type {HTMLElement} */ (document.querySelector("#main"));
const code = pageValue("room");
const connection = new Connection(code, tokenOf(code));
const store = new Store();
const table = new Table();
const lobby = /** @type {HTMLElement & {view: unknown, showRefusal: (text: string) => void}} */ (
  document.createElement("pm-lobby")
);
const notice = make("div.connection-notice", { role: "status" });

/**
 * Commands sent without an expected version; a second click on any other is refused as stale. Two
 * quick changes of the settings both count: each carries all settings.
 */
const UNVERSIONED_COMMANDS = new Set([
  "Join",
  "Leave",
  "CommitNonce",
  "GiveNonce",
  "TakeBack",
  "Vote",
  "React",
  "PlayAgain",
  "ChangeSettings",
]);

const NOTICE_MS = 10_000;

/** Refusals that need no notice: a newer view follows, or another tab has sent the nonce. */
const SILENT_REFUSALS = new Set(["stale", "no_nonce_wanted"]);

/**
 * Send a command, and show why it was refused.
 * @param {Command} command
 * @returns {Promise<boolean>}
 */
async function send(command) {
  wantsLobby ||= command.type === "Rematch";
  const expected = UNVERSIONED_COMMANDS.has(command.type) ? null : (store.view?.version ?? null);
  const answer = await connection.send(command, expected);
  if (answer.type === "Done") {
    if (answer.token && command.type === "Join")
      remember(code, { token: answer.token, name: command.name });
    return true;
  }
  if (!SILENT_REFUSALS.has(answer.code))
    (store.view?.phase === "lobby" ? lobby : controls.notices).showRefusal(refusalText(answer));
  return false;
}

const controls = new TableControls(table, store, send);
const announcer = new Announcer(table, store);
/** The hints of a guided game. @type {Promise<Guide> | null} */
let guide = null;

async function newGuide() {
  await loadStyle(new URL("../styles/table/guide.css", import.meta.url));
  const { Guide } = await import("./guide.js");
  const shown = new Guide(code);
  table.addGuide(shown);
  return shown;
}

/** Whether the player went from the results to the lobby. */
let wantsLobby = false;

const alarm = make("div");
const absence = make("div");

/**
 * Not used at practice tables or by spectators who added to no dice here.
 * @type {Promise<DiceWatcher> | null}
 */
let watcher = null;

async function newWatcher() {
  const [{ DiceWatcher }, proof] = await Promise.all([
    import("../fair-dice/watcher.js"),
    import("../fair-dice/proof.js"),
  ]);
  return new DiceWatcher(code, send, {
    onAlarm: (code) => put(alarm, proof.alarmOf(code)),
    onAbsence: (gameId) => {
      if (hasChanged(absence, gameId)) showForAWhile(absence, proof.noticeOfAbsence());
    },
    onDeletions: (gameId, count) => {
      if (hasChanged(absence, gameId)) showForAWhile(absence, proof.noticeOfDeletions(count));
    },
    verify: (id) => proof.verifyEarlier(id, () => request(gameAddress(code, id))),
  });
}

/**
 * Contribute to the dice, and check what the server does with them.
 * @param {View} view
 * @param {Event[]} events
 */
async function watchDice(view, events) {
  const isPlayer = !view.settings.practice && view.seats.some((seat) => seat.is_yours);
  // Neither a practice game nor the loss of the seat ends what the server has promised.
  if (!watcher && !isPlayer && !hasAddedToDice(view)) return;
  const frames = [...store.frames];
  watcher ??= newWatcher();
  (await watcher).follow(view, events, frames);
}

/** Not used by spectators. @type {Promise<Attention> | null} */
let attention = null;

async function newAttention() {
  const { Attention } = await import("./attention.js");
  return new Attention(table.notices, (command) => connection.send(command));
}

/** Keep the screen on, and call the player to the table. @param {View} view */
async function holdAttention(view) {
  if (!view.seats.some((seat) => seat.is_yours)) return;
  attention ??= newAttention();
  (await attention).follow(view);
}

/** @param {HTMLElement} element */
function showOnly(element) {
  if (element.parentElement === main) return;
  document.body.classList.toggle("at-table", element === table);
  put(main, notice, alarm, absence, element);
}

connection.addEventListener("view", (event) => {
  store.receive(/** @type {CustomEvent<RoomView>} */ (event).detail);
});

store.addEventListener("view", (event) => {
  const { view, frames } = /** @type {CustomEvent<{view: View, frames: Frame[]}>} */ (event).detail;
  void holdAttention(view);
  void watchDice(
    view,
    frames.flatMap((frame) => frame.event ?? []),
  );
  // If a game is about to start, the lobby would only flash up.
  const isLobby = view.phase === "lobby" || (view.phase === "nonces" && lobby.isConnected);
  if (view.phase === "playing") wantsLobby = false;
  if (!isLobby) return;
  // The results stay until the player goes to the lobby, or the next game starts.
  if (table.isConnected && !table.end.hidden && !wantsLobby) table.showReadyPlayers(view);
  else showLobby();
});

function showLobby() {
  showOnly(lobby);
  // Loaded on demand: players who join a running game never need it.
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
  announcer.follow(shown, view);
  if (hasHints(view)) guide ??= newGuide();
  void guide?.then((element) => element.follow(shown, store.frames));
});

connection.addEventListener("log-changed", showLogAlarm);

function showLogAlarm() {
  const text = refusalText({ code: "log_changed" });
  put(alarm, make("p.dice-alarm", { role: "alert" }, iconSvg("warning"), text));
}

async function checkStoredLog() {
  const { continuesStoredLog } = await import("./stored-log.js");
  if (!(await continuesStoredLog(code))) showLogAlarm();
}

connection.addEventListener("unseated", (event) => {
  const { detail } = /** @type {CustomEvent<string>} */ (event);
  // Another tab may have joined again.
  if (tokenOf(code) === detail) forget(code);
});

connection.addEventListener("status", (event) => {
  const { status, reason } = /** @type {CustomEvent<{status: string, reason: string}>} */ (event)
    .detail;
  document.body.classList.toggle("is-lost", status === "lost");
  if (status === "open") showUpdateNotice();
  if (status === "lost") {
    put(notice, make("p.lost", _("Connection lost. Trying again…")));
    void offerOfflinePage();
  }
  if (status !== "closed" || (reason === "bad_protocol" && reloadOnce())) return;
  put(
    notice,
    make("p.lost", refusalText({ code: reason })),
    make("a.button", { href: pageAddress("/") }, _("Home")),
  );
});

async function offerOfflinePage() {
  if ((await hasOfflinePage()) && connection.status === "lost")
    notice.append(make("a.button", { href: offlinePage }, _("Play offline")));
}

/** Show for a few seconds that the page was updated, if it was. */
function showUpdateNotice() {
  put(notice);
  if (!consumeReloadFlag()) return;
  showForAWhile(notice, make("p.updated", _("This page has been updated.")));
}

/** @param {HTMLElement} place @param {HTMLElement} text */
function showForAWhile(place, text) {
  put(place, text);
  setTimeout(() => text.remove(), NOTICE_MS);
}

for (const element of [lobby, table]) {
  element.addEventListener(
    "command",
    (event) => void send(/** @type {CustomEvent<Command>} */ (event).detail),
  );
}
preferences.addEventListener("change", () => controls.refresh());
main.prepend(notice, alarm, absence);
connection.open();
if (storedLog(code)) void checkStoredLog();
