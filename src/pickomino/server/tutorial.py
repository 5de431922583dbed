"""A short scripted game for the tutorial, played by the real engine.

The client shows the frames of a step, says what its `id` stands for, and waits for `expects`.
Texts are the client's; what is legal, the sum and the claims come from here.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
from litestar import Response, get

from pickomino.core.actions import Action
from pickomino.core.dice import ScriptedDice
from pickomino.core.play import claims, legal_actions
from pickomino.core.position import OVER, Position, scores, winners
from pickomino.core.turns import TurnEnded, total
from pickomino.record.game import Game
from pickomino.record.state import Event, Rolled
from pickomino.server.refusals import json_response
from pickomino.service import events

LEARNER: Final = 0


class TutorialFrame(msgspec.Struct, frozen=True):
    """The table after an event, and what may be done."""

    wfen: str
    event: events.Event | None
    total: int
    claims: tuple[str, ...]
    legal: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class TutorialStep(msgspec.Struct, frozen=True):
    """Frames to show in turn, then what the learner is asked to do; nothing: to read on."""

    id: str
    frames: tuple[TutorialFrame, ...]
    expects: str | None


class _Step(NamedTuple):
    id: str
    expects: str | None = None
    rival: str = ""
    """What the rival plays before, with spaces between."""


class _Lesson(NamedTuple):
    """A stretch of a game: where it starts, how the dice fall, what is taught."""

    start: str
    rolls: str
    steps: tuple[_Step, ...]


_LESSONS: Final = (
    _Lesson(
        "standard oooooooooooooooo -/- a - ~",
        "12355www 1255w 12334www 13344 122344ww 133455 1223 12334www 11455 13334455 133445 3355",
        (
            _Step("welcome"),
            _Step("choose_worms", "kw"),
            _Step("roll_on", "r"),
            _Step("symbol_once", "k5"),
            _Step("claim", "t25"),
            _Step("claimed"),
            _Step("rival_takes", rival="kw r k4 t23"),
            _Step("aim_to_steal", "kw"),
            _Step("too_low", "r"),
            _Step("more_fives", "k5"),
            _Step("still_too_low", "r"),
            _Step("exact", "k3"),
            _Step("steal", "s23"),
            _Step("stolen"),
            _Step("rival_again", rival="kw r k5 t24"),
            _Step("no_worm", "k5"),
            _Step("dare", "r"),
            _Step("take_threes", "k3"),
            _Step("dare_again", "r"),
            _Step("bust"),
        ),
    ),
    _Lesson(
        "standard .o....xxx...xxxx 21,25,26,31/23,24,30,32 a - ~",
        "123455ww 123355 1222",
        (
            _Step("last_tile"),
            _Step("last_worms", "kw"),
            _Step("last_roll", "r"),
            _Step("last_fives", "k5"),
            _Step("last_dare", "r"),
            _Step("last_twos", "k2"),
            _Step("last_claim", "t22"),
            _Step("end"),
        ),
    ),
)


@cache
def tutorial_steps() -> tuple[TutorialStep, ...]:
    """Play the lessons.

    >>> tutorial_steps()[1].expects
    'kw'
    """
    return tuple(step for lesson in _LESSONS for step in _played(lesson))


def _played(lesson: _Lesson) -> list[TutorialStep]:
    dice = ScriptedDice(lesson.rolls.split())
    start = Position.from_wfen(lesson.start)
    game = Game.from_position(start, dice)
    steps: list[TutorialStep] = []
    shown = 0
    for step in lesson.steps:
        for token in step.rival.split():
            game.play(Action.parse(token))
        if not steps:
            # The table before the first roll; the roll is shown with the next step.
            steps.append(TutorialStep(step.id, (_frame(start, None),), step.expects))
            continue
        end = len(game.moments)
        if step.expects is None:
            # The next turn's roll is shown when the learner has read on.
            end = _last_end(game)
        frames = tuple(_frame(after, event) for event, after in game.moments[shown:end])
        shown = end
        steps.append(TutorialStep(step.id, frames, step.expects))
        if step.expects is not None:
            game.play(Action.parse(step.expects))
    dice.finish()
    return steps


def _last_end(game: Game) -> int:
    found = (index for index, event in enumerate(game.events, 1) if isinstance(event, TurnEnded))
    return max(found)


def _frame(position: Position, event: Event | None) -> TutorialFrame:
    is_learner = position.to_act == LEARNER
    return TutorialFrame(
        position.wfen(),
        None if event is None else _told(event),
        total(position),
        tuple(map(str, claims(position))),
        tuple(map(str, legal_actions(position))) if is_learner else (),
        scores(position),
        winners(position) if position.to_act == OVER else (),
    )


def _told(event: Event) -> events.Event:
    if isinstance(event, Rolled):
        return events.Rolled(event.seat, str(event.roll))
    if isinstance(event, TurnEnded):
        return events.turn_ended(event)
    return events.Acted(event.seat, str(event.action))


@get("/api/tutorial", sync_to_thread=False)
def tutorial() -> Response[bytes]:
    """Give the steps of the tutorial."""
    return json_response({"steps": tutorial_steps()})


TUTORIAL_HANDLERS: Final[list[Any]] = [tutorial]
