/** The start page: every way into a game. What only some want is loaded when they want it. */

import { myGames } from "../shared/api.js";
import "../prose/picture.js";
import "./play-now.js";
import "./public-tables.js";
import "./scene.js";
import { recall } from "../shared/storage.js";

/** @type {Record<string, () => Promise<unknown>>} */
const DOORS = {
  invite: () => import("./invite-friends.js"),
  together: () => import("./pass-and-play.js"),
  join: () => import("./join-table.js"),
};

if (myGames().length > 0) void import("./my-games.js");

for (const door of document.querySelectorAll("[data-opens]")) {
  const name = door.getAttribute("data-opens") ?? "";
  const dialog = document.querySelector(`#${name}`);
  if (!(dialog instanceof HTMLDialogElement)) continue;
  door.addEventListener("click", async () => {
    await DOORS[name]?.();
    dialog.showModal();
  });
  // A click beside the dialog closes it.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}

// Who never played a puzzle has nothing to be told of today's.
if (recall("pickomino.daily", null) !== null) void import("./daily-progress.js");
