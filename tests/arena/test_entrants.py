"""Bots of the user's own: objects, classes, names and entry points, in one or more processes."""

import functools
import json
import subprocess
import sys
from pathlib import Path

import pytest

from pickomino import Match, PickominoError, legal_actions, make_bot, register_bot
from pickomino.bots import registry

SETTINGS = {"games": 12, "adjusted": False, "turn_limit": 60}
MODULE = """
from pickomino import claims, legal_actions

class Claimer:
    def __init__(self, index="-1"):
        self.index = int(index)

    def choose(self, position, thinking):
        return (claims(position) or legal_actions(position))[self.index]

class NoBot:
    pass

number = 5
"""


class LastBot:
    """Plays the last legal action."""

    def choose(self, position, thinking):
        del thinking
        return legal_actions(position)[-1]


class NamedBot(LastBot):
    def __init__(self, name):
        self.name = name

    __hash__ = None


@pytest.fixture
def module(tmp_path, monkeypatch):
    (tmp_path / "their_bots.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    sys.modules.pop("their_bots", None)


@pytest.fixture
def registered(monkeypatch):
    monkeypatch.setattr(registry, "_registered", {})


def figures(result):
    assert result.ending == "complete", result.problem
    return [(bot.label, bot.win_share.mean) for bot in result.statistics.bots]


@pytest.mark.usefixtures("module", "registered")
def test_match_takes_objects_classes_and_names_in_any_number_of_processes():
    register_bot("last", LastBot)
    bots = (
        LastBot,
        NamedBot("mine"),
        functools.partial(NamedBot, "other"),
        "last",
        "their_bots:Claimer:index=0",
    )
    alone = figures(Match(*bots, **SETTINGS).play(workers=1))
    assert [label for label, _ in alone] == [
        *("LastBot", "mine", "NamedBot", "last", "their_bots:Claimer:index=0")
    ]
    assert figures(Match(*bots, **SETTINGS).play(workers=2)) == alone


def test_bot_that_cannot_reach_other_processes_is_refused_with_the_way_out():
    class LocalBot(LastBot):
        pass

    match = Match(LocalBot, "random", **SETTINGS)
    with pytest.raises(PickominoError, match=r"'LocalBot' cannot be sent .* or a single worker"):
        match.play(workers=2)
    assert match.play(workers=1).ending == "complete"


@pytest.mark.usefixtures("module")
@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("no_such_module:Bot", "No module named 'no_such_module'"),
        ("their_bots:Nothing", "no attribute 'Nothing'"),
        ("their_bots:NoBot", "NoBot has no method choose"),
        ("their_bots:number", "number is not a class or a function"),
        ("their_bots:Claimer:level=3", "unexpected keyword argument 'level'"),
        ("their_bots:Claimer:index=x", "invalid literal"),
        ("their_bots:Claimer:index", "unknown bot option 'index'"),
    ],
)
def test_bot_that_cannot_be_made_is_refused_with_the_reason(spec, reason):
    with pytest.raises(PickominoError, match=reason):
        Match(spec, "random", **SETTINGS).play(workers=1)


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize("name", ["expert", "My Bot", "", "mine:x"])
def test_name_that_is_taken_or_invalid_cannot_be_registered(name):
    with pytest.raises(PickominoError, match="cannot be the name of a bot"):
        register_bot(name, LastBot)


@pytest.mark.usefixtures("registered")
def test_registered_bot_has_options_and_replaces_an_earlier_one():
    register_bot("mine", LastBot)
    register_bot("mine", NamedBot, options={"name": ("hen", "cock")})
    assert make_bot("mine:name=cock").name == "cock"
    with pytest.raises(PickominoError, match="choose from hen, cock"):
        make_bot("mine:name=worm")
    with pytest.raises(PickominoError, match="champion, external, mine"):
        make_bot("nobody")


def test_bots_of_other_packages_are_found_by_their_entry_points(tmp_path):
    (tmp_path / "their_bots.py").write_text(MODULE)
    package = tmp_path / "their_bots-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: their-bots\nVersion: 1.0\n")
    points = "[pickomino.bots]\nclaimer = their_bots:Claimer\nexpert = their_bots:NoBot\n"
    (package / "entry_points.txt").write_text(points)

    def run(*arguments):
        command = [Path(sys.executable).with_name("pickomino"), *arguments]
        done = subprocess.run(
            command,
            env={"PYTHONPATH": str(tmp_path), "PATH": "/bin", "HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    arena = ("arena", "claimer:index=0", "expert", "--games", "4", "--raw", "--json")
    for workers in ("1", "2"):
        match = json.loads(run(*arena, "--workers", workers, "--turn-limit", "30"))
        assert match["statistics"]["bots"][0]["label"] == "claimer:index=0"
    listed = json.loads(run("bots", "--json"))
    assert [bot["name"] for bot in listed][-2:] == ["external", "claimer"]
    assert "claimer" in run("bots")


def test_arena_command_finds_a_module_of_the_current_folder(module):
    options = ("--games", "4", "--raw", "--turn-limit", "30", "--workers", "2", "--json")
    program = Path(sys.executable).with_name("pickomino")
    done = subprocess.run(
        [program, "arena", "their_bots:Claimer", "random", *options],
        cwd=module,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["ending"] == "complete"


@pytest.mark.usefixtures("module", "registered")
def test_servers_and_tables_never_load_bots_by_their_module():
    """A client of a server chooses bots by text, which must not make it import anything."""
    from pickomino.rooms.domain.validation import validate_bot

    register_bot("last", LastBot)
    for spec in ("their_bots:Claimer", "os:system", "last"):
        with pytest.raises(PickominoError, match="unknown bot"):
            validate_bot(spec)
