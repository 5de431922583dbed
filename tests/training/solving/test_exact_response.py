"""The exact loss of a network, compared with the benchmark's, which asks a bot for every action."""

from itertools import pairwise

import numpy as np
import pytest
import torch

from pickomino import EvaluatorBot, Position
from pickomino.bench import exact_loss
from pickomino.evaluation.features import width
from pickomino.evaluation.network import Network
from pickomino.evaluation.network_chance import NetworkChance
from training.players.network import load_value_network
from training.solving import exact_response, small_games


def random_network():
    """Return a bad network, whose chances here are not so near to 0 that they tie."""
    draw = np.random.default_rng(3)
    sizes = [width(2), 16, 2]
    weights = [draw.normal(size=shape).astype(np.float32) for shape in pairwise(sizes)]
    biases = [np.zeros(size, np.float32) for size in sizes[1:]]
    return Network(2, tuple(weights), tuple(biases), {})


def test_loss_of_a_network_is_that_of_a_bot_with_the_network():
    """With tile 21 in a stack and 22 on the grill, steals and failures link three tables."""
    start = Position.from_wfen("standard .oxxxxxxxxxxxxxx 21/- b - ~")
    network, cpu = random_network(), torch.device("cpu")
    game = small_games.find_tables(start, cpu)
    values = small_games.network_values(load_value_network(network, cpu).chances, game)
    loss = exact_response.loss(game, values)
    assert loss > 0.01
    bot = EvaluatorBot(NetworkChance(network))
    assert exact_loss(bot, start).loss == pytest.approx(loss, abs=1e-6)
