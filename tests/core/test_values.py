"""Values are immutable, and impossible positions are reported."""

import pytest

from pickomino import (
    Action,
    Game,
    Position,
    Roll,
    Rules,
    Specialist,
    SpecialistMove,
    problems,
    start,
)


def test_roll_cannot_be_changed():
    roll = Roll.parse("12")
    with pytest.raises(AttributeError):
        roll.points = 99
    assert Roll.parse("12").points == 3


def test_unsorted_grill_is_a_problem():
    position = start(Rules.preset("standard"), 2)
    position = position._replace(grill=position.grill[::-1])
    assert [problem.code for problem in problems(position)] == ["tiles_unsorted"]


def test_one_player_is_a_problem():
    position = start(Rules.preset("standard"), 2)
    assert [p.code for p in problems(position._replace(stacks=((),)))] == ["bad_players"]


def test_move_of_the_raven_is_reported_after_its_choice():
    wfen = "standard+extrawurm xxxxoxxxxxxxxxxxxx 36/-/- a 3555w - -,-,23,b,-/5,0,2/-"
    wfen = wfen.replace("xxxxoxxxxxxxxxxxxx", "xxxxoxxxxxxxxxxxx.")
    game = Game.from_position(Position.from_wfen(wfen))
    for token in ("t23", "bc"):
        game.play(Action.parse(token))
    assert SpecialistMove(Specialist.RAVEN, 23, -1) in game.events[-1].specialists
    assert game.events[-1].total == 23
