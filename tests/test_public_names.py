"""The public names: documented, typed, imported when they are used, and checked for their types."""

import ast
import subprocess
import sys
import time
from pathlib import Path

import pytest

import pickomino
from pickomino import (
    CommittedDice,
    Game,
    Match,
    PickominoError,
    Position,
    Rules,
    ScriptedDice,
    SeededDice,
    start,
)

PLAIN_VALUES = {"CHANCE", "OVER", "__version__", "GameEvent"}
SOURCE = Path(pickomino.__file__)


@pytest.mark.parametrize("name", sorted(set(pickomino.__all__) - PLAIN_VALUES))
def test_every_public_name_has_a_docstring_with_an_example(name):
    assert ">>>" in (getattr(pickomino, name).__doc__ or "")


def test_every_public_name_is_declared_for_type_checkers():
    (block,) = (node for node in ast.parse(SOURCE.read_text()).body if isinstance(node, ast.If))
    declared = {
        alias.asname or alias.name: (node.module, alias.name)
        for node in block.body
        for alias in node.names
    }
    assert {*declared, "__version__"} == set(pickomino.__all__) == set(dir(pickomino))
    for name, (module, original) in declared.items():
        imported = getattr(__import__(module, fromlist=[original]), original)
        assert getattr(pickomino, name) is imported


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'gmae'"):
        pickomino.gmae  # noqa: B018 - the access is the test


def quickest(code):
    def run():
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - begin

    return min(run() for _ in range(5))


def test_import_loads_no_module_that_is_not_used():
    code = "import sys, pickomino; print(*(name for name in sys.modules if 'pickomino.' in name))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["pickomino._version"]
    # As a ratio, because the machine may be slow: it was 3.9 when everything was imported.
    assert quickest("import pickomino") < 2 * quickest("pass")


WRONG = [None, 5, 2.5, "text", b"bytes", [], {}, object(), Game(Rules(), 2), start(Rules(), 2)]
CALLS = {
    name: getattr(pickomino, name)
    for name in (
        *("advise", "chance_outcomes", "claims", "dice_to_roll", "legal_actions", "make_bot"),
        *("problems", "read_games", "review", "scores", "total", "verify", "winners", "worms"),
    )
} | {
    "Game rules": lambda value: Game(value, 2),
    "Game players": lambda value: Game(Rules(), value),
    "Game dice": lambda value: Game(Rules(), 2, value),
    "Game turn_limit": lambda value: Game(Rules(), 2, turn_limit=value),
    "Game.from_position": Game.from_position,
    "Game.from_state": Game.from_state,
    "Game.from_wgn": Game.from_wgn,
    "Game.from_json": Game.from_json,
    "Game.play": lambda value: Game(Rules(), 2, SeededDice(1)).play(value),
    "Game.roll": lambda value: Game(Rules(), 2).roll(value),
    "Game.position_at": lambda value: Game(Rules(), 2).position_at(value),
    "Game.continue_with": lambda value: Game(Rules(), 2).continue_with(value),
    "Match bots": lambda value: Match(value, "random"),
    "Match rules": lambda value: Match("random", "random", rules=value),
    "Match seed": lambda value: Match("random", "random", seed=value),
    "Position.from_wfen": Position.from_wfen,
    "Action.parse": pickomino.Action.parse,
    "Roll.parse": pickomino.Roll.parse,
    "Rules.parse": Rules.parse,
    "Rules.preset": Rules.preset,
    "SeededDice": SeededDice,
    "CommittedDice": lambda value: CommittedDice(value, "id", []),
    "ScriptedDice": ScriptedDice,
    "apply position": lambda value: pickomino.apply(value, pickomino.Action("r")),
    "apply action": lambda value: pickomino.apply(start(Rules(), 2), value),
    "apply_roll position": lambda value: pickomino.apply_roll(value, pickomino.Roll.parse("1")),
    "apply_roll roll": lambda value: pickomino.apply_roll(start(Rules(), 2), value),
    "advise aim": lambda value: pickomino.advise(start(Rules(), 2), value),
    "play_game bots": lambda value: pickomino.play_game([value, value]),
    "play_game rules": lambda value: pickomino.play_game(["random", "random"], value),
    "play_turn game": lambda value: pickomino.play_turn(value, [None, None]),
    "play_bots game": lambda value: pickomino.play_bots(value, [None, None]),
    "register_bot name": lambda value: pickomino.register_bot(value, object),
    "register_bot maker": lambda value: pickomino.register_bot("mine", value),
    "start rules": lambda value: start(value, 2),
    "start players": lambda value: start(Rules(), value),
}
EXPLAINED = ("expected", "must", "not", "needs", "cannot", "unknown", "no ", "is ")


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_value_of_a_wrong_type_is_refused_with_what_is_expected(call):
    """`Game("standard", 2)` once ended in an AttributeError from inside."""
    refused = 0
    for value in WRONG:
        error = error_of(call, value)
        if error is not None:
            assert any(word in str(error) for word in EXPLAINED), error
            assert "NoneType' object" not in str(error), error
            refused += 1
    assert refused >= len(WRONG) - 3


def error_of(call, value):
    try:
        call(value)
    except (TypeError, PickominoError) as error:
        return error


def test_text_in_place_of_rules_is_refused_with_the_way_to_make_them():
    with pytest.raises(TypeError, match=r'expected Rules, such as Rules.parse\("standard"\), not'):
        Game("standard", 2)
