/** Runs on every page: the language select and the preferences. */

import "./preferences-menu.js";
import { applyPreferences } from "./preferences.js";
import { offlinePage, site } from "./site.js";
import { isStorageBlocked, loadItem, saveItem } from "./storage.js";

applyPreferences();

const form = document.querySelector("#language-form");
const select = form?.querySelector("select");
if (form instanceof HTMLFormElement && select) {
  select.addEventListener("change", () => {
    if (site) void import("../offline/other-language.js").then((page) => page.open(select.value));
    else form.requestSubmit();
  });
}

if (site) {
  void import("../offline/install.js");
} else if (isSecureContext && offlinePage) {
  /** Browsers keep the static site only for such pages. */
  document.querySelector("a[data-offline]")?.removeAttribute("hidden");
  void import("../offline/keep-site.js").then(({ keepSite }) => keepSite(offlinePage));
}

const NOTICED = "pickomino.noticed";
if (isStorageBlocked && !loadItem(NOTICED, false)) {
  saveItem(NOTICED, true);
  void import("./storage-notice.js");
}

// The language is now in a cookie. Remove it from the URL, so that shared links do not contain it.
const address = new URL(location.href);
if (address.searchParams.has("language")) {
  address.searchParams.delete("language");
  history.replaceState(history.state, "", address);
}
