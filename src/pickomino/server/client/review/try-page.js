/** The page of "Try again": the costly decisions of a game as questions. */

import { put } from "../dom.js";
import { load } from "../loading.js";
import { _ } from "../texts.js";
import { reviewedGame, showCancelled } from "./loading.js";
import { TryAgain } from "./try-again.js";

const page = /** @type {HTMLElement} */ (document.querySelector("[data-game]"));
const { room = "", game = "" } = page.dataset;

await load(_("Try again"), async (main) => {
  const reviewed = await reviewedGame(main, game, room);
  if (reviewed === null) {
    showCancelled(main);
    return;
  }
  const element = new TryAgain();
  put(main, element);
  element.show(reviewed);
});
