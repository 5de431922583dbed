/** The player makes the first roll of a turn: a press rolls the dice, holding shakes them first. */

import { INPUT_DELAY_MS } from "../board/roll-animation.js";

/** The elements that can be pressed while the dice are in the hand. */
const PRESSABLE = "pm-dice .rolled, pm-actions [data-action='r']";

/**
 * @param {import("../board/table.js").Table} table
 * @param {import("./store.js").Store} store
 * @param {() => void} playShakeSound
 */
export function listenForShake(table, store, playShakeSound) {
  let isHeld = false;
  const take = () => {
    if (!store.isInHand || isHeld) return;
    isHeld = true;
    store.shake();
    table.dice.shake();
    playShakeSound();
  };
  const letGo = () => {
    if (isHeld) store.roll();
    isHeld = false;
  };
  table.addEventListener("pointerdown", (event) => {
    const isOnDice = event.target instanceof Element && event.target.closest(PRESSABLE) !== null;
    // A tap aimed at the previous state is ignored.
    if (isOnDice && event.button === 0 && store.age >= INPUT_DELAY_MS) take();
  });
  // Holding a finger must not open the context menu.
  table.addEventListener("contextmenu", (event) => {
    if (isHeld) event.preventDefault();
  });
  for (const name of ["pointerup", "pointercancel", "keyup", "blur"]) addEventListener(name, letGo);
  return take;
}
