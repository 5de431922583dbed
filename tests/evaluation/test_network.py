import hashlib
import json
import random

import numpy as np
import pytest

from pickomino import Position, Roll, Rules, apply_roll, start
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.errors import PickominoError
from pickomino.core.rules import EXTRAWURM_OPTIONS, OPTIONS, PRESETS
from pickomino.evaluation import features
from pickomino.evaluation.judge import ChampionChance, best_judge, judged_by
from pickomino.evaluation.network import NetworkChance, network_for, read_network, write_network
from pickomino.evaluation.win_chance import WinChance
from turn_starts import starts_of_turns


@pytest.mark.parametrize("players", range(2, 8))
def test_every_number_of_players_has_a_network(players):
    network = network_for(players)
    assert network.players == players
    assert network.weights[0].shape[0] == features.width(players)
    assert network.manifest["training"]["players"] == players
    rating = network.manifest["rating"]
    assert set(rating) == {"standard", "classic", "short", "manual"}
    assert all(rating[rules]["low"] > 1 / players for rules in rating)


def test_two_players_beat_the_expert_by_as_much_as_was_asked_for():
    rating = network_for(2).manifest["rating"]["classic"]
    assert rating["games"] >= 200_000
    assert rating["low"] >= 0.533


def test_the_networks_fit_in_eight_megabytes():
    from importlib.resources import files

    folder = files("pickomino.evaluation").joinpath("nets")
    sizes = [len(file.read_bytes()) for file in folder.iterdir()]
    assert len(sizes) == 6
    assert sum(sizes) <= 8_000_000


@pytest.mark.parametrize("players", [2, 3, 7])
def test_chances_belong_to_seats_whoever_is_to_roll(players):
    positions = starts_of_turns(Rules.preset("classic"), players, 40, seed=4)
    judged = NetworkChance().evaluate(positions)
    assert np.allclose(np.sum(judged, axis=1), 1, atol=1e-5)
    # The same table with every seat moved on by one gives the same chances, moved on by one.
    moved = [
        position._replace(
            stacks=position.stacks[-1:] + position.stacks[:-1],
            seat=(position.seat + 1) % players,
        )
        for position in positions
    ]
    for chances, after in zip(judged, NetworkChance().evaluate(moved), strict=True):
        assert np.allclose(np.roll(chances, 1), after, atol=1e-6)


def test_a_finished_game_is_judged_as_it_stands():
    over = Position.from_wfen(
        "classic ................ 21,22,23,24,25,26,27,28/29,30,31,32,33,34,35,36 - - -"
    )
    assert NetworkChance().evaluate([over]) == [(0.0, 1.0)]


def test_more_worms_are_worth_more():
    rich = Position.from_wfen("classic oooooooooooooo.. -/35,36 a - ~")
    poor = Position.from_wfen("classic ..oooooooooooooo -/21,22 a - ~")
    judged = NetworkChance().evaluate([rich, poor])
    assert judged[0][0] < 0.25
    assert judged[0][0] + 0.2 < judged[1][0]


def test_extrawurm_is_judged_by_the_formula():
    positions = [
        start(Rules.preset("standard", extrawurm=True), 2),
        start(Rules.preset("standard"), 2),
    ]
    judged = ChampionChance().evaluate(positions)
    assert judged == [
        *WinChance().evaluate(positions[:1]),
        *NetworkChance().evaluate(positions[1:]),
    ]
    assert isinstance(best_judge(), ChampionChance)
    with pytest.raises(ValueError, match="do not know"):
        features.arrays_of(positions[:1])
    assert judged_by(positions[0].rules) == "formula"
    assert judged_by(positions[1].rules) == "networks"


def test_an_option_that_networks_never_saw_is_judged_by_the_formula(monkeypatch):
    position = start(Rules.preset("manual"), 2)
    monkeypatch.setitem(features.KNOWN, "emptyflip", ("no",))
    assert not features.knows(position.rules)
    assert judged_by(position.rules) == "formula"
    assert ChampionChance().evaluate([position]) == WinChance().evaluate([position])
    chosen = make_bot("champion").choose(
        apply_roll(position, Roll.parse("1345wwww")), Thinking(random.Random(0))
    )
    assert chosen == make_bot("strategist").choose(
        apply_roll(position, Roll.parse("1345wwww")), Thinking(random.Random(0))
    )


def test_the_features_of_version_1_stay_as_the_shipped_networks_learned_them():
    assert features.VERSION == 1
    assert [features.width(players) for players in range(2, 8)] == [174, 240, 306, 372, 438, 504]
    bits = {name: features.rule_bits(Rules.preset(name)) for name in PRESETS}
    assert bits == {
        "standard": (0, 0, 0, 0),
        "classic": (0, 1, 0, 0),
        "short": (0, 1, 1, 0),
        "manual": (1, 1, 0, 1),
        "mini": (0, 0, 0, 0),
    }
    position = Position.from_wfen("manual .x.ooooooooooo.. 23,35/21,36/- b - ~")
    row = features.encode(features.arrays_of([position]), 3, np)[0]
    assert hashlib.sha256(row.tobytes()).hexdigest()[:16] == "11585c4da54e76d4"


def test_networks_of_this_version_know_every_option_of_the_base_game():
    """A new option needs networks that know it, or a place in what they are known not to know."""
    base = {option: OPTIONS[option] for option in OPTIONS if option not in EXTRAWURM_OPTIONS}
    unknown = {"returned": ("down",)}
    known = {
        option: tuple(value for value in values if value not in unknown.get(option, ()))
        for option, values in base.items()
    }
    assert known == features.KNOWN
    assert not features.knows(Rules.preset("short", returned="down"))


@pytest.mark.parametrize("spoil", ["hash", "features", "players", "file"])
def test_a_file_that_is_no_network_is_refused(spoil, tmp_path):
    network = network_for(2)
    path = tmp_path / "net.npz"
    write_network(path, network.weights, network.biases, network.manifest)
    assert read_network(path).manifest["hash"] == network.manifest["hash"]
    if spoil == "file":
        path.write_bytes(path.read_bytes()[:1000])
    else:
        with np.load(path) as saved:
            arrays = {name: saved[name] for name in saved.files}
        manifest = json.loads(bytes(arrays["manifest"]))
        manifest[spoil] = {"hash": "0", "features": 99, "players": 3}[spoil]
        arrays["manifest"] = np.frombuffer(json.dumps(manifest).encode(), np.uint8)
        np.savez(path, **arrays)
    with pytest.raises(PickominoError) as refused:
        read_network(path)
    assert refused.value.code == "bad_network"
