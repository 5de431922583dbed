"""Code in README and docs runs; positions and records in them can be read."""

import ast
import re
import tomllib
from itertools import takewhile

import pytest
from docs_site.configuration import PAGE, configuration

from pickomino import Game, Position, verify
from pickomino.bots.registry import ENTRY_POINTS
from pickomino.evaluation.network import network_for
from soak import SUITES
from support.doc_pages import DOCS, FENCED, MAX_LINES, PAGES, ROOT, blocks
from support.onnx_file import onnx_model
from support.training_commands import run_training

RUNS = {"python", "sh", "toml", "wfen", "wgn"}
"""Languages of code that tests run or parse; `text` is for readers."""
TEXTS = {
    "docs/architecture.md": "diagrams",
    "docs/fair-dice.md": "a formula",
    "docs/notation.md": "a grammar",
    "docs/puzzle-packs.md": "lines of a pack, which the tests of puzzles read",
    "docs/review.md": "a formula",
    "docs/serving.md": "a proxy; test_proxy_on_the_page_is_the_one_that_tests_run",
    "docs/terminal.md": "a dialogue with a player",
    "docs/training.md": "a diagram",
}
"""Pages with blocks of `text`, and why these do not run."""
NEEDS_LIBRARIES = re.compile(r"^(?:from|import) (?:shimmy|supersuit)\b", re.MULTILINE)
"""`make soak ARGS=libraries` runs it, in an environment of its own."""
NEEDS_TRAINING = re.compile(r"^(?:from|import) (?:pyarrow|sb3_contrib|torch)\b", re.MULTILINE)
SMALLER = {"learn(100_000)": "learn(64)", "init(4096": "init(8", '"cuda"': '"cpu"'}
"""Budgets and devices that every machine has."""


def for_each_block(language):
    return pytest.mark.parametrize(
        "block", [pytest.param(block, id=f"{block[0]}:{block[1]}") for block in blocks(language)]
    )


def run(listed):
    """Run the code of a page as one program."""
    namespace = {}
    for page, line, text, _ in listed:
        namespace["__name__"] = page
        code = "\n" * line + text
        for budget, smaller in SMALLER.items():
            code = code.replace(budget, smaller)
        exec(compile(code, page, "exec"), namespace)  # noqa: S102 - our own pages


def needs_training(block):
    return NEEDS_TRAINING.search(block.text) is not None


CODE = [block for block in blocks("python") if not NEEDS_LIBRARIES.search(block.text)]


def code_of(page):
    return [block for block in CODE if block.page == page]


@pytest.fixture
def onnx_file(tmp_path, monkeypatch):
    """The network that a page loads."""
    (tmp_path / "two.onnx").write_bytes(onnx_model(network_for(2)))
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("onnx_file")
@pytest.mark.parametrize("page", sorted({block.page for block in CODE}))
def test_code_on_pages_runs(page):
    """What comes before the first block that needs torch, if there is one."""
    run(takewhile(lambda block: not needs_training(block), code_of(page)))


@pytest.mark.training
@pytest.mark.usefixtures("onnx_file")
@pytest.mark.parametrize("page", sorted({b.page for b in CODE if needs_training(b)}))
def test_code_that_needs_torch_runs(page):
    if any("games.parquet" in block.text for block in code_of(page)):
        games = "games", "--count", 3, "--seats", "thumb", "family"
        run_training(*games, "--output", "build/games.parquet")
    run(code_of(page))


def test_every_block_has_a_language():
    assert {block.language for block in blocks()} == RUNS | {"text"}
    assert {block.page for block in blocks("text")} == set(TEXTS)


@for_each_block("toml")
def test_entry_point_on_pages_names_the_group(block):
    assert list(tomllib.loads(block.text)["project"]["entry-points"]) == [ENTRY_POINTS]


def test_proxy_on_the_page_is_the_one_that_tests_run():
    """Only the host and the nodes differ from deploy/Caddyfile."""
    (block,) = [block for block in blocks("text") if block.page == "docs/serving.md"]
    deployed = {line.strip() for line in (ROOT / "deploy/Caddyfile").read_text().splitlines()}
    different = [line.strip() for line in block.text.splitlines() if line.strip() not in deployed]
    assert different == ["games.example.org {", "reverse_proxy 127.0.0.1:8080"]


@for_each_block("python")
def test_code_on_pages_imports_only_public_names(block):
    tree = ast.parse(block.text)
    modules = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    ours = {module for module in modules if module.partition(".")[0] == "pickomino"}
    # docs/protocol.md shows messages that a client sends, which are no part of the library.
    public = ("pickomino.envs", "pickomino.bench", "pickomino.solved")
    allowed = (*public, *(("pickomino.rooms",) if "protocol" in block.page else ()))
    assert all(module == "pickomino" or module.startswith(allowed) for module in ours)


