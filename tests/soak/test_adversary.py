"""A sample of the soak suite of a malicious server, and tests that it would detect weak clients."""

from itertools import permutations, product
from math import gcd

import pytest

from pickomino.tables.dice_promises import DicePromise
from soak import GAMES
from soak.suites import adversary
from soak.suites.adversary import STARTS, STEP, attack_in_terminal, check_orders
from support.adversary.malicious_room import MaliciousRoom
from support.adversary.outcome import Outcome


def test_seeds_cover_all_beginnings():
    assert GAMES["adversary"] == len(STARTS)
    assert gcd(STEP, len(STARTS)) == 1


def test_orders_of_two_deviations_are_checked(monkeypatch):
    monkeypatch.setattr(adversary, "MAX_LENGTH", 2)
    assert check_orders(attack_in_terminal, "revealed", ("late", "bot_in")) == 2


def test_every_order_of_up_to_four_is_checked(monkeypatch):
    names, orders = "abcde", set()
    monkeypatch.setattr(adversary, "DEVIATIONS", dict.fromkeys(names))

    def attack(_stage, script):
        orders.add(script)
        return Outcome(MaliciousRoom(), "", "", is_verified=False)

    for start in product(names, names):
        check_orders(attack, "committed", start)
    assert orders == {order for length in range(5) for order in permutations(names, length)}


def test_client_that_reveals_early_is_detected(monkeypatch):
    monkeypatch.setattr(DicePromise, "is_complete", property(lambda _: True))
    for check in ("find_break", "find_change"):
        monkeypatch.setattr(DicePromise, check, lambda *_: None)
    with pytest.raises(AssertionError, match=r"'busy', 'early'.* lets the server choose"):
        check_orders(attack_in_terminal, "committed", ("busy", "early"))


def test_false_alarm_is_detected():
    def attack(_stage, script):
        return Outcome(MaliciousRoom(), "asked_early" if script else "", "", is_verified=False)

    with pytest.raises(AssertionError, match=r"'late'.* raises the alarm asked_early"):
        check_orders(attack, "playing", ("late", "busy"))
