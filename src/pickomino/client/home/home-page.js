/** The start page: every way into a game. What only some want is loaded when they want it. */

import { myGames } from "./api.js";
import "./elements/picture.js";
import "./elements/play-now.js";
import "./elements/public-tables.js";
import "./elements/scene.js";
import { recall } from "./storage.js";

/** @type {Record<string, () => Promise<unknown>>} */
const DOORS = {
  invite: () => import("./elements/invite-friends.js"),
  together: () => import("./elements/pass-and-play.js"),
  join: () => import("./elements/join.js"),
};

if (myGames().length > 0) void import("./elements/my-games.js");

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
if (recall("pickomino.daily", null) !== null) void import("./elements/today.js");
