/** Shows how much of Python is loaded, and what the player must know about storage. */

import { loadStyle, make, put } from "../shared/dom.js";
import { _, lineText } from "../shared/i18n.js";
import { iconButton } from "../shared/icon-button.js";
import { roundedPercent } from "../shared/number-format.js";
import { networks, progress, status, storage } from "./rooms.js";

const bar = make("progress", { max: 1 });
const text = make("span");
/** Something to read for beginners who wait for their first game. */
const hint = make("p.site-hint", lineText("hint_goal", 1));
const line = make(
  "div.site-loading",
  hint,
  make("div.site-progress", { role: "status" }, text, bar),
);
const notice = make("div.storage-notice", { role: "status", hidden: true });

function showProgress() {
  const { share, isReady, hasFailed } = progress;
  const network = networks.share;
  line.hidden = isReady && network === null;
  bar.hidden = hasFailed;
  hint.hidden = isReady || hasFailed || !document.querySelector("pm-play-now");
  bar.value = network ?? share;
  const percent = roundedPercent(bar.value);
  if (hasFailed)
    text.textContent = _("The game could not be loaded. Reload the page to try again.");
  else if (network !== null) text.textContent = _("Loading a strong bot: {percent}", { percent });
  else text.textContent = _("Loading the game: {percent}", { percent });
}

/** @param {string} sentence */
function showNotice(sentence) {
  const close = iconButton("close", _("Close"), () => notice.toggleAttribute("hidden", true));
  put(notice, make("p", sentence), close);
  notice.hidden = false;
}

function showUnkept() {
  if (storage.problem === "full") {
    showNotice(
      _("The storage of this browser is full. You can play on, but the game will not be kept."),
    );
  } else if (storage.problem) {
    showNotice(
      _("This browser stores no games here. You can play, but the game will not be kept."),
    );
  }
}

function showMissing() {
  showNotice(
    _(
      "The strongest bot and the coach need a file that is not on this device yet. Go online once; until then another bot plays.",
    ),
  );
}

await loadStyle(new URL("../styles/pages/offline.css", import.meta.url));
document.body.append(line);
document.querySelector("#main")?.before(notice);
status.addEventListener("progress", showProgress);
status.addEventListener("networks", showProgress);
status.addEventListener("unkept", showUnkept);
// A player who has closed the notice knows; the bots try to load the file for every move.
status.addEventListener("missing", showMissing, { once: true });
showProgress();
showUnkept();
