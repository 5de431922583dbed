/** Goes on to the site in the visitor's language (a classic script of the start page). */

addEventListener("DOMContentLoaded", () => {
  const links = [...document.querySelectorAll("a[data-language]")];
  /** @type {string | null} */
  let saved = null;
  try {
    saved = JSON.parse(localStorage.getItem("pickomino.language") ?? "null");
  } catch {
    // Storage is blocked: the browser's languages decide.
  }
  const wanted = [saved, ...navigator.languages].filter((tag) => tag !== null);
  const primary = (/** @type {string} */ tag) => tag.toLowerCase().split("-")[0];
  const link =
    wanted
      .map((tag) =>
        links.find((other) => primary(other.getAttribute("lang") ?? "") === primary(tag)),
      )
      .find(Boolean) ?? links[0];
  location.replace(`${link?.getAttribute("href")}${location.search}${location.hash}`);
});
