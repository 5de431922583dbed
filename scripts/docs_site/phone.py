"""Look at every page of the built site on a small phone, light and dark: python -m docs_site.phone.

A page must not be wider than the screen, must ask no other host, and must report no error; and the
search must find a page. Needs Chrome or Chromium.
"""

import shutil
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

from playwright.sync_api import sync_playwright

from docs_site.pages import path_of_the_site

SITE = Path(__file__).parents[2] / "build" / "docs"
ADDRESS = "http://docs.localhost"
SCREEN = {"width": 320, "height": 640}
NAMES = "chromium-headless-shell", "chromium", "google-chrome", "chrome"
TOO_WIDE = """() => document.documentElement.scrollWidth > innerWidth
  ? [...document.querySelectorAll("main *")].filter((part) =>
      part.getBoundingClientRect().right > innerWidth + 1)[0]?.outerHTML.slice(0, 120) ?? "the page"
  : ''"""
"""What is wider than the screen, if anything is."""


def main(site=SITE):
    """Print what is wrong with the site, and exit with 1 if anything is."""
    chromium = next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        problems = _look(browser, site, "light") + _look(browser, site, "dark")
        browser.close()
    if problems:
        sys.exit("\n".join(problems))
    print("every page fits a small phone, and none asks another host")


def _look(browser, site, scheme):
    """Open every page, and search once; return what is wrong."""
    context = browser.new_context(viewport=SCREEN, color_scheme=scheme, base_url=ADDRESS)
    page = context.new_page()
    problems, prefix = [], path_of_the_site()
    page.on("pageerror", lambda error: problems.append(f"{page.url}: {error}"))

    def answer(route):
        address = urlsplit(route.request.url)
        file = site / unquote(address.path).removeprefix(prefix)
        file = file / "index.html" if file.is_dir() else file
        if route.request.url.startswith(ADDRESS) and file.is_file():
            route.fulfill(path=file)
        else:
            problems.append(f"{page.url} asks for {route.request.url}")
            route.abort()

    context.route(lambda url: not url.startswith(("data:", "blob:")), answer)
    for path in sorted(site.rglob("*.html")):
        if not path.is_relative_to(site / "play"):
            page.goto(f"{prefix}{path.relative_to(site).as_posix()}")
            if part := page.evaluate(TOO_WIDE):
                problems.append(f"{page.url} is too wide: {part}")
    _search(page)
    context.close()
    return problems


def _search(page):
    """Search for a word, and wait for a page that has it."""
    page.goto(path_of_the_site())
    page.locator("label[for=__search]:visible").first.click()
    page.keyboard.type("Extrawurm")
    page.locator("a[href*='?h=Extrawurm']").first.wait_for()


if __name__ == "__main__":
    main()
