"""What a server promises about its dice is stored, and checked after the game."""

import pytest

from pickomino import Game, Rules, legal_actions
from pickomino.core.dice import DiceTerms, SealedDice, nonce_commitment
from pickomino.record.state import GameStep, RollEvent
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.messages import CommitNonce, GiveNonce
from pickomino.rooms.protocol.views import Room, RoomView, You
from pickomino.tables.dice_promises import DicePromise, DiceWatch, PromiseStore
from pickomino.tables.locked_file import LockedFile

SECRET, OTHER = bytes(32), "ab" * 32
TERMS = DiceTerms("game", "standard", ("Ann", "Ben"), "2026-11-16T12:00:00Z")
BEN = "cd" * 32


def room(terms=TERMS, bound=("", ""), secret=SECRET):
    return Room(
        names=terms.seats,
        game_id=terms.game_id,
        commitment=terms.commitment(secret),
        dice_time=terms.time,
        dice_round=terms.round,
        nonce_commitments=bound,
    )


def promised():
    """Return a promise with the commitments of all seats, and the nonce of this device."""
    promise = DicePromise.from_room(room())
    nonce = promise.nonce(0)
    promise.taken[0] = "given"
    promise.bound = bound_to(nonce, BEN)
    return promise, nonce


def bound_to(*nonces):
    commitment = TERMS.commitment(SECRET)
    return tuple(nonce_commitment(commitment, seat, nonce) for seat, nonce in enumerate(nonces))


def played(nonce, secret=SECRET, other=BEN, **terms):
    """Return a game on the dice of a server that may or may not keep its promise."""
    used_terms = TERMS._replace(**terms)
    game = Game(
        Rules.preset("standard"), 2, SealedDice(secret, used_terms, (nonce, other)), turn_limit=4
    )
    while not game.is_over:
        game.play(legal_actions(game.position)[0])
    return game.add_tags(dict(zip("ab", used_terms.seats, strict=True)))


def rolls_of(game):
    return [str(event.roll) for event in game.events if isinstance(event, RollEvent)]


def test_nonce_of_a_seat_stays_the_same():
    promise, nonce = promised()
    assert promise.nonce(0) == nonce
    assert promise.nonce(1) != nonce


def test_dice_as_promised_are_valid():
    promise, nonce = promised()
    game = played(nonce)
    verification = promise.check(game.wgn(), game.steps)
    assert verification.is_valid
    assert verification.rolls >= 4
    assert promise.check(game.wgn(), game.steps[-3:]).is_valid, "only the end was seen"


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({"secret": b"x" * 32}, "commit_mismatch"),
        ({"game_id": "other"}, "commit_mismatch"),
        ({"round": 2}, "commit_mismatch"),
        ({"seats": ("Ann", "Eve")}, "commit_mismatch"),
        ({"starter": "lot"}, "commit_mismatch"),
        ({"nonce": OTHER}, "own_nonce_gone"),
        ({"nonce": ""}, "own_nonce_gone"),
        ({"other": OTHER}, "other_nonce_changed"),
    ],
)
def test_changed_dice_are_detected(how, code):
    promise, nonce = promised()
    game = played(**{"nonce": nonce, **how})
    assert promise.check(game.wgn(), game.steps).problem.code == code


def test_changed_tags_are_detected():
    promise, nonce = promised()
    game = Game.from_wgn(played(nonce).wgn())
    for tag, value in (("b", "Eve"), ("Starter", "lot")):
        other = Game.from_wgn(game.wgn())
        other.tags[tag] = value
        problem = promise.check(other.wgn(), ()).problem
        assert (problem.code, problem.parameters["tag"]) == ("record_bad_tag", tag)


def test_record_with_other_rolls_is_detected():
    promise, nonce = promised()
    game, other = played(nonce), played(nonce, secret=b"x" * 32)
    problem = promise.check(game.wgn(), other.steps).problem
    assert problem.code == "record_result"
    assert problem.parameters["expected"] in rolls_of(other), "of the first that differ"
    seen = (*game.steps, GameStep(game.steps[-1].event, game.start))
    assert promise.check(game.wgn(), seen).problem.code == "record_result"


def test_rolls_seen_before_a_restart_are_compared():
    promise, nonce = promised()
    game = played(nonce)
    promise.rolls = {"1a.0": "11111111"}
    assert promise.check(game.wgn(), game.steps).problem.code == "record_result"


