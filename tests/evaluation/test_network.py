"""The trained networks: shipped files, features, and which network judges a table."""

import hashlib
import json
import random
import re

import numpy as np
import pytest
from onnxruntime import InferenceSession

from pickomino import (
    Game,
    Position,
    Roll,
    Rules,
    SeededDice,
    apply_roll,
    legal_actions,
    start,
    winners,
)
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.errors import PickominoError
from pickomino.core.rules import OPTIONS
from pickomino.evaluation import features
from pickomino.evaluation.judge import ChampionChance, best_judge, judge_kind, judge_version
from pickomino.evaluation.network import (
    network_for,
    read_network,
    write_network,
)
from pickomino.evaluation.network_chance import (
    NetworkChance,
    NetworkEvaluator,
    position_features,
)
from pickomino.evaluation.network_files import own_networks, use_networks
from pickomino.evaluation.win_chance import WinChance
from support.network_files import bundled_networks_afterwards, small_network
from support.onnx_file import onnx_model
from support.turn_starts import starts_of_turns

BASE = ("standard", "classic", "short", "manual")
RATED = {*BASE, *(f"{name}+extrawurm" for name in BASE), "short(returned=down)"}


@pytest.mark.parametrize("players", range(2, 8))
def test_every_number_of_players_has_a_network(players):
    network = network_for(players)
    assert network.players == network.manifest["training"]["players"] == players
    rating = network.manifest["rating"]
    assert set(rating) == RATED
    assert all(share["adjusted"] > 1 / players for share in rating.values())


def test_networks_fit_in_16_megabytes():
    from importlib.resources import files

    folder = files("pickomino.evaluation").joinpath("nets")
    sizes = [len(file.read_bytes()) for file in folder.iterdir()]
    assert len(sizes) == 6
    assert sum(sizes) <= 16_000_000


def rotate_extrawurm(extrawurm, players):
    """Return the expansion with every seat number increased by one."""
    if extrawurm is None:
        return None
    return extrawurm._replace(
        specialists=tuple(
            (place + 1) % players if 0 <= place < players else place
            for place in extrawurm.specialists
        ),
        bratwurms=extrawurm.bratwurms[-1:] + extrawurm.bratwurms[:-1],
    )


@pytest.mark.parametrize("players", [2, 3, 7])
@pytest.mark.parametrize("rules", ["classic", "classic+extrawurm"])
def test_chances_do_not_depend_on_seat_numbers(rules, players):
    positions = starts_of_turns(Rules.parse(rules), players, 40, seed=4)
    judged = NetworkChance().evaluate(positions)
    assert np.allclose(np.sum(judged, axis=1), 1, atol=1e-5)
    # The same table with every seat number increased by one has the same chances, rotated.
    rotated = [
        position._replace(
            stacks=position.stacks[-1:] + position.stacks[:-1],
            seat=(position.seat + 1) % players,
            extrawurm=rotate_extrawurm(position.extrawurm, players),
        )
        for position in positions
    ]
    for chances, after in zip(judged, NetworkChance().evaluate(rotated), strict=True):
        assert np.allclose(np.roll(chances, 1), after, atol=1e-6)


def test_finished_game_has_final_chances():
    over = Position.from_wfen(
        "classic ................ 21,22,23,24,25,26,27,28/29,30,31,32,33,34,35,36 - - -"
    )
    assert NetworkChance().evaluate([over]) == [(0.0, 1.0)]


def test_more_worms_give_a_higher_chance():
    rich = Position.from_wfen("classic oooooooooooooo.. -/35,36 a - ~")
    poor = Position.from_wfen("classic ..oooooooooooooo -/21,22 a - ~")
    judged = NetworkChance().evaluate([rich, poor])
    assert judged[0][0] < 0.25
    assert judged[0][0] + 0.2 < judged[1][0]


