"""Dice rounds: all players commit to nonces before any player reveals one."""

import pytest

from pickomino import legal_actions
from pickomino.core.dice import commitment
from pickomino.core.dice_terms import VoidedRound
from pickomino.rooms.domain.decide import NONCE_SECONDS, CheckDeadline, next_automatic_step
from pickomino.rooms.domain.room import apply_event
from pickomino.rooms.protocol import events, messages
from pickomino.rooms.protocol.events import LogEntry
from pickomino.rooms.views.room_views import room_of, you_of
from support.room_harness import ANN, BEN, PureRoom, commit_nonce, nonce_of


def friends(start=True):
    """Ann is host, Ben has joined."""
    table = PureRoom(messages.PersonSeat("Ann"), messages.OpenSeat())
    table.do(messages.Join("Ben"), BEN, is_new=True)
    if start:
        table.do(messages.Start())
    return table


def owed(table, token=ANN):
    you = you_of(table.state, token)
    return you.commitments_wanted, you.nonces_wanted


def test_nonces_are_revealed_after_all_commitments():
    table = friends(start=False)
    assert table.refusal(commit_nonce("", 0)) == "no_nonce_wanted"
    *_, committed = table.do(messages.Start())
    assert isinstance(committed, events.DiceCommitted)
    assert owed(table) == ((0,), ())
    assert table.refusal(messages.GiveNonce(0, nonce_of(ANN))) == "no_nonce_wanted"
    table.commit(0)
    assert owed(table) == ((), ())
    assert table.refusal(commit_nonce(committed.commitment, 0, "other")) == "no_nonce_wanted"
    assert table.refusal(messages.GiveNonce(0, nonce_of(ANN))) == "no_nonce_wanted"
    table.commit(1, BEN)
    assert (owed(table), owed(table, BEN)) == (((), (0,)), ((), (1,)))
    table.reveal(0)
    _, started, rolled = table.reveal(1, BEN)
    assert started.nonces == (nonce_of(ANN), nonce_of(BEN))
    assert started.commitment == committed.commitment
    assert isinstance(rolled, events.Rolled)
    table.check()


def test_dice_terms_and_commitments_are_public():
    table = friends()
    table.commit(0)
    room = room_of(table.state)
    assert (room.names, room.dice_round) == (("Ann", "Ben"), 1)
    assert room.dice_time == "1970-01-01T00:16:40Z"
    assert room.nonce_commitments == (commit_nonce(room.commitment, 0, ANN).commitment, "")
    assert table.state.dice.terms.commitment(bytes.fromhex(table.state.dice.secret)) == (
        room.commitment
    )


def test_nonce_must_match_its_commitment():
    table = friends()
    table.commit(0)
    table.commit(1, BEN)
    table.reveal(0)
    assert table.refusal(messages.GiveNonce(1, nonce_of("better")), BEN) == "nonce_mismatch"
    assert table.refusal(messages.GiveNonce(1, nonce_of(ANN)), BEN) == "nonce_mismatch"


def test_copied_commitment_cannot_be_revealed():
    table = friends()
    table.commit(0)
    copied = commit_nonce(table.state.dice.commitment, 0, ANN).commitment
    table.do(messages.CommitNonce(1, copied), BEN)
    table.reveal(0)
    assert table.refusal(messages.GiveNonce(1, nonce_of(ANN)), BEN) == "nonce_mismatch"


@pytest.mark.parametrize("step", ["commit", "reveal"])
def test_silent_player_voids_the_round(step):
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
    assert owed(table) == ((0,), ()), "the others commit again"
    assert owed(table, BEN) == ((), ())
    assert table.refusal(messages.TakeBack(1), BEN) == "not_running"
    table.commit(0)
    table.reveal(0)
    assert table.state.phase == "playing"
    assert table.state.dice.nonces == (nonce_of(ANN), "")
    assert '[DiceRound "2"]' in table.state.record()
    table.do(messages.TakeBack(1), BEN)
    table.check()


def test_no_nonce_deadline_before_the_first_commitment():
    table = friends()
    table.now += 100 * NONCE_SECONDS
    assert table.do(CheckDeadline()) == []


