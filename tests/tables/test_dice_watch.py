"""Before a game, a device adds to the dice, and raises the alarm about a server that cheats."""

import pytest

from pickomino.core.dice_terms import nonce_commitment
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.messages import CommitNonce, GiveNonce, Settings
from pickomino.tables.dice_promises import PromiseStore
from pickomino.tables.dice_watch import DiceWatch
from pickomino.tables.locked_file import LockedFile
from support.dice_rooms import BEN, SECRET, TERMS, bound_to, next_round, room
from support.dice_watches import (
    OTHER,
    bound_watch,
    code_of,
    ended,
    hashes_with,
    revealed_watch,
    started,
    view,
)


def test_nonces_are_stored_before_they_are_sent(file):
    _, command = bound_watch(file)
    assert isinstance(command, CommitNonce)
    known = room(bound=hashes_with(command))
    (given,) = DiceWatch(PromiseStore(file), "ABCDEFGH").follow(view(known, nonces_wanted=(0,)))
    assert isinstance(given, GiveNonce)
    assert bound_to(given.nonce)[0] == command.commitment
    stored = PromiseStore(file).get("game")
    assert (stored.bound, stored.is_frozen) == (known.nonce_commitments, True)


def test_game_starts_although_nothing_can_be_stored(tmp_path):
    (tmp_path / "file").write_text("")
    watch, command = bound_watch(LockedFile(tmp_path / "file" / "dice.json"))
    assert watch.follow(view(room(bound=hashes_with(command)), nonces_wanted=(0,)))


def test_request_before_all_hashes_gets_no_nonce(file):
    """An accomplice could otherwise choose a nonce for the dice that it wants."""
    watch, command = bound_watch(file)
    known = room(bound=(command.commitment, ""))
    assert watch.follow(view(known, nonces_wanted=(0,))) == []
    assert watch.alarm.code == "asked_early"


@pytest.mark.parametrize("letters", ["", "a"])
def test_hash_of_a_seat_without_nonce_gets_no_nonce(file, letters):
    terms = TERMS._replace(nonce_seats=letters)
    watch, command = bound_watch(file, terms)
    known = room(terms, bound=hashes_with(command, terms))
    assert watch.follow(view(known, nonces_wanted=(0,))) == []
    assert watch.alarm.code == "asked_early"


def test_alarm_ends_all_contributions(file):
    watch, command = bound_watch(file)
    watch.follow(view(room(bound=(command.commitment, "")), nonces_wanted=(0,)))
    known = room(bound=hashes_with(command))
    assert watch.follow(view(known, nonces_wanted=(0,))) == []


@pytest.mark.parametrize(
    "change",
    [{"secret": b"x" * 32}, {"terms": TERMS._replace(time="2026-11-16T12:00:01Z")}],
    ids=["secret", "time"],
)
def test_second_commitment_gets_no_nonce(file, change):
    watch, command = bound_watch(file)
    known = room(bound=hashes_with(command), **change)
    assert watch.follow(view(known, nonces_wanted=(0,))) == []
    assert watch.alarm.code == "bad_dice_rounds"


@pytest.mark.parametrize("bound", [("", None), (None, "sha256:" + "0" * 64), (None, "")])
def test_hash_changed_after_the_reveal_raises_the_alarm(file, bound):
    watch, _, frozen = revealed_watch(file)
    changed = tuple(old if new is None else new for old, new in zip(frozen, bound, strict=True))
    watch.follow(view(room(bound=changed)))
    assert watch.alarm.code == "other_nonce_changed"


@pytest.mark.parametrize(
    "changes",
    [
        {"game_id": "other"},
        {"game_id": "other", "number": 0, "room": "", "nonce_seats": ""},
        {"room": "HGFEDCBA"},
        {"seats": ("Ben", "Ann")},
        {"rules": "mini"},
        {"starter": "b"},
        {"nonce_seats": "a"},
        {"number": 2},
    ],
)
def test_other_terms_after_the_reveal_raise_the_alarm(file, changes):
    watch, _, _ = revealed_watch(file)
    other = TERMS._replace(**changes)
    watch.follow(view(room(other, code="ABCDEFGH", settings=Settings(other.rules))))
    assert watch.alarm is not None


