/** Pages that show one thing, which the server has to tell first. */

import { problemText } from "./api.js";
import { make, put } from "./dom.js";
import { _ } from "./i18n.js";

/**
 * Show it, or say why not.
 * @param {string} title
 * @param {(main: HTMLElement) => Promise<void>} show
 */
export async function load(title, show) {
  const main = /** @type {HTMLElement} */ (document.querySelector("#main"));
  try {
    await show(main);
  } catch (error) {
    const problem = make(
      "section.panel.replay-problem",
      make("h1", title),
      make("p", problemText(error)),
      make("a.button", { href: "/" }, _("Home")),
    );
    put(main, problem);
  }
}
