/**
 * Leads from a server's pages to the static site beside it when the server or the network is away
 * (a classic script). It keeps nothing, and leaves everything else to the browser.
 */

{
  const worker = /** @type {any} */ (self);
  const page = new URL(worker.location.href).searchParams.get("page") ?? "";

  worker.addEventListener("install", () => worker.skipWaiting());
  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    if (event.request.mode === "navigate" && event.request.method === "GET")
      event.respondWith(open(event.request));
  });

  /** @param {Request} request */
  async function open(request) {
    try {
      return await fetch(request);
    } catch (error) {
      if (request.url !== page && (await caches.match(page))) return Response.redirect(page);
      throw error;
    }
  }
}
