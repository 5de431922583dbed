"""The sequential test: its bounds, and how often its verdict is wrong."""

import random
from math import log

import pytest

from pickomino.arena.settings import Hypotheses
from pickomino.arena.sprt import SequentialTest


def test_log_ratio_agrees_with_a_hand_calculation():
    test = SequentialTest(Hypotheses(0.5, 0.6))
    shares = [1.0, 0.5, 0.5, 0.0, 1.0]
    for share in shares:
        test.add(share)
    mean = 0.6
    spread = sum((share - mean) ** 2 for share in shares)
    usual = 0.55 * 0.45 / 2
    variance = usual * (spread + 2 * usual) / (4 * 0.6 * 0.4 / 2 + 2 * usual)
    assert test.verdict.log_ratio == pytest.approx(5 * 0.1 * (mean - 0.55) / variance)
    assert test.verdict.upper == -test.verdict.lower == pytest.approx(log(19))
    assert test.verdict.accepted is None


def test_decided_test_ignores_further_groups():
    test = SequentialTest(Hypotheses(0.5, 0.7))
    for _ in range(50):
        test.add(1.0)
    assert test.verdict.accepted == "high"
    assert test.verdict.groups == 20


@pytest.mark.parametrize(("low", "high"), [(0.5, 0.55), (0.4, 0.5), (0.8, 0.9)])
@pytest.mark.parametrize("truth", ["low", "high"])
def test_verdict_is_wrong_about_five_times_in_100(low, high, truth):
    generator = random.Random(f"{low} {high} {truth}")
    chance = low if truth == "low" else high
    tries, wrong = 400, 0
    for _ in range(tries):
        test = SequentialTest(Hypotheses(low, high))
        while test.verdict.accepted is None:
            test.add(((generator.random() < chance) + (generator.random() < chance)) / 2)
        wrong += test.verdict.accepted != truth
    assert wrong / tries < 0.09


@pytest.mark.parametrize("truth", ["low", "high"])
@pytest.mark.parametrize("deviation", [0.02, 0.05, 0.2])
def test_verdict_on_adjusted_shares_is_as_rarely_wrong(deviation, truth):
    generator = random.Random(f"{deviation} {truth}")
    share = 0.5 if truth == "low" else 0.52
    tries, wrong = 300, 0
    for _ in range(tries):
        test = SequentialTest(Hypotheses(0.5, 0.52), adjusted=True)
        while test.verdict.accepted is None:
            test.add(generator.gauss(share, deviation))
        wrong += test.verdict.accepted != truth
    assert wrong / tries < 0.08
