"""A short scripted game for the tutorial, played by the real engine.

The client shows the frames of a step, says what its `id` stands for, and waits for `expects`.
Texts are the client's; what is legal, the sum and the claims come from here.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
from litestar import Response, get
from msgspec.structs import replace

from pickomino.core.actions import Action
from pickomino.core.dice import ScriptedDice
from pickomino.core.play import legal_actions
from pickomino.core.position import Position, scores, winners
from pickomino.core.turns import TurnEnded
from pickomino.record.game import Game
from pickomino.server.refusals import json_response
from pickomino.service.events import GameEnded
from pickomino.service.frames import Frame, end_frame, game_frames


class TutorialStep(msgspec.Struct, frozen=True):
    """Frames to show in turn, then what the learner is asked to do; nothing: to read on."""

    id: str
    frames: tuple[Frame, ...]
    legal: tuple[str, ...]
    """What the learner may do then."""
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
    game = Game.from_position(Position.from_wfen(lesson.start), dice)
    found: list[tuple[_Step, int, tuple[str, ...]]] = []
    for step in lesson.steps:
        for token in step.rival.split():
            game.play(Action.parse(token))
        # The first roll, and that of the next turn, is shown when the learner has read on.
        end = (_last_end(game) if found else 0) if step.expects is None else len(game.moments)
        legal = tuple(map(str, legal_actions(game.position))) if step.expects is not None else ()
        found.append((step, end + 1, legal))
        if step.expects is not None:
            game.play(Action.parse(step.expects))
    dice.finish()
    frames, shown = game_frames(game.start, game.moments), 0
    steps: list[TutorialStep] = []
    for step, end, legal in found:
        steps.append(TutorialStep(step.id, tuple(frames[shown:end]), legal, step.expects))
        shown = end
    if game.is_over:
        end = GameEnded(scores(game.position), winners(game.position))
        last = end_frame(game.position, frames[-1].turn, end)
        steps[-1] = replace(steps[-1], frames=(*steps[-1].frames, last))
    return steps


def _last_end(game: Game) -> int:
    found = (index for index, event in enumerate(game.events, 1) if isinstance(event, TurnEnded))
    return max(found)


@get("/api/tutorial", sync_to_thread=False)
def tutorial() -> Response[bytes]:
    """Return the steps of the tutorial."""
    return json_response({"steps": tutorial_steps()})


TUTORIAL_HANDLERS: Final[list[Any]] = [tutorial]
