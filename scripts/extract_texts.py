"""Extract texts from Python files for the catalogs.

These are the texts that Babel extracts, and the descriptions of parameters in the docstrings of
commands, which `pickomino.cli.help_pages` looks up.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Collection, Iterator
from typing import Any, BinaryIO, cast

from babel.messages.extract import extract_python

HEADING = "Parameters\n----------\n"

ExtractedText = tuple[int, str, Any, list[str]]


def extract(
    file: BinaryIO, keywords: dict[str, Any], comment_tags: Collection[str], options: dict[str, Any]
) -> Iterator[ExtractedText]:
    """Yield the texts of a file; Babel calls this."""
    source = file.read()
    calls = extract_python(io.BytesIO(source), keywords, comment_tags, cast("Any", options))
    yield from cast("Iterator[ExtractedText]", calls)
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef):
            for text in parameter_texts(ast.get_docstring(function) or ""):
                yield function.lineno, "gettext", text, []


def parameter_texts(docstring: str) -> Iterator[str]:
    """Return the description of each parameter in a docstring, on one line.

    >>> list(parameter_texts("Play.\\n\\nParameters\\n----------\\nseed\\n    Fix the\\n    dice."))
    ['Fix the dice.']
    """
    lines = docstring.partition(HEADING)[2].splitlines()
    text: list[str] = []
    for line in (*lines, ""):
        if line.startswith(" "):
            text.append(line.strip())
        elif text:
            yield " ".join(text)
            text = []