@for_each_block("wfen")
def test_positions_round_trip(block):
    for line in block.text.splitlines():
        assert Position.from_wfen(line).wfen() == line


@for_each_block("wgn")
def test_records_round_trip(block):
    assert Game.from_wgn(block.text).wgn() == block.text
    if "[Dice" in block.text:
        assert verify(block.text).is_valid


def test_tests_named_on_pages_exist():
    text = "".join(page.read_text("utf-8") for page in PAGES)
    code = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    known = set(re.findall(r"^(?:async )?def (test_\w+)", code, re.MULTILINE))
    assert set(re.findall(r"`(test_\w+)`", text)) <= known
    files = re.findall(r"`(tests/[\w/]+\.py)`", text)
    assert files
    assert not [file for file in files if not (ROOT / file).is_file()]


PROMISES = ["SECURITY.md", *(f"docs/{name}.md" for name in ("fair-dice", "serving", "scaling"))]


@pytest.mark.parametrize("page", PROMISES)
def test_every_claim_of_a_page_names_a_test(page):
    text = (ROOT / page).read_text("utf-8")
    tables = re.findall(r"^\| (?:claim|promise) \|.*\n\|---.*\n((?:\|.*\n)+)", text, re.MULTILINE)
    rows = [row for table in tables for row in table.splitlines()]
    assert len(rows) >= 10
    proof = re.compile(r"`(?:test_\w+|tests/[\w/]+\.py)`")
    assert [row for row in rows if not proof.search(row)] == []


def test_every_point_of_the_security_page_names_a_test():
    text = (ROOT / "docs/security.md").read_text("utf-8")
    table = re.search(r"^\| points \|.*\n\|---.*\n((?:\|.*\n)+)", text, re.MULTILINE)
    rows = table[1].splitlines()
    assert len(rows) >= 30
    assert [row for row in rows if not re.search(r"`test_\w+`|\| none: ", row)] == []


@pytest.mark.parametrize("page", [*PROMISES, "docs/security.md"])
def test_pages_say_what_is_not_promised(page):
    text = (ROOT / page).read_text("utf-8")
    title = r"^(?:## |\*\*)What .*\bnot (?:promised?|cover)\b.*\n\n(?=[A-Z-])"
    assert re.search(title, text, re.MULTILINE)


def test_suites_named_on_pages_exist():
    text = "".join((ROOT / page).read_text("utf-8") for page in (*PROMISES, "docs/security.md"))
    named = " ".join(re.findall(r'`make soak ARGS=("[\w ]+"|\w+)`', text)).replace('"', " ").split()
    assert named
    assert set(named) <= set(SUITES)


def test_every_chapter_of_the_security_standard_is_covered():
    text = (ROOT / "docs/security.md").read_text("utf-8")
    assert [int(number) for number in re.findall(r"\*\*V(\d+)\*\*", text)] == list(range(1, 15))


def test_files_named_in_architecture_exist():
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    named = set(re.findall(r"`([\w./-]+\.(?:py|js|ts|toml))`", text))
    known = [
        f"/{path.relative_to(ROOT)}"
        for folder in ("src", "training", "tests", "scripts", ".")
        for path in (ROOT.glob("*.*") if folder == "." else (ROOT / folder).rglob("*.*"))
    ]
    assert len(named) > 10
    assert not [name for name in named if not any(path.endswith(f"/{name}") for path in known)]


def headings(page):
    """Return the anchors that GitHub gives to the headings of a page."""
    text = FENCED.sub("", page.read_text("utf-8"))
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_are_valid(page):
    links = re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)", page.read_text("utf-8"))
    for path, anchor in links:
        if path.startswith("../../"):
            continue  # to the repository's other pages
        target = page.parent / path if path else page
        assert target.exists(), path
        assert not anchor or anchor in headings(target), anchor


def test_every_picture_is_shown_on_a_page():
    text = "".join(page.read_text("utf-8") for page in PAGES)
    shown = set(re.findall(r"!\[[^]]+\]\((?:docs/)?pictures/([^)]+)\)", text))
    assert shown == {path.name for path in (ROOT / "docs/pictures").iterdir()}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_percent_signs_follow_the_number(page):
    """Other languages put a space between them, as docs/translating.md says."""
    other = r"12,5 % in German|1 % with a no-break space"
    text = re.sub(other, "", page.read_text("utf-8"))
    assert re.findall(r".*\d[ \u00a0\u202f]%.*", text) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_are_short(page):
    assert len(page.read_text("utf-8").splitlines()) <= MAX_LINES


def test_every_page_is_in_the_navigation():
    navigation = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2]
    listed = re.findall(r"([\w-]+\.md)$", navigation, re.MULTILINE)
    assert len(listed) == len(set(listed))
    assert {page.name for page in DOCS} <= set(listed)


def test_configuration_page_is_generated_from_the_settings():
    """Run `make docs` to write it again."""
    assert PAGE.read_text("utf-8") == configuration()