def test_networks_judge_every_rule_set():
    rules = map(Rules.parse, ("classic", "classic+extrawurm", "short(returned=down)"))
    positions = [start(rule_set, 2) for rule_set in rules]
    expected = network_for(2).chances(features.arrays_from_positions(positions))
    assert np.allclose(ChampionChance().evaluate(positions), expected, atol=1e-6)
    assert isinstance(best_judge(), ChampionChance)
    assert all(judge_kind(position.rules) == "networks" for position in positions)


def test_judge_version_names_its_look_ahead():
    versions = [
        judge_version(Rules.parse(name), 2) for name in ("classic", "short", "classic+extrawurm")
    ]
    assert versions[0] == versions[1] != versions[2]
    assert all(version.startswith("network ") for version in versions)


def test_champions_finish_where_games_need_not_end():
    field = "22,21,23,13/- a - ~ 11,-,-,-,-/3,4/-"
    wfen = f"standard+extrawurm(bothextra=no) o....xxxxxxxxxxxxx {field}"
    game = Game.from_position(Position.from_wfen(wfen), SeededDice(1))
    champion, thinking = make_bot("champion"), Thinking(random.Random(0))
    while not game.is_over:
        game.play(champion.choose(game.position, thinking))
    assert (game.turn, winners(game.position)) == (250, (0,))


def test_champion_plays_where_games_need_not_end():
    rules = Rules.parse("standard+extrawurm(bothextra=no)")
    position = apply_roll(start(rules, 2), Roll.parse("1345wwww"))
    assert judge_kind(rules) == "networks"
    assert make_bot("champion").choose(position, Thinking(random.Random(0))) in legal_actions(
        position
    )


@pytest.fixture
def untrained_option(monkeypatch):
    """No network was trained with emptyflip=yes."""
    monkeypatch.setitem(features.TRAINED_VALUES, "emptyflip", ("no",))
    features.supports.cache_clear()
    yield
    features.supports.cache_clear()


@pytest.mark.usefixtures("untrained_option")
def test_formula_judges_untrained_option_values():
    position = start(Rules.preset("manual"), 2)
    assert judge_kind(position.rules) == judge_version(position.rules, 2) == "formula"
    assert ChampionChance().evaluate([position]) == WinChance().evaluate([position])
    with pytest.raises(ValueError, match="do not support"):
        NetworkChance().evaluate([position])
    rolled = apply_roll(position, Roll.parse("1345wwww"))
    chosen = make_bot("champion").choose(rolled, Thinking(random.Random(0)))
    assert chosen == make_bot("strategist").choose(rolled, Thinking(random.Random(0)))


def test_features_of_version_2_never_change():
    assert features.VERSION == 2
    widths = [features.width(players) for players in range(2, 8)]
    assert widths == [311, 389, 467, 545, 623, 701]
    position = Position.from_wfen(
        "manual+extrawurm oo.x.ooooooooooo.. 23,35/21,36/- b - ~ 11,b,24,a,-/1,0,2/-"
    )
    row = features.encode(features.arrays_from_positions([position]), 3, np)[0]
    assert hashlib.sha256(row.tobytes()).hexdigest()[:16] == "721d4e56f40562fc"


