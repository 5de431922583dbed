"""Recorded games: the rules, the bots and the review agree with every roll and decision."""

import json
from itertools import groupby, pairwise

import numpy as np
import pytest
import torch
from pyarrow import parquet

from pickomino import Action, Game, Rules, ScriptedDice
from pickomino.analysis.review import review
from pickomino.bots.family import SLIP
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.position import Phase
from pickomino.core.roll import SYMBOLS
from pickomino.evaluation.network import NetworkChance
from training import __main__ as commands
from training.recording.dataset import COLUMNS, generator_of, recorded
from training.recording.dice_codes import texts
from training.recording.self_play import Setting, play_games
from training.recording.statistics import Batch, Sums, figures

CPU = torch.device("cpu")
SPECS = {"thumb": "family:by=rule"}
CLOSE = 2e-5
"""The networks of training use 32-bit floats only."""


def run(*arguments):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["training", "--device", "cpu", *map(str, arguments)])
        commands.main()


def recorded_games(setting, count, seed):
    """Return the rows of each game."""
    columns = recorded(setting.network(CPU), setting, count, generator_of(seed, 0, CPU))
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    return [list(game) for _, game in groupby(rows, lambda row: row["game"])]


class NeverSlips:
    """A generator for the family bot."""

    def random(self):
        return 1.0


def replayed(setting, rows):
    """Play a recorded game by the engine; return it with the decisions a bot would not make."""
    dice = ScriptedDice([texts()[row["rolled"]] for row in rows])
    game = Game(setting.rules, setting.players, dice)
    differs = []
    bots = [make_bot(SPECS.get(name, name)) for name in setting.seats]

    def play(row, action):
        seat = game.position.seat
        assert seat == row["seat"]
        wanted = bots[seat].choose(game.position, Thinking(NeverSlips()))
        if wanted != action:
            differs.append((setting.seats[seat], row, wanted))
        game.play(action)

    for row in rows:
        if row["face"]:
            play(row, Action.parse(f"k{SYMBOLS[row['face'] - 1]}"))
            if row["then"] == 0:
                play(row, Action.parse("r"))
            elif row["then"] > 0:
                play(row, Action("t" if row["robbed"] < 0 else "s", int(row["then"])))
            elif game.position.turn.phase is Phase.DECIDE and game.position.seat == row["seat"]:
                play(row, Action.parse("q"))
    assert game.is_over
    return game, differs


def check_review(rows, reviewed):
    """Compare chances, luck and costs with the review's."""
    assert len(reviewed.rolls) == len(rows)
    for row, roll in zip(rows, reviewed.rolls, strict=True):
        assert row["after"] - row["before"] == pytest.approx(roll.luck, abs=CLOSE)
        assert row["luck"] == pytest.approx(roll.luck[row["seat"]], abs=CLOSE)
    seats = range(len(rows[0]["result"]))
    for seat, sums in enumerate(reviewed.seats):
        costs = sum(row["face_cost"] + row["stop_cost"] for row in rows if row["seat"] == seat)
        assert costs == pytest.approx(sums.given_away, abs=len(rows) * CLOSE)
        gifts = sum((row["ended"] - row["after"])[seat] for row in rows if row["seat"] != seat)
        assert gifts == pytest.approx(sums.gifts, abs=len(rows) * CLOSE)
    assert rows[0]["result"] == pytest.approx([reviewed.seats[seat].result for seat in seats])


SETTINGS = [
    ("standard", ("expert", "family")),
    ("manual", ("thumb", "beginner", "champion")),
]


@pytest.mark.parametrize(("rules", "seats"), SETTINGS)
def test_recorded_games_are_what_the_engine_the_bots_and_the_review_say(rules, seats):
    setting = Setting(Rules.parse(rules), seats)
    (rows,) = recorded_games(setting, 1, seed=5)
    game, differs = replayed(setting, rows)
    check_review(rows, review(game, NetworkChance()))
    slips = 0
    for name, row, wanted in differs:
        # Of equals any may be chosen; the family slips now and then.
        is_equal = name in ("champion", "expert") and row["face_cost"] + row["stop_cost"] < CLOSE
        assert is_equal or name == "family", (name, row, wanted)
        slips += not is_equal
    assert slips <= 4 * SLIP * sum(row["seat"] == 1 for row in rows)


def whole_set(folder):
    return parquet.read_table(folder).to_pydict()


