/** Reloads a page that is older than its server: only once, to avoid an endless loop. */

const KEY = "pickomino.updated";

/** @returns {boolean} whether the page is being reloaded */
export function reloadOnce() {
  try {
    if (sessionStorage.getItem(KEY)) return false;
    sessionStorage.setItem(KEY, "yes");
  } catch {
    // Without storage, earlier reloads cannot be detected.
    return false;
  }
  location.reload();
  return true;
}

/** Return whether this page was reloaded by `reloadOnce`, and reset that. */
export function consumeReloadFlag() {
  try {
    const isUpdated = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return isUpdated;
  } catch {
    return false;
  }
}
