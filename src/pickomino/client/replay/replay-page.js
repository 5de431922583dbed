/** The page of a finished or running game, to look at step by step. */

import { ask, gameAddress } from "./api.js";
import { put } from "./dom.js";
import { ReplayTable } from "./elements/replay.js";
import { load } from "./loading.js";
import { _ } from "./texts.js";

const page = /** @type {HTMLElement} */ (document.querySelector("[data-room]"));
const { room = "", game = "" } = page.dataset;

await load(_("Replay"), async (main) => {
  const replay = await ask(gameAddress(room, game));
  const element = new ReplayTable();
  put(main, element);
  element.show(replay, page.dataset["table"] !== undefined);
});
