"""The documentation site: pages, links, the notebook, and what is wrong with a built one."""

import json
import re

import docs_site.__main__ as build
import pytest
from docs_site.api import THEMES, exported_by, write_api
from docs_site.check import find_problems
from docs_site.commands import write_commands
from docs_site.doctests import fenced
from docs_site.notebook import cells, make_cells, write_notebook
from docs_site.pages import link_to_game, write_pages
from turn_picture import TARGET, picture

import pickomino
from pickomino.cli.app import app
from pickomino.site.runtime import PYODIDE_FILES, Runtime
from support.doc_pages import MAX_LINES, ROOT


def test_site_has_every_page_and_command(tmp_path):
    write_pages(tmp_path / "pages")
    written = {page.name for page in (tmp_path / "pages").glob("*.md")}
    assert {page.name for page in (ROOT / "docs").glob("*.md")} < written
    overview, *pages = write_commands(tmp_path / "commands")
    assert [page.stem for page in pages] == [name for name in app if not name.startswith("-")]
    assert all(f"]({page.name})" in overview.read_text("utf-8") for page in pages)
    arena = (tmp_path / "commands" / "arena.md").read_text("utf-8")
    assert "pickomino arena [OPTIONS]" in arena
    assert "pickomino arena expert family --plot" in arena


def test_every_public_name_is_on_one_page_of_the_reference():
    listed = [name for theme in THEMES.values() for name in exported_by(theme)]
    assert sorted(listed) == sorted(set(pickomino.__all__) - {"__version__"})


def test_generated_pages_are_short(tmp_path):
    pages = *write_api(tmp_path / "api"), *write_commands(tmp_path / "commands")
    assert not [page for page in pages if len(page.read_text("utf-8").splitlines()) > MAX_LINES]


def test_links_of_the_site_lead_to_its_own_pages(tmp_path, monkeypatch):
    monkeypatch.delenv("PICKOMINO_HOME", raising=False)
    pages = tmp_path / "pages"
    write_pages(pages)
    assert "(security-policy.md)" in (pages / "security.md").read_text("utf-8")
    assert "(architecture.md)" in (pages / "contributing.md").read_text("utf-8")
    assert "[the examples]" not in (pages / "support.md").read_text("utf-8")
    monkeypatch.setenv("PICKOMINO_HOME", "https://a.example/b/")
    write_pages(tmp_path / "again")
    text = (tmp_path / "again" / "support.md").read_text("utf-8")
    assert "[the examples](https://a.example/b/blob/main/examples)" in text


@pytest.mark.parametrize(
    ("home", "address", "image"),
    [
        (
            "https://github.com/Ann/game",
            ["site_url: https://ann.github.io/game/"],
            "ghcr.io/ann/game",
        ),
        ("", [], "ghcr.io/OWNER/pickomino"),
    ],
)
def test_published_site_knows_its_address(tmp_path, monkeypatch, home, address, image):
    """Without it, the page for missing addresses had no style on GitHub Pages."""
    monkeypatch.setenv("PICKOMINO_HOME", home)
    monkeypatch.setattr(build, "PAGES", tmp_path)
    monkeypatch.setattr(build, "CONFIG", tmp_path / "mkdocs.yml")
    build.write_config()
    lines = (tmp_path / "mkdocs.yml").read_text("utf-8").splitlines()
    assert [text for text in lines if text.startswith("site_url")] == address
    write_pages(tmp_path / "pages")
    assert f" {image}\n" in (tmp_path / "pages/install.md").read_text("utf-8")


def test_page_for_missing_addresses_has_links_below_the_prefix(tmp_path):
    (tmp_path / "there").mkdir()
    (tmp_path / "there/index.html").touch()
    page = tmp_path / "404.html"
    page.write_text(
        '<a href="/game/there/">x</a><a href="/there/">x</a><a href="/game/gone/">x</a>'
    )
    assert find_problems(tmp_path, prefix="/game/") == [
        "404.html links to /game/gone/, which does not exist",
        "404.html links to /there/, which does not exist",
    ]


def test_site_with_the_game_links_to_it(tmp_path):
    write_pages(tmp_path / "pages")
    page = tmp_path / "pages" / "index.md"
    link_to_game(page)
    row = '| play now | <a href="play/">Play in your browser</a>, or [install](install.md), then '
    assert row in page.read_text("utf-8")
    with pytest.raises(ValueError, match="does not have"):
        link_to_game(page)


