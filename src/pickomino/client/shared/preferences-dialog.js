/** The preferences dialog, loaded when it is opened. Every change applies immediately. */

import { iconSvg } from "./art.js";
import { labelled, make, select, switchRow } from "./dom.js";
import { _ } from "./i18n.js";
import { preferences, SPEEDS } from "./preferences.js";
import { canVibrate } from "./sound.js";

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
  /** @type {["system" | "dusk" | "daylight", string][]} */
  const names = [
    ["system", _("System setting")],
    ["dusk", _("Dusk")],
    ["daylight", _("Daylight")],
  ];
  return select(names, preferences.values.theme, (value) => {
    const [theme] = names.find(([name]) => name === value) ?? ["system"];
    preferences.set({ theme });
  });
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
  /** @type {Record<import("../board/roll-animation.js").Speed, string>} */
  const names = {
    slow: _("Slow"),
    normal: _("Normal"),
    fast: _("Fast"),
    instant: _("At once: nothing moves"),
  };
  const change = (/** @type {string} */ value) => {
    const speed = SPEEDS.find((name) => name === value);
    if (speed) preferences.set({ speed });
  };
  const options = Object.entries(names);
  return select(options, preferences.values.speed, change, { "data-preference": "speed" });
}
