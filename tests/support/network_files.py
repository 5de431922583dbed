"""Small network files, and a process that forgets which ones it used."""

from contextlib import contextmanager

import numpy as np
import pytest

from pickomino.evaluation import network_files
from pickomino.evaluation.features import width
from pickomino.evaluation.network import network_for, write_network


def small_network(path, players=2, favours=0):
    """Write a network that gives a seat, counted from the roller, nearly all chances."""
    generator = np.random.default_rng(1)
    weight = generator.normal(scale=0.01, size=(width(players), players))
    bias = np.zeros(players)
    bias[favours] = 5
    write_network(path, [weight], [bias], {"players": players})
    return path


@contextmanager
def bundled_networks_afterwards():
    """Undo `use_networks` at the end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(network_files, "_own", {})
        try:
            yield
        finally:
            network_for.cache_clear()
