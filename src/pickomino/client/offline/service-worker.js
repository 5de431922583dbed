/**
 * Keeps one version of the static site in a cache, so that it works without a network (a classic
 * script). The build puts two constants above this text: VERSION, and FILES with the digest of each
 * file.
 *
 * A page always gets files of one version: a new version is loaded whole, and takes over when no
 * page of the old one is open, or when a player asks for it; then all pages are loaded again.
 * Networks, which are large, are kept once a page has needed them.
 */

{
  const worker = /** @type {any} */ (self);
  /** @type {Record<string, string>} */
  const files = FILES;
  const scope = new URL("./", worker.location.href);
  const prefix = `pickomino ${scope.pathname} `;
  const cacheName = prefix + VERSION;
  const LAZY = /^networks\/[^/]+\/network-/;
  /** The names of these files change with their content, so another version's copy will do. */
  const NAMED_BY_CONTENT = /^(runtime|texts|networks)\/|^styles-/;
  const PARALLEL = 6;

  worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
  worker.addEventListener("activate", (/** @type {any} */ event) =>
    // The page of the first visit is not loaded again, and may lose the network later.
    event.waitUntil(Promise.all([deleteOldCaches(), worker.clients.claim()])),
  );
  worker.addEventListener("message", (/** @type {any} */ event) => {
    if (event.data === "activate") worker.skipWaiting();
    else event.waitUntil(keep(event.data));
  });
  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const name = fileName(event.request);
    if (name !== null) event.respondWith(answer(name));
  });

  /**
   * Return the name of a requested file of the site, or null.
   * @param {{method: string, url: string}} request
   */
  function fileName({ method, url }) {
    const { origin, pathname } = new URL(url);
    if (method !== "GET" || origin !== scope.origin || !pathname.startsWith(scope.pathname))
      return null;
    const path = decodeURIComponent(pathname.slice(scope.pathname.length));
    const name = path === "" || path.endsWith("/") ? `${path}index.html` : path;
    return name in files ? name : null;
  }

  /** Keep a file that a page has loaded. @param {string} url */
  async function keep(url) {
    const name = fileName({ method: "GET", url });
    if (name !== null) await answer(name);
  }

  /** @param {string} name @returns {Promise<Response>} */
  async function answer(name) {
    const cache = await caches.open(cacheName);
    const cached = await cache.match(addressOf(name));
    if (cached) return cached;
    const response = await load(name);
    // If the storage is full, the page gets the file all the same.
    await cache.put(addressOf(name), response.clone()).catch(() => undefined);
    return response;
  }

  async function install() {
    const cache = await caches.open(cacheName);
    const names = Object.keys(files);
    const loaders = Array.from({ length: PARALLEL }, async () => {
      for (let name = names.pop(); name !== undefined; name = names.pop())
        if (!(await cache.match(addressOf(name))) && (await isWanted(name)))
          await cache.put(addressOf(name), await load(name));
    });
    await Promise.all(loaders);
  }

  /** A network is kept if an earlier version has kept the same one. @param {string} name */
  async function isWanted(name) {
    return !LAZY.test(name) || (await caches.match(addressOf(name))) !== undefined;
  }

  /** Load a file of this version. @param {string} name */
  async function load(name) {
    const known = NAMED_BY_CONTENT.test(name) ? await caches.match(addressOf(name)) : undefined;
    const answered =
      known ?? (await fetch(addressOf(name), { cache: "no-cache", integrity: files[name] ?? "" }));
    if (!answered.ok) throw new Error(`${answered.status} ${answered.url}`);
    // A page must not get an answer that was redirected.
    const { status, headers } = answered;
    if (!answered.redirected) return answered;
    return new Response(await answered.blob(), { status, headers });
  }

  /** @param {string} name */
  function addressOf(name) {
    return new URL(name.split("/").map(encodeURIComponent).join("/"), scope).href;
  }

  async function deleteOldCaches() {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName);
    await Promise.all(old.map((name) => caches.delete(name)));
  }
}
