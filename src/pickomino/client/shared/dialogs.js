/** Dialogs: confirmation, a player's stack, and a choice from a list. */

import { wormsOn } from "../board/position.js";
import { iconSvg, tileSvg } from "./art.js";
import { make } from "./dom.js";
import { _ } from "./i18n.js";
import { wormCount } from "./lines.js";

/**
 * Show a dialog and resolve with the value of the button that closed it.
 * @param {string} title
 * @param {Node[]} content
 * @param {HTMLElement[]} buttons
 * @returns {Promise<string>}
 */
export function showDialog(title, content, buttons) {
  const id = `dialog-${Math.random().toString(36).slice(2)}`;
  const form = make(
    "form",
    { method: "dialog" },
    make("h2", { id }, title),
    ...content,
    make("div.dialog-buttons.wrap", ...buttons),
  );
  const dialog = make("dialog.table-dialog", { "aria-labelledby": id }, form);
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close("");
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
    dialog.showModal();
  });
}

/** @param {string} text @param {string} value @param {string} [look] */
export function dialogButton(text, value, look = "") {
  return make("button", { class: `button ${look}`, value }, text);
}

export const closeButton = () => dialogButton(_("Close"), "", "primary");

/**
 * Ask for confirmation of something irreversible.
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export async function confirmDialog(title, text, yes) {
  const no = dialogButton(_("Cancel"), "", "");
  no.toggleAttribute("autofocus", true);
  const answer = await showDialog(
    title,
    [make("p", text)],
    [no, dialogButton(yes, "yes", "danger")],
  );
  return answer === "yes";
}

/** @param {string} name @param {number[]} stack bottom to top */
export async function stackDialog(name, stack) {
  const tiles = [...stack].reverse().map((tile, index) => {
    const label = _("Tile {tile}, {worms}", { tile, worms: wormCount(wormsOn(tile)) });
    return make(
      "li",
      make("span.tile", tileSvg(tile, wormsOn(tile))),
      make("span.visually-hidden", label),
      index === 0 && make("span.stack-top", _("on top")),
    );
  });
  const worms = stack.reduce((sum, tile) => sum + wormsOn(tile), 0);
  await showDialog(
    _("Tiles of {name}", { name }),
    [make("p", wormCount(worms)), make("ol.stack-list.wrap", ...tiles)],
    [closeButton()],
  );
}

/**
 * Let the player choose from a list.
 * @param {string} title
 * @param {[string, string][]} choices value and text
 * @param {string} [note] shown below the choices
 * @returns {Promise<string>} empty if the dialog was closed
 */
export async function choose(title, choices, note = "") {
  const buttons = choices.map(([value, text]) => dialogButton(text, value));
  const closing = make("button.button.quiet", { value: "" }, iconSvg("close"), _("Cancel"));
  const content = [make("div.choices", ...buttons)];
  if (note) content.push(make("p.dialog-note", note));
  return showDialog(title, content, [closing]);
}
