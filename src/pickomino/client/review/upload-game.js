/** A form to upload a game record, pasted or as a file, for review. */

import { problemText, refusalText, request } from "../shared/api.js";
import { labelled, make } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { pageAddress } from "../shared/site.js";

const MAX_CHARACTERS = 1_000_000;

export class UploadGame extends HTMLElement {
  #text = make("textarea", {
    rows: 8,
    spellcheck: "false",
    autocomplete: "off",
    class: "record-text",
  });
  #file = make("input", { type: "file", accept: ".wgn,.json,.txt,text/plain,application/json" });
  #problem = make("p.problem", { role: "alert" });
  #status = make("p.status", { role: "status" });
  #button = make("button.button.primary", _("Review the game"));

  connectedCallback() {
    if (this.#button.isConnected) return;
    const form = make(
      "form.upload-form",
      labelled(_("The record, as WGN or JSON"), this.#text),
      labelled(_("Or a file"), this.#file),
      this.#problem,
      this.#status,
      this.#button,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#upload();
    });
    this.#file.addEventListener("change", () => void this.#read());
    this.append(form);
  }

  async #read() {
    const file = this.#file.files?.[0];
    if (!file) return;
    this.#problem.textContent = "";
    if (file.size > 4 * MAX_CHARACTERS) this.#tooLong(file.size);
    else this.#text.value = await file.text();
  }

  async #upload() {
    const record = this.#text.value;
    this.#problem.textContent = "";
    if (record.length > MAX_CHARACTERS) {
      this.#tooLong(record.length);
      return;
    }
    this.#button.disabled = true;
    this.#status.textContent = _("The record is being read…");
    try {
      const game = await request("/api/games", { body: { record } });
      location.href = pageAddress(`/review/${encodeURIComponent(game.id)}`);
    } catch (error) {
      this.#problem.textContent = problemText(error);
      this.#text.focus();
    } finally {
      this.#button.disabled = false;
      this.#status.textContent = "";
    }
  }

  /** @param {number} length */
  #tooLong(length) {
    this.#problem.textContent = refusalText({
      code: "too_long",
      parameters: { length, limit: MAX_CHARACTERS },
    });
  }
}

customElements.define("pm-upload-game", UploadGame);
