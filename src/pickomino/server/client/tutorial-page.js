/** The page of the tutorial. */

import { ask, problemText } from "./api.js";
import { make, put } from "./dom.js";
import { Tutorial } from "./elements/tutorial.js";
import { _ } from "./texts.js";

const main = /** @type {HTMLElement} */ (document.querySelector("#main"));

try {
  const { steps } = await ask("/api/tutorial");
  const tutorial = new Tutorial();
  put(main, tutorial);
  tutorial.steps = steps;
} catch (error) {
  put(
    main,
    make(
      "section",
      { class: "panel replay-problem" },
      make("h1", {}, _("Learn in five minutes")),
      make("p", {}, problemText(error)),
      make("a", { class: "button", href: "/" }, _("Home")),
    ),
  );
}
