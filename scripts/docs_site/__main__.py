"""Build the documentation site into build/docs: prepare pages, run Zensical, check the result.

`--game build/site` adds the static site, for readers to play at once.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from docs_site.api import write_api
from docs_site.check import find_problems
from docs_site.commands import write_commands
from docs_site.configuration import write_configuration
from docs_site.notebook import make_cells, write_notebook
from docs_site.pages import GAME, ROOT, link_to_game, path_of_the_site, repository, write_pages
from hatch_build import pages_address

PAGES = ROOT / "build" / "pages"
SITE = ROOT / "build" / "docs"
CONFIG = ROOT / "build" / "mkdocs.yml"
MAX_SECONDS = 60
RUNTIME = ROOT / "build" / "runtime"


def main(game=None):
    """Build the site; `game` is a folder with the static site."""
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.rmtree(SITE, ignore_errors=True)
    write_configuration()
    write_pages(PAGES)
    has_runtime = (RUNTIME / ".complete").exists()
    if not has_runtime and os.environ.get("CI"):
        sys.exit("the notebook needs Python for the browser: make site-runtime")
    make_cells(PAGES, can_run=has_runtime)
    if game:
        link_to_game(PAGES / "index.md")
    write_config()
    zensical = Path(sys.executable).with_name("zensical")
    command = [zensical, "build", "--strict", "--config-file", CONFIG]
    try:
        built = subprocess.run(command, check=False, timeout=MAX_SECONDS)
    except subprocess.TimeoutExpired:
        sys.exit(f"building the documentation takes more than {MAX_SECONDS} seconds")
    if built.returncode:
        sys.exit("the documentation has problems")
    if has_runtime:
        write_notebook(SITE, RUNTIME)
    problems = find_problems(SITE, [GAME] if game else [], path_of_the_site())
    if problems:
        sys.exit("\n".join(problems))
    print(f"built {len(list(SITE.rglob('*.html')))} pages in {SITE.relative_to(ROOT)}")
    if game:
        shutil.copytree(game, SITE / GAME)


def write_config():
    """Write the pages that are generated, and name them and the site's address for Zensical."""
    sections = {
        "Commands": write_commands(PAGES / "commands"),
        "Python": write_api(PAGES / "api"),
    }
    text = (ROOT / "mkdocs.yml").read_text("utf-8")
    for title, pages in sections.items():
        folder = pages[0].parent.name
        listed = "".join(f"          - {folder}/{page.name}\n" for page in pages)
        text = text.replace(f"{title}: {folder}/\n", f"{title}:\n{listed}")
    if address := pages_address(repository()):
        text += f"\nsite_url: {address}\n"
    CONFIG.write_text(text, "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", type=Path, help="a folder with the static site")
    main(parser.parse_args().game)