def test_unchecked_parts_are_reported_as_doubts():
    promise, nonce = promised()
    game = played(nonce)
    assert [d.code for d in promise.check(game.wgn(), ()).doubts] == ["rolls_not_seen"]
    elsewhere = DicePromise.from_room(room())
    elsewhere.nonce(0)
    verification = elsewhere.check(game.wgn(), ())
    assert verification.is_valid, "bound on another device"
    assert [d.code for d in verification.doubts] == ["no_own_nonce", "rolls_not_seen"]


def test_record_without_its_secret_is_refused():
    promise, nonce = promised()
    text = "\n".join(line for line in played(nonce).wgn().splitlines() if "DiceSecret" not in line)
    assert promise.check(text, ()).problem.code == "secret_not_revealed"
    assert promise.check("nonsense", ()).problem is not None


# The dice phase before a game


def view(known, *frames, phase="nonces", **you):
    return RoomView(1, phase, known, frames, you=You(seats=(0,), **you))


@pytest.fixture
def file(tmp_path):
    return LockedFile(tmp_path / "dice.json")


def bound_watch(file):
    """Return a watch whose nonce commitment the server has confirmed."""
    watch = DiceWatch(PromiseStore(file))
    (command,) = watch.follow(view(room(), commitments_wanted=(0,)))
    watch.confirm("game", room().commitment, command)
    return watch, command


def test_nonces_are_stored_before_they_are_sent(file):
    _, command = bound_watch(file)
    assert isinstance(command, CommitNonce)
    known = room(bound=(command.commitment, bound_to("", BEN)[1]))
    (given,) = DiceWatch(PromiseStore(file)).follow(view(known, nonces_wanted=(0,)))
    assert isinstance(given, GiveNonce)
    assert bound_to(given.nonce)[0] == command.commitment
    assert PromiseStore(file).get("game").bound == known.nonce_commitments


def test_game_starts_although_nothing_can_be_stored(tmp_path):
    (tmp_path / "file").write_text("")
    watch, command = bound_watch(LockedFile(tmp_path / "file" / "dice.json"))
    assert watch.follow(view(room(bound=(command.commitment, "x")), nonces_wanted=(0,)))


def test_changed_commitment_gets_no_nonce(file):
    watch, command = bound_watch(file)
    known = room(bound=(command.commitment, "x"), secret=b"x" * 32)
    assert watch.follow(view(known, nonces_wanted=(0,))) == []
    assert watch.alarm.code == "commit_mismatch"


def test_new_round_has_a_new_nonce(file):
    watch, command = bound_watch(file)
    again = TERMS._replace(round=2)
    (other,) = watch.follow(view(room(again), commitments_wanted=(0,)))
    assert other.commitment != command.commitment
    assert watch.alarm is None


def test_foreign_commitment_of_a_seat_raises_the_alarm(file):
    watch, _ = bound_watch(file)
    assert watch.follow(view(room(bound=("sha256:00", "x")), nonces_wanted=(0,))) == []
    assert watch.alarm.code == "own_nonce_gone"


def test_false_claim_of_silence_raises_the_alarm(file):
    watch, _ = bound_watch(file)
    taken = Frame(events.TakenOver(0, "family", "dice"))
    watch.follow(view(room(TERMS._replace(round=2)), taken))
    assert watch.alarm.code == "called_silent"


def test_true_claim_of_silence_raises_no_alarm(file):
    watch, command = bound_watch(file)
    shown = Frame(events.NonceCommitted(0, command.commitment))
    taken = Frame(events.TakenOver(0, "family", "dice"))
    watch.follow(view(room(TERMS._replace(round=2)), shown, taken))
    assert watch.alarm is None
    watch.follow(view(room(bound=(command.commitment, ""))))
    watch.follow(view(room(TERMS._replace(round=2)), taken))
    assert watch.alarm is None


@pytest.mark.parametrize(("nonce", "code"), [(None, None), (OTHER, "own_nonce_gone")])
def test_game_start_is_compared_with_the_promise(file, nonce, code):
    watch, _ = bound_watch(file)
    own = PromiseStore(file).get("game").nonces[0]
    started = events.GameStarted("game", room().commitment, (nonce or own, BEN))
    frames = [
        Frame(started, "wfen"),
        *(Frame(events.Rolled(0, roll), "wfen", "1a") for roll in ("12345www", "12345")),
    ]
    watch.follow(view(room(), *frames, phase="playing"))
    assert (None if watch.alarm is None else watch.alarm.code) == code
    assert PromiseStore(file).get("game").rolls == {"1a.0": "12345www", "1a.1": "12345"}
