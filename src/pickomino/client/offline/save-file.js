/** Saves what a server would offer as a download. */

import { button, make } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { fetchApi } from "./rooms.js";

/** Save the answer to a request as a file. @param {string} path @param {string} name */
export async function saveAnswer(path, name) {
  const answer = await fetchApi(path, {});
  if (!answer.ok) throw new Error(await answer.text());
  const url = URL.createObjectURL(await answer.blob());
  make("a", { href: url, download: name }).click();
  // Some browsers start the download after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Create a button that saves the records of all games. */
export function allGamesButton() {
  const save = () => void saveAnswer("/api/games/all", "pickomino-games.wgn");
  return button("small", save, _("Save all games"));
}
