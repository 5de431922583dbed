"""Commands on pages are accepted, and the cheap ones run."""

import argparse
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tomllib

import pytest

from pickomino.cli.app import app
from soak import SUITES
from soak import __main__ as soak
from support.doc_pages import DOCS, FENCED, PAGES, ROOT, blocks, inline_code

BIN = ROOT / ".venv" / "bin"
SETTING = re.compile(r"\w+=")
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
NOT_RUN = {
    "make": "builds environments, plays or trains; .ci/run makes what ends by itself",
    "pickomino play": "asks a player; .ci/install-paths plays with bots alone",
    "pickomino serve": "ends with Ctrl-C; .ci/wheel and .ci/install-paths serve",
    "pickomino site": "needs Python for the browser; tests/site builds it",
    "pickomino arena champion:network=": "needs a network that training makes",
    "pickomino review game.wgn": "needs a network that training makes",
    "pickomino bench": "takes minutes to hours; tests/bench runs the tasks",
    "pickomino export": "needs games; test_saved_game_is_understood_by_every_command",
    "pickomino review -": "reads what the command before it writes",
    "python -m training": "takes minutes to days; tests/training runs each command with less",
    "python -m benchmarks": "measures for minutes",
    "python -m pytest": "a part of make test",
    "python3 -m http.server": "Python's own, and ends with Ctrl-C",
    "python scripts": "measures for minutes to hours",
    "python examples/rllib_ppo.py": "make soak ARGS=libraries runs it",
    "python3 -m venv": "Python's own",
    "python -m uv": "downloads hundreds of megabytes; make setup-training installs the same",
    "pip install": "downloads; .ci/install-paths and make soak ARGS=libraries install",
    "pip download": "downloads; make site-runtime has the same command",
    "npm install": "downloads; make site-runtime has the same version",
    "docker": "needs a container engine; .ci/bare-container runs the Dockerfile's steps",
    "pg_dump": "needs a database; test_restored_dump_has_all_rooms runs it",
    "pg_restore": "needs a database; test_restored_dump_has_all_rooms runs it",
    "export": "sets variables for the command below it",
}
"""Commands that tests only check, and why."""
NEEDS_TORCH = ("python -m benchmarks.torch_env",)
"""Commands that are checked only where torch is installed."""
RUNS = "pickomino arena", "pickomino completion", "mkdir -p"
SMALLER = {
    "--games 1000": "--games 2",
    "--games 400": "--games 2",
    "arena family": "arena family --games 2",
}

needs_make = pytest.mark.skipif(
    sys.platform == "win32" or not shutil.which("make"), reason="needs a shell and make"
)


def commands_of(text):
    """Return the commands of a block, each as words, without settings of variables."""
    listed = []
    for line in text.replace("\\\n", " ").splitlines():
        for part in re.split(r" (?:\||&&) ", line):
            words = shlex.split(part.partition(" > ")[0], comments=True)
            while words and SETTING.match(words[0]):
                words.pop(0)
            if words[:2] == ["nice", "-n"]:
                del words[:3]
            if words:
                listed.append(words)
    return listed


def without_launcher(words):
    """Return the words from `pickomino` on if another program starts it, else all of them."""
    is_launcher = words[0] == "uvx" or words[:2] == ["pipx", "run"]
    if is_launcher:
        return words[words.index("pickomino") :]
    return [words[0].rpartition("/")[2], *words[1:]]


def as_text(words):
    return shlex.join(without_launcher(words))


INLINE = re.compile(r"make |pip install |(?:\S*/)?python -m (?:soak|benchmarks|pytest)")
COMMANDS = sorted(
    {
        as_text(words)
        for code in [block.text for block in blocks("sh")]
        + list(filter(INLINE.match, inline_code()))
        for words in commands_of(code)
    }
)


def starting_with(*beginnings):
    """Run a test for each command that begins in one of these ways."""
    listed = [words for words in COMMANDS if words.startswith(beginnings)]
    assert listed
    commands = [
        pytest.param(words, marks=pytest.mark.training) if words.startswith(NEEDS_TORCH) else words
        for words in listed
    ]
    return pytest.mark.parametrize("command", commands)