def test_problems_of_the_built_site_are_found(tmp_path):
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "index.html").write_text('<h1 id="top">There</h1>')
    (tmp_path / "style.css").write_text("body { background: url(https://cdn.example/a.png) }")
    links = "there/", "there/#top", "https://example.org", "gone/", "there/#bottom"
    page = "".join(f'<a href="{link}">x</a>' for link in links)
    (tmp_path / "index.html").write_text(f'{page}<img src="https://cdn.example/b.png">')
    assert len(find_problems(tmp_path, elsewhere=["gone/"])) == 3
    assert find_problems(tmp_path) == [
        "index.html loads https://cdn.example/b.png",
        "index.html links to gone/, which does not exist",
        "index.html links to there/#bottom, but there is no such heading",
        "style.css loads from another host",
    ]


def test_examples_in_docstrings_become_code():
    text = "Return it.\n\n>>> f(1)\n2\n\nMore.\n\n>>> g()\n>>> h()\n3"
    assert fenced(text) == (
        "Return it.\n\n```pycon\n>>> f(1)\n2\n```\n\nMore.\n\n```pycon\n>>> g()\n>>> h()\n3\n```\n"
    )


def test_notebook_without_python_says_that_it_does_not_run(tmp_path):
    write_pages(tmp_path / "pages")
    make_cells(tmp_path / "pages", can_run=False)
    text = (tmp_path / "pages" / "notebook.md").read_text("utf-8")
    assert text.startswith("# Notebook\n\n!!! note\n\n    The code on this page does not run here")
    assert "<script" not in text
    assert "```python\nfrom pickomino import" in text


def test_notebook_loads_its_own_files(tmp_path, monkeypatch):
    fake = Runtime("1.0", {"abi_version": "1"}, dict.fromkeys(PYODIDE_FILES, b"x"))
    monkeypatch.setattr("docs_site.notebook.load_runtime", lambda _folder: fake)
    site = tmp_path / "pages"
    write_pages(site)
    make_cells(site, can_run=True)
    write_notebook(site, tmp_path)
    [script] = re.findall('src="([^"]+)"', (site / "notebook.md").read_text("utf-8"))
    modules, todo = set(), {site / script, site / "notebook-files/worker.js"}
    while todo:
        module = todo.pop()
        modules.add(module)
        names = re.findall(r"""(?:from |import\()"(\./[^"]+)\"""", module.read_text("utf-8"))
        todo |= {(module.parent / name).resolve() for name in names} - modules
    assert {"notebook.js", "kernels.js", "pyodide.asm.js"} < {module.name for module in modules}


def run_cell(capsys, code):
    """Return what a cell shows below it, and what it prints."""
    shown = json.loads(cells.run(code, "cell 1"))
    return shown, "".join(capsys.readouterr())


def test_cell_shows_its_last_value(capsys):
    assert run_cell(capsys, "a = 2\nprint('b')\na + 1") == ({"text": "3"}, "b\n")
    assert run_cell(capsys, "a") == ({"text": "2"}, "")
    assert run_cell(capsys, "a = 4") == (None, "")
    assert run_cell(capsys, "") == (None, "")


def test_cell_shows_a_game_as_a_picture(capsys):
    code = "from pickomino import Game, Rules, SeededDice\nGame(Rules(), 2, SeededDice(1))"
    shown, _ = run_cell(capsys, code)
    assert shown["svg"].startswith("<svg")
    assert "grill" in shown["text"]


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("def f():\n    return 1 / 0\nf()", "ZeroDivisionError: division by zero"),
        ("x = (", "SyntaxError: '(' was never closed"),
        ("import sys\nsys.exit(3)", "SystemExit: 3"),
    ],
)
def test_error_of_a_cell_names_its_line(capsys, code, error):
    shown, printed = run_cell(capsys, code)
    assert shown is None
    assert error in printed
    assert 'File "cell 1", line' in printed
    assert "cells.py" not in printed


def test_picture_of_a_turn_is_current():
    """Run `python scripts/turn_picture.py` to draw it again."""
    assert TARGET.read_text("utf-8") == picture()
