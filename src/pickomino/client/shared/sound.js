/** What can be heard and felt; sounds are off unless the player wants them. */

import { preferences } from "./preferences.js";

/**
 * Let something be heard.
 * @param {"shake" | "roll" | "keep" | "yourTurn" | "take" | "steal" | "fail" | "finish"} name
 * @param {readonly number[]} [times] when dice land, in ms
 */
export function play(name, times = []) {
  if (!preferences.values.sound) return;
  void import("./sound-synthesis.js").then(({ SOUNDS }) => SOUNDS[name]?.(times));
}

/** Vibrate, if the device can; browsers want a touch first. @param {VibratePattern} pattern */
export function buzz(pattern) {
  if (preferences.values.vibration && canVibrate() && navigator.userActivation.hasBeenActive)
    navigator.vibrate(pattern);
}

/** Whether this is a device to hold in the hand that can vibrate. */
export function canVibrate() {
  return "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
}
