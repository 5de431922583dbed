/**
 * Installs the service worker, which keeps the site for flights without a network, and offers
 * updates. Browsers have service workers only on https and on this machine itself.
 */

import { button, loadStyle, make, put } from "../shared/dom.js";
import { _ } from "../shared/i18n.js";
import { registerServiceWorker } from "./register.js";
import { progress, status } from "./rooms.js";

const WAIT_MS = 3_000;

/** Wait until this page has what it needs itself. */
async function pageIsIdle() {
  if (document.readyState !== "complete")
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  await new Promise((resolve) => {
    if (progress.isReady) resolve(null);
    else if (progress.share === 0) setTimeout(resolve, WAIT_MS);
    status.addEventListener("progress", () => progress.isReady && resolve(null));
  });
}

async function install() {
  const { serviceWorker } = navigator;
  let hasController = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (hasController) location.reload();
    hasController = true;
  });
  // What a page loads before its service worker runs would not be kept.
  status.addEventListener("loaded", async (event) => {
    const { active } = await serviceWorker.ready;
    active?.postMessage(/** @type {CustomEvent} */ (event).detail);
  });
  if (!hasController) await pageIsIdle();
  const registration = await registerServiceWorker(document.baseURI);
  const offer = () => {
    if (registration.waiting && serviceWorker.controller) void offerUpdate(registration.waiting);
  };
  offer();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", offer);
  });
}

/** @param {ServiceWorker} waiting */
async function offerUpdate(waiting) {
  await loadStyle(new URL("../styles/pages/offline.css", import.meta.url));
  const place = document.querySelector(".site-update") ?? make("div", { role: "status" });
  place.className = "site-update storage-notice";
  put(
    place,
    make("p", _("A new version is ready. A game in progress continues where it is.")),
    button("small primary", () => waiting.postMessage("activate"), _("Update")),
    button("small", () => place.remove(), _("Later")),
  );
  document.querySelector("#main")?.before(place);
}

if ("serviceWorker" in navigator) {
  // Without it the site works as before.
  install().catch((error) => console.info("The site is not kept for offline use:", error));
}
