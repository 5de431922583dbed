"""The exact loss of a bot in a small game."""

from functools import cache

import pytest

from pickomino import (
    Action,
    EvaluatorBot,
    PickominoError,
    Position,
    Rules,
    chance_outcomes,
    make_bot,
    solved,
    step,
)
from pickomino.bench import exact_loss, run_bench
from pickomino.core.play import step_roll
from pickomino.core.position import OVER, Phase
from pickomino.solved import small_start


class WorstBot:
    """Plays the action with the lowest value."""

    def choose(self, position, _):
        choices = solved.choices(position)
        return min(choices, key=choices.__getitem__)


def chance_to_take(bot, start):
    """Return how often a bot takes the only tile in a turn, by the rules engine alone."""

    def decided(position):
        after, ended = step(position, bot.choose(position, None))
        return float(after.seat == OVER) if ended is not None else rolled(after)

    @cache
    def rolled(position):
        if position.turn.phase is not Phase.ROLL:
            return decided(position)
        outcomes = chance_outcomes(position)
        total = sum(weight for _, weight in outcomes)
        return sum(
            weight / total * (decided(after) if ended is None else 0.0)
            for roll, weight in outcomes
            for after, ended in [step_roll(position, roll)]
        )

    return rolled(start)


@pytest.mark.parametrize("name", ["beginner", "family:by=rule"])
def test_loss_with_one_tile_follows_from_the_chance_to_take_it(name):
    start = small_start(Rules(), tiles=1)
    own = chance_to_take(make_bot(name), start)
    best = chance_to_take(make_bot("expert"), start)
    first = own / (1 - (1 - own) * (1 - best))
    second = (1 - best) * first
    assert exact_loss(make_bot(name), start).loss == pytest.approx(
        0.5 - (first + second) / 2, abs=1e-7
    )


def test_perfect_player_loses_nothing():
    """With one tile, most worms and most wins are the same."""
    start = small_start(Rules(), tiles=1)
    best = chance_to_take(make_bot("expert"), start)
    assert solved.value(start) == pytest.approx(1 / (2 - best), abs=1e-9)
    assert exact_loss(make_bot("expert"), start).loss == pytest.approx(0, abs=1e-9)


def test_perfect_player_on_several_tables_loses_nothing():
    """One player has tile 21, and 22 is on the grill: a failure leads to the table with only 21."""
    start = Position.from_wfen("standard .oxxxxxxxxxxxxxx 21/- a - ~")
    seen = []
    loss = exact_loss(
        EvaluatorBot(solved.SolvedGame(start.rules)), start, on_progress=lambda *at: seen.append(at)
    )
    assert loss.loss == pytest.approx(0, abs=1e-9)
    assert seen[-1] == (2, 2)


def test_worst_player_loses_everything():
    assert exact_loss(WorstBot(), small_start(Rules(), 1)).loss == pytest.approx(0.5)


def test_random_bot_is_the_same_at_every_call():
    start = small_start(Rules(), 1)
    first, second = (exact_loss(make_bot("random"), start) for _ in range(2))
    assert first == second
    assert 0.3 < first.loss < 0.5


def test_progress_counts_tables_and_comes_often():
    seen = []
    loss = exact_loss(
        make_bot("expert"), small_start(Rules(), 1), on_progress=lambda *at: seen.append(at)
    )
    assert len(seen) > loss.decisions // 200
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == ((0, 1), (1, 1))


class FailingBot:
    """Chooses an action that is never legal, or raises."""

    def __init__(self, action):
        self.action = action

    def choose(self, *_):
        return Action.parse(self.action)


@pytest.mark.parametrize(
    ("action", "reason"), [("t36", "t36 is not legal"), ("nonsense", "'nonsense'")]
)
def test_failure_of_a_bot_names_the_bot_and_the_position(action, reason):
    with pytest.raises(PickominoError, match=f"bot FailingBot failed in standard oxx.*{reason}"):
        run_bench(FailingBot(action), ["one-tile-v1"])
