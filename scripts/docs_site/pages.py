"""Copies the pages of the repository into one folder, with links that work there."""

import os
import re
import shutil
from pathlib import Path
from urllib.parse import urlsplit

from hatch_build import HOME, image_name, pages_address

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
NAMES = {
    "CHANGELOG.md": "changelog.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security-policy.md",
    "SUPPORT.md": "support.md",
}
"""Pages at the top of the repository, and their names on the site."""
GAME = "play/"
"""Where the game is on the site, if it is added."""
IMAGE = "ghcr.io/OWNER/pickomino"
INSTALL = "| play now | [Install]"
LINK = re.compile(
    r"(?P<picture>!?)\[(?P<text>[^]]*)\]"
    r"\((?P<path>(?!https?:|mailto:|#)[^)#\s]+)(?P<anchor>#[^)]*)?\)"
)


def repository():
    """Return the repository's address if it is known, as when publishing, or ""."""
    return os.environ.get(HOME, "").rstrip("/")


def path_of_the_site():
    """Return the path below which the site is published."""
    return urlsplit(pages_address(repository())).path or "/"


def write_pages(folder):
    """Copy all pages and pictures into a folder."""
    shutil.copytree(DOCS, folder, ignore=shutil.ignore_patterns("*.md", "results"))
    shutil.copytree(Path(__file__).with_name("stylesheets"), folder / "stylesheets")
    shutil.copy(ROOT / "src/pickomino/client/icons/icon.svg", folder / "pictures/logo.svg")
    pages = {page: page.name for page in DOCS.glob("*.md")}
    pages |= {ROOT / source: name for source, name in NAMES.items()}
    for page, name in pages.items():
        text = with_links_of_the_site(page, pages)
        (folder / name).write_text(text.replace(IMAGE, image_name(repository()) or IMAGE), "utf-8")


def link_to_game(page):
    """Offer to play at once on a page that says how to install the game."""
    before, found, after = page.read_text("utf-8").partition(INSTALL)
    if not found:
        raise ValueError(f"{page} does not have {INSTALL}")
    row = f'| play now | <a href="{GAME}">Play in your browser</a>, or [install]'
    page.write_text(before + row + after, "utf-8")


def with_links_of_the_site(page, pages):
    """Return a page's text with links to other pages, or to the repository for other files."""

    def link(match):
        target = Path(os.path.normpath(page.parent / match["path"]))
        anchor = match["anchor"] or ""
        if target in pages:
            return f"{match['picture']}[{match['text']}]({pages[target]}{anchor})"
        if target.is_relative_to(DOCS) and target.is_file():
            return f"{match['picture']}[{match['text']}]({target.relative_to(DOCS)}{anchor})"
        home = repository()
        path = target.relative_to(ROOT)
        return f"[{match['text']}]({home}/blob/main/{path}{anchor})" if home else match["text"]

    return LINK.sub(link, page.read_text("utf-8"))
