/** The page of a reviewed game. */

import { put } from "../dom.js";
import { load } from "../loading.js";
import { noteReview } from "../profile/game-log.js";
import { _ } from "../texts.js";
import { reviewedGame, showCancelled } from "./loading.js";
import { ReviewPanel } from "./review-panel.js";

const page = /** @type {HTMLElement} */ (document.querySelector("[data-game]"));
const { room = "", game = "" } = page.dataset;

await load(_("How did I play?"), async (main) => {
  const reviewed = await reviewedGame(main, game, room);
  if (reviewed === null) {
    showCancelled(main);
    return;
  }
  const panel = new ReviewPanel();
  put(main, panel);
  panel.show(reviewed);
  noteReview(reviewed);
});
