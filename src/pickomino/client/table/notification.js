/** Notifications that call a player back. Phones show them only through a service worker. */

const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy(
  "pickomino-notification",
  { createScriptURL: (/** @type {string} */ address) => address },
);

/** Return whether this browser can notify the player. */
export const canNotify = () =>
  "Notification" in globalThis && (!needsWorker() || "serviceWorker" in navigator);

const needsWorker = () => !matchMedia("(hover: hover)").matches;

/**
 * Show a notification.
 * @param {string} title
 * @param {{body: string, tag: string}} options
 * @returns {Promise<() => void>} closes it
 */
export async function notify(title, { body, tag }) {
  if (!needsWorker()) {
    const notification = new Notification(title, { body, tag });
    notification.addEventListener("click", () => focus());
    return () => notification.close();
  }
  const registration = await register();
  await registration.showNotification(title, { body, tag, data: location.href });
  return async () => {
    for (const shown of await registration.getNotifications({ tag })) shown.close();
  };
}

/** Return the active service worker's registration; those of other versions are removed. */
async function register() {
  const { serviceWorker } = navigator;
  const { href } = new URL("notification-worker.js", import.meta.url);
  const registration = await serviceWorker.register(policy ? policy.createScriptURL(href) : href);
  const installing = registration.installing ?? registration.waiting;
  if (!registration.active && installing)
    await new Promise((resolve) => {
      installing.addEventListener("statechange", () => {
        if (installing.state === "activated") resolve(null);
      });
    });
  for (const other of await serviceWorker.getRegistrations())
    if (other !== registration && isOurs(other)) await other.unregister();
  return registration;
}

/** @param {ServiceWorkerRegistration} registration */
const isOurs = ({ active }) => active?.scriptURL.endsWith("/notification-worker.js") ?? false;
