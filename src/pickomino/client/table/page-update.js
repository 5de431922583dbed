/** A page older than its server loads itself anew: once, so that it does not go on for ever. */

const KEY = "pickomino.updated";

/** @returns {boolean} whether a new page is on its way */
export function updatePage() {
  try {
    if (sessionStorage.getItem(KEY)) return false;
    sessionStorage.setItem(KEY, "yes");
  } catch {
    // Where nothing is remembered nobody knows how often it was tried.
    return false;
  }
  location.reload();
  return true;
}

/** Whether this page was loaded for that reason; asked a second time, it was not. */
export function wasUpdated() {
  try {
    const isUpdated = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return isUpdated;
  } catch {
    return false;
  }
}
