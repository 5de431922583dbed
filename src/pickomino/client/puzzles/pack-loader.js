/** The packs that the page names, loaded when one is needed. */

import { Refusal } from "../shared/api.js";
import { packFor, readPack } from "./packs.js";

const place = /** @type {HTMLElement} */ (document.querySelector("[data-packs]"));
/** @type {import("./packs.js").PackFile[]} */
export const FILES = JSON.parse(place.dataset["packs"] ?? "[]");

/** The pack of a date. @param {string} day */
export async function loadPack(day) {
  const file = packFor(FILES, day);
  if (!file) throw new Refusal({ code: "no_such_page" });
  const answer = await fetch(file.address).catch(() => null);
  if (!answer?.ok) throw new Refusal({ code: "lost_server" });
  return readPack(await answer.text());
}
