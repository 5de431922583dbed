/** What every page has: the language select and the preferences. */

import "./preferences-menu.js";
import { applyPreferences } from "./preferences.js";

applyPreferences();

const form = document.querySelector("#language-form");
const select = form?.querySelector("select");
if (form instanceof HTMLFormElement && select) {
  select.addEventListener("change", () => form.requestSubmit());
}

// The cookie knows the language now; the address of a page should not, or shared links would.
const address = new URL(location.href);
if (address.searchParams.has("language")) {
  address.searchParams.delete("language");
  history.replaceState(history.state, "", address);
}
