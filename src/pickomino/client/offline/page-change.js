/**
 * Opens a table without leaving the page, so that Python need not start again. All other pages are
 * opened as usual, because their scripts expect a page of their own.
 */

const TABLE = "table.html";

/** @param {string} address */
export async function openPage(address) {
  const target = new URL(address, location.href);
  const isTable = target.pathname.endsWith(`/${TABLE}`);
  if (!isTable || document.querySelector("[data-room]") || !(await showTable(target)))
    location.assign(target);
}

/** Show the table in place of this page; return whether that worked. @param {URL} target */
async function showTable(target) {
  const answer = await fetch(new URL(TABLE, target)).catch(() => null);
  if (!answer?.ok) return false;
  const page = parsePage(await answer.text());
  // The files on the server may be of another version by now.
  if (scriptFolder(page) !== scriptFolder(document)) return false;
  await Promise.all([...page.querySelectorAll('head link[rel="stylesheet"]')].map(loadStyle));
  history.pushState(null, "", target);
  // The way back is a page of its own.
  addEventListener("popstate", () => location.reload());
  document.title = page.title;
  document.body.className = page.body.className;
  document.querySelector("footer.bottom")?.remove();
  const main = /** @type {HTMLElement} */ (document.querySelector("#main"));
  main.replaceChildren(...(page.querySelector("#main")?.childNodes ?? []));
  scrollTo(0, 0);
  const scripts = [...page.querySelectorAll('script[type="module"]')];
  for (const script of scripts) {
    const address = new URL(script.getAttribute("src") ?? "", target).href;
    await import(address);
  }
  return true;
}

/**
 * Return the folder of a page's scripts, which changes with their version.
 * @param {Document} page
 */
function scriptFolder(page) {
  const script = page.querySelector("script[src]")?.getAttribute("src") ?? "";
  return script.split("/").slice(0, 3).join("/");
}

/** @param {string} text our own page */
function parsePage(text) {
  const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("pickomino-page", {
    createHTML: (/** @type {string} */ markup) => markup,
  });
  return new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, "text/html");
}

/** @param {Element} link */
async function loadStyle(link) {
  const href = link.getAttribute("href") ?? "";
  if (document.querySelector(`link[href="${href}"]`)) return;
  const copy = document.createElement("link");
  copy.rel = "stylesheet";
  copy.href = href;
  await new Promise((resolve) => {
    copy.onload = resolve;
    copy.onerror = resolve;
    document.head.append(copy);
  });
}
