/** The replay page of a finished or running game. */

import { gameAddress, request } from "../shared/api.js";
import { put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { loadPage } from "../shared/page-loader.js";
import { pageValue } from "../shared/site.js";
import { ReplayTable } from "./replay.js";

const page = /** @type {HTMLElement} */ (document.querySelector("[data-room]"));

await loadPage(_("Replay"), async (main) => {
  const replay = await request(gameAddress(pageValue("room"), pageValue("game")));
  const element = new ReplayTable();
  put(main, element);
  element.show(replay, page.dataset["table"] !== undefined);
});
