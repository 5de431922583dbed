/** The preferences: a button in the header that opens a dialog; every change holds at once. */

import { iconSvg } from "../art.js";
import { labelled, make } from "../dom.js";
import { preferences } from "../preferences.js";
import { _ } from "../texts.js";

export class PreferencesMenu extends HTMLElement {
  connectedCallback() {
    const dialog = this.#dialog();
    const open = make(
      "button",
      {
        class: "button quiet icon-only",
        type: "button",
        "aria-label": _("Preferences"),
        "aria-haspopup": "dialog",
        title: _("Preferences"),
        onclick: () => dialog.showModal(),
      },
      gear(),
    );
    this.replaceChildren(open, dialog);
  }

  #dialog() {
    const dialog = make(
      "dialog",
      { class: "preferences", "aria-labelledby": "preferences-title" },
      make("h2", { id: "preferences-title" }, _("Preferences")),
      labelled(_("Colours"), themes()),
      toggle(_("Sound"), _("Dice, tiles and your turn can be heard."), "sound"),
      motionToggle(),
      toggle(_("Coach"), _("New tables show chances and advice."), "coach"),
      make(
        "form",
        { method: "dialog" },
        make("button", { class: "button primary" }, iconSvg("check"), _("Done")),
      ),
    );
    // A click beside the dialog closes it.
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    return dialog;
  }
}

function themes() {
  const select = make(
    "select",
    {},
    make("option", { value: "system" }, _("Like the system")),
    make("option", { value: "dusk" }, _("Dusk")),
    make("option", { value: "daylight" }, _("Daylight")),
  );
  select.value = preferences.values.theme;
  select.addEventListener("change", () => {
    const theme = select.value === "dusk" || select.value === "daylight" ? select.value : "system";
    preferences.set({ theme });
  });
  return select;
}

/**
 * @param {string} title
 * @param {string} explained
 * @param {"sound" | "coach"} name
 */
function toggle(title, explained, name) {
  const box = make("input", { type: "checkbox" });
  box.checked = preferences.values[name];
  box.addEventListener("change", () => preferences.set({ [name]: box.checked }));
  preferences.addEventListener("change", () => (box.checked = preferences.values[name]));
  return switchRow(box, title, explained);
}

function motionToggle() {
  const box = make("input", { type: "checkbox" });
  box.checked = preferences.values.motion === "on";
  box.addEventListener("change", () => preferences.set({ motion: box.checked ? "on" : "off" }));
  return switchRow(
    box,
    _("Animations"),
    _("Dice tumble and tiles travel, unless your system asks for less motion."),
  );
}

/**
 * @param {HTMLInputElement} box
 * @param {string} title
 * @param {string} explained
 */
export function switchRow(box, title, explained) {
  return make(
    "label",
    { class: "switch" },
    box,
    make("span", {}, make("strong", {}, title), " ", make("small", {}, explained)),
  );
}

function gear() {
  const text =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" class="art art-icon" aria-hidden="true" focusable="false">' +
    '<g fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">' +
    '<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/></g></svg>';
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(root, true);
}

customElements.define("pm-preferences", PreferencesMenu);
