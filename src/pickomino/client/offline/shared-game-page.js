/** The page of a game that a link holds: its dice, verified, and its review. */

import { proofOf } from "../fair-dice/proof.js";
import { waitForReview } from "../review/review-loader.js";
import { ReviewPanel } from "../review/review-panel.js";
import { request } from "../shared/api.js";
import { make, put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { loadPage } from "../shared/page-loader.js";
import { decodeRecord } from "./record-link.js";

/** @import { Replay } from "../shared/messages.js" */

const TITLE = _("A shared game");

await loadPage(TITLE, async (main) => {
  // Another link of this kind changes only the fragment.
  addEventListener("hashchange", () => location.reload());
  const record = await decodeRecord(location.hash.slice(1));
  const game = await request("/api/games", { body: { record } });
  const reviewed = await waitForReview(main, game.id, "");
  if (reviewed === null) return; // cancelled
  const panel = new ReviewPanel();
  put(main, panel);
  panel.show(reviewed, TITLE);
  panel.querySelector("header")?.after(diceOf(reviewed.replay));
});

/** @param {Replay} replay */
function diceOf(replay) {
  const proof = replay.secret
    ? proofOf(replay)
    : [make("p", _("The record has no secret with which the dice could be checked."))];
  return make("section.panel.card.shared-dice", make("h2", _("The dice")), ...proof);
}
