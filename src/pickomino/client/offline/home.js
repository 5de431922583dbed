/** The home page of the static site: Python loads while the player chooses. */

import { openPage } from "./page-change.js";
import { startWorker } from "./rooms.js";
import "./server-address.js";

startWorker();
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link?.getAttribute("href")?.startsWith("table.html") || !isPlain) return;
  event.preventDefault();
  void openPage(link.href);
});
