/** The first roll of a turn is the player's: a press lets the dice go, holding shakes them. */

import { SEEN_MS } from "../board/roll-animation.js";

/** What can be pressed while the dice are in the hand. */
const HAND = "pm-dice .rolled, pm-actions [data-action='r']";

/**
 * @param {import("../board/table.js").Table} table
 * @param {import("./store.js").Store} store
 * @param {() => void} heard what shaking sounds like
 */
export function listenToHand(table, store, heard) {
  let isHeld = false;
  const take = () => {
    if (!store.isInHand || isHeld) return;
    isHeld = true;
    store.shake();
    table.dice.shake();
    heard();
  };
  const letGo = () => {
    if (isHeld) store.roll();
    isHeld = false;
  };
  table.addEventListener("pointerdown", (event) => {
    const isHand = event.target instanceof Element && event.target.closest(HAND) !== null;
    // A tap that was meant for what was there before does nothing.
    if (isHand && event.button === 0 && store.age >= SEEN_MS) take();
  });
  // Holding a finger down must not open a menu.
  table.addEventListener("contextmenu", (event) => {
    if (isHeld) event.preventDefault();
  });
  for (const name of ["pointerup", "pointercancel", "keyup", "blur"]) addEventListener(name, letGo);
  return take;
}
