"""Settings of a match, and the chunks in which it is played."""

import math

import pytest

from pickomino import PickominoError
from pickomino.arena.chunks import Chunk, ChunkScheduler
from pickomino.arena.match import play_match
from pickomino.arena.settings import Hypotheses, MatchSettings


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("bad_players", {"bots": ()}),
        ("bad_players", {"bots": ("random",)}),
        ("bad_players", {"bots": ("random",) * 8}),
        ("bad_games", {"games": 0}),
        ("bad_games", {"games": -5}),
        ("bad_games", {"games": 10_000_001}),
        ("bad_seed", {"seed": -1}),
        ("bad_seed", {"seed": 2**63}),
        ("bad_turn_limit", {"turn_limit": 0}),
        ("turn_limit_too_high", {"turn_limit": 5001}),
        ("bad_seconds", {"seconds": 0}),
        ("bad_seconds", {"seconds": math.inf}),
        ("bad_seconds", {"seconds": math.nan}),
        ("bad_seconds", {"seconds": 86_401}),
        ("sprt_players", {"bots": ("random",) * 3, "hypotheses": Hypotheses(0.5, 0.6)}),
        ("bad_sprt", {"hypotheses": Hypotheses(0.6, 0.5)}),
        ("bad_sprt", {"hypotheses": Hypotheses(0.5, 0.5)}),
        ("bad_sprt", {"hypotheses": Hypotheses(0, 0.5)}),
        ("bad_sprt", {"hypotheses": Hypotheses(0.5, math.nan)}),
    ],
)
def test_invalid_setting_is_rejected(code, wrong):
    with pytest.raises(PickominoError) as caught:
        MatchSettings(**({"bots": ("random", "random")} | wrong))
    assert caught.value.code == code


@pytest.mark.parametrize("text", ["", "0.5", "0.5,0.6,0.7", "a,b", "0.5;0.6"])
def test_malformed_hypotheses_are_rejected(text):
    with pytest.raises(PickominoError, match="not a pair of win shares"):
        Hypotheses.parse(text)


def test_games_are_rounded_up_to_whole_groups():
    assert [MatchSettings(("random",) * 3, games=n).groups for n in (1, 3, 4, 6)] == [1, 1, 2, 2]


def test_bad_bots_and_workers_are_rejected_before_the_first_game(tmp_path):
    path = tmp_path / "results"
    for settings, workers in ((("random", "rooster"), 1), (("random", "random"), 0)):
        with pytest.raises(PickominoError):
            play_match(MatchSettings(settings), workers=workers, results=path)
        assert not path.exists()


def test_chunks_grow_until_few_groups_are_left():
    scheduler = ChunkScheduler(range(10_000), seconds=1, workers=2)
    sizes, groups = [], []
    while chunk := scheduler.next_chunk():
        groups.extend(chunk)
        sizes.append(len(chunk))
        scheduler.adapt(Chunk((None,) * len(chunk), 0.001 * len(chunk)))
    assert groups == list(range(10_000))
    assert sizes[:4] == [1, 4, 16, 64]
    assert max(sizes) == 1000
    assert sizes[-1] == 1


def test_slow_groups_get_small_chunks():
    scheduler = ChunkScheduler(range(100), seconds=1, workers=2)
    scheduler.adapt(Chunk((None,) * 10, 1.0))
    assert len(scheduler.next_chunk()) == 10
    scheduler.adapt(Chunk((None,) * 10, 90.0))
    assert len(scheduler.next_chunk()) == 1
    scheduler.stop()
    assert scheduler.next_chunk() == ()
