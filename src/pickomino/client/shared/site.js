/**
 * The static site, which has no server: its pages are files, and rooms live in a worker. On pages
 * that a server sends, `site` is null.
 */

/**
 * @typedef {object} Site
 * @property {string} runtime the folder of Python
 * @property {Record<string, number>} sizes of its files
 * @property {Record<string, string>} lock what Pyodide's lock file says about its version
 * @property {string} networks the folder of networks
 */

const settings = globalThis.document?.documentElement.dataset["site"];

/** @type {Site | null} */
export const site = settings ? JSON.parse(settings) : null;

const offlinePath = globalThis.document?.documentElement.dataset["offline"];

/** On pages of a server that also sends the static site: a page of that. */
export const offlinePage = offlinePath ? new URL(offlinePath, location.href).href : "";

/** Return whether this browser keeps that page, so that it opens without the server. */
export async function hasOfflinePage() {
  if (!offlinePage || !("caches" in globalThis)) return false;
  return (await caches.match(offlinePage).catch(() => undefined)) !== undefined;
}

/** The parameters in the paths of a server's pages, and the files of the site. */
const GAME_PAGES = [
  { path: /^\/table\/([^/]+)$/, file: "table.html", names: ["room"] },
  { path: /^\/game\/([^/]+)\/([^/]+)$/, file: "replay.html", names: ["room", "game"] },
  { path: /^\/review\/([^/]+)$/, file: "review.html", names: ["game"] },
  { path: /^\/review\/([^/]+)\/try$/, file: "try.html", names: ["game"] },
  { path: /^\/review$/, file: "upload.html", names: [] },
  { path: /^\/$/, file: "index.html", names: [] },
];

/** Return the address of a page, given its path on a server. @param {string} path */
export function pageAddress(path) {
  return site ? fileAddress(path) : path;
}

/**
 * Return the address of a page of the static site.
 * @param {string} path on a server, with its query and fragment
 */
export function fileAddress(path) {
  const [, name = "", query = "", fragment = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(path) ?? [];
  for (const page of GAME_PAGES) {
    const match = page.path.exec(name);
    if (!match) continue;
    const values = new URLSearchParams(
      page.names.map((key, index) => [key, decodeURIComponent(match[index + 1] ?? "")]),
    );
    for (const [key, value] of new URLSearchParams(query)) values.set(key, value);
    const all = values.toString();
    return `${page.file}${all && `?${all}`}${fragment}`;
  }
  return `${name.slice(1)}.html${query}${fragment}`;
}

/**
 * Return what a page is about: from its server, or on the static site from its address.
 * @param {"room" | "game"} name
 */
export function pageValue(name) {
  const element = /** @type {HTMLElement | null} */ (document.querySelector(`[data-${name}]`));
  const value = element?.dataset[name];
  return value || (site && new URL(location.href).searchParams.get(name)) || "";
}

/** Open a page, given its path on a server. @param {string} path */
export async function openPage(path) {
  const address = pageAddress(path);
  if (site) await (await import("../offline/page-change.js")).openPage(address);
  else location.assign(address);
}
