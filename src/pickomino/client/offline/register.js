/** Registers the service worker that keeps the static site. */

const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("pickomino-cache", {
  createScriptURL: (/** @type {string} */ address) => address,
});

/** @param {string} page a page of the site @returns {Promise<ServiceWorkerRegistration>} */
export function registerServiceWorker(page) {
  const { href } = new URL("../service-worker.js", page);
  const address = policy ? policy.createScriptURL(href) : href;
  return navigator.serviceWorker.register(address, { updateViaCache: "none" });
}
