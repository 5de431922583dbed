/** Pages whose content is loaded from the server. */

import { problemText } from "./api.js";
import { make, put } from "./dom.js";
import { _ } from "./i18n.js";
import { pageAddress } from "./site.js";

/**
 * Show the content of the page, or the error and a link home.
 * @param {string} title
 * @param {(main: HTMLElement) => Promise<void>} show
 */
export async function loadPage(title, show) {
  const main = /** @type {HTMLElement} */ (document.querySelector("#main"));
  try {
    await show(main);
  } catch (error) {
    const problem = make(
      "section.panel.page-problem",
      make("h1", title),
      make("p", problemText(error)),
      make("a.button", { href: pageAddress("/") }, _("Home")),
    );
    put(main, problem);
  }
}
