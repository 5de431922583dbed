/**
 * Runs before the first paint (a classic script, which blocks rendering), so that no page flashes
 * in the wrong theme. It only copies saved preferences to attributes of the root element;
 * preferences.js owns them.
 */
"use strict";

{
  const root = document.documentElement;
  /** @type {Record<string, unknown>} */
  let saved = {};
  try {
    saved = JSON.parse(localStorage.getItem("pickomino.preferences") ?? "{}");
  } catch {
    // Nothing is saved, or storage is blocked: the style sheet's defaults apply.
  }
  const { theme, speed } = saved;
  if (theme === "dusk" || theme === "daylight") root.dataset["theme"] = theme;
  if (speed === "instant") root.dataset["motion"] = "off";
  root.classList.add("has-script");
}
