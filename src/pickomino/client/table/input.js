/** The keys of a table, and what ends a motion. */

import { finishMotion } from "../board/animation.js";
import { moveOf, pressedKey } from "../board/key-bindings.js";
import { SEEN_MS } from "../board/roll-animation.js";
import { preferences } from "../shared/preferences.js";

/** @import { TableControls } from "./controls.js" */

/** Where a click plays. */
const BOARD = "pm-dice, pm-grill, pm-actions, pm-seats";

/** Keys that do not touch the game: they work while a turn is shown. */
const BESIDE = ["?", "c", "m", "l", "u"];

/**
 * @param {import("../board/table.js").Table} table
 * @param {import("./store.js").Store} store
 * @param {TableControls} controls
 */
export function listenToKeys(table, store, controls) {
  /** @returns {boolean} whether something was being shown */
  const hurry = () => {
    const wasPlaying = store.isPlaying;
    if (wasPlaying && store.age < SEEN_MS) return true;
    finishMotion();
    if (wasPlaying) store.skip();
    return wasPlaying;
  };
  document.addEventListener("keydown", (event) => {
    const key = table.isConnected ? pressedKey(event) : "";
    const run = commandFor(key, controls);
    if (!run) return;
    event.preventDefault();
    if (store.isInHand && moveOf(key) === "r") {
      controls.shake();
      return;
    }
    if (hurry() && !BESIDE.includes(key)) return;
    run();
  });
  // A press ends what moves, and does nothing else on the board: what it would hit was not there.
  let isSpent = false;
  document.addEventListener(
    "pointerdown",
    (event) => {
      const isHasty = event.pointerType === "touch" && store.age < SEEN_MS;
      isSpent = hurry() || isHasty;
    },
    { capture: true },
  );
  document.addEventListener(
    "click",
    (event) => {
      const isOnBoard = event.target instanceof Element && event.target.closest(BOARD) !== null;
      if (isSpent && event.detail > 0 && isOnBoard) {
        event.stopPropagation();
        event.preventDefault();
      }
      isSpent = false;
    },
    { capture: true },
  );
}

/** @param {string} key @param {TableControls} controls @returns {(() => void) | undefined} */
function commandFor(key, controls) {
  const move = moveOf(key);
  if (move === "stop") return () => controls.stop();
  if (move !== "") return () => void controls.act(move);
  /** @type {Record<string, () => void>} */
  const commands = {
    b: () => controls.raven(),
    u: () => controls.undo(),
    c: () => controls.toolbar.toggle("coach"),
    l: () => controls.toolbar.toggle("log"),
    m: () => preferences.set({ sound: !preferences.values.sound }),
    e: () => void controls.toolbar.react(),
    "?": () => void showHelp(),
  };
  return commands[key];
}

/** Say how the game goes, and which keys there are; loaded when asked for. */
export async function showHelp() {
  const { helpDialog } = await import("./help.js");
  await helpDialog();
}
