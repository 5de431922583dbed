/** Loads a review, which the server computes on the first request. */

import { recordReview } from "../profile/game-log.js";
import { gameAddress, request, tokenOf } from "../shared/api.js";
import { button, make, put } from "../shared/dom.js";
import { _, ngettext } from "../shared/i18n.js";
import { loadPage } from "../shared/page-loader.js";
import { ReviewedGame } from "./reviewed-game.js";

/** @import { Reviewing } from "../shared/messages.js" */

const POLL_MS = 300;

/**
 * Show the review of the page's game.
 * @param {string} title
 * @param {HTMLElement & {show: (reviewed: ReviewedGame) => void}} element
 */
export async function showReview(title, element) {
  const page = /** @type {HTMLElement} */ (document.querySelector("[data-game]"));
  const { room = "", game = "" } = page.dataset;
  await loadPage(title, async (main) => {
    const reviewed = await waitForReview(main, game, room);
    if (reviewed === null) return showCancelled(main);
    put(main, element);
    element.show(reviewed);
  });
}

/**
 * Show the progress of the review until it is finished.
 * @param {HTMLElement} main
 * @param {string} id of the game
 * @param {string} room in which it was played, or empty
 * @returns {Promise<ReviewedGame | null>} null if it was cancelled
 */
async function waitForReview(main, id, room) {
  const address = `/api/games/${encodeURIComponent(id)}/review`;
  const state = { isCancelled: false, isDone: false };
  const cancel = () => {
    state.isCancelled = true;
    // With keepalive, the request is sent even if the page is being closed.
    void fetch(address, { method: "DELETE", keepalive: true }).catch(() => undefined);
  };
  const leave = () => {
    if (!state.isDone) cancel();
  };
  addEventListener("pagehide", leave, { once: true });
  const progress = progressPanel(cancel);
  put(main, progress.panel);
  const token = tokenOf(room);
  while (!state.isCancelled) {
    /** @type {Reviewing} */
    const status = await request(address, { body: {}, token });
    if (status.review) {
      state.isDone = true;
      const recorded = recordReview(status.game).catch(() => undefined);
      const replay = await request(gameAddress(room || "-", id));
      await recorded;
      return new ReviewedGame(status.game, status.review, replay);
    }
    progress.show(status);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return null;
}

/** @param {() => void} cancel */
function progressPanel(cancel) {
  const bar = make("progress", { max: 1, "aria-label": _("Progress") });
  const text = make("p", { role: "status" }, _("Every roll and every choice is being weighed…"));
  const panel = make(
    "section.panel.review-progress",
    make("h1", _("How did I play?")),
    text,
    bar,
    button("", cancel, _("Cancel")),
  );
  return {
    panel,
    /** @param {Reviewing} status */
    show({ place, share }) {
      if (place > 0)
        text.textContent = ngettext(
          "{count} other game is reviewed first.",
          "{count} other games are reviewed first.",
          place,
        );
      else text.textContent = _("Every roll and every choice is being weighed…");
      bar.value = share;
    },
  };
}

/** Show that the review was cancelled, with a link to restart it. @param {HTMLElement} main */
function showCancelled(main) {
  put(
    main,
    make(
      "section.panel.review-progress",
      make("h1", _("How did I play?")),
      make("p", { role: "status" }, _("The review was cancelled.")),
      make(
        "p.link-row",
        make("a.button.primary", { href: "" }, _("Review the game")),
        make("a.button", { href: "/" }, _("Home")),
      ),
    ),
  );
}
