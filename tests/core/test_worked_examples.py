"""The engine plays the worked examples of the rules, section 7."""

import pytest

from pickomino import (
    Action,
    Game,
    Position,
    Roll,
    TurnEnd,
    chance_outcomes,
    legal_actions,
    scores,
    total,
    winners,
)
from support.short_positions import EXTRAWURM, at, play, without_extrawurm
from support.worked_examples import CASES, EXAMPLES, case_id


def test_examples_are_numbered_without_gaps():
    assert sorted({example["number"] for example in EXAMPLES}) == list(range(1, 24))


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_worked_example_ends_as_described(case):
    game = Game.from_position(Position.from_wfen(case.start))
    for kind, text in case.script:
        check_or_play(game, kind, text)
    last = game.events[-1] if game.events else None
    if case.ended is not None:
        assert without_extrawurm(last) == TurnEnd(**case.ended)
    else:
        assert not isinstance(last, TurnEnd)
    assert case.expects("after", game.position.wfen())
    assert case.expects("extrawurm", game.position.wfen())
    assert list(scores(game.position)) == case.expected.get("scores", [*scores(game.position)])
    assert list(winners(game.position)) == case.expected.get("winners", [*winners(game.position)])


def check_or_play(game, kind, text):
    match kind:
        case "roll":
            game.roll(Roll.parse(text))
        case "action":
            game.play(Action.parse(text))
        case "total":
            assert total(game.position) == int(text)
        case "legal":
            assert set(map(str, legal_actions(game.position))) == set(text.split())
        case "dice":
            assert sum(weight for _, weight in chance_outcomes(game.position)) == 6 ** int(text)


@pytest.mark.parametrize("rules", EXTRAWURM)
def test_ravens_choice_ends_the_turn_without_a_total(rules):
    """`step` no longer knows the total of the take; `Game` does, as example 22 shows."""
    before = at(rules, "xxxxoxxxxxxxxxxxxx -/-/- a 3555w - -,-,23,-,-/5,0,2/-")
    choice, ended = play(before, "t23")
    assert ended is None
    assert choice.to_act == 0
    _, ended = play(choice, "bc")
    assert without_extrawurm(ended) == TurnEnd(0, "took", tile=23)
