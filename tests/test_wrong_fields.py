"""A position with a field of a wrong type is refused by name, and so are other wrong attributes."""

import random
import re
from functools import partial

import pytest

import pickomino
from pickomino import (
    Action,
    Game,
    PickominoError,
    Position,
    Roll,
    Rules,
    Thinking,
    make_bot,
    start,
)
from pickomino.bots.registry import BOTS
from support.wrong_values import WRONG

POSITION = r"expected a Position, such as start\(Rules\(\), players=2\) or game.position, not"
EXTRA = start(Rules.preset("standard", extrawurm=True), 2)
CHOOSING = Position.from_wfen("standard oooooooooooooooo -/- a - 12345www")
DECIDING = Position.from_wfen("standard oooooooooooooooo -/- a 555www -")
THINKING = Thinking(random.Random(1))
ALLOWED_FIELDS = {"rules": "Rules", "seat": "5", "extrawurm": "None", "weasel_used": "True"}
STRICT = {
    "problems": pickomino.problems,
    "Game.from_position": Game.from_position,
    "advise": pickomino.advise,
    "str": str,
    "_repr_svg_": Position._repr_svg_,  # as notebooks call it
}
QUICK = {
    "wfen": Position.wfen,
    **{
        name: getattr(pickomino, name)
        for name in (
            *("scores", "winners", "legal_actions", "claims", "chance_outcomes", "total"),
            *("dice_to_roll", "position_features"),
        )
    },
}
"""Functions of the hot path find only the wrong fields that they use."""
OWN_BOTS = {name: make_bot(name).choose for name in BOTS if name != "external"}
CHOOSERS = {**OWN_BOTS, "external": make_bot("external:command=true").choose}


def wrong_fields(position):
    """Yield positions with one field of a wrong type, and the name of the field."""
    for part in ("", "turn", "extrawurm"):
        value = getattr(position, part) if part else position
        for field in value._fields if value is not None else ():
            for label, wrong in WRONG.items():
                if label != ALLOWED_FIELDS.get(field):
                    changed = value._replace(**{field: wrong})
                    name = f"position.{part}.{field}" if part else f"position.{field}"
                    yield name, position._replace(**{part: changed}) if part else changed


@pytest.mark.parametrize("position", [EXTRA, CHOOSING, DECIDING], ids=lambda p: p.turn.phase.name)
@pytest.mark.parametrize("name", STRICT)
def test_wrong_field_of_a_position_is_named(name, position):
    """A wrong `rules` or `turn` once raised an AttributeError from inside."""
    for field, wrong in wrong_fields(position):
        with pytest.raises(TypeError, match=f"expected .* as {field}, not"):
            STRICT[name](wrong)


def refusal(call, value):
    """Return the error for a value, if it is refused; other errors are failures."""
    try:
        call(value)
    except (TypeError, PickominoError) as error:
        return str(error)
    return None


@pytest.mark.parametrize("position", [EXTRA, CHOOSING, DECIDING], ids=lambda p: p.turn.phase.name)
@pytest.mark.parametrize("name", [*QUICK, *OWN_BOTS])
def test_quick_function_names_the_wrong_field_that_it_needs(name, position):
    call = QUICK.get(name) or partial(OWN_BOTS[name], thinking=THINKING)
    named = set()
    for field, wrong in wrong_fields(position):
        error = refusal(call, [wrong] if name == "position_features" else wrong)
        if error is not None:
            assert re.search(f"expected .* as {field}, not", error), (field, error)
            named.add(field)
    assert named


STEPS = {
    "roll": (EXTRA, lambda position: pickomino.step_roll(position, Roll.parse("1234555w"))),
    "k5": (CHOOSING, lambda position: pickomino.step(position, Action.parse("k5"))),
    "r": (DECIDING, lambda position: pickomino.step(position, Action.parse("r"))),
    "t30": (DECIDING, lambda position: pickomino.step(position, Action.parse("t30"))),
}


@pytest.mark.parametrize("name", STEPS)
def test_step_names_the_wrong_field_that_it_needs(name):
    position, call = STEPS[name]
    call(position)
    named = set()
    for field, wrong in wrong_fields(position):
        error = refusal(call, wrong)
        if error is not None:
            assert re.search(f"expected .* as {field}, not", error), (field, error)
            named.add(field)
    assert "position.turn" in named


@pytest.mark.parametrize("name", CHOOSERS)
def test_bot_refuses_what_is_no_position(name):
    for label, value in WRONG.items():
        if label != "Position":
            with pytest.raises(TypeError, match=POSITION):
                CHOOSERS[name](value, THINKING)


@pytest.mark.parametrize("name", ["random", "family", "strategist", "champion", "external"])
def test_bot_refuses_what_is_no_thinking(name):
    for value in WRONG.values():
        with pytest.raises(TypeError, match=r"expected Thinking, such as Thinking\("):
            CHOOSERS[name](CHOOSING, value)


def test_position_without_seats_is_refused():
    for stacks in ((), []):
        position = start(Rules(), 2)._replace(stacks=stacks)
        for call in (pickomino.winners, pickomino.problems, Position._repr_svg_):
            with pytest.raises((TypeError, PickominoError), match=r"tiles of each seat|not 0"):
                call(position)


def test_tags_of_a_game_cannot_be_replaced():
    with pytest.raises(AttributeError):
        Game(Rules(), 2).tags = 3


@pytest.mark.parametrize("part", ["tags", "comments"])
def test_record_refuses_a_tag_or_comment_that_is_no_text(part):
    for key, value in (("a", 3), (0, 3), ("a", None)):
        changed = Game(Rules(), 2)
        getattr(changed, part)[key] = value
        with pytest.raises(PickominoError, match="expected text, got"):
            changed.wgn()
