"""The notebook of the documentation: its code is editable, and runs in the reader's browser."""

import re
from pathlib import Path

import pytest
from docs_site.notebook import with_cells, write_notebook
from playwright.sync_api import expect

from support.browser.page_checks import assert_accessible, assert_fits
from support.browser.static_site import FileServer

ROOT = Path(__file__).parents[3]
RUNTIME = ROOT / "build" / "runtime"
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Notebook</title>
<meta name="viewport" content="width=device-width"><style>:root {{ color-scheme: light dark }}
</style></head><body><main><h1>Notebook</h1>{}</main></body></html>"""


@pytest.fixture(scope="module")
def notebook(runtime, tmp_path_factory):
    """Return the folder of the page and what it loads."""
    assert runtime
    folder = tmp_path_factory.mktemp("notebook")
    text = (ROOT / "docs" / "notebook.md").read_text("utf-8")
    parts = re.findall(r"^<.*?>$", with_cells(text), re.MULTILINE | re.DOTALL)
    (folder / "index.html").write_text(PAGE.format("\n".join(parts)), "utf-8")
    write_notebook(folder, RUNTIME)
    return folder


@pytest.fixture
def files(notebook):
    """Return a server that sends the notebook, in place of the static site."""
    server = FileServer(notebook).start()
    yield server
    server.stop()


def cell(page, number):
    """Return the code and the output of a cell."""
    return page.get_by_label(f"Code of cell {number}"), page.get_by_label(
        f"Output of cell {number}"
    )


def test_cells_of_the_notebook_run_in_the_browser(page):
    page.set_viewport_size({"width": 390, "height": 800})
    page.emulate_media(color_scheme="dark")
    page.goto("")
    page.get_by_role("button", name="Run all cells").click()
    _, game = cell(page, 1)
    expect(game.locator("img")).to_have_attribute("alt", re.compile("^classic, turn 1a"))
    expect(game).to_contain_text("k1 k2 k3 k4")
    expect(cell(page, 2)[1]).to_contain_text("1287 distinct rolls of 1679616")
    solver, odds = cell(page, 3)
    expect(odds).to_contain_text("Action(kind='k', value=4)")
    expect(cell(page, 4)[1]).to_contain_text("promised: 1.64")
    expect(cell(page, 5)[1]).to_contain_text('[b "bot:beginner"]')
    assert_fits(page)
    assert_accessible(page)

    solver.fill("def fail():\n    return 1 / 0\nfail()")
    solver.press("Control+Enter")
    expect(odds).to_contain_text('File "cell 3", line 3, in <module>\n    fail()')
    expect(odds).to_contain_text("ZeroDivisionError")
    page.get_by_role("button", name="Reset cell 3").click()
    expect(solver).to_have_value(re.compile("^from pickomino import Position, advise\n"))


def test_endless_cell_can_be_stopped(page):
    page.goto("")
    code, output = cell(page, 2)
    code.fill("print('begins')\nwhile True: pass")
    page.get_by_role("button", name="Run cell 2").click()
    expect(output).to_contain_text("begins")
    page.get_by_role("button", name="Stop Python").click()
    expect(output).to_contain_text("Stopped")
    code.fill("print('again')")
    code.press("Control+Enter")
    expect(output).to_have_text("again")
