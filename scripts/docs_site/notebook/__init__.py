"""Makes the code of docs/notebook.md run on the page, in the reader's own browser."""

import html
import io
import json
import re
import zipfile
from pathlib import Path

from pickomino.site.runtime import load_runtime
from pickomino.solver.export import export_turn_tables

HERE = Path(__file__).parent
CLIENT = HERE.parents[2] / "src/pickomino/client/offline"
PAGE = "notebook.md"
FILES = "notebook-files"
"""The folder of what the page loads."""
CELL = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OWN = ("notebook.css", "notebook.js", "worker.js")
SHARED = (
    *("array-file.js", "kernels.js", "load-file.js", "network.js", "python-kernels.js"),
    "turn-solver.js",
)
"""Modules of the client that solve turns."""
ABSENT = """
!!! note

    The code on this page does not run here, because this copy of the documentation was built
    without Python for the browser. It runs wherever the library is installed.
"""


def make_cells(pages, *, can_run):
    """Make the code on the page editable, or say there that it does not run."""
    page = pages / PAGE
    text = page.read_text("utf-8")
    page.write_text(with_cells(text) if can_run else without_cells(text), "utf-8")


def with_cells(text):
    """Return the text of the page with cells, which `notebook.js` makes editable."""
    script = f'\n<script type="module" src="{FILES}/notebook.js"></script>\n'
    return CELL.sub(_cell, text) + script


def without_cells(text):
    """Return the text of the page with a note that its code does not run."""
    title, _, rest = text.partition("\n")
    return f"{title}\n{ABSENT}{rest}"


def write_notebook(site, runtime):
    """Write what the page loads: Python, the library, the tables of the solver, and scripts."""
    loaded = load_runtime(runtime)
    files = loaded.files | export_turn_tables()
    files["lock-info.json"] = json.dumps(loaded.lock_info).encode()
    files["cells.zip"] = _archive("cells.py")
    files |= {name: (HERE / name).read_bytes() for name in OWN}
    files |= {f"offline/{name}": (CLIENT / name).read_bytes() for name in SHARED}
    for name, content in files.items():
        path = site / FILES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _cell(match):
    return f'<pre class="notebook-cell"><code>{html.escape(match[1])}</code></pre>'


def _archive(name):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.write(HERE / name, name)
    return archive.getvalue()
