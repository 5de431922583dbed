"""Games of a match in a file: as WGN, or as rows for Polars and pandas."""

import json
from collections import Counter

import msgspec
import pandas as pd
import polars as pl
import pytest

from pickomino import Match, PickominoError, read_games, review
from pickomino.analysis.decision_rows import DecisionRow, decision_rows
from pickomino.bots import registry
from pickomino.envs.actions import index_of, mask

BOTS = ("family", "beginner", "random")


def play(path, *, adjusted=False, games=6, workers=1, **how):
    match = Match(*BOTS, games=games, rules="mini", turn_limit=80, adjusted=adjusted)
    return match.play(records=path, workers=workers, **how)


def test_all_games_are_written_as_wgn_in_order(tmp_path):
    path = tmp_path / "games.wgn"
    result = play(path, games=30, workers=2)
    games = read_games(path)
    assert len(games) == 30
    for number, game in enumerate(games):
        group, rotation = divmod(number, 3)
        assert game.tags["Group"] == str(group)
        outcome = result.groups[group].games[rotation]
        shares = tuple(float(rank == 1) / outcome.ranks.count(1) for rank in outcome.ranks)
        winners = {(seat - rotation) % 3 for seat in game.winners()}
        assert winners == {bot for bot, share in enumerate(shares) if share}
        assert game.is_over


def test_match_iterates_over_the_same_games_as_it_writes(tmp_path):
    path = tmp_path / "games.wgn"
    play(path)
    match = Match(*BOTS, games=6, rules="mini", turn_limit=80)
    assert [game.wgn() for game in match.games()] == [game.wgn() for game in read_games(path)]


def test_rows_have_costs_and_luck_that_add_up_to_the_review(tmp_path):
    path, record = tmp_path / "games.jsonl", tmp_path / "games.wgn"
    play(path, adjusted=True, games=3)
    play(record, games=3)
    rows = [msgspec.json.decode(line, type=DecisionRow) for line in path.read_bytes().splitlines()]
    for number, game in enumerate(read_games(record)):
        own = [row for row in rows if row.game == number]
        assert [row.action for row in own] == [str(made.action) for made in game.decisions]
        reviewed = review(game)
        for seat, sums in enumerate(reviewed.seats):
            mine = [row for row in own if row.seat == "abc"[seat]]
            assert sum(row.cost for row in mine) == pytest.approx(sums.given_away)
            luck = sum(row.luck + row.bust_luck for row in mine)
            assert luck == pytest.approx(sums.own_luck)
            assert {row.share for row in mine} == {sums.result}
        assert max(row.bust_luck for row in own) < 1e-9
        assert any(row.bust_luck < 0 for row in own)


def test_polars_and_pandas_read_both_formats_as_the_same_table(tmp_path):
    lines, parquet = tmp_path / "games.jsonl", tmp_path / "games.parquet"
    play(lines, workers=2)
    play(parquet)
    table = pl.read_parquet(parquet)
    assert table.columns == list(DecisionRow.__struct_fields__)
    assert table.to_dicts() == pl.read_ndjson(lines, schema=table.schema).to_dicts()
    frame = pd.read_parquet(parquet)
    assert len(frame) == len(pd.read_json(lines, lines=True)) == table.height
    assert Counter(frame["player"]).keys() == {"family", "beginner", "random"}
    assert table["tiles"].dtype == pl.List(pl.Int8)
    assert table["cost"].null_count() == table.height


def test_rows_of_a_game_describe_the_position_before_each_decision():
    game = next(Match(*BOTS, games=3, rules="mini", turn_limit=80).games())
    for row, decision in zip(decision_rows(game), game.decisions, strict=True):
        position = decision.position
        assert row.wfen == position.wfen()
        assert row.sum == position.turn.set_aside.points
        assert row.tiles == list(position.stacks[decision.seat])
        assert row.legal == mask(position).tolist()
        assert row.action_number == index_of(decision.action)
        assert row.cost is None


def test_match_that_is_stopped_keeps_the_games_played_so_far(tmp_path):
    path, seen = tmp_path / "games.wgn", []
    result = play(path, games=300, should_stop=lambda: len(seen) > 2, on_progress=seen.append)
    assert result.ending == "interrupted"
    assert len(read_games(path)) == 3 * len(result.groups) < 300


def test_sequential_test_writes_only_the_games_that_count(tmp_path):
    path = tmp_path / "games.wgn"
    how = {"rules": "mini", "turn_limit": 40, "adjusted": False}
    match = Match("family", "random", games=400, hypotheses=(0.3, 0.7), **how)
    result = match.play(records=path, workers=2)
    assert result.ending == "decided"
    assert len(read_games(path)) == 2 * result.verdict.groups < 400


@pytest.mark.parametrize(
    ("name", "reason"),
    [("games.txt", "must end in"), ("old.wgn", "already exists"), ("no/games.wgn", "cannot write")],
)
def test_file_that_cannot_be_written_is_refused_before_any_game(tmp_path, name, reason):
    (tmp_path / "old.wgn").write_text("old")
    with pytest.raises(PickominoError, match=reason):
        play(tmp_path / name)
    assert (tmp_path / "old.wgn").read_text() == "old"


def test_resumed_match_cannot_write_its_earlier_games(tmp_path):
    results = tmp_path / "match.jsonl"
    play(None, results=results, games=3)
    with pytest.raises(PickominoError, match=r"already has results \(groups: 1\)"):
        play(tmp_path / "games.wgn", results=results)
    assert not (tmp_path / "games.wgn").exists()


def test_parquet_without_its_library_names_the_extra(tmp_path, monkeypatch):
    real = registry.importlib.util.find_spec
    monkeypatch.setattr(
        registry.importlib.util,
        "find_spec",
        lambda name, *rest: None if name == "pyarrow" else real(name, *rest),
    )
    with pytest.raises(PickominoError, match=r"pickomino\[records\]"):
        play(tmp_path / "games.parquet")


def test_same_bot_twice_is_numbered_in_rows(tmp_path):
    path = tmp_path / "games.jsonl"
    match = Match("random", "random", games=2, rules="mini", turn_limit=9, adjusted=False)
    match.play(records=path, workers=1)
    players = {json.loads(line)["player"] for line in path.read_text().splitlines()}
    assert players == {"random #1", "random #2"}
