/** Runs on every page: the language select and the preferences. */

import "./preferences-menu.js";
import { applyPreferences } from "./preferences.js";

applyPreferences();

const form = document.querySelector("#language-form");
const select = form?.querySelector("select");
if (form instanceof HTMLFormElement && select) {
  select.addEventListener("change", () => form.requestSubmit());
}

// The language is now in a cookie. Remove it from the URL, so that shared links do not contain it.
const address = new URL(location.href);
if (address.searchParams.has("language")) {
  address.searchParams.delete("language");
  history.replaceState(history.state, "", address);
}
