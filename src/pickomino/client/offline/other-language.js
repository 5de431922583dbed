/** Opens the page in another language, and remembers it for the start page. */

import { saveItem } from "../shared/storage.js";

/** @param {string} language such as pt_BR */
export function open(language) {
  const tag = language.replace("_", "-");
  saveItem("pickomino.language", tag);
  const file = location.pathname.split("/").at(-1) || "index.html";
  location.assign(`../${tag}/${file}${location.search}${location.hash}`);
}
