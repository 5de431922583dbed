"""Writes docs/configuration.md from the server's settings and the texts below them."""

import ast
import inspect
import re
from itertools import pairwise
from pathlib import Path

import msgspec

from pickomino.server import settings
from pickomino.server.settings import PREFIX, ServerSettings

PAGE = Path(__file__).parents[2] / "docs" / "configuration.md"
INTRODUCTION = """# Configuration

The settings of `pickomino serve`, as environment variables. Command-line options take precedence
over them. A room is a table. [Serving](serving.md) shows how they work together. `make docs` writes
this page from `src/pickomino/server/settings.py`.

| variable | default | meaning |
|---|---|---|
"""


def write_configuration():
    """Write the page."""
    PAGE.write_text(configuration(), "utf-8")


def configuration():
    """Return the text of the page."""
    meanings = _meanings()
    rows = [
        f"| `{PREFIX}{field.name.upper()}` | {_default(field.default)} | {meanings[field.name]} |"
        for field in msgspec.structs.fields(ServerSettings)
    ]
    return INTRODUCTION + "\n".join(rows) + "\n"


def _default(value):
    if value == "":
        return ""
    return f"`{value:g}`" if isinstance(value, float) else f"`{value}`"


def _meanings():
    """Return the text below each field of the settings."""
    tree = ast.parse(inspect.getsource(settings))
    (body,) = (
        node.body
        for node in tree.body
        if isinstance(node, ast.ClassDef) and node.name == "ServerSettings"
    )
    meanings = {}
    for field, text in pairwise(body):
        match field, text:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(value))),
            ):
                meanings[name] = re.sub(r"\s+", " ", value)
            case _:
                pass
    return meanings