def test_round_without_any_reveal_waits():
    """A player who revealed, but whose message was lost, would take a new round for fraud."""
    table = friends()
    table.commit(0)
    table.commit(1, BEN)
    table.now += 100 * NONCE_SECONDS
    assert next_automatic_step(table.state) is None
    assert table.do(CheckDeadline()) == []
    assert (owed(table), owed(table, BEN)) == (((), (0,)), ((), (1,)))


@pytest.mark.parametrize("command", [messages.Leave(1), messages.HostRemove(1)])
def test_seat_that_a_bot_plays_voids_no_round(command):
    table = friends()
    table.do(messages.HostReplaceByBot(1, "random"), ANN)
    dice = table.state.dice
    table.commit(0)
    table.do(command, BEN if isinstance(command, messages.Leave) else ANN)
    table.reveal(0)
    assert (table.state.dice.commitment, table.state.names) == (dice.commitment, ("Ann", "Ben"))
    table.check()


def test_terms_contain_the_voided_rounds():
    table = friends()
    first = table.state.dice.commitment
    hashes = table.commit(0)[0].commitment, table.commit(1, BEN)[0].commitment
    table.reveal(0)
    table.do(messages.Leave(1), BEN)
    room = room_of(table.state)
    voided = VoidedRound(first, "ab", "a", hashes)
    assert (room.dice_game, room.dice_seats, room.voided_rounds) == (1, "a", (str(voided),))
    assert table.state.dice.terms.has_valid_rounds
    table.commit(0)
    table.reveal(0)
    assert f'[Voided_1 "{voided}"]' in table.state.record()


def test_games_of_a_room_are_numbered():
    table = PureRoom(messages.PersonSeat("Ann"), messages.PersonSeat("Ida"), turn_limit=1)
    numbers = []
    for _ in range(2):
        table.do(messages.Start())
        numbers.append(table.state.dice.terms.number)
        for step in (table.commit, table.reveal):
            step(0)
            step(1)
        while table.state.phase == "playing":
            table.do(messages.Act(str(legal_actions(table.position)[0])))
        table.do(messages.Rematch())
    assert numbers == [1, 2]


@pytest.mark.parametrize(
    ("command", "token", "name"),
    [
        (messages.HostRemove(1), ANN, "bot:family"),
        (messages.Leave(1), BEN, "bot:family"),
        (messages.HostReplaceByBot(1, "random"), ANN, "Ben"),
    ],
)
def test_changed_seat_restarts_the_round(command, token, name):
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


def test_malformed_nonce_is_refused():
    table = PureRoom(messages.PersonSeat("Ann"), messages.BotSeat("random"))
    table.do(messages.Start())
    table.commit(0)
    assert table.refusal(messages.GiveNonce(0, nonce_of(ANN) + "\n")) == "bad_full_nonce"
    assert table.refusal(messages.GiveNonce(0, "00")) == "bad_full_nonce"
    table.reveal(0)
    assert table.state.phase == "playing"


def test_device_commits_for_all_its_seats():
    table = PureRoom(
        messages.PersonSeat("Ann"), messages.PersonSeat("Ida"), messages.BotSeat("random")
    )
    table.do(messages.Start())
    assert owed(table) == ((0, 1), ())
    table.commit(0)
    table.commit(1)
    assert owed(table) == ((), (0, 1))
    table.reveal(1)
    table.reveal(0)
    assert table.state.phase == "playing"


@pytest.mark.parametrize("time", ["", "2026-11-16T12:00:00Z"], ids=["version 1", "version 2"])
def test_unfinished_dice_of_an_earlier_version_are_replaced(time):
    table = friends(start=False)
    secret = bytes(32)
    old = events.DiceCommitted("old-game", commitment(secret), secret.hex(), time, int(bool(time)))
    entry = LogEntry(table.state.version + 1, table.now, old)
    table.state = apply_event(table.state, entry)
    table.log.append(entry)
    assert owed(table) == ((), ())
    assert room_of(table.state).commitment == "", "clients would reject these dice"
    (committed,) = table.do(CheckDeadline())
    assert (committed.round, committed.number) == (1, 1)
    assert committed.game_id != "old-game"
    table.commit(0)
    table.commit(1, BEN)
    table.reveal(0)
    table.reveal(1, BEN)
    assert '[DiceVersion "4"]' in table.state.record()
    table.check()
