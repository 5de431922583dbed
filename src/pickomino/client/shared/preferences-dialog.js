/** The preferences dialog, loaded when it is opened. Every change applies immediately. */

import { chickenSvg, iconSvg, SEAT_COLOURS } from "./art.js";
import { labelled, loadStyle, make, select, switchRow } from "./dom.js";
import { _ } from "./i18n.js";
import { preferences } from "./preferences.js";
import { canVibrate } from "./sound.js";

export async function preferencesDialog() {
  await loadStyle(new URL("../styles/base/preferences.css", import.meta.url));
  const dialog = make(
    "dialog.preferences",
    { "aria-labelledby": "preferences-title" },
    make("h2", { id: "preferences-title" }, _("Preferences")),
    labelled(
      _("Colours"),
      choice("theme", {
        system: _("System setting"),
        dusk: _("Dusk"),
        daylight: _("Daylight"),
      }),
    ),
    labelled(
      _("Speed"),
      choice("speed", {
        slow: _("Slow"),
        normal: _("Normal"),
        fast: _("Fast"),
        instant: _("No animation"),
      }),
    ),
    chickens(),
    toggle(_("Roll for me"), _("The first roll of your turn is made for you."), "rollsAtOnce"),
    toggle(_("Sound"), _("Hear the dice, the tiles and when it is your turn."), "sound"),
    canVibrate() &&
      toggle(_("Vibration"), _("The device vibrates when something happens to you."), "vibration"),
    toggle(_("Coach"), _("New tables show chances and advice."), "coach"),
    make("form", { method: "dialog" }, make("button.button.primary", iconSvg("check"), _("Done"))),
  );
  // A click on the backdrop closes the dialog.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}

/** Create the choice of the player's chicken at new tables. */
function chickens() {
  const chosen = preferences.values.chicken;
  const choices = [null, ...SEAT_COLOURS.keys()].map((chicken) => {
    const input = make("input", { type: "radio", name: "chicken" });
    input.checked = chicken === chosen;
    input.addEventListener("change", () => preferences.set({ chicken }));
    const name = chicken === null ? _("Any") : chickenName(chicken);
    input.setAttribute("aria-label", name);
    return make(
      "label.chicken-choice",
      { title: name },
      input,
      chicken === null ? _("Any") : chickenSvg(chicken),
    );
  });
  return make(
    "fieldset.chickens",
    make("legend", _("Your chicken")),
    make("div.chicken-choices", ...choices),
    make("small", _("At tables that you open or join from now on.")),
  );
}

/** Name the colour of a chicken. @param {number} chicken */
function chickenName(chicken) {
  const names = [
    _("Orange"),
    _("Teal"),
    _("Yellow"),
    _("Purple"),
    _("Blue"),
    _("Green"),
    _("Pink"),
  ];
  return names[chicken] ?? "";
}

/** @param {"theme" | "speed"} name @param {Record<string, string>} texts by value */
function choice(name, texts) {
  const change = (/** @type {string} */ value) => preferences.set({ [name]: value });
  return select(Object.entries(texts), preferences.values[name], change);
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
