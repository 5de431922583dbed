/** Opens the table when its notification is tapped (a classic script). It serves no requests. */

{
  const worker = /** @type {any} */ (self);

  worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
    event.notification.close();
    event.waitUntil(showPage(event.notification.data));
  });

  /** Show a page, in its own window if that is still open. @param {string} address */
  async function showPage(address) {
    const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    const page = pages.find((/** @type {any} */ { url }) => url === address);
    await (page ? page.focus() : worker.clients.openWindow(address));
  }
}
