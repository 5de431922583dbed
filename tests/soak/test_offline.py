"""A sample of the soak suite of bots and coach in a browser, and reviews of whole games."""

import random

import pytest

from client.test_client import require_tool
from pickomino import Game, Rules, SeededDice
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from soak.suites.offline import RULES, check_seed, first_difference, offline_process
from support.offline.answers import answer_game


@pytest.fixture(autouse=True)
def node():
    require_tool("node")


@pytest.mark.parametrize("first", [0, 10, 20])
def test_bots_and_coach_answer_as_on_a_server(first):
    for seed in range(first, first + len(RULES)):
        check_seed(seed)


@pytest.mark.parametrize(("rules", "players"), [("standard", 2), ("classic+extrawurm", 3)])
def test_review_is_the_same_as_on_a_server(rules, players):
    rules = Rules.parse(rules)
    game = Game(rules, players, SeededDice(players), turn_limit=12)
    bot, thinking = make_bot("family"), Thinking(random.Random(1))
    while not game.is_over:
        game.play(bot.choose(game.position, thinking))
    wgn = game.wgn()
    offline = offline_process().ask(rules, players, "game", wgn)
    here = answer_game(wgn)
    assert here["judge"].startswith("network ")
    assert first_difference(here, offline) == ""


def test_other_values_are_detected():
    assert first_difference({"a": [1.0, 2.0]}, {"a": [1.0, 2.1]}) == ".a.1: 2.0 here, 2.1 offline"
    assert first_difference({"a": 1, "b": 2}, {"a": 1}) == ".b: 2 here, None offline"