def test_a_data_set_adds_up_and_a_stopped_one_goes_on(tmp_path, monkeypatch):
    command = ("games", "--count", 3, "--shard", 2, "--seats", "champion", "expert", "--seed", 3)
    whole, stopped = tmp_path / "whole.parquet", tmp_path / "stopped.parquet"
    run(*command, "--output", whole)
    assert len(list(whole.iterdir())) == 2

    from training.recording import dataset

    written = dataset._write

    def killed(columns, path):
        if path.name == "games-00001.parquet":
            path.with_suffix(".part").write_bytes(b"half")
            raise KeyboardInterrupt
        written(columns, path)

    with monkeypatch.context() as patch:
        patch.setattr(dataset, "_write", killed)
        with pytest.raises(KeyboardInterrupt):
            run(*command, "--output", stopped)
    run(*command, "--output", stopped)
    names = sorted(path.name for path in whole.iterdir())
    assert names == sorted(path.name for path in stopped.iterdir())
    for name in names:
        assert (whole / name).read_bytes() == (stopped / name).read_bytes()

    columns = whole_set(whole)
    card = json.loads((tmp_path / "whole.json").read_text())
    assert set(columns) == set(card["columns"]) == set(COLUMNS)
    assert card["network"]["sha256"] in (tmp_path / "whole.md").read_text()
    assert sorted(set(columns["game"])) == [*range(3)]
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    for _, game in groupby(rows, lambda row: row["game"]):
        check_sums(list(game))
    champion = [row["face_cost"] + row["stop_cost"] for row in rows if row["seat"] == 0]
    assert max(champion) < CLOSE

    with pytest.raises(SystemExit, match="other games"):
        run(*command[:-1], 4, "--output", stopped)


def check_sums(rows):
    """Start, luck, costs and gifts, and the judge's inexactness add up to the result."""
    for seat in range(2):
        luck = sum(row["after"][seat] - row["before"][seat] for row in rows)
        decided = sum(row["ended"][seat] - row["after"][seat] for row in rows)
        costs = sum(row["face_cost"] + row["stop_cost"] for row in rows if row["seat"] == seat)
        gifts = sum(row["ended"][seat] - row["after"][seat] for row in rows if row["seat"] != seat)
        assert decided == pytest.approx(gifts - costs, abs=1e-4)
        between = [
            after["before"][seat] - before["ended"][seat] for before, after in pairwise(rows)
        ]
        # Only between turns, and small: the judge nearly agrees with itself.
        passes = [before["then"] != 0 for before in rows[:-1]]
        assert all(abs(gap) < 1e-6 for gap, ends in zip(between, passes, strict=True) if not ends)
        assert max(map(abs, between)) < 0.05
        start, result = rows[0]["before"][seat], rows[0]["result"][seat]
        assert start + luck - costs + gifts + sum(between) == pytest.approx(result, abs=1e-4)


def test_statistics_count_what_was_played():
    setting = Setting(Rules.parse("short"), ("family", "family"))
    count, sums = 6, Sums()
    network = setting.network(CPU)
    batch = Batch(sums, setting, count, CPU)
    for turn in play_games(network, setting, count, generator_of(2, 0, CPU)):
        batch.watch(turn)
    batch.finish()
    found = figures(sums, setting)
    rows = recorded(network, setting, count, generator_of(2, 0, CPU))
    last = [each[-1] for each in np.split(rows["turn"], np.flatnonzero(np.diff(rows["game"])) + 1)]
    lengths = [turn + 1 for turn in last]
    assert found["turns"] == np.bincount(lengths).tolist()
    assert found["failed_turns"] == pytest.approx(
        (rows["then"] == -1).sum() / sum(lengths), abs=1e-5
    )
    assert sum(tile["stolen"] for tile in found["tiles"].values()) * count == pytest.approx(
        (rows["robbed"] >= 0).sum(), abs=1e-3
    )
    assert found["busts"] == [
        int(((rows["roll"] == roll) & (rows["face"] == 0)).sum()) for roll in range(6)
    ]
    cost = (rows["face_cost"] + rows["stop_cost"]).sum() / (2 * count)
    family = found["decisions"]["family"]
    assert family["cost"] == pytest.approx(cost, abs=1e-4)
    blunders = ((rows["face_cost"] >= 0.05).sum() + (rows["stop_cost"] >= 0.05).sum()) / (2 * count)
    assert family["over"][2] == pytest.approx(blunders, abs=1e-6)
    listed = sum(each["often"] for each in family["faces"] + family["stops"])
    assert listed == pytest.approx(family["over"][0], abs=1e-4)
    assert sum(found["share"]) == pytest.approx(1, abs=1e-5)


def test_statistics_of_extrawurm_and_of_several_tables_share_a_file(tmp_path):
    output = tmp_path / "figures.jsonl"
    command = ("statistics", "--count", 2, "--output", output)
    run(*command, "--rules", "standard+extrawurm")
    run(*command, "--bots", "beginner", "thumb", "--at-once", 1)
    run(*command, "--bots", "beginner", "--seed", 2)
    lines = [json.loads(line) for line in output.read_text().splitlines()]
    assert [line["seats"][0] for line in lines] == ["champion", "thumb", "beginner"]
    assert set(lines[0]["tiles"]) == {"11", "13", *map(str, range(21, 37))}
    assert lines[2]["seed"] == 2
