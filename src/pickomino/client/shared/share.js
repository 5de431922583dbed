/** Sharing: a share sheet where the browser has one; otherwise links are copied, pictures saved. */

import { make } from "./dom.js";
import { _ } from "./i18n.js";
import { fileAddress, site } from "./site.js";

/**
 * What is shared; `picture` is the address of a PNG.
 * @typedef {{text: string, url: string, picture: string}} Shareable
 */

const PICTURE = "pickomino.png";

/** Return the address at which friends reach a page of this server. @param {string} path */
export function publicAddress(path) {
  if (site) return new URL(fileAddress(path), document.baseURI).href;
  return `${document.documentElement.dataset["public"] || location.origin}${path}`;
}

/**
 * Return the address of a picture in the page's language, or nothing: only servers draw pictures.
 * @param {string} path
 */
export function pictureAddress(path) {
  if (site) return "";
  const language = document.documentElement.lang.replace("-", "_");
  return `${path}${path.includes("?") ? "&" : "?"}language=${language}`;
}

/**
 * Open the share sheet with the text, the link and the picture.
 * @param {Shareable} shareable
 * @returns {Promise<boolean>} whether the browser has one
 */
export async function openShareSheet({ text, url, picture }) {
  if (!navigator.share) return false;
  const title = _("Pickomino");
  const files = await pictureFiles(picture);
  const whole = { title, text, url, files };
  try {
    await navigator.share(navigator.canShare?.(whole) ? whole : { title, text, url });
    return true;
  } catch (error) {
    // Closing the share sheet is not an error.
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/** @param {string} picture */
async function pictureFiles(picture) {
  if (!picture) return [];
  try {
    const content = await (await fetch(picture)).blob();
    return [new File([content], PICTURE, { type: content.type })];
  } catch {
    return [];
  }
}

/** Copy a text; return whether that is allowed. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Share a result; without a share sheet, save its picture and copy its text and link.
 * @param {Shareable} result
 * @returns {Promise<string>} what was done, if the browser does not show it
 */
export async function shareResult(result) {
  if (await openShareSheet(result)) return "";
  make("a", { href: result.picture, download: PICTURE }).click();
  const isCopied = await copy(`${result.text} ${result.url}`);
  return isCopied
    ? _("The picture has been saved, and the text with its link copied.")
    : _("The picture has been saved.");
}
