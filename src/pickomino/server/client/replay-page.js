/** The page of a finished or running game, to look at step by step. */

import { ask, problemText } from "./api.js";
import { make, put } from "./dom.js";
import { ReplayTable } from "./elements/replay.js";
import { _ } from "./texts.js";

const main = /** @type {HTMLElement} */ (document.querySelector("#main"));
const { room = "", game = "" } = /** @type {HTMLElement} */ (document.querySelector("[data-room]"))
  .dataset;

try {
  const replay = await ask(
    `/api/rooms/${encodeURIComponent(room)}/games/${encodeURIComponent(game)}`,
  );
  const element = new ReplayTable();
  put(main, element);
  element.replay = replay;
} catch (error) {
  put(
    main,
    make(
      "section",
      { class: "panel replay-problem" },
      make("h1", {}, _("Replay")),
      make("p", {}, problemText(error)),
      make("a", { class: "button", href: "/" }, _("Home")),
    ),
  );
}