@pytest.mark.parametrize("phase", ["nonces", "playing"])
def test_same_game_with_another_id_raises_the_alarm(file, phase):
    revealed_watch(file)
    again = DiceWatch(PromiseStore(file), "ABCDEFGH")
    again.follow(view(room(TERMS._replace(game_id="other")), phase=phase))
    assert again.alarm.code == "bad_dice_rounds"


# Rounds


def test_new_round_has_a_new_nonce(file):
    watch, command = bound_watch(file)
    again = next_round(TERMS, hashes_with(command))
    (other,) = watch.follow(view(room(again), commitments_wanted=(0,)))
    assert other.commitment != command.commitment
    assert watch.alarm is None
    watch.confirm("game", room(again).commitment, other)
    (given,) = watch.follow(view(room(again, (other.commitment, "")), nonces_wanted=(0,)))
    assert nonce_commitment(again.commitment(SECRET), 0, given.nonce) == other.commitment


@pytest.mark.parametrize(
    ("lost", "how"),
    [
        ("", {}),
        ("b", {"bound": ("own", "sha256:" + "0" * 64)}),
        ("b", {"secret": b"x" * 32}),
        ("b", {"revealed": "b"}),
        ("b", {"revealed": "ab"}),
        ("b", {"names": ("Eve", "Ben")}),
        ("a", {"names": ("Ann", "Eve")}),
    ],
)
def test_round_that_is_not_explained_raises_the_alarm(file, lost, how):
    watch, _, frozen = revealed_watch(file)
    bound = tuple(new if new != "own" else frozen[0] for new in how.get("bound", frozen))
    secret = how.get("secret", SECRET)
    again = next_round(TERMS, bound, how.get("revealed", "a"), lost, secret)
    again = again._replace(seats=how.get("names", TERMS.seats))
    assert watch.follow(view(room(again), commitments_wanted=(0,))) == []
    assert watch.alarm is not None


def test_voided_round_with_a_loss_is_accepted(file):
    watch, _, frozen = revealed_watch(file)
    again = next_round(TERMS, frozen, "a")._replace(seats=("Ann", "bot:family"))
    assert watch.follow(view(room(again), commitments_wanted=(0,)))
    assert watch.alarm is None


def test_round_before_the_last_one_raises_the_alarm(file):
    watch, _, frozen = revealed_watch(file)
    again = next_round(TERMS, frozen, "a")
    watch.follow(view(room(again), commitments_wanted=(0,)))
    watch.follow(view(room(bound=frozen)))
    assert watch.alarm.code == "bad_dice_rounds"


def test_voided_rounds_cannot_change_later(file):
    watch, _, frozen = revealed_watch(file)
    again = next_round(TERMS, frozen, "a")
    watch.follow(view(room(again), commitments_wanted=(0,)))
    other = again._replace(voided=(again.voided[0]._replace(revealed=""),))
    watch.follow(view(room(other)))
    assert watch.alarm.code == "bad_dice_rounds"


# A device that was offline or was replaced


@pytest.mark.parametrize("how", ["removed", "silent"])
def test_replaced_player_gets_a_notice_and_no_alarm(file, how):
    """The nonce of the first round is in no dice: that is no fraud."""
    watch, _, frozen = revealed_watch(file, is_confirmed=how == "removed")
    revealed = "ab" if how == "silent" else "a"
    again = next_round(TERMS, frozen, "b" if how == "silent" else revealed, "a")
    bound = ("", bound_to("", BEN, terms=again)[1])
    taken = Frame(events.TakenOver(0, "family", "dice" if how == "silent" else "host"))
    known = room(again, bound)
    watch.follow(view(known, taken, *started(("", BEN), known), phase="playing"))
    assert (watch.alarm, code_of(watch.notice)) == (None, "no_own_nonce")
    watch.follow(view(known, *started(("", BEN), known), ended(SECRET.hex()), phase="over"))
    assert (watch.alarm, code_of(watch.notice)) == (None, "no_own_nonce")


