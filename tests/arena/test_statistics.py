"""Statistics of a match, computed by hand and by brute force."""

import pytest

from arena.players import game, group
from pickomino.arena.settings import MatchSettings
from pickomino.arena.statistics import compute_statistics

PAIR = MatchSettings(("random", "family"), adjusted=False)


def test_statistics_agree_with_a_hand_calculation():
    groups = [
        group(
            0,
            game(1, 2, worms=(9, 3), turns=(10, 9), busts=(2, 5), steals=(1, 0)),
            game(1, 1, worms=(5, 5), turns=(12, 12), busts=(4, 4), steals=(0, 2)),
            faults=({"timeout": 2}, {}),
        ),
        group(
            1,
            game(2, 1, worms=(0, 8), turns=(20, 20), busts=(20, 2), steals=(0, 0)),
            game(1, 2, worms=(6, 5), turns=(8, 7), busts=(4, 0), steals=(3, 0), is_over=False),
            faults=({"timeout": 1, "crash": 1}, {}),
        ),
    ]
    statistics = compute_statistics(PAIR, groups)
    assert (statistics.games, statistics.unfinished) == (4, 1)
    assert statistics.mean_turns == pytest.approx((19 + 24 + 40 + 15) / 4)
    assert statistics.median_turns == (19 + 24) / 2
    first, second = statistics.bots
    assert first.win_share.mean == pytest.approx(2.5 / 4)
    assert second.win_share.mean == pytest.approx(1.5 / 4)
    assert first.worms == 5
    assert first.turns == 12.5
    assert first.bust_rate == pytest.approx(30 / 50)
    assert second.bust_rate == pytest.approx(11 / 48)
    assert (first.steals, second.steals) == (1, 0.5)
    assert first.faults == {"crash": 1, "timeout": 3}
    assert second.faults == {}
    # Bot 0 began the first game of each group, bot 1 the second.
    assert [seat.mean for seat in statistics.seats] == pytest.approx(
        [(1 + 0.5 + 0 + 0) / 4, 2.5 / 4]
    )
