"""Frames: the table after each event, as drawn in live play, replays, lessons and the terminal.

`pickomino.core` applies the rules, and frames contain the results, so clients need no rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import zip_longest

from msgspec import Struct

from pickomino.core.actions import Action
from pickomino.core.play import claims, dice_left
from pickomino.core.position import NEW_TURN, Phase, Position, Turn, places, scores, winners
from pickomino.core.roll import Roll
from pickomino.core.turns import TurnEnd, fail, has_worm, total
from pickomino.record.state import ActionEvent, GameStep, RollEvent, turn_label
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.events import Event, turn_ended_event
from pickomino.rooms.protocol.targets import Goal, goals


class Failure(Struct, frozen=True, omit_defaults=True):
    """What failing now would cost."""

    returned: int | None = None
    """The tile that would go back to the grill."""
    turned: int | None = None
    """The tile that would be turned face down."""
    also_turned: int | None = None
    """The returned tile, if that would be turned face down as well as `turned`."""
    specialist: int | None = None
    """Extrawurm: the specialist that the player would lose, numbered as in `pickomino.core`."""


class Frame(Struct, frozen=True, omit_defaults=True):
    """The table after an event; fields with default values are not sent.

    The end of a turn has two frames. The first shows the action or roll that ends the turn, before
    any tile moves. The second, for a TurnEnded, shows the table after the tiles have moved, with
    the dice still on the table.
    """

    event: Event | None = None
    """None for the start of a game, and for the current table in a first view."""
    wfen: str = ""
    """The position to draw; empty if the event did not change the table."""
    turn: str = ""
    """The turn that this frame belongs to, named as in records, for example `3b`."""
    seat: int | None = None
    """Whose turn is shown; None when the game is over."""
    set_aside: str = ""
    """The dice set aside."""
    rolled: str = ""
    """The dice rolled and not set aside, including those of a failed roll."""
    total: int = 0
    """The sum of the dice set aside, as it counts for claims."""
    has_worm: bool = False
    """Whether a worm, or something that counts as one, has been set aside."""
    claims: tuple[str, ...] = ()
    """The claims that are possible if the player stops now."""
    dice_left: int = 0
    """The number of dice that are not set aside."""
    failure: Failure | None = None
    """What failing would cost; None if the turn cannot fail."""
    scores: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    """Each seat's rank, counted from 1; tied seats share a rank. Empty until the game is over."""
    winners: tuple[int, ...] = ()
    """Empty until the game is over."""
    goals: tuple[Goal, ...] = ()
    """The next sum that would claim something new, and the next sum that would steal a tile."""


NO_TABLE = Frame()


def frame_of(position: Position, turn: str, event: Event | None = None) -> Frame:
    """Return the frame of a position.

    >>> frame_of(Position.from_wfen("standard .oooooooooooooo. 21/36 b 1122334 -"), "1b").failure
    Failure(returned=36, turned=None, also_turned=None, specialist=None)
    """
    seat, (phase, set_aside, rolled) = position.seat, position.turn
    if phase is Phase.OVER:
        return end_frame(position, turn, event)
    can_fail = phase is not Phase.RAVEN
    # During the Raven's choice the last tile may be gone, so none could be turned.
    board = (
        _scores_and_cost(position._replace(turn=NEW_TURN)) if can_fail else (scores(position), None)
    )
    return Frame(
        event,
        position.wfen(),
        turn,
        seat,
        set_aside.text,
        rolled.text,
        total(position),
        has_worm(position),
        tuple(map(str, claims(position))),
        dice_left(position) if can_fail else 0,
        board[1],
        board[0],
        goals=goals(position),
    )


def end_frame(position: Position, turn: str, event: Event | None = None) -> Frame:
    """Return the frame for the end of a game, including one stopped at its turn limit."""
    return Frame(
        event,
        position.wfen(),
        turn,
        dice_left=0 if position.turn.phase is Phase.OVER else dice_left(position),
        scores=scores(position),
        ranks=places(position),
        winners=winners(position),
    )


def step_frames(
    event: events.Rolled | events.Acted,
    before: Position,
    after: Position,
    ended: TurnEnd | None,
    turn: str,
) -> tuple[Frame, ...]:
    """Return the frame of a roll or an action and, if the turn ended, the frame of its end."""
    if ended is None:
        return (frame_of(after, turn, event),)
    kept, rolled, left = _dice_on_table(event, before)
    has_kept_worm = has_worm(before._replace(turn=Turn(Phase.DECIDE, kept)))
    table = before.seat, kept.text, rolled, ended.total or 0, has_kept_worm, (), left, None
    over = end_frame(after, turn) if after.turn.phase is Phase.OVER else NO_TABLE
    end = (
        turn_ended_event(ended),
        after.wfen(),
        turn,
        *table,
        scores(after),
        over.ranks,
        over.winners,
    )
    return Frame(event, before.wfen(), turn, *table, scores(before)), Frame(*end)


def game_frames(start: Position, steps: Iterable[GameStep]) -> list[Frame]:
    """Return the frames of a whole recorded game, beginning with its start position.

    >>> from pickomino import step_roll
    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a 555555w ~")
    >>> after, ended = step_roll(position, Roll.parse("5"))
    >>> steps = GameStep(RollEvent(0, Roll.parse("5")), after), GameStep(ended, after)
    >>> [frame.rolled for frame in game_frames(position, steps)]
    ['', '5', '5']
    """
    frames, turn, before = [frame_of(start, turn_label(start, 0))], 0, start
    steps = list(steps)
    for (event, after), following in zip_longest(steps, steps[1:]):
        if isinstance(event, TurnEnd):
            turn += 1
            continue
        end = following.event if following is not None else None
        ended = end if isinstance(end, TurnEnd) else None
        frames += step_frames(_to_room_event(event), before, after, ended, turn_label(start, turn))
        before = after
    return frames


def _to_room_event(event: RollEvent | ActionEvent) -> events.Rolled | events.Acted:
    if isinstance(event, RollEvent):
        return events.Rolled(event.seat, event.roll.text)
    return events.Acted(event.seat, str(event.action))


def _dice_on_table(event: events.Rolled | events.Acted, before: Position) -> tuple[Roll, str, int]:
    """Return the dice set aside, the dice rolled and the number of dice left when a turn ends."""
    phase, kept, rolled = before.turn
    left = 0 if phase is Phase.RAVEN else dice_left(before)
    if isinstance(event, events.Rolled):
        return kept, event.roll, left
    action = Action.parse(event.action)
    if action.kind != "k":
        return kept, "", left
    return kept.with_symbol(rolled, action.value), "", left - rolled.count(action.value)


@lru_cache(maxsize=1024)
def _scores_and_cost(position: Position) -> tuple[tuple[int, ...], Failure]:
    """Return the scores and what failing would cost; neither changes during a turn."""
    ended = fail(position, "no_new_symbol")[1]
    assert ended is not None, "a failure ends a turn"  # noqa: S101
    lost = [move.specialist for move in ended.specialists if move.before == position.seat]
    tiles = ended.returned, ended.turned, ended.also_turned
    cost = Failure(*tiles, int(lost[0]) if lost else None)
    return scores(position), cost
