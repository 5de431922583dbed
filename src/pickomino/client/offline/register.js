/** Registers the service workers of the static site. */

const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("pickomino-cache", {
  createScriptURL: (/** @type {string} */ address) => address,
});

/**
 * Keep the static site.
 * @param {string} page a page of the site
 */
export function registerServiceWorker(page) {
  return register(new URL("../service-worker.js", page));
}

/**
 * Lead from all pages of this server to a page of the static site while the server is away.
 * @param {string} page
 */
export function registerFallback(page) {
  const script = new URL("fallback-worker.js", import.meta.url);
  script.searchParams.set("page", page);
  return register(script, "/");
}

/** @param {URL} script @param {string} [scope] @returns {Promise<ServiceWorkerRegistration>} */
function register({ href }, scope) {
  const address = policy ? policy.createScriptURL(href) : href;
  return navigator.serviceWorker.register(address, {
    updateViaCache: "none",
    ...(scope && { scope }),
  });
}
