"""Build the documentation site into build/docs: prepare pages, run Zensical, check the result."""

import shutil
import subprocess
import sys
from pathlib import Path

from docs_site.api import write_api
from docs_site.check import find_problems
from docs_site.commands import write_commands
from docs_site.configuration import write_configuration
from docs_site.pages import ROOT, write_pages

PAGES = ROOT / "build" / "pages"
SITE = ROOT / "build" / "docs"
CONFIG = ROOT / "build" / "mkdocs.yml"


def main():
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.rmtree(SITE, ignore_errors=True)
    write_configuration()
    write_pages(PAGES)
    sections = {
        "Commands": write_commands(PAGES / "commands"),
        "Python": write_api(PAGES / "api"),
    }
    text = (ROOT / "mkdocs.yml").read_text("utf-8")
    for title, pages in sections.items():
        folder = pages[0].parent.name
        listed = "".join(f"          - {folder}/{page.name}\n" for page in pages)
        text = text.replace(f"{title}: {folder}/\n", f"{title}:\n{listed}")
    CONFIG.write_text(text, "utf-8")
    zensical = Path(sys.executable).with_name("zensical")
    built = subprocess.run([zensical, "build", "--strict", "--config-file", CONFIG], check=False)
    if built.returncode:
        sys.exit("the documentation has problems")
    problems = find_problems(SITE)
    if problems:
        sys.exit("\n".join(problems))
    print(f"built {len(list(SITE.rglob('*.html')))} pages in {SITE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
