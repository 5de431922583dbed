/** The start page: every way into a game. */

import "./elements/invite-friends.js";
import "./elements/join.js";
import "./elements/my-games.js";
import "./elements/pass-and-play.js";
import "./elements/picture.js";
import "./elements/play-now.js";
import "./elements/public-tables.js";
import "./elements/scene.js";

for (const door of document.querySelectorAll("[data-opens]")) {
  const dialog = document.querySelector(`#${door.getAttribute("data-opens")}`);
  if (!(dialog instanceof HTMLDialogElement)) continue;
  door.addEventListener("click", () => dialog.showModal());
  // A click beside the dialog closes it.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}

// The state of the puzzles may come a little later than everything else.
void import("./elements/today.js");
