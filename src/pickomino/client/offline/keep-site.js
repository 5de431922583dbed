/**
 * On a server's pages: keeps the static site beside them in the browser, so that players can go on
 * without the network. It has 8 MB, so only devices that have played load it, and none that saves
 * data.
 */

import { myGames } from "../shared/api.js";
import { registerFallback, registerServiceWorker } from "./register.js";

/** @param {string} page a page of the static site */
export async function keepSite(page) {
  const { connection } = /** @type {any} */ (navigator);
  if (!("serviceWorker" in navigator) || connection?.saveData || myGames().length === 0) return;
  if (document.readyState !== "complete")
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  try {
    await registerServiceWorker(page);
    await registerFallback(page);
  } catch (error) {
    // Without it, the site works while there is a network.
    console.info("The site is not kept for offline use:", error);
  }
}
