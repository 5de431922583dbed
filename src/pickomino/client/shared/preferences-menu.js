/** The header button that opens the preferences dialog. */

import { make } from "./dom.js";
import { _ } from "./i18n.js";
import { parseSvg } from "./svg.js";

export class PreferencesMenu extends HTMLElement {
  connectedCallback() {
    const open = make(
      "button.button.quiet.icon-only",
      {
        "aria-label": _("Preferences"),
        "aria-haspopup": "dialog",
        title: _("Preferences"),
        onclick: () => void this.open(),
      },
      gear(),
    );
    this.replaceChildren(open);
  }

  async open() {
    const { preferencesDialog } = await import("./preferences-dialog.js");
    const dialog = this.querySelector("dialog") ?? (await preferencesDialog());
    if (!dialog.isConnected) this.append(dialog);
    if (!dialog.open) dialog.showModal();
  }
}

function gear() {
  const text =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" class="art art-icon" aria-hidden="true" focusable="false">' +
    '<g fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">' +
    '<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/></g></svg>';
  return parseSvg(text);
}

customElements.define("pm-preferences", PreferencesMenu);
