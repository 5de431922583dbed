/**
 * What a player prefers on this device. Pages follow at once, other tabs follow by the storage
 * event, and whoever cares listens to `change` on `preferences`.
 */

import { keep, recall } from "./storage.js";

/**
 * @typedef {object} Values
 * @property {"system" | "dusk" | "daylight"} theme
 * @property {boolean} sound
 * @property {"on" | "off"} motion `off`: no animations; the system's wish for less always counts
 * @property {boolean} coach whether new tables have the coach
 * @property {string} name of the player
 */

const KEY = "pickomino.preferences";
/** @type {Values} */
const DEFAULTS = { theme: "system", sound: false, motion: "on", coach: false, name: "" };

const SKIES = { dusk: "#181322", daylight: "#bfe2f2" };

class Preferences extends EventTarget {
  /** @returns {Values} */
  get values() {
    return { ...DEFAULTS, ...recall(KEY, {}) };
  }

  /** @param {Partial<Values>} changes */
  set(changes) {
    keep(KEY, { ...this.values, ...changes });
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
  const { theme, motion } = preferences.values;
  const root = document.documentElement;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  if (motion === "off") root.dataset["motion"] = "off";
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

/** @param {"coach" | "log"} panel */
export function togglePanel(panel) {
  keep(PANELS, { ...panels(), [panel]: !panels()[panel] });
}

/** Whether things may move: neither the player nor the system asks for stillness. */
export function hasMotion() {
  const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return preferences.values.motion === "on" && !isReduced;
}

addEventListener("storage", (event) => {
  if (event.key === KEY) preferences.announce();
});
