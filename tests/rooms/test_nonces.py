"""How people add to the dice before a game begins: all are bound before anybody reveals."""

import pytest

from pickomino import Game, verify
from pickomino.core.dice import commitment
from pickomino.rooms.domain.decide import NONCE_SECONDS, CheckDeadline, next_automatic_step
from pickomino.rooms.domain.room import apply_event
from pickomino.rooms.protocol import events, messages
from pickomino.rooms.protocol.events import LogEntry
from pickomino.rooms.views.room_views import room_of, you_of
from support.room_harness import ANN, BEN, Table, bound, nonce_of


def friends(start=True):
    """Ann is host, Ben has joined."""
    table = Table(messages.PersonSeat("Ann"), messages.OpenSeat())
    table.do(messages.Join("Ben"), BEN, is_new=True)
    if start:
        table.do(messages.Start())
    return table


def wanted(table, token=ANN):
    you = you_of(table.state, token)
    return you.commitments_wanted, you.nonces_wanted


def test_nonces_are_wanted_only_when_all_are_bound_to_theirs():
    table = friends(start=False)
    assert table.refused(bound("", 0)) == "no_nonce_wanted"
    *_, committed = table.do(messages.Start())
    assert isinstance(committed, events.DiceCommitted)
    assert wanted(table) == ((0,), ())
    assert table.refused(messages.GiveNonce(0, nonce_of(ANN))) == "no_nonce_wanted"
    table.commit(0)
    assert wanted(table) == ((), ())
    assert table.refused(bound(committed.commitment, 0, "other")) == "no_nonce_wanted"
    assert table.refused(messages.GiveNonce(0, nonce_of(ANN))) == "no_nonce_wanted"
    table.commit(1, BEN)
    assert (wanted(table), wanted(table, BEN)) == (((), (0,)), ((), (1,)))
    table.reveal(0)
    _, started, rolled = table.reveal(1, BEN)
    assert started.nonces == (nonce_of(ANN), nonce_of(BEN))
    assert started.commitment == committed.commitment
    assert isinstance(rolled, events.Rolled)
    table.check()


def test_everybody_sees_the_terms_and_what_all_are_bound_to():
    table = friends()
    table.commit(0)
    room = room_of(table.state)
    assert (room.names, room.dice_round) == (("Ann", "Ben"), 1)
    assert room.dice_time == "1970-01-01T00:16:40Z"
    assert room.nonce_commitments == (bound(room.commitment, 0, ANN).commitment, "")
    assert table.state.dice.terms.commitment(bytes.fromhex(table.state.dice.secret)) == (
        room.commitment
    )


def test_another_nonce_than_the_one_bound_to_is_refused():
    table = friends()
    table.commit(0)
    table.commit(1, BEN)
    table.reveal(0)
    assert table.refused(messages.GiveNonce(1, nonce_of("better")), BEN) == "nonce_mismatch"
    assert table.refused(messages.GiveNonce(1, nonce_of(ANN)), BEN) == "nonce_mismatch"


def test_what_binds_one_seat_binds_no_other():
    table = friends()
    table.commit(0)
    copied = bound(table.state.dice.commitment, 0, ANN).commitment
    table.do(messages.CommitNonce(1, copied), BEN)
    table.reveal(0)
    assert table.refused(messages.GiveNonce(1, nonce_of(ANN)), BEN) == "nonce_mismatch"


@pytest.mark.parametrize("step", ["commit", "reveal"])
def test_one_who_is_silent_makes_the_round_void_and_a_bot_plays(step):
    table = friends()
    first = table.state.dice
    assert next_automatic_step(table.state) is None
    table.commit(0)
    if step == "reveal":
        table.commit(1, BEN)
        table.reveal(0)
    table.now += NONCE_SECONDS
    taken, committed = table.do(CheckDeadline())
    assert taken == events.TakenOver(1, "family", "dice")
    assert (committed.game_id, committed.round) == (first.game_id, 2)
    assert committed.secret != first.secret
    assert wanted(table) == ((0,), ()), "others are bound anew"
    assert wanted(table, BEN) == ((), ())
    assert table.refused(messages.TakeBack(1), BEN) == "not_running"
    table.commit(0)
    table.reveal(0)
    assert table.state.phase == "playing"
    assert table.state.dice.nonces == (nonce_of(ANN), "")
    assert '[DiceRound "2"]' in table.state.record()
    table.do(messages.TakeBack(1), BEN)
    table.check()


def test_nobody_is_replaced_before_somebody_waits():
    table = friends()
    table.now += 100 * NONCE_SECONDS
    assert table.do(CheckDeadline()) == []


def test_a_round_in_which_nobody_reveals_is_begun_anew_by_the_same_people():
    table = friends()
    table.commit(0)
    table.commit(1, BEN)
    table.now += NONCE_SECONDS
    (committed,) = table.do(CheckDeadline())
    assert committed.round == 2
    assert (wanted(table), wanted(table, BEN)) == (((0,), ()), ((1,), ()))
    table.now += NONCE_SECONDS
    assert table.do(CheckDeadline()) == [], "and then nobody is waited for"
    table.check()


@pytest.mark.parametrize(
    ("command", "token", "name"),
    [
        (messages.HostRemove(1), ANN, "bot:family"),
        (messages.Leave(1), BEN, "bot:family"),
        (messages.HostReplaceByBot(1, "random"), ANN, "Ben"),
    ],
)
def test_a_seat_that_changes_hands_begins_a_new_round(command, token, name):
    table = friends()
    table.commit(0)
    table.do(command, token)
    assert table.state.dice.terms.round == 2
    assert table.state.dice.terms.seats == ("Ann", name)
    table.commit(0)
    table.reveal(0)
    assert table.state.phase == "playing"
    assert table.state.names == ("Ann", name)
    table.check()


def test_a_nonce_of_another_form_is_refused():
    table = Table(messages.PersonSeat("Ann"), messages.BotSeat("random"))
    table.do(messages.Start())
    table.commit(0)
    assert table.refused(messages.GiveNonce(0, nonce_of(ANN) + "\n")) == "bad_full_nonce"
    assert table.refused(messages.GiveNonce(0, "00")) == "bad_full_nonce"
    table.reveal(0)
    assert table.state.phase == "playing"


def test_one_device_adds_for_all_its_seats():
    table = Table(
        messages.PersonSeat("Ann"), messages.PersonSeat("Ida"), messages.BotSeat("random")
    )
    table.do(messages.Start())
    assert wanted(table) == ((0, 1), ())
    table.commit(0)
    table.commit(1)
    assert wanted(table) == ((), (0, 1))
    table.reveal(1)
    table.reveal(0)
    assert table.state.phase == "playing"


def test_a_game_that_an_earlier_version_committed_to_goes_on_as_it_began():
    table = friends(start=False)
    secret = bytes(32)
    old = events.DiceCommitted("old-game", commitment(secret), secret.hex())
    entry = LogEntry(table.state.version + 1, table.now, old)
    table.state = apply_event(table.state, entry)
    table.log.append(entry)
    assert wanted(table) == ((), (0,))
    table.reveal(0)
    table.now += NONCE_SECONDS
    started, _ = table.do(CheckDeadline())
    assert started.nonces == (nonce_of(ANN), "")
    game = Game.from_wgn(table.state.record())
    assert "DiceVersion" not in game.tags
    game.tags["DiceSecret"] = secret.hex()
    assert verify(game.wgn()).is_valid
    table.check()
