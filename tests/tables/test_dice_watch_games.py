"""A device checks the dice of a game while it is played, and at its end."""

import pytest
from msgspec.structs import replace

from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.messages import Settings
from pickomino.rooms.protocol.views import MAX_FRAMES, You
from pickomino.tables.dice_promises import PromiseStore
from pickomino.tables.dice_watch import DiceWatch
from support.dice_rooms import BEN, SECRET, TERMS, bound_to, next_round, room
from support.dice_watches import (
    OTHER,
    code_of,
    ended,
    revealed_watch,
    started,
    view,
)


@pytest.mark.parametrize(
    ("nonces", "code"),
    [
        ((None, BEN), None),
        ((OTHER, BEN), "own_nonce_gone"),
        ((None, OTHER), "other_nonce_changed"),
        ((None, ""), "other_nonce_changed"),
        ((None,), "nonce_count"),
    ],
)
def test_game_start_is_compared_with_the_promise(file, nonces, code):
    watch, own, frozen = revealed_watch(file)
    used = tuple(own if nonce is None else nonce for nonce in nonces)
    roll = Frame(events.Rolled(0, "12345"), "wfen", "1a")
    watch.follow(view(room(bound=frozen), *started(used), roll, phase="playing"))
    assert code_of(watch.alarm) == code
    assert PromiseStore(file).get("game").rolls == {"1a.0": "12345www", "1a.1": "12345"}


@pytest.mark.parametrize(
    ("secret", "code"),
    [
        (SECRET.hex(), None),
        ("", "secret_withheld"),
        ("00", "bad_secret"),
        ("ab" * 32, "commit_mismatch"),
    ],
)
def test_secret_at_the_end_is_checked(file, secret, code):
    watch, own, frozen = revealed_watch(file)
    frames = *started((own, BEN)), ended(secret)
    watch.follow(view(room(bound=frozen), *frames, phase="over"))
    assert code_of(watch.alarm) == code


def test_next_game_waits_for_the_record_of_an_unfinished_one(file):
    watch, _, _ = revealed_watch(file)
    second = TERMS._replace(game_id="second", number=2)
    asked = view(room(second), commitments_wanted=(0,))
    assert watch.follow(asked) == []
    assert (watch.alarm, watch.unverified_games(asked.room)) == (None, ["game"])
    watch.note_verification("game", None)
    assert len(watch.follow(asked)) == 1
    assert watch.unverified_games(asked.room) == []


def test_game_dropped_after_a_voided_round_is_verified_too(file):
    """The lost seat could otherwise come back in the next game, as often as the server likes."""
    watch, _, frozen = revealed_watch(file)
    again = next_round(TERMS, frozen, "a")
    watch.follow(view(room(again), commitments_wanted=(0,)))
    second = room(TERMS._replace(game_id="second", number=2))
    assert watch.follow(view(second, commitments_wanted=(0,))) == []
    assert watch.unverified_games(second) == ["game"]


def test_game_that_was_only_said_to_be_over_is_verified_too(file):
    """A server could end games at once, reveal their secrets, and begin others."""
    watch, own, frozen = revealed_watch(file)
    frames = *started((own, BEN)), ended(SECRET.hex())
    watch.follow(view(room(bound=frozen), *frames, phase="over"))
    second = room(TERMS._replace(game_id="second", number=2))
    assert watch.follow(view(second, commitments_wanted=(0,))) == []
    assert watch.unverified_games(second) == ["game"]
    assert watch.alarm is None


def test_dice_for_another_room_raise_the_alarm(file):
    """The number of the game in its room would begin again."""
    watch, _, _ = revealed_watch(file)
    elsewhere = TERMS._replace(game_id="second", room="HGFEDCBA")
    assert watch.follow(view(room(elsewhere), commitments_wanted=(0,))) == []
    assert code_of(watch.alarm) == "bad_dice_rounds"


@pytest.mark.parametrize("length", [2, MAX_FRAMES])
def test_hidden_start_raises_the_alarm(file, length):
    """Only the latest frames of a very long game are sent."""
    watch, own, frozen = revealed_watch(file)
    _, roll = started((own, BEN))
    frames = [replace(roll, event=None), *[roll] * (length - 1)]
    watch.follow(view(room(bound=frozen), *frames, phase="playing"))
    assert code_of(watch.alarm) == ("bad_dice_rounds" if length < MAX_FRAMES else None)


def test_player_shown_as_a_spectator_still_gets_the_alarm(file):
    """A server could otherwise show the game without a seat until it is over."""
    watch, _, frozen = revealed_watch(file)
    shown = view(room(bound=frozen), *started((OTHER, BEN)), phase="playing")
    watch.follow(replace(shown, you=You()))
    assert (code_of(watch.alarm), watch.notice) == ("own_nonce_gone", None)


def test_false_claim_of_silence_in_a_hidden_seat_is_noticed(file):
    """A server once avoided the alarm by showing the player as a spectator."""
    watch, _, frozen = revealed_watch(file)
    taken = Frame(events.TakenOver(0, "family", "dice"))
    next_one = Frame(events.DiceCommitted("game", "x", ""))
    shown = view(room(next_round(TERMS, frozen, "a", "a")), taken, next_one)
    watch.follow(replace(shown, you=You()))
    assert code_of(watch.alarm) == "called_silent"


