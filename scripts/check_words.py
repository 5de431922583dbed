"""Refuse words that CONTRIBUTING.md rules out, in names, comments and docstrings of the code.

String literals are exempt: sentences for players live there. Exit code 1 lists what was found.

    python scripts/check_words.py
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

FOLDERS = ("src", "tests", "training", "scripts", "benchmarks", "examples")
REFUSED = re.compile(
    r"\b_?(?:MOST|FEWEST|LONGEST)_|\bmost_[a-z]|\btold\b|_told\b|\b_?said\b|_said\b|[Ww]hoever|"
    r"[Tt]hose who\b|\b[Ss]omebody\b|\b[Nn]obody\b|\bfound = |\bfor each in\b|\blet found\b|"
    r"\bconst found\b|\bAsker\b|[Hh]ands out\b"
)
JS_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|`(?:[^`\\]|\\.)*`')
FSTRING_TEXT = getattr(tokenize, "FSTRING_MIDDLE", -1)
BEFORE_DOCSTRING = (tokenize.INDENT, tokenize.DEDENT, tokenize.NEWLINE)


def python_text(source: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a module with every string but docstrings blanked out."""
    lines = source.splitlines()
    before = tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if (
            token.type == tokenize.STRING and before not in BEFORE_DOCSTRING
        ) or token.type == getattr(tokenize, "FSTRING_MIDDLE", -1):
            blank(lines, token.start, token.end)
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            before = token.type
    yield from enumerate(lines, 1)


def blank(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> None:
    (first, left), (last, right) = start, end
    for number in range(first, last + 1):
        line = lines[number - 1]
        begin = left if number == first else 0
        stop = right if number == last else len(line)
        lines[number - 1] = line[:begin] + " " * (stop - begin) + line[stop:]


def javascript_text(source: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a module without its string literals."""
    without = JS_STRING.sub(lambda match: "\n" * match[0].count("\n"), source)
    yield from enumerate(without.splitlines(), 1)


def refused_lines(path: Path) -> Iterator[str]:
    source = path.read_text("utf-8")
    lines = python_text(source) if path.suffix == ".py" else javascript_text(source)
    for number, line in lines:
        for match in REFUSED.finditer(line):
            yield f"{path}:{number}: {match[0].strip()!r} in: {line.strip()[:80]}"


def main() -> int:
    listing = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", *FOLDERS],
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [Path(name) for name in listing.stdout.splitlines()]
    own = Path(__file__).name
    refused = [
        line
        for path in paths
        if path.suffix in (".py", ".js") and path.name != own and path.exists()
        for line in refused_lines(path)
    ]
    print("\n".join(refused) or "no refused words")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