def test_player_who_missed_the_dice_gets_a_notice(file):
    watch = DiceWatch(PromiseStore(file), "ABCDEFGH")
    watch.follow(view(room(bound=bound_to(OTHER, BEN)), *started((OTHER, BEN)), phase="playing"))
    assert (watch.alarm, code_of(watch.notice)) == (None, "no_own_nonce")


def test_own_nonce_needs_no_notice(file):
    watch, nonce, frozen = revealed_watch(file)
    watch.follow(view(room(bound=frozen), *started((nonce, BEN)), phase="playing"))
    assert (watch.alarm, watch.notice) == (None, None)


def test_foreign_commitment_of_a_seat_raises_the_alarm(file):
    watch, _ = bound_watch(file)
    foreign = bound_to(OTHER, BEN)
    assert watch.follow(view(room(bound=foreign), nonces_wanted=(0,))) == []
    assert watch.alarm.code == "own_nonce_gone"


def test_seat_committed_on_another_device_is_no_alarm(file):
    watch = DiceWatch(PromiseStore(file), "ABCDEFGH")
    watch.follow(view(room(), commitments_wanted=(0,)))
    assert watch.follow(view(room(bound=bound_to(OTHER, BEN)), nonces_wanted=(0,))) == []
    assert watch.alarm is None


def test_false_claim_of_silence_raises_the_alarm(file):
    watch, command = bound_watch(file)
    taken = Frame(events.TakenOver(0, "family", "dice"))
    again = next_round(TERMS, ("", hashes_with(command)[1]), "", "a")
    watch.follow(view(room(again), taken))
    assert watch.alarm.code == "called_silent"


def test_hidden_reveal_raises_the_alarm(file):
    watch, _, frozen = revealed_watch(file)
    watch.follow(view(room(next_round(TERMS, frozen, "b", "a"))))
    assert watch.alarm.code == "called_silent"


def test_true_claim_of_silence_raises_no_alarm(file):
    watch, command = bound_watch(file)
    bound = hashes_with(command)
    shown = Frame(events.NonceCommitted(0, command.commitment))
    taken = Frame(events.TakenOver(0, "family", "dice"))
    watch.follow(view(room(next_round(TERMS, bound, "b", "a")), shown, taken))
    assert watch.alarm is None


def test_silence_in_a_later_round_raises_no_alarm(file):
    """A player who had revealed a nonce lost the connection before the next round."""
    watch, _, frozen = revealed_watch(file)
    second = next_round(TERMS, frozen, "a")._replace(seats=("Ann", "bot:family"))
    others = (events.DiceCommitted(*("game", commitment, "")) for commitment in "xy")
    taken = events.TakenOver(1, "family", "host"), events.TakenOver(0, "family", "dice")
    frames = [Frame(event) for pair in zip(taken, others, strict=True) for event in pair]
    third = next_round(second, ("", ""), "", "a")
    watch.follow(view(room(third), *frames))
    assert (watch.alarm, code_of(watch.notice)) == (None, None)


def test_silence_in_the_own_round_still_raises_the_alarm(file):
    """The round is found although the view begins after its commitment."""
    watch, _, frozen = revealed_watch(file)
    taken = Frame(events.TakenOver(0, "family", "dice"))
    next_one = Frame(events.DiceCommitted("game", "x", ""))
    watch.follow(view(room(next_round(TERMS, frozen, "a", "b")), taken, next_one))
    assert watch.alarm.code == "called_silent"


def test_hashes_of_a_later_round_are_not_mixed_with_the_own(file):
    """A player who was replaced by a bot went on watching, and got a false alarm."""
    watch, command = bound_watch(file)
    again = next_round(TERMS, (command.commitment, ""), "", "a")
    for hashes in (("", ""), ("", "sha256:" + "7" * 64), ("", "sha256:" + "7" * 64)):
        assert watch.follow(view(room(again, hashes))) == []
        assert watch.alarm is None
