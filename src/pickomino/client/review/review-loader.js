/** Loads a review, which the server computes on the first request. */

import { recordReview } from "../profile/game-log.js";
import { finishedGames, gameAddress, request, tokenOf } from "../shared/api.js";
import { button, make, put } from "../shared/dom.js";
import { _, ngettext } from "../shared/i18n.js";
import { loadPage } from "../shared/page-loader.js";
import { pageAddress, pageValue, site } from "../shared/site.js";
import { ReviewedGame } from "./reviewed-game.js";

/** @import { Reviewing } from "../shared/messages.js" */

const POLL_MS = 300;

/**
 * Show the review of the page's game.
 * @param {string} title
 * @param {HTMLElement & {show: (reviewed: ReviewedGame) => void}} element
 */
export async function showReview(title, element) {
  const game = pageValue("game");
  await loadPage(title, async (main) => {
    const reviewed = await waitForReview(main, game, pageValue("room") || (await roomOf(game)));
    if (reviewed === null) return;
    put(main, element);
    element.show(reviewed);
  });
}

/** Return the room of one of this device's games. @param {string} id */
async function roomOf(id) {
  return (await finishedGames()).find((game) => game.id === id)?.code ?? "";
}

/**
 * Show the progress of the review until it is finished or cancelled.
 * @param {HTMLElement} main
 * @param {string} id of the game
 * @param {string} room in which it was played, or empty
 * @returns {Promise<ReviewedGame | null>} null if it was cancelled
 */
export async function waitForReview(main, id, room) {
  const address = `/api/games/${encodeURIComponent(id)}/review`;
  let isCancelled = false;
  // The server stops a review that no browser asks for any more.
  const offline = site ? await import("../offline/rooms.js") : null;
  const progress = progressPanel(() => {
    isCancelled = true;
    offline?.stopWorker();
  });
  offline?.status.addEventListener("share", (event) => {
    progress.show({ place: 0, share: /** @type {CustomEvent<number>} */ (event).detail });
  });
  put(main, progress.panel);
  const token = tokenOf(room);
  while (!isCancelled) {
    /** @type {Reviewing | null} */
    const status = await request(address, { body: {}, token }).catch((error) => {
      if (isCancelled) return null;
      throw error;
    });
    if (status === null) break;
    if (status.review) {
      const recorded = recordReview(status.game).catch(() => undefined);
      const replay = await request(gameAddress(room || "-", id));
      await recorded;
      return new ReviewedGame(status.game, status.review, replay);
    }
    progress.show(status);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  showCancelled(main);
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
    /** @param {Pick<Reviewing, "place" | "share">} status */
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
        button("primary", () => location.reload(), _("Review the game")),
        make("a.button", { href: pageAddress("/") }, _("Home")),
      ),
    ),
  );
}
