import json
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from pyarrow import parquet

from pickomino import CHANCE, OVER, Position, apply
from pickomino.core.position import NEW_TURN
from pickomino.envs import actions
from support.training_commands import run_training as run


@pytest.fixture(scope="module", params=["standard", "short"])
def folder(tmp_path_factory, request):
    """Games of bots that also make mistakes, in two shards."""
    path = tmp_path_factory.mktemp("decisions") / "games.parquet"
    seats = ("champion", "beginner", "expert") if request.param == "short" else ("thumb", "family")
    run(
        *("games", "--rules", request.param),
        *("--count", 3, "--shard", 2, "--seats", *seats, "--output", path),
    )
    return path


def rows_of(folder):
    return parquet.read_table(folder).to_pylist()


def test_legal_actions_are_those_of_the_engine(folder):
    for row in rows_of(folder):
        position = Position.from_wfen(row["wfen"])
        assert position.to_act == row["seat"]
        assert np.array_equal(row["legal"], actions.mask(position))
        assert row["legal"][row["action"]] == 1


def test_each_decision_leads_to_the_next(folder):
    checked = Counter()
    for row, following in pairwise(rows_of(folder)):
        after = apply(Position.from_wfen(row["wfen"]), actions.action_of(row["action"]))
        if row["ends_game"]:
            # The last decision may have been to roll on, and the roll failed.
            assert after.to_act in (OVER, CHANCE)
            assert following["game"] == row["game"] + 1
            continue
        then = Position.from_wfen(following["wfen"])
        if after.to_act != CHANCE:
            assert then == after
            checked["decision"] += 1
        elif after.turn != NEW_TURN:
            # The roll may have failed: then the next row is in the next turn.
            if following["turn"] == row["turn"]:
                assert then._replace(turn=after.turn) == after
                assert then.turn.set_aside == after.turn.set_aside
                checked["roll"] += 1
        elif following["turn"] == row["turn"] + 1:
            assert then._replace(turn=after.turn) == after
            checked["turn"] += 1
    assert min(checked[key] for key in ("decision", "roll", "turn")) > 30


def test_results_belong_to_the_seat(folder):
    rows = rows_of(folder)
    for game in range(3):
        own = [row for row in rows if row["game"] == game]
        shares = {row["seat"]: row["result"] for row in own}
        assert sum(shares.values()) == pytest.approx(1)
        assert all(row["result"] == shares[row["seat"]] for row in own)
        assert [row["ends_game"] for row in own] == [False] * (len(own) - 1) + [True]
        assert min(row["cost"] for row in own) > -1e-5


def test_card_explains_every_column(folder):
    card = json.loads(folder.with_suffix(".json").read_text())
    assert list(rows_of(folder)[0]) == list(card["columns"])
    assert card["rows"] == "decisions"


def test_rolls_and_decisions_are_not_mixed(folder):
    with pytest.raises(SystemExit, match="other games"):
        run("games", "--rows", "rolls", "--count", 3, "--shard", 2, "--output", folder)
