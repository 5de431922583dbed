/** Waits for a review, which the server makes when it is first asked for. */

import { ask, gameAddress, tokenOf } from "../shared/api.js";
import { button, make, put } from "../shared/dom.js";
import { _, ngettext } from "../shared/i18n.js";
import { load } from "../shared/page-loader.js";
import { ReviewedGame } from "./reviewed-game.js";

/** @import { Reviewing } from "../shared/messages.js" */

const AGAIN_MS = 300;

/**
 * Show the review of the game that the page is about.
 * @param {string} title
 * @param {HTMLElement & {show: (reviewed: ReviewedGame) => void}} element
 * @returns {Promise<ReviewedGame | null>} null if it was cancelled, or could not be had
 */
export async function showReview(title, element) {
  const page = /** @type {HTMLElement} */ (document.querySelector("[data-game]"));
  const { room = "", game = "" } = page.dataset;
  /** @type {ReviewedGame | null} */
  let reviewed = null;
  await load(title, async (main) => {
    reviewed = await reviewedGame(main, game, room);
    if (reviewed === null) return showCancelled(main);
    put(main, element);
    element.show(reviewed);
  });
  return reviewed;
}

/**
 * Show how far the review has come until it is there.
 * @param {HTMLElement} main
 * @param {string} id of the game
 * @param {string} room that it was played in, or nothing
 * @returns {Promise<ReviewedGame | null>} null if it was cancelled
 */
async function reviewedGame(main, id, room) {
  const address = `/api/games/${encodeURIComponent(id)}/review`;
  const state = { isCancelled: false, isDone: false };
  const cancel = () => {
    state.isCancelled = true;
    // Also from a page that is being closed.
    void fetch(address, { method: "DELETE", keepalive: true }).catch(() => undefined);
  };
  const leave = () => {
    if (!state.isDone) cancel();
  };
  addEventListener("pagehide", leave, { once: true });
  const progress = progressOf(cancel);
  put(main, progress.panel);
  const token = tokenOf(room);
  while (!state.isCancelled) {
    /** @type {Reviewing} */
    const told = await ask(address, { body: {}, token });
    if (told.review) {
      state.isDone = true;
      const replay = await ask(gameAddress(room || "-", id));
      return new ReviewedGame(told.game, told.review, replay);
    }
    progress.show(told);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  return null;
}

/** @param {() => void} cancel */
function progressOf(cancel) {
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
    /** @param {Reviewing} told */
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

/**
 * Say that a review was cancelled, with a way to begin again.
 * @param {HTMLElement} main
 */
function showCancelled(main) {
  put(
    main,
    make(
      "section.panel.review-progress",
      make("h1", _("How did I play?")),
      make("p", { role: "status" }, _("The review was cancelled.")),
      make(
        "p.ways",
        make("a.button.primary", { href: "" }, _("Review the game")),
        make("a.button", { href: "/" }, _("Home")),
      ),
    ),
  );
}
