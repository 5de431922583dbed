"""Every command with every kind of bad argument: one sentence that names what is wrong."""

import asyncio
import contextlib
import re
import shlex
import sqlite3

import pytest

from pickomino.cli.app import app
from pickomino.server.storage.sql_store import SqlStore
from support.cli_runner import pickomino, run_alone
from support.refused_arguments import HUGE, LONG, REFUSED, START, no_number
from support.server.stores import CODE, append, entries

UNTESTED = {("arena", "--ray")}
"""A Ray cluster takes seconds to look for; tests/arena/test_ray.py has a wrong address."""
FILE = re.compile(r"text\.txt|folder|no|no\.[a-z]+|x\.txt|/(no|proc)/\S+")
LONG_CASES = [
    ("play", f"--bots external:command={LONG}"),
    ("play", f"--join http://127.0.0.1:9/{LONG}"),
    ("arena", f"expert external:command={LONG}"),
]
CASES = [(name, *case) for name, cases in REFUSED.items() for case in cases]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("arguments")
    (path / "text.txt").write_text("hello")
    (path / "game.wgn").write_text('[Rules "mini"][a "A"][b "B"]')
    (path / "prof.json").write_text('{"daily": {}, "practice": {}, "games": {}}')
    (path / "folder").mkdir()
    with contextlib.closing(sqlite3.connect(path / "foreign.db")) as foreign:
        foreign.execute("CREATE TABLE other (name)")

    async def fill():
        store = SqlStore(str(path / "ours.db"))
        await store.open()
        await append(store, CODE, 0, entries(1, 1))
        await store.close()

    asyncio.run(fill())
    return path


def error_of(command, arguments="", *, folder, home):
    """Return what a refused command prints; it runs in a folder with some files."""
    words = [*command.split(), *shlex.split(arguments)]
    # A server that cannot start would leave its settings to this process.
    run = (
        run_alone
        if words == ["serve"] or (words[0] == "serve" and {"--database", "--redis"} & set(words))
        else pickomino
    )
    with contextlib.chdir(folder):
        code, _, errors = run(*words, XDG_DATA_HOME=str(home), COLUMNS="400")
    assert code == 2
    return errors.strip("─╭╮╰╯│ \n")


@pytest.mark.parametrize(("command", "arguments", "sentence"), CASES)
def test_bad_argument_is_named(command, arguments, sentence, folder, tmp_path):
    text = error_of(command, arguments, folder=folder, home=tmp_path)
    assert text.startswith(sentence)
    assert "\n" not in text


def options():
    """Yield every command with each option that takes a value."""
    for command in REFUSED:
        for argument in app[command].assemble_argument_collection() if command else ():
            if argument.hint is not bool and argument.names[0].startswith("--"):
                yield command, argument.names[0]


EMPTY_IS_DEFAULT = {
    *(("play", option) for option in ("--names", "--rules", "--starter", "--name")),
    *(("odds", option) for option in ("--aim", "--rules", "--names", "--record")),
    *(("serve", option) for option in ("--database", "--redis", "--public-url", "--site")),
    *((command, "--database") for command in ("backup", "restore", "unarchive")),
}
BASES = {
    "play": "--plain",
    "arena": "expert family",
    "bench": "random",
    "odds": START,
    **dict.fromkeys(("convert", "replay", "review", "verify"), "game.wgn"),
    "backup": "--output o.db --database ours.db",
    "restore": "--input no.db",
    "unarchive": CODE,
    "transfer": "--from ours.db --to new.db",
    "site": "--output new",
}


def with_value(command, option, value):
    """Return the arguments of a command of which one option has a value."""
    words = BASES.get(command, "").split()
    if option in words:
        del words[words.index(option) : words.index(option) + 2]
    return shlex.join([*words, option, value])


@pytest.mark.parametrize(("command", "option"), sorted({*options()} - UNTESTED - EMPTY_IS_DEFAULT))
def test_empty_value_is_refused(command, option, folder, tmp_path):
    """`convert --output ''` once reported that '' already exists."""
    text = error_of(command, with_value(command, option, ""), folder=folder, home=tmp_path)
    assert "already exists" not in text
    assert re.search("''|\"\"|no game is saved|does not have Python for the browser", text), text
    assert "\n" not in text


NUMBERS = [
    (command, option)
    for command, option in sorted(options())
    if any(
        words.endswith(f"{option} x") and sentence == no_number(option, "x")
        for words, sentence in REFUSED[command]
    )
]


@pytest.mark.parametrize("value", [HUGE, f"-{HUGE}"])
@pytest.mark.parametrize(("command", "option"), NUMBERS)
def test_huge_number_is_refused(command, option, value, folder, tmp_path):
    """`arena --games` once took any number, and hung."""
    text = error_of(command, with_value(command, option, value), folder=folder, home=tmp_path)
    assert "\n" not in text


@pytest.mark.parametrize(
    "command", ["serve", "profile --import prof.json", "profile --delete --yes"]
)
def test_data_folder_that_is_a_file_is_named(command, folder, tmp_path):
    """An import into it once blamed the imported file."""
    (tmp_path / "pickomino").write_text("")
    text = error_of(*command.split(maxsplit=1), folder=folder, home=tmp_path)
    assert re.fullmatch(rf"cannot (write|use the database) '{tmp_path}/pickomino/\S+': .+", text)


def long_paths():
    """Yield each case that names a file or a folder, with a long path in its place."""
    for command, arguments, sentence in CASES:
        for word in arguments.split():
            name = word.rpartition("=")[2]
            if FILE.fullmatch(name) and f"'{name}'" in sentence:
                yield command, arguments.replace(name, LONG)


@pytest.mark.parametrize(("command", "arguments"), sorted({*long_paths(), *LONG_CASES}))
def test_long_path_is_shown_whole(command, arguments, folder, tmp_path):
    assert LONG in error_of(command, arguments, folder=folder, home=tmp_path)


def test_every_option_is_given_a_bad_value():
    missing = {
        (command, option)
        for command in REFUSED
        if command
        for argument in app[command].assemble_argument_collection()
        for option in argument.names[:1]
        if argument.hint is not bool and option.startswith("--")
        if not any(option in words.split() for words, _ in REFUSED[command])
    }
    assert missing == UNTESTED
    assert set(REFUSED) - {""} == {name for name in app if not name.startswith("-")}
