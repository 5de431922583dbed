/** The start page: every way into a game. Less used parts are loaded on demand. */

import { myGames } from "../shared/api.js";
import "../prose/picture.js";
import "./play-now.js";
import "./public-tables.js";
import "./scene.js";
import { site } from "../shared/site.js";
import { loadItem } from "../shared/storage.js";

/** @type {Record<string, () => Promise<unknown>>} */
const DIALOG_MODULES = {
  invite: () => import("./invite-friends.js"),
  together: () => import("./pass-and-play.js"),
  join: () => import("./join-table.js"),
};

if (site) void import("../offline/home.js");
if (myGames().length > 0) void import("./my-games.js");

for (const opener of document.querySelectorAll("[data-opens]")) {
  const name = opener.getAttribute("data-opens") ?? "";
  const dialog = document.querySelector(`#${name}`);
  if (!(dialog instanceof HTMLDialogElement)) continue;
  opener.addEventListener("click", async () => {
    await DIALOG_MODULES[name]?.();
    dialog.showModal();
  });
  // A click on the backdrop closes the dialog.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}

// Players who have never solved a puzzle have no progress to show.
if (loadItem("pickomino.daily", null) !== null) void import("./daily-progress.js");
