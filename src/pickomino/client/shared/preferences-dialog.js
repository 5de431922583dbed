/** The preferences dialog, loaded when it is opened. Every change applies immediately. */

import { iconSvg } from "./art.js";
import { labelled, make, select, switchRow } from "./dom.js";
import { _ } from "./i18n.js";
import { preferences } from "./preferences.js";
import { canVibrate } from "./sound.js";

/** @import { Values } from "./preferences.js" */

export function preferencesDialog() {
  const dialog = make(
    "dialog.preferences",
    { "aria-labelledby": "preferences-title" },
    make("h2", { id: "preferences-title" }, _("Preferences")),
    labelled(_("Colours"), themes()),
    labelled(_("Speed"), speeds()),
    toggle(_("Roll for me"), _("The first roll of your turn is made for you."), "rollsAtOnce"),
    toggle(_("Sound"), _("Hear the dice, the tiles and when it is your turn."), "sound"),
    canVibrate() && toggle(_("Vibration"), _("Feel what happens to you."), "vibration"),
    toggle(_("Coach"), _("New tables show chances and advice."), "coach"),
    make("form", { method: "dialog" }, make("button.button.primary", iconSvg("check"), _("Done"))),
  );
  // A click on the backdrop closes the dialog.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}

function themes() {
  const names = Object.entries({
    system: _("System setting"),
    dusk: _("Dusk"),
    daylight: _("Daylight"),
  });
  return select(names, preferences.values.theme, (value) =>
    preferences.set({ theme: /** @type {Values["theme"]} */ (value) }),
  );
}

/**
 * @param {string} title
 * @param {string} explanation
 * @param {"sound" | "vibration" | "rollsAtOnce" | "coach"} name
 */
function toggle(title, explanation, name) {
  const box = make("input", { type: "checkbox" });
  box.checked = preferences.values[name];
  box.addEventListener("change", () => preferences.set({ [name]: box.checked }));
  preferences.addEventListener("change", () => (box.checked = preferences.values[name]));
  return switchRow(box, title, explanation);
}

function speeds() {
  const names = Object.entries({
    slow: _("Slow"),
    normal: _("Normal"),
    fast: _("Fast"),
    instant: _("At once: nothing moves"),
  });
  const change = (/** @type {string} */ value) =>
    preferences.set({ speed: /** @type {Values["speed"]} */ (value) });
  return select(names, preferences.values.speed, change);
}
