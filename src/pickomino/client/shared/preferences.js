/**
 * The player's preferences on this device. Changes apply to the page immediately, reach other tabs
 * through the storage event, and dispatch `change` on `preferences`.
 */

import { MAX_PLAYERS } from "./constants.js";
import { loadItem, saveItem } from "./storage.js";

/** @import { Speed } from "../board/roll-animation.js" */
/**
 * @typedef {object} Values
 * @property {"system" | "dusk" | "daylight"} theme
 * @property {boolean} sound
 * @property {boolean} vibration on devices that support it
 * @property {Speed} speed `instant` disables animations, like the system's reduced motion
 * @property {boolean} rollsAtOnce whether the first roll of a turn is made for the player
 * @property {boolean} coach whether new tables have the coach
 * @property {string} name of the player
 * @property {number | null} chicken that the player would like to be; null for any
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
  chicken: null,
};

const CHICKENS = Array.from({ length: MAX_PLAYERS }, (_none, number) => number);
/** @type {Speed[]} */
const SPEEDS = ["slow", "normal", "fast", "instant"];

const THEME_COLOURS = { dusk: "#181322", daylight: "#bfe2f2" };

class Preferences extends EventTarget {
  /** @returns {Values} */
  get values() {
    const saved = /** @type {Partial<Values>} */ (loadItem(KEY, {}));
    const speed = SPEEDS.find((name) => name === saved.speed) ?? DEFAULTS.speed;
    const chicken = CHICKENS.find((number) => number === saved.chicken) ?? DEFAULTS.chicken;
    return { ...DEFAULTS, ...saved, speed, chicken };
  }

  /** @param {Partial<Values>} changes */
  set(changes) {
    saveItem(KEY, { ...this.values, ...changes });
    if (changes.coach !== undefined) showPanel("coach", changes.coach);
    this.announce();
  }

  announce() {
    applyPreferences();
    this.dispatchEvent(new Event("change"));
  }
}

export const preferences = new Preferences();

/** Apply theme and speed to the page. */
export function applyPreferences() {
  const { theme, speed } = preferences.values;
  const root = document.documentElement;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  if (speed === "instant") root.dataset["motion"] = "off";
  else delete root.dataset["motion"];
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    setBarColour(meta, theme);
}

/**
 * Set the colour of the browser's address bar to that of the theme, whatever the system prefers.
 * @param {Element} meta
 * @param {Values["theme"]} theme
 */
function setBarColour(meta, theme) {
  const initial = meta.getAttribute("data-initial") ?? meta.getAttribute("content") ?? "";
  meta.setAttribute("data-initial", initial);
  meta.setAttribute("content", theme === "system" ? initial : THEME_COLOURS[theme]);
}

const PANELS = "pickomino.panels";

/** Return which panels are shown beside a table. */
export function panels() {
  return loadItem(PANELS, { coach: true, log: true });
}

/** @param {"coach" | "log"} panel @param {boolean} isShown */
export function showPanel(panel, isShown) {
  saveItem(PANELS, { ...panels(), [panel]: isShown });
}

/** Return whether animations are allowed by the player's and the system's settings. */
export function hasMotion() {
  if (preferences.values.speed === "instant") return false;
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

addEventListener("storage", (event) => {
  if (event.key === KEY) preferences.announce();
});
