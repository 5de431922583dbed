"""Checks the built site: links lead somewhere, pages ask no other host, and every name is known."""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

RESOURCES = {"img": "src", "link": "href", "script": "src", "source": "src", "video": "src"}
"""What a page loads by itself."""
NOT_LOADED = {"canonical", "edit", "next", "prev"}


class Page(HTMLParser):
    """The links, resources and anchors of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.resources, self.anchors = set(), set(), {""}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        values = {name: value or "" for name, value in attrs}
        if "id" in values:
            self.anchors.add(values["id"])
        if tag == "a" and values.get("href"):
            self.links.add(values["href"])
        address = values.get(RESOURCES.get(tag, ""))
        if address and values.get("rel") not in NOT_LOADED:
            self.resources.add(address)


def find_problems(site, elsewhere=(), prefix="/"):
    """Return what is wrong with the site, one line each.

    `elsewhere` are links made later, and `prefix` is the path below which the site is published.
    """
    pages = {path: Page(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}
    problems = []
    for path, page in pages.items():
        name = path.relative_to(site)
        problems += [
            f"{name} loads {address}" for address in page.resources if urlsplit(address).netloc
        ]
        for address in sorted(page.links | page.resources):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc or address in elsewhere:
                continue
            target = _target(site, path, unquote(parts.path), prefix)
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                problems.append(f"{name} links to {address}, which does not exist")
            elif target in pages and unquote(parts.fragment) not in pages[target].anchors:
                problems.append(f"{name} links to {address}, but there is no such heading")
    styles = [path for path in site.rglob("*.css") if "url(http" in path.read_text("utf-8")]
    return problems + [f"{path.relative_to(site)} loads from another host" for path in styles]


def _target(site, page, address, prefix):
    """Return the file that a link of a page leads to."""
    if address.startswith("/"):  # as on the page for addresses that do not exist
        return site / address.removeprefix(prefix) if address.startswith(prefix) else Path(address)
    return (page.parent / address).resolve() if address else page
