import json
from itertools import groupby, pairwise

import pytest
from pyarrow import parquet

from support.training_commands import run_training as run
from training.recording import dataset

GAMES = ("games", "--rows", "rolls", "--count", 3, "--shard", 2, "--seats", "champion", "expert")
CLOSE = 2e-5
"""The networks of training compute with 32-bit floats only."""


@pytest.fixture(scope="module")
def complete(tmp_path_factory):
    """A complete data set."""
    folder = tmp_path_factory.mktemp("dataset") / "complete.parquet"
    run(*GAMES, "--seed", 3, "--output", folder)
    return folder


def rows_of(folder):
    columns = parquet.read_table(folder).to_pydict()
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def test_games_are_numbered_across_shards(complete):
    assert len(list(complete.iterdir())) == 2
    assert sorted({row["game"] for row in rows_of(complete)}) == [0, 1, 2]


def test_card_explains_every_column(complete):
    card = json.loads(complete.with_suffix(".json").read_text())
    assert set(rows_of(complete)[0]) == set(card["columns"])
    assert card["network"]["sha256"] in complete.with_suffix(".md").read_text()


def test_champion_decisions_cost_nothing(complete):
    rows = [row for row in rows_of(complete) if row["seat"] == 0]
    assert max(row["face_cost"] + row["stop_cost"] for row in rows) < CLOSE


def test_luck_costs_and_gifts_add_up_to_the_result(complete):
    for _, game in groupby(rows_of(complete), lambda row: row["game"]):
        rows = list(game)
        for seat in range(2):
            check_sums(rows, seat)


def check_sums(rows, seat):
    luck = sum(row["after"][seat] - row["before"][seat] for row in rows)
    decided = sum(row["ended"][seat] - row["after"][seat] for row in rows)
    costs = sum(row["face_cost"] + row["stop_cost"] for row in rows if row["seat"] == seat)
    gifts = sum(row["ended"][seat] - row["after"][seat] for row in rows if row["seat"] != seat)
    assert decided == pytest.approx(gifts - costs, abs=1e-4)
    gaps = [after["before"][seat] - before["ended"][seat] for before, after in pairwise(rows)]
    # The chances differ only from turn to turn, and little: by the errors of the network.
    is_turn_end = [before["then"] != 0 for before in rows[:-1]]
    assert all(abs(gap) < 1e-6 for gap, ends in zip(gaps, is_turn_end, strict=True) if not ends)
    assert max(map(abs, gaps)) < 0.05
    start, result = rows[0]["before"][seat], rows[0]["result"][seat]
    assert start + luck - costs + gifts + sum(gaps) == pytest.approx(result, abs=1e-4)


def test_resumed_run_writes_the_same_files(complete, tmp_path, monkeypatch):
    write_shard = dataset._write_shard

    def interrupt(columns, path):
        if path.name == "games-00001.parquet":
            raise KeyboardInterrupt
        write_shard(columns, path)

    command = (*GAMES, "--seed", 3, "--output", tmp_path / "resumed.parquet")
    with monkeypatch.context() as patch:
        patch.setattr(dataset, "_write_shard", interrupt)
        with pytest.raises(KeyboardInterrupt):
            run(*command)
    run(*command)
    files = {path.name: path.read_bytes() for path in complete.iterdir()}
    resumed = {path.name: path.read_bytes() for path in (tmp_path / "resumed.parquet").iterdir()}
    assert resumed == files


def test_folder_with_other_games_is_refused(complete):
    with pytest.raises(SystemExit, match="other games"):
        run(*GAMES, "--seed", 4, "--output", complete)


def test_card_with_other_explanations_is_accepted(complete):
    path = complete.with_suffix(".json")
    card = json.loads(path.read_text())
    path.write_text(json.dumps(card | {"about": "Older words."}))
    run(*GAMES, "--seed", 3, "--output", complete)
    assert json.loads(path.read_text()) == card