def test_networks_are_trained_for_every_option():
    """A new option needs networks trained with it; until then the formula judges its tables.

    `allsymbols=rolls` changes a game too rarely to be worth training.
    """
    assert {o: v for o, v in OPTIONS.items() if o != "allsymbols"} == features.TRAINED_VALUES
    assert not features.supports(Rules.preset("standard", allsymbols="rolls"))


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        ("hash", "is not a network, or it is damaged"),
        ("features", "is a network of version 99, but this program needs version 2"),
        ("players", "is not a network, or it is damaged"),
        ("file", "is not a network, or it is damaged"),
        ("nothing left", "cannot read '.*net.npz': No such file"),
    ],
)
def test_damaged_network_file_is_refused(spoil, message, tmp_path):
    network = network_for(2)
    path = tmp_path / "net.npz"
    write_network(path, network.weights, network.biases, network.manifest)
    assert read_network(path).manifest["hash"] == network.manifest["hash"]
    if spoil == "file":
        path.write_bytes(path.read_bytes()[:1000])
    elif spoil == "nothing left":
        path.unlink()
    else:
        with np.load(path) as saved:
            arrays = {name: saved[name] for name in saved.files}
        manifest = json.loads(bytes(arrays["manifest"]))
        manifest[spoil] = {"hash": "0", "features": 99, "players": 3}[spoil]
        arrays["manifest"] = np.frombuffer(json.dumps(manifest).encode(), np.uint8)
        np.savez(path, **arrays)
    with pytest.raises(PickominoError, match=r"net\.npz") as caught:
        read_network(path)
    assert re.search(message, str(caught.value))


@pytest.mark.parametrize("content", [b"", b"PK", b"\x93NUMPY", b"text"])
def test_file_of_another_kind_is_no_network(content, tmp_path):
    path = tmp_path / "net.npz"
    path.write_bytes(content)
    with pytest.raises(PickominoError, match=r"net\.npz' is not a network"):
        read_network(path)


def test_own_network_replaces_the_bundled_one(tmp_path):
    before = judge_version(Rules.preset("classic"), 2), judge_version(Rules.preset("classic"), 3)
    position = start(Rules.preset("classic"), 2)
    with bundled_networks_afterwards():
        use_networks([small_network(tmp_path / "mine.npz", players=2, favours=1)])
        assert best_judge().evaluate([position])[0][0] < 0.02
        assert judge_version(position.rules, 2) != before[0]
        assert judge_version(position.rules, 3) == before[1]
        assert own_networks() == (str(tmp_path / "mine.npz"),)
    assert best_judge().evaluate([position])[0][0] > 0.5


def test_own_network_must_have_the_number_of_players(tmp_path):
    path = small_network(tmp_path / "mine.npz", players=2)
    with bundled_networks_afterwards():
        with pytest.raises(
            PickominoError, match=r"mine\.npz' is a network for 2 players, not for 3"
        ):
            use_networks([path], players=[2, 3])
        assert own_networks() == ()


def test_foreign_network_evaluates_from_the_roller_on():
    def favour_the_roller(given):
        return np.tile([4.0, 0.5, 0.5], (len(given), 1))  # not scaled to a sum of 1

    positions = [start(Rules.preset("classic"), 3)._replace(seat=seat) for seat in range(3)]
    over = Position.from_wfen("standard xxxxxxxxxxxx.... 33,35/34/36 - - -")
    judged = NetworkEvaluator(favour_the_roller).evaluate([*positions, over])
    assert judged == [(0.8, 0.1, 0.1), (0.1, 0.8, 0.1), (0.1, 0.1, 0.8), (1.0, 0.0, 0.0)]


def test_onnx_network_evaluates_like_the_original(tmp_path):
    path = tmp_path / "two.onnx"
    path.write_bytes(onnx_model(network_for(2)))
    session = InferenceSession(path)
    evaluator = NetworkEvaluator(lambda rows: session.run(None, {"features": rows})[0])
    positions = starts_of_turns(Rules.parse("short+extrawurm"), 2, 20, seed=3)
    assert np.allclose(
        evaluator.evaluate(positions), NetworkChance().evaluate(positions), atol=1e-5
    )


def test_foreign_network_must_return_a_row_for_each_position():
    evaluator = NetworkEvaluator(lambda given: np.zeros((len(given), 1)))
    with pytest.raises(ValueError, match="1 rows of 2 chances, not the shape"):
        evaluator.evaluate([start(Rules.preset("classic"), 2)])


def test_features_need_one_number_of_players():
    rules = Rules.preset("classic")
    with pytest.raises(PickominoError, match="the same number of players"):
        position_features([start(rules, 2), start(rules, 3)])