class Parsed(Exception):
    """The command line was accepted; nothing is run."""


@pytest.fixture
def only_parse(monkeypatch):
    parse = argparse.ArgumentParser.parse_args

    def parse_and_stop(*arguments):
        parse(*arguments)
        raise Parsed

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parse_and_stop)
    return lambda *words: monkeypatch.setattr("sys.argv", list(words))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_code_is_fenced(page):
    """Code that is only indented names no language, so no test would run it."""
    assert re.findall(r"(?<=\n\n)(?: {4}|\t).*", FENCED.sub("", page.read_text("utf-8"))) == []


def test_every_command_is_run_or_has_a_reason():
    known = *RUNS, *NOT_RUN
    assert [command for command in COMMANDS if not command.startswith(known)] == []
    assert [name for name in known if not any(text.startswith(name) for text in COMMANDS)] == []


@starting_with("pickomino")
def test_options_of_pickomino_are_known(command):
    app.parse_args(shlex.split(command)[1:], exit_on_error=False, print_error=False)


@needs_make
@starting_with("make")
def test_make_has_the_target(command, monkeypatch):
    words = shlex.split(command)
    environment = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    dry = ["make", "--dry-run", "--no-print-directory", *words[1:]]
    done = subprocess.run(dry, cwd=ROOT, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    names = next((word[5:].split() for word in words if word.startswith("ARGS=")), [])
    if "soak" in words:
        monkeypatch.setattr("sys.argv", ["soak", *names])
        assert set(soak.parse_arguments().suites) <= set(SUITES)
    if "bench" in words:
        assert not [name for name in names if not (ROOT / f"benchmarks/{name}.py").is_file()]


@pytest.mark.training
@starting_with("python -m training")
def test_arguments_of_training_are_accepted(command, only_parse):
    only_parse(*shlex.split(command)[2:])
    with pytest.raises(Parsed):
        runpy.run_module("training", run_name="__main__")


@starting_with("python scripts/", "python examples/", "python -m bench")
def test_arguments_of_scripts_are_accepted(command, only_parse):
    _, *words = shlex.split(command)
    if words[0] == "-m":
        words[:2] = [f"{words[1].replace('.', '/')}.py"]
    file = words[0]
    assert (ROOT / file).is_file()
    if "argparse" in (ROOT / file).read_text("utf-8"):
        only_parse(*words)
        with pytest.raises(Parsed):
            runpy.run_path(str(ROOT / file), run_name="__main__")


@starting_with("pip ", "python -m uv ")
def test_packages_to_install_exist(command):
    for name in re.findall(r"pickomino\[([\w,]+)\]", command):
        assert set(name.split(",")) <= set(EXTRAS)
    for name in re.findall(r"requirements[\w-]*\.lock", command):
        assert (ROOT / name).is_file()


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_readers_install_from_the_index(page):
    """A reader of the site has no checkout, where `pip install .` would work."""
    assert re.findall(r"pip install '?\.", page.read_text("utf-8")) == []


def is_cheap(block):
    texts = [as_text(words) for words in commands_of(block.text)]
    return all(text.startswith(RUNS) and not text.startswith(tuple(NOT_RUN)) for text in texts)


CHEAP = [block for block in blocks("sh") if is_cheap(block)]


@needs_make
@pytest.mark.parametrize("block", CHEAP, ids=lambda block: f"{block.page}:{block.line}")
def test_cheap_commands_run(block, tmp_path):
    """In an empty home, with the environment that the page has made."""
    (tmp_path / "games").symlink_to(BIN.parent)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (bot,) = [block.text for block in blocks("python") if "class Careful" in block.text]
    (tmp_path / "my_bot.py").write_text(bot)
    text = block.text
    for budget, smaller in SMALLER.items():
        text = text.replace(budget, smaller)
    homes = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", text],
        cwd=tmp_path,
        env=os.environ | homes | {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
