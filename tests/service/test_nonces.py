"""What people add to the dice before a game begins."""

import pytest

from pickomino.service import (
    BotSeat,
    GiveNonce,
    HostRemove,
    HostReplaceByBot,
    Join,
    OpenSeat,
    PersonSeat,
    Start,
    events,
)
from pickomino.service.decide import NONCE_SECONDS, TimeIsUp, awaited
from service.room_harness import BEN, Table


def friends():
    """Ann is host, Ben has joined."""
    table = Table(PersonSeat("Ann"), OpenSeat())
    table.do(Join("Ben"), BEN, is_new=True)
    return table


def test_nonces_come_after_the_commitment_and_start_the_game():
    table = friends()
    assert table.refused(GiveNonce(0, "00ff")) == "no_nonce_wanted"
    *_, committed = table.do(Start())
    assert isinstance(committed, events.DiceCommitted)
    table.do(GiveNonce(0, "00ff"))
    assert table.refused(GiveNonce(0, "aa")) == "no_nonce_wanted"
    _, started, rolled = table.do(GiveNonce(1, "01"), BEN)
    assert started.nonces == ("00ff", "01")
    assert started.commitment == committed.commitment
    assert isinstance(rolled, events.Rolled)
    table.check()


def test_one_who_gives_no_nonce_holds_nobody_up():
    table = friends()
    table.do(Start())
    assert awaited(table.state) is None
    table.do(GiveNonce(0, "00ff"))
    table.now += NONCE_SECONDS
    started, _ = table.do(TimeIsUp())
    assert started.nonces == ("00ff", "")


@pytest.mark.parametrize("command", [HostRemove(1), HostReplaceByBot(1, "random")])
def test_a_person_replaced_owes_no_nonce(command):
    table = friends()
    table.do(Start())
    table.do(GiveNonce(0, "00ff"))
    table.do(command)
    assert table.state.phase == "playing"


def test_a_nonce_with_a_line_break_does_not_keep_the_game_from_starting():
    table = Table(PersonSeat("Ann"), BotSeat("random"), practice=False)
    table.do(Start())
    assert table.refused(GiveNonce(0, "00\n")) == "bad_nonce"
    table.do(GiveNonce(0, "00"))
    assert table.state.phase == "playing"
