"""Puts the modules of a first game into one file: fifty requests cost more than their bytes.

Every module stays a function of its own, which runs when it is first needed, and keeps its lines: a
source map tells a browser which module and which line of it each line was. That works because our
modules have few forms, all at the start of a line: `import { name } from "./other.js"`,
`import "./other.js"`, and `export` before a function, a class or a constant. What is imported
later, within the code, stays a file; it lies beside the bundle and takes from it what it shares.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable, Mapping
from typing import Final

FOLDER: Final = "game/"
BUNDLE: Final = f"{FOLDER}bundle.js"
_NAMED: Final = re.compile(r'^import (\{[^}]*\}) from "(\.[^"]+)";', re.MULTILINE)
_PLAIN: Final = re.compile(r'^import "(\.[^"]+)";', re.MULTILINE)
_LATER: Final = re.compile(r'\bimport\("(\.[^"]+)"\)')
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_START: Final = """\
const made = new Map();
export function need(name) {
  if (!made.has(name)) made.set(name, makers[name]());
  return made.get(name);
}
const makers = {
"""


def beside(name: str, relative: str) -> str:
    """Return the path that a file means with a relative one.

    >>> beside("board/dice.js", "../shared/art.js")
    'shared/art.js'
    """
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), relative))


def bundle_files(
    sources: Mapping[str, str], bundled: Iterable[str], entries: Mapping[str, Iterable[str]]
) -> dict[str, str]:
    """Return the bundle with its map, the files that start it, and every module beside it.

    Args:
        sources: every module by its path.
        bundled: those in the bundle.
        entries: what each file that starts the bundle runs, one after the other.

    """
    within = {name: sources[name] for name in bundled}
    files = {FOLDER + name: _alone(name, source, within) for name, source in sources.items()}
    for name, needed in entries.items():
        runs = "".join(f'await need("{each}");\n' for each in needed)
        files[FOLDER + name] = f"{_import_of_bundle(name)}\n{runs}"
    files[BUNDLE], files[f"{BUNDLE}.map"] = _bundle(within)
    return files


def _bundle(within: Mapping[str, str]) -> tuple[str, str]:
    text = _START
    sections: list[dict[str, object]] = []
    for name, source in within.items():
        text += f'"{name}": async () => {{\n'
        sections.append(
            {"offset": {"line": text.count("\n"), "column": 0}, "map": _map(name, source)}
        )
        text += _rooted(name, _linked(name, source, within))
        text += f"\nreturn {{ {_exported(source)} }};\n}},\n"
    text += "};\n//# sourceMappingURL=bundle.js.map\n"
    return text, json.dumps({"version": 3, "sections": sections})


def _exported(source: str) -> str:
    return ", ".join(match[1] for match in _EXPORT.finditer(source))


def _map(name: str, source: str) -> dict[str, object]:
    """Return that every line comes from the same line of a module."""
    lines = ";".join(["AAAA"] + ["AACA"] * source.count("\n"))
    return {"version": 3, "sources": [f"../{name}"], "names": [], "mappings": lines}


def _alone(name: str, source: str, within: Mapping[str, str]) -> str:
    """Return a module as a file of its own, with what it shares taken from the bundle."""
    folder = posixpath.dirname(FOLDER + name)
    start = f"{_import_of_bundle(name)} "
    if name in within:
        return f'{start}export const {{ {_exported(source)} }} = await need("{name}");\n'
    linked = _linked(name, source, within)
    return _moved(name, linked if linked == source else start + linked, folder)


def _import_of_bundle(name: str) -> str:
    folder = posixpath.dirname(FOLDER + name)
    return f'import {{ need }} from "./{posixpath.relpath(BUNDLE, folder)}";'


def _linked(name: str, source: str, within: Mapping[str, str]) -> str:
    """Return a module that takes from the bundle what it needs of it."""

    def taken(match: re.Match[str], names: str, path: str) -> str:
        needed = beside(name, path)
        if needed not in within:
            return match[0]
        return f'{names and f"const {names} = "}await need("{needed}");'

    def later(match: re.Match[str]) -> str:
        needed = beside(name, match[1])
        return f'need("{needed}")' if needed in within else match[0]

    source = _NAMED.sub(
        lambda match: taken(match, match[1].replace(" as ", ": "), match[2]), source
    )
    source = _PLAIN.sub(lambda match: taken(match, "", match[1]), source)
    return _LATER.sub(later, source)


def _rooted(name: str, source: str) -> str:
    """Return a module as it is within the bundle: nothing to export, and other files elsewhere."""
    source = _moved(name, _EXPORT.sub("", source), posixpath.dirname(BUNDLE))
    return _LATER.sub(lambda match: f'import("./{beside(name, match[1])}")', source)


def _moved(name: str, source: str, folder: str) -> str:
    """Return a module that finds what is not code where it found it before it was moved."""
    path = posixpath.relpath(name, folder)
    return source.replace("import.meta.url", f'new URL("{path}", import.meta.url)')
