/** The coach's three voices: how much of its advice is shown. */

import { loadItem, saveItem } from "../shared/storage.js";

/** @typedef {"whisper" | "numbers" | "everything"} Voice */
/** @type {Voice[]} */
export const VOICES = ["whisper", "numbers", "everything"];
const VOICE = "pickomino.voice";

/** @returns {Voice} */
export function voice() {
  const saved = loadItem(VOICE, "numbers");
  return VOICES.find((name) => name === saved) ?? "numbers";
}

/** @param {Voice} chosen */
export function setVoice(chosen) {
  saveItem(VOICE, chosen);
}

/** A whisper names the best choice and why; the other voices add chances, risks and costs. */
export function showsNumbers() {
  return voice() !== "whisper";
}

/** The third voice adds expected worms, and the odds of every tile. */
export function showsEverything() {
  return voice() === "everything";
}
