/** The settings of a table in its lobby: a list and, for the host, a form that changes them. */

import { TableOptions } from "../home/table-options.js";
import { make, put } from "../shared/dom.js";
import { isMatch, settingsText } from "../shared/table-settings.js";

/** @import { Command } from "../shared/messages.js" */
/** @import { View } from "../shared/room-view.js" */

export class LobbySettings extends HTMLElement {
  #list = make("ul.lobby-settings");
  #options = new TableOptions();

  connectedCallback() {
    if (this.firstChild) return;
    this.#options.toggleAttribute("friends", true);
    this.#options.toggleAttribute("opened", true);
    this.append(this.#list, this.#options);
  }

  set view(/** @type {View} */ { is_host, phase, score, settings }) {
    put(this.#list, ...settingsText(settings).map((line) => make("li", line)));
    this.#options.hidden = !is_host || phase !== "lobby" || (isMatch(settings) && score.games > 0);
    // Also after a refusal, which a newer view follows.
    this.#options.settings = settings;
    this.#options.onchange = () => {
      /** @type {Command} */
      const detail = {
        type: "ChangeSettings",
        settings: { ...settings, ...this.#options.settings },
      };
      this.dispatchEvent(new CustomEvent("command", { detail, bubbles: true }));
    };
  }
}

customElements.define("pm-lobby-settings", LobbySettings);
