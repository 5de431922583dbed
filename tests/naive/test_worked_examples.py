"""The naive implementation plays the worked examples of the rules, section 7."""

from __future__ import annotations

import pytest

from support.worked_examples import CASES, ENDED, Case, case_id

from .rules import NaiveGame


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_worked_example_ends_as_described(case: Case) -> None:
    game = NaiveGame.from_wfen(case.start)
    assert game.wfen() == case.start
    for kind, text in case.script:
        check_or_play(game, kind, text)
    if case.ended is None:
        assert game.last_turn is None
    else:
        assert {name: game.last_turn[name] for name in ("seat", *ENDED)} == case.ended
    assert case.expects("after", game.wfen())
    assert case.expects("extrawurm", game.wfen())
    assert game.scores() == case.expected.get("scores", game.scores())
    assert game.winners() == case.expected.get("winners", game.winners())


def check_or_play(game: NaiveGame, kind: str, text: str) -> None:
    if kind == "roll":
        game.roll("".join(sorted(text)))
    elif kind == "action":
        game.act(text)
    elif kind == "total":
        assert game.total() == int(text)
    elif kind == "legal":
        assert game.legal() == set(text.split())
    else:
        assert sum(game.outcomes().values()) == 6 ** int(text)
