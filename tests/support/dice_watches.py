"""Devices that take part in the dice of a game at seat a."""

from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.frames import Frame
from pickomino.rooms.protocol.views import RoomView, You
from pickomino.tables.dice_promises import PromiseStore
from pickomino.tables.dice_watch import DiceWatch
from support.dice_rooms import BEN, TERMS, bound_to, room

OTHER = "ab" * 32


def view(known, *frames, phase="nonces", **you):
    return RoomView(1, phase, known, frames, you=You(seats=(0,), **you))


def code_of(problem):
    return None if problem is None else problem.code


def bound_watch(file, terms=TERMS):
    """Return a watch whose nonce commitment the server has confirmed."""
    watch = DiceWatch(PromiseStore(file), "ABCDEFGH")
    (command,) = watch.follow(view(room(terms), commitments_wanted=(0,)))
    watch.confirm(terms.game_id, room(terms).commitment, command)
    return watch, command


def hashes_with(command, terms=TERMS):
    return (command.commitment, bound_to("", BEN, terms=terms)[1])


def revealed_watch(file, *, is_confirmed=True):
    """Return a watch that has revealed its nonce, its nonce, and the frozen hashes."""
    watch, command = bound_watch(file)
    frozen = hashes_with(command)
    (given,) = watch.follow(view(room(bound=frozen), nonces_wanted=(0,)))
    if is_confirmed:
        watch.confirm("game", room().commitment, given)
    return watch, given.nonce, frozen


def started(nonces, known=None):
    known = known or room()
    event = events.GameStarted(known.game_id, known.commitment, nonces)
    return Frame(event, "wfen"), Frame(events.Rolled(0, "12345www"), "wfen", "1a")


def ended(secret):
    return Frame(events.GameEnded((0, 0), (0,), secret=secret), "wfen", "1b")
