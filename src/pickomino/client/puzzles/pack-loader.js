/** Loads the puzzle packs listed in the page. */

import { ApiError } from "../shared/api.js";
import { packFor, parsePack } from "./packs.js";

const holder = /** @type {HTMLElement} */ (document.querySelector("[data-packs]"));
/** @type {import("./packs.js").PackFile[]} */
export const FILES = JSON.parse(holder.dataset["packs"] ?? "[]");

/** Load the pack of a date. @param {string} day */
export async function loadPack(day) {
  const file = packFor(FILES, day);
  if (!file) throw new ApiError({ code: "no_such_page" });
  const answer = await fetch(file.address).catch(() => null);
  if (!answer?.ok) throw new ApiError({ code: "lost_server" });
  return parsePack(await answer.text());
}
