"""Bundles the modules of a first game into one file.

Fifty separate requests would take longer than transferring their bytes.

Every module becomes a function that runs when it is first needed. Line breaks are kept, so a
source map can tell which module and line each line of the bundle comes from. This works because our
modules use only a few forms of import and export, all at the start of a line:
`import { name } from "./other.js"`, `import "./other.js"`, and `export` before a function, a class
or a constant. Modules that are imported dynamically stay separate files; if they import a bundled
module, they take it from the bundle.
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
_DYNAMIC: Final = re.compile(r'\bimport\("(\.[^"]+)"\)')
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_START: Final = """\
const made = new Map();
export function need(name) {
  if (!made.has(name)) made.set(name, makers[name]());
  return made.get(name);
}
const makers = {
"""


def resolve(name: str, relative: str) -> str:
    """Return the path that a relative import in a file refers to.

    >>> resolve("board/dice.js", "../shared/art.js")
    'shared/art.js'
    """
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), relative))


def bundle_files(
    sources: Mapping[str, str], bundled: Iterable[str], entries: Mapping[str, Iterable[str]]
) -> dict[str, str]:
    """Return the bundle, its source map, the entry files, and each module as a separate file.

    Args:
        sources: the source of every module, keyed by its path.
        bundled: the paths of the modules in the bundle.
        entries: the modules that each entry file runs, in order.

    """
    within = {name: sources[name] for name in bundled}
    files = {FOLDER + name: _standalone(name, source, within) for name, source in sources.items()}
    for name, modules in entries.items():
        runs = "".join(f'await need("{module}");\n' for module in modules)
        files[FOLDER + name] = f"{_bundle_import(name)}\n{runs}"
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
        text += _adapt_to_bundle(name, _link(name, source, within))
        text += f"\nreturn {{ {_exports(source)} }};\n}},\n"
    text += "};\n//# sourceMappingURL=bundle.js.map\n"
    return text, json.dumps({"version": 3, "sections": sections})


def _exports(source: str) -> str:
    return ", ".join(match[1] for match in _EXPORT.finditer(source))


def _map(name: str, source: str) -> dict[str, object]:
    """Return a source map that maps each line of a file to the same line number of its module."""
    lines = ";".join(["AAAA"] + ["AACA"] * source.count("\n"))
    return {"version": 3, "sources": [f"../{name}"], "names": [], "mappings": lines}


def _standalone(name: str, source: str, within: Mapping[str, str]) -> str:
    """Return a module as a separate file that takes bundled modules from the bundle."""
    folder = posixpath.dirname(FOLDER + name)
    start = f"{_bundle_import(name)} "
    if name in within:
        return f'{start}export const {{ {_exports(source)} }} = await need("{name}");\n'
    linked = _link(name, source, within)
    return _relocate(name, linked if linked == source else start + linked, folder)


def _bundle_import(name: str) -> str:
    folder = posixpath.dirname(FOLDER + name)
    return f'import {{ need }} from "./{posixpath.relpath(BUNDLE, folder)}";'


def _link(name: str, source: str, within: Mapping[str, str]) -> str:
    """Replace imports of bundled modules with calls to the bundle's `need`."""

    def replace_static(match: re.Match[str], names: str, path: str) -> str:
        module = resolve(name, path)
        if module not in within:
            return match[0]
        return f'{names and f"const {names} = "}await need("{module}");'

    def replace_dynamic(match: re.Match[str]) -> str:
        module = resolve(name, match[1])
        return f'need("{module}")' if module in within else match[0]

    source = _NAMED.sub(
        lambda match: replace_static(match, match[1].replace(" as ", ": "), match[2]), source
    )
    source = _PLAIN.sub(lambda match: replace_static(match, "", match[1]), source)
    return _DYNAMIC.sub(replace_dynamic, source)


def _adapt_to_bundle(name: str, source: str) -> str:
    """Remove exports, and make the remaining paths relative to the bundle."""
    source = _relocate(name, _EXPORT.sub("", source), posixpath.dirname(BUNDLE))
    return _DYNAMIC.sub(lambda match: f'import("./{resolve(name, match[1])}")', source)


def _relocate(name: str, source: str, folder: str) -> str:
    """Make `import.meta.url` refer to the original location of a module."""
    path = posixpath.relpath(name, folder)
    return source.replace("import.meta.url", f'new URL("{path}", import.meta.url)')
