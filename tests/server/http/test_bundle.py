"""The bundle of the modules of a first game."""

import json
import re

from pickomino.server.http.bundle import BUNDLE, bundle_files, resolve
from pickomino.server.http.static_files import (
    BUNDLED,
    BUNDLED_TOO,
    COMMON_SCRIPT,
    FOLDER,
    client_files,
)

FORMS = re.compile(
    r'import (?:\{[^}]*\} from )?"\.[^"]+";|export (?:async function|function|class|const) \w'
)
IMPORTED = re.compile(r'^import (?:\{[^}]*\} from )?"(\.[^"]+)";', re.MULTILINE)
SOURCES = {path.relative_to(FOLDER).as_posix(): path.read_text() for path in FOLDER.rglob("*.js")}


def bundled_modules():
    return client_files().modules([COMMON_SCRIPT, *BUNDLED, *BUNDLED_TOO])


def test_modules_use_only_supported_import_forms():
    assert SOURCES
    for name, source in SOURCES.items():
        starts = re.finditer(r"^(?:import|export)\b", source, re.MULTILINE)
        assert all(FORMS.match(source, start.start()) for start in starts), name


def test_bundled_modules_have_no_import_cycles():
    """In a cycle, each module would wait for the other."""
    waiting = {
        name: {resolve(name, path) for path in IMPORTED.findall(SOURCES[name])}
        for name in bundled_modules()
    }
    while ready := {name for name, needed in waiting.items() if not needed & waiting.keys()}:
        waiting = {name: needed for name, needed in waiting.items() if name not in ready}
    assert waiting == {}


def test_source_map_names_the_module_of_each_line():
    lines = client_files().read(BUNDLE).body.decode().splitlines()
    source_map = json.loads(client_files().read(f"{BUNDLE}.map").body)
    assert [section["map"]["sources"] for section in source_map["sections"]] == [
        [f"../{name}"] for name in bundled_modules()
    ]
    for section in source_map["sections"]:
        name = section["map"]["sources"][0].removeprefix("../")
        assert section["map"]["mappings"].split(";") == ["AAAA"] + ["AACA"] * SOURCES[name].count(
            "\n"
        )
        start = section["offset"]["line"]
        for number, line in enumerate(SOURCES[name].splitlines()):
            if not re.search(r"^export |^import |^}|import\(|import\.meta|\*/$| as |^ *\*", line):
                assert lines[start + number] in {line, ""}


def test_dynamic_imports_share_bundled_modules():
    sources = {
        "art.js": "export const INK = 1;\n",
        "elements/page.js": 'import { INK as BLACK } from "../art.js";\n'
        'import "../art.js";\nexport async function show() {\n'
        '  await import("./later.js");\n  await import("../art.js");\n'
        '  return new URL("a.css", import.meta.url);\n}\n',
        "elements/later.js": 'import { INK } from "../art.js";\nimport { far } from "./far.js";\n',
        "elements/far.js": "export function far() {}\n",
    }
    bundled = ("elements/page.js", "art.js")
    files = bundle_files(sources, bundled, {"start.js": ("elements/page.js",)})
    assert files["game/start.js"] == (
        'import { need } from "./bundle.js";\nawait need("elements/page.js");\n'
    )
    assert files["game/elements/later.js"] == (
        'import { need } from "./../bundle.js"; const { INK } = await need("art.js");\n'
        'import { far } from "./far.js";\n'
    )
    assert files["game/art.js"] == (
        'import { need } from "./bundle.js"; export const { INK } = await need("art.js");\n'
    )
    assert files["game/elements/far.js"] == sources["elements/far.js"]
    assert (
        '"elements/page.js": async () => {\n'
        'const { INK: BLACK } = await need("art.js");\nawait need("art.js");\n'
        'async function show() {\n  await import("./elements/later.js");\n'
        '  await need("art.js");\n'
        '  return new URL("a.css", new URL("../elements/page.js", import.meta.url));\n}\n'
        "\nreturn { show };\n},\n"
    ) in files["game/bundle.js"]
