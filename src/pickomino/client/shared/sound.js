/** Sound and vibration; sound is off by default. */

import { preferences } from "./preferences.js";

/**
 * Play a sound, if sound is on.
 * @param {"shake" | "roll" | "keep" | "yourTurn" | "take" | "steal" | "fail" | "finish"} name
 * @param {readonly number[]} [times] when dice land, in ms
 */
export function playSound(name, times = []) {
  if (!preferences.values.sound) return;
  void import("./sound-synthesis.js").then(({ SOUNDS }) => SOUNDS[name]?.(times));
}

/** Vibrate if possible; browsers require a touch first. @param {VibratePattern} pattern */
export function vibrate(pattern) {
  if (preferences.values.vibration && canVibrate() && navigator.userActivation.hasBeenActive)
    navigator.vibrate(pattern);
}

/** Return whether this is a touch device that can vibrate. */
export function canVibrate() {
  return "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
}