def test_replaced_player_in_a_hidden_seat_gets_a_notice(file):
    watch, _, frozen = revealed_watch(file)
    again = next_round(TERMS, frozen, "a", "a")
    known = room(again, ("", bound_to("", BEN, terms=again)[1]))
    shown = view(known, *started(("", BEN), known), phase="playing")
    watch.follow(replace(shown, you=You()))
    assert (watch.alarm, code_of(watch.notice)) == (None, "no_own_nonce")


def test_player_in_a_hidden_seat_checks_the_next_game(file):
    """A server could otherwise drop a game and play on without the player."""
    watch, *_ = revealed_watch(file)
    later = view(room(TERMS._replace(game_id="other")), phase="playing")
    watch.follow(replace(later, you=You()))
    assert code_of(watch.alarm) == "bad_dice_rounds"


def test_spectator_gets_no_notice(file):
    watch = DiceWatch(PromiseStore(file), "ABCDEFGH")
    shown = view(room(bound=bound_to(OTHER, BEN)), *started((OTHER, BEN)), phase="playing")
    watch.follow(replace(shown, you=You()))
    assert (watch.alarm, watch.notice) == (None, None)


def test_rolls_without_a_seat_are_counted(file):
    """The player left the seat during a turn, and took it again."""
    watch, own, frozen = revealed_watch(file)
    watch.follow(view(room(bound=frozen), *started((own, BEN)), phase="playing"))
    for roll, you in (("12345", You()), ("125", You(seats=(0,)))):
        frame = Frame(events.Rolled(0, roll), "wfen", "1a")
        watch.follow(replace(view(room(bound=frozen), frame, phase="playing"), you=you))
    rolls = {"1a.0": "12345www", "1a.1": "12345", "1a.2": "125"}
    assert (watch.alarm, PromiseStore(file).get("game").rolls) == (None, rolls)


# Weaker dice

EARLIER = TERMS._replace(room="", number=0, nonce_seats="")


@pytest.mark.parametrize("starter", ["", "b"])
def test_dice_of_an_earlier_version_get_no_nonce(file, starter):
    watch = DiceWatch(PromiseStore(file), "ABCDEFGH")
    known = room(EARLIER._replace(starter=starter))
    assert watch.follow(view(known, commitments_wanted=(0,))) == []
    assert watch.alarm.code == "order_unproven"


@pytest.mark.parametrize("changes", [{"commitment": ""}, {"settings": Settings(practice=True)}, {}])
def test_game_without_the_promised_dice_raises_the_alarm(file, changes):
    watch = DiceWatch(PromiseStore(file), "ABCDEFGH")
    watch.follow(view(room(commitment=""), phase="lobby"))
    watch.follow(view(room(EARLIER, **changes), *started((OTHER, BEN)), phase="playing"))
    assert watch.alarm.code == "order_unproven"


def test_dice_hidden_after_the_reveal_raise_the_alarm(file):
    watch, own, _ = revealed_watch(file)
    hidden = room(EARLIER, commitment="", settings=Settings(practice=True))
    watch = DiceWatch(PromiseStore(file), "ABCDEFGH")
    watch.follow(view(hidden, *started((own, BEN)), phase="playing"))
    assert watch.alarm.code == "order_unproven"


def test_game_of_an_earlier_version_can_be_finished(file):
    """Its promise was stored by the version before."""
    own = OTHER
    commitment = EARLIER.commitment(SECRET)
    stored = {
        "game": {
            "game_id": "game",
            "commitment": commitment,
            "rules": "standard",
            "names": ["Ann", "Ben"],
            "time": EARLIER.time,
            "round": 1,
            "nonces": {"0": own},
            "taken": {"0": "given"},
            "bound": list(bound_to(own, BEN, terms=EARLIER)),
        }
    }
    file.change(lambda content: content.update(stored))
    watch = DiceWatch(PromiseStore(file), "ABCDEFGH")
    known = room(EARLIER)
    watch.follow(view(known, *started((own, BEN), known), phase="playing"))
    frames = *started((own, BEN), known), ended(SECRET.hex())
    watch.follow(view(known, *frames, phase="over"))
    assert (watch.alarm, watch.notice) == (None, None)


@pytest.mark.parametrize("is_restarted", [False, True])
def test_commitment_hidden_after_the_reveal_raises_the_alarm(file, is_restarted):
    """Without a commitment there seemed to be nothing to compare the game with."""
    watch, own, _ = revealed_watch(file)
    if is_restarted:
        watch = DiceWatch(PromiseStore(file), "ABCDEFGH")
    watch.follow(view(room(commitment=""), *started((own, BEN)), phase="playing"))
    assert watch.alarm.code == "order_unproven"


def test_practice_game_has_no_promise(file):
    watch = DiceWatch(PromiseStore(file), "ABCDEFGH")
    practice = room(commitment="", dice_game=0, settings=Settings(practice=True))
    watch.follow(view(practice, phase="lobby"))
    watch.follow(view(practice, *started(()), phase="playing"))
    assert (watch.alarm, watch.notice) == (None, None)


def test_malformed_round_raises_the_alarm(file):
    watch = DiceWatch(PromiseStore(file), "ABCDEFGH")
    for changes in ({"voided_rounds": ("x",)}, {"nonce_commitments": ()}, {"dice_round": 3}):
        watch.alarm = None
        assert watch.follow(view(room(**changes), commitments_wanted=(0,))) == []
        assert watch.alarm is not None
