/** Keyboard input at a table, and the presses that skip animations. */

import { finishMotion } from "../board/animation.js";
import { actionForKey, boardKey } from "../board/key-bindings.js";
import { INPUT_DELAY_MS } from "../board/roll-animation.js";
import { preferences } from "../shared/preferences.js";

/** @import { TableControls } from "./controls.js" */

/** The elements where clicks play actions. */
const BOARD = "pm-dice, pm-grill, pm-actions, pm-seats";

/** Keys that do not affect the game: they work while states are played back. */
const NON_GAME_KEYS = ["?", "c", "m", "l", "u"];

/**
 * @param {import("../board/table.js").Table} table
 * @param {import("./store.js").Store} store
 * @param {TableControls} controls
 */
export function listenToInput(table, store, controls) {
  /** @returns {boolean} whether states were being played back */
  const skipPlayback = () => {
    const wasPlaying = store.isPlaying;
    if (wasPlaying && store.age < INPUT_DELAY_MS) return true;
    finishMotion();
    if (wasPlaying) store.skip();
    return wasPlaying;
  };
  document.addEventListener("keydown", (event) => {
    const key = table.isConnected ? boardKey(event) : "";
    const run = commandFor(key, controls);
    if (!run) return;
    event.preventDefault();
    if (store.isInHand && actionForKey(key) === "r") {
      controls.shake();
      return;
    }
    if (skipPlayback() && !NON_GAME_KEYS.includes(key)) return;
    run();
  });
  // A press that skips playback does nothing else on the board: its target was not visible before.
  let isSpent = false;
  document.addEventListener(
    "pointerdown",
    (event) => {
      const isTooEarly = event.pointerType === "touch" && store.age < INPUT_DELAY_MS;
      isSpent = skipPlayback() || isTooEarly;
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
  const move = actionForKey(key);
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

/** Load and show the help dialog. */
export async function showHelp() {
  const { helpDialog } = await import("./help.js");
  await helpDialog();
}
