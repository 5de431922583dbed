"""Features in plain Python and networks in JavaScript equal those of NumPy."""

import sys

import numpy as np
import pytest

from client.test_client import require_tool
from pickomino import Rules
from pickomino.browser_kernels import MODULE
from pickomino.core.rules import MAX_PLAYERS, MIN_PLAYERS
from pickomino.evaluation import features, plain_arrays
from pickomino.evaluation.export import export_kernels
from pickomino.evaluation.network import network_for
from pickomino.evaluation.network_chance import NetworkChance, network_hash
from support.offline.kernel_files import KernelFiles
from support.offline.node_kernels import NodeKernels
from support.turn_starts import EVERY_OPTION, starts_of_turns

MAX_NETWORK_BYTES = 2_500_000
PLAYERS = range(MIN_PLAYERS, MAX_PLAYERS + 1)


def positions_with_every_option(players, count):
    return [
        position
        for rules in map(Rules.parse, EVERY_OPTION)
        for position in starts_of_turns(rules, players, count, seed=8)
    ]


@pytest.mark.parametrize("players", PLAYERS)
def test_features_are_equal_bit_for_bit(players):
    positions = positions_with_every_option(players, 40)
    arrays = features.arrays_from_positions(positions)
    plain = features.arrays_from_positions(positions, plain_arrays)
    expected = features.encode(arrays, players, np)
    encoded = features.encode(plain, players, plain_arrays).to_floats()
    assert encoded.tobytes() == expected.tobytes()


@pytest.fixture(scope="module")
def files():
    folder = KernelFiles()
    yield folder
    folder.close()


def test_networks_in_javascript_equal_those_of_numpy(files, monkeypatch):
    require_tool("node")
    kernels = NodeKernels(files.path)
    for players in (2, 3, 7):
        files.add_network(players)
        positions = positions_with_every_option(players, 10)
        expected = NetworkChance().evaluate(positions)
        with monkeypatch.context() as browser:
            browser.setitem(sys.modules, MODULE, kernels)
            kernels.prepare_now(players, extrawurm=False)
            evaluated = NetworkChance().evaluate(positions)
            assert network_hash(players) == network_for(players).manifest["hash"]
        assert np.abs(np.subtract(evaluated, expected)).max() < 1e-6
    kernels.close()


def test_every_network_is_exported_in_a_small_file():
    exported = export_kernels()
    networks = {f"network-{players}.bin" for players in PLAYERS}
    assert exported.keys() == networks | {"turns.bin", "turns-extrawurm.bin"}
    assert max(map(len, exported.values())) <= MAX_NETWORK_BYTES


@pytest.mark.parametrize(
    "wrong",
    [
        lambda table: plain_arrays.sum(table, axis=0, keepdims=True),
        lambda table: plain_arrays.amax(table, axis=1, keepdims=False),
        lambda table: table[1:, :],
    ],
)
def test_what_plain_arrays_cannot_do_is_refused(wrong):
    with pytest.raises((ValueError, IndexError)):
        wrong(plain_arrays.asarray([[1, 2], [3, 4]]))
