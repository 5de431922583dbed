/**
 * What a player prefers on this device. Pages follow at once, other tabs follow by the storage
 * event, and whoever cares listens to `change` on `preferences`.
 */

import { keep, recall } from "./storage.js";

/** @import { Speed } from "../board/roll-animation.js" */

/**
 * @typedef {object} Values
 * @property {"system" | "dusk" | "daylight"} theme
 * @property {boolean} sound
 * @property {boolean} vibration where the device can
 * @property {Speed} speed `instant`: nothing moves; the system's wish for less
 *   motion always counts
 * @property {boolean} rollsAtOnce whether the first roll of a turn needs no press
 * @property {boolean} coach whether new tables have the coach
 * @property {string} name of the player
 */

const KEY = "pickomino.preferences";
/** @type {Values} */
const DEFAULTS = {
  theme: "system",
  sound: false,
  vibration: true,
  speed: "normal",
  rollsAtOnce: false,
  coach: false,
  name: "",
};

/** @type {Speed[]} */
export const SPEEDS = ["slow", "normal", "fast", "instant"];

const SKIES = { dusk: "#181322", daylight: "#bfe2f2" };

class Preferences extends EventTarget {
  /** @returns {Values} */
  get values() {
    const saved = /** @type {Partial<Values>} */ (recall(KEY, {}));
    const speed = SPEEDS.find((each) => each === saved.speed) ?? DEFAULTS.speed;
    return { ...DEFAULTS, ...saved, speed };
  }

  /** @param {Partial<Values>} changes */
  set(changes) {
    keep(KEY, { ...this.values, ...changes });
    if (changes.coach !== undefined) showPanel("coach", changes.coach);
    this.announce();
  }

  announce() {
    applyPreferences();
    this.dispatchEvent(new Event("change"));
  }
}

export const preferences = new Preferences();

/** Make the page look as preferred. */
export function applyPreferences() {
  const { theme, speed } = preferences.values;
  const root = document.documentElement;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  if (speed === "instant") root.dataset["motion"] = "off";
  else delete root.dataset["motion"];
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) colourBar(meta, theme);
}

/**
 * The browser's own bar has the colour of the sky, whatever the system prefers.
 * @param {Element} meta
 * @param {Values["theme"]} theme
 */
function colourBar(meta, theme) {
  const own = meta.getAttribute("data-own") ?? meta.getAttribute("content") ?? "";
  meta.setAttribute("data-own", own);
  meta.setAttribute("content", theme === "system" ? own : SKIES[theme]);
}

const PANELS = "pickomino.panels";

/** Which panels stand beside a table. */
export function panels() {
  return recall(PANELS, { coach: true, log: true });
}

/** @param {"coach" | "log"} panel @param {boolean} isShown */
export function showPanel(panel, isShown) {
  keep(PANELS, { ...panels(), [panel]: isShown });
}

/** How much the coach says. @typedef {"whisper" | "numbers" | "everything"} Voice */
/** @type {Voice[]} */
export const VOICES = ["whisper", "numbers", "everything"];
const VOICE = "pickomino.voice";

/** @returns {Voice} */
export function voice() {
  const kept = recall(VOICE, "numbers");
  return VOICES.find((each) => each === kept) ?? "numbers";
}

/** @param {Voice} chosen */
export function chooseVoice(chosen) {
  keep(VOICE, chosen);
}

/** Whether things may move: neither the player nor the system asks for stillness. */
export function hasMotion() {
  if (preferences.values.speed === "instant") return false;
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

addEventListener("storage", (event) => {
  if (event.key === KEY) preferences.announce();
});
