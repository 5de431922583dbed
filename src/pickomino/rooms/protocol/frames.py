"""Frames: the table after each event, as drawn in live play, replays, lessons and the terminal.

`pickomino.core` applies the rules, and frames contain the results, so clients need no rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from pickomino.core.play import claims, dice_left
from pickomino.core.position import Phase, Position, Turn, places, scores, winners
from pickomino.core.roll import NO_DICE, Roll
from pickomino.core.turns import TurnEnd, has_worm, total
from pickomino.narration.choices import action_texts
from pickomino.narration.events import gain_lines, tie_line, turn_end_lines, winner_line
from pickomino.narration.line import Line
from pickomino.narration.targets import target_lines
from pickomino.record.state import ActionEvent, GameStep, RollEvent, turn_label
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.events import Event


class Frame(Struct, frozen=True, omit_defaults=True):
    """The table after an event; fields with default values are not sent.

    The end of a turn has two frames. The first shows the action or roll that ends the turn, before
    any tile moves. The second, with `ended`, shows the table after the tiles have moved. In both,
    `set_aside` and `rolled` are the dice on the table, which the position does not show.
    """

    event: Event | None = None
    """None for the start of a game, the end of a turn, and the current table in a first view."""
    wfen: str = ""
    """The position to draw; empty if the event did not change the table."""
    turn: str = ""
    """The turn that this frame belongs to, named as in records, for example `3b`."""
    ended: TurnEnd | None = None
    """How the turn ended, in the frame after its last roll or action."""
    lines: tuple[Line, ...] = ()
    """What happened, in sentences; a finished game has the sentence about its winner."""
    targets: tuple[Line, ...] = ()
    """What the sum still needs, and what the next sums would win."""
    hints: tuple[Line, ...] = ()
    """What to do or why a turn ended so, for a beginner; only in guided games."""
    set_aside: str | None = None
    """The dice set aside; None if they are the same as in the position."""
    rolled: str | None = None
    """The dice rolled and not set aside; None if they are the same as in the position."""
    total: int = 0
    """The sum of the dice set aside, as it counts for claims."""
    has_worm: bool = False
    """Whether a worm, or something that counts as one, has been set aside."""
    claims: tuple[str, ...] = ()
    """The claims that are possible if the player stops now."""
    dice_left: int = 0
    """The number of dice that are not set aside."""
    scores: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    """Each seat's rank, counted from 1; tied seats share a rank. Empty until the game is over."""
    winners: tuple[int, ...] = ()
    """Empty until the game is over."""
    tie: Line | None = None
    """How a tie for the win was decided, at the end of the game."""
    texts: dict[str, Line] = {}
    """What each legal action does, keyed by token; only in replays (in live play, `You` has it)."""


NO_TABLE = Frame()


def frame_of(
    position: Position, turn: str, event: Event | None = None, lines: tuple[Line, ...] = ()
) -> Frame:
    """Return the frame of a position.

    >>> frame_of(Position.from_wfen("standard .oooooooooooooo. 21/36 b 1122334 -"), "1b").total
    16
    """
    phase = position.turn.phase
    if phase is Phase.OVER:
        return end_frame(position, turn, event)
    # The dice follow at once, so this frame is not drawn.
    is_rolling = isinstance(event, events.Acted) and event.action == "r"
    return Frame(
        event,
        position.wfen(),
        turn,
        lines=lines,
        targets=() if is_rolling else target_lines(position),
        total=total(position),
        has_worm=has_worm(position),
        claims=tuple(map(str, claims(position))),
        dice_left=0 if phase is Phase.RAVEN else dice_left(position),
        scores=scores(position),
    )


def end_frame(position: Position, turn: str, event: Event | None = None) -> Frame:
    """Return the frame for the end of a game, including one stopped at its turn limit."""
    return Frame(
        event,
        position.wfen(),
        turn,
        lines=(winner_line(position),),
        dice_left=0 if position.turn.phase is Phase.OVER else dice_left(position),
        scores=scores(position),
        ranks=places(position),
        winners=winners(position),
        tie=tie_line(position),
    )


def step_frames(
    step: GameStep,
    before: Position,
    ended: TurnEnd | None,
    turn: str,
    event: events.Rolled | events.Acted,
) -> tuple[Frame, ...]:
    """Return the frame of a roll or an action and, if the turn ended, the frame of its end."""
    move, after = step
    assert not isinstance(move, TurnEnd), "a turn ends with a roll or an action"  # noqa: S101
    lines = _lines(move, before, after)
    if ended is None:
        return (frame_of(after, turn, event, lines),)
    kept, rolled, left = _dice_on_table(move, before)
    table = Frame(
        event,
        before.wfen(),
        turn,
        lines=lines,
        set_aside=kept.text,
        rolled=rolled.text,
        total=ended.total or 0,
        has_worm=has_worm(before._replace(turn=Turn(Phase.DECIDE, kept))),
        dice_left=left,
        scores=scores(before),
    )
    is_over = after.turn.phase is Phase.OVER
    end = replace(
        table,
        event=None,
        wfen=after.wfen(),
        ended=ended,
        lines=turn_end_lines(ended),
        scores=scores(after),
        ranks=places(after) if is_over else (),
        winners=winners(after) if is_over else (),
    )
    return table, end


def game_frames(start: Position, steps: Iterable[GameStep]) -> list[Frame]:
    """Return the frames of a whole recorded game, beginning with its start position.

    >>> from pickomino import step_roll
    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a 555555w ~")
    >>> after, ended = step_roll(position, Roll.parse("5"))
    >>> steps = GameStep(RollEvent(0, Roll.parse("5")), after), GameStep(ended, after)
    >>> [frame.rolled for frame in game_frames(position, steps)]
    [None, '5', '5']
    """
    frames, turn, before = [frame_of(start, turn_label(start, 0))], 0, start
    steps = list(steps)
    for step, following in zip_longest(steps, steps[1:]):
        if isinstance(step.event, TurnEnd):
            turn += 1
            continue
        end = following.event if following is not None else None
        ended = end if isinstance(end, TurnEnd) else None
        event = to_room_event(step.event)
        frames += step_frames(step, before, ended, turn_label(start, turn), event)
        before = step.position
    return frames


def _lines(event: RollEvent | ActionEvent, before: Position, after: Position) -> tuple[Line, ...]:
    """Return the lines about what a move led to; the event itself has the dice or the action."""
    is_choice = isinstance(event, ActionEvent) and event.action.kind == "k"
    return gain_lines(event.seat, before, after) if is_choice else ()


def with_texts(frame: Frame) -> Frame:
    """Add to a frame, for replays, what each legal action in its position does."""
    if frame.set_aside is not None:
        return frame
    return replace(frame, texts=action_texts(Position.from_wfen(frame.wfen)))


def to_room_event(event: RollEvent | ActionEvent) -> events.Rolled | events.Acted:
    """Return a roll or an action of a record as an event of a room."""
    if isinstance(event, RollEvent):
        return events.Rolled(event.seat, event.roll.text)
    return events.Acted(event.seat, str(event.action))


def _dice_on_table(event: RollEvent | ActionEvent, before: Position) -> tuple[Roll, Roll, int]:
    """Return the dice set aside, the dice rolled and the number of dice left when a turn ends."""
    phase, kept, rolled = before.turn
    left = 0 if phase is Phase.RAVEN else dice_left(before)
    if isinstance(event, RollEvent):
        return kept, event.roll, left
    kind, value = event.action
    if kind != "k":
        return kept, NO_DICE, left
    return kept.with_symbol(rolled, value), NO_DICE, left - rolled.count(value)
