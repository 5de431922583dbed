"""Lessons: short scripted games, played by the real engine, which browser and terminal show.

A shell shows the frames of a step, says what its `id` stands for (`i18n.lessons`), and waits for
`expects`. What is legal, the sum and the claims come from the rules, so no lesson can be wrong.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from pickomino.core.actions import Action
from pickomino.core.dice import ScriptedDice
from pickomino.core.play import legal_actions
from pickomino.core.position import Position, scores, winners
from pickomino.core.turns import TurnEnded
from pickomino.record.game import Game
from pickomino.record.state import Acted
from pickomino.rooms.protocol.events import GameEnded
from pickomino.rooms.protocol.frames import Frame, end_frame, game_frames
from pickomino.rooms.protocol.targets import Preview, previews


class TutorialStep(msgspec.Struct, frozen=True):
    """Frames to show in turn, then what the learner is asked to do; nothing: to read on."""

    id: str
    chapter: str
    """`game`, `cases` or `extrawurm`."""
    lesson: int
    """Which lesson it belongs to: who has had enough of it goes on with the next."""
    frames: tuple[Frame, ...]
    legal: tuple[str, ...]
    """What the learner may do then."""
    expects: str | None
    previews: tuple[Preview, ...] = ()
    """The sum after each symbol that may be set aside then."""


class Step(NamedTuple):
    """What a lesson says, and what it waits for."""

    id: str
    expects: str | None = None
    rival: str = ""
    """What the rival plays before, with spaces between."""


class Lesson(NamedTuple):
    """A stretch of a game: where it starts, how the dice fall, what is taught."""

    start: str
    rolls: str
    steps: tuple[Step, ...]


_GAME: Final = (
    Lesson(
        "standard oooooooooooooooo -/- a - ~",
        "12355www 1255w 12334www 13344 122344ww 133455 1223 12334www 11455 13334455 133445 3355",
        (
            Step("welcome"),
            Step("choose_worms", "kw"),
            Step("roll_on", "r"),
            Step("symbol_once", "k5"),
            Step("claim", "t25"),
            Step("claimed"),
            Step("rival_takes", rival="kw r k4 t23"),
            Step("aim_to_steal", "kw"),
            Step("too_low", "r"),
            Step("more_fives", "k5"),
            Step("still_too_low", "r"),
            Step("exact", "k3"),
            Step("steal", "s23"),
            Step("stolen"),
            Step("rival_again", rival="kw r k5 t24"),
            Step("no_worm", "k5"),
            Step("dare", "r"),
            Step("take_threes", "k3"),
            Step("dare_again", "r"),
            Step("bust"),
        ),
    ),
    Lesson(
        "standard .o....xxx...xxxx 21,25,26,31/23,24,30,32 a - ~",
        "123455ww 123355 1222",
        (
            Step("last_tile"),
            Step("last_worms", "kw"),
            Step("last_roll", "r"),
            Step("last_fives", "k5"),
            Step("last_dare", "r"),
            Step("last_twos", "k2"),
            Step("last_claim", "t22"),
            Step("end"),
        ),
    ),
)
_CASES: Final = (
    Lesson("standard oooooooooooooooo -/-/-/- a - ~", "", (Step("seats"),)),
    Lesson(
        "standard oooooooooooooooo -/- a 12345 ~",
        "1ww",
        (Step("six_worms", "kw"), Step("six_take", "t25"), Step("six_end")),
    ),
    Lesson(
        "standard ooo.oooooooooooo 24/- a 333444 ~",
        "55",
        (Step("wormless_fives", "k5"), Step("wormless_end")),
    ),
    Lesson(
        "standard oooooooooooo.... 33,35/34,36 a 55ww -",
        "55ww",
        (Step("highest_roll", "r"), Step("highest_end")),
    ),
    Lesson(
        "standard ooo.oooooooooooo -/24 a 55w -",
        "555ww",
        (Step("empty_roll", "r"), Step("empty_end")),
    ),
    Lesson(
        "standard ooooooooooooooo. -/36 a 555wwww ~",
        "4",
        (Step("above_four", "k4"), Step("above_take", "t35"), Step("above_end")),
    ),
    Lesson(
        "standard o.oooooooooooooo -/22 a - ~",
        "112334ww 444555",
        (
            Step("thumb_worms", "kw"),
            Step("thumb_roll", "r"),
            Step("thumb_exact", "k4"),
            Step("thumb_steal", "s22"),
            Step("thumb_end"),
        ),
    ),
)
_EXTRAWURM: Final = (
    Lesson(
        "standard+extrawurm oooooooooooooooooo -/- a - ~ 11,21,23,25,27/0,0/-",
        "11245www",
        (Step("extrawurm"), Step("ones", "k1"), Step("ones_end")),
    ),
    Lesson(
        "standard+extrawurm .ooooooooooooooooo 11/- a - ~ a,21,23,25,27/0,0/-",
        "12244555",
        (Step("canned_fours", "k4"), Step("canned_take", "t13"), Step("canned_end")),
    ),
    Lesson(
        "standard+extrawurm .oooo.oooooooooooo 24,11/- a 55w - a,21,23,25,27/0,0/-",
        "555ww",
        (Step("under_roll", "r"), Step("under_end")),
    ),
    Lesson(
        "standard+extrawurm ooooo.oooooooooooo 24/- b 1445ww - 11,a,23,25,27/0,0/-",
        "",
        (Step("hen"), Step("hen_end", rival="s24")),
    ),
    Lesson(
        "standard+extrawurm oooooooooooooooooo -/- a 3555w - 11,21,23,25,27/0,0/-",
        "",
        (Step("raven_take", "t23"), Step("raven_end")),
    ),
    Lesson(
        "standard+extrawurm oooooo.ooooooooooo 25/- a - ~ 11,21,23,a,27/0,0/-",
        "11223345 1244wwww",
        (Step("weasel", "z"), Step("weasel_end")),
    ),
    Lesson(
        "standard+extrawurm oooooooo.ooooooooo 27/- a - ~ 11,21,23,25,a/0,0/-",
        "1234555wW",
        (Step("golden", "kw"), Step("golden_end")),
    ),
)
CHAPTERS: Final = {"game": _GAME, "cases": _CASES, "extrawurm": _EXTRAWURM}


@cache
def tutorial_steps() -> tuple[TutorialStep, ...]:
    """Play the lessons of all chapters.

    >>> tutorial_steps()[1].expects
    'kw'
    """
    lessons = [(chapter, lesson) for chapter in CHAPTERS for lesson in CHAPTERS[chapter]]
    return tuple(
        step
        for number, (chapter, lesson) in enumerate(lessons)
        for step in played(lesson, chapter, number)
    )


def played(lesson: Lesson, chapter: str = "", number: int = 0) -> list[TutorialStep]:
    """Play one lesson.

    >>> example = Lesson("standard oooooooooooooooo -/- a 1555w -", "", (Step("x", "t21"),))
    >>> [(step.legal, step.frames[-1].total) for step in played(example)]
    [(('t21', 'r'), 21)]
    """
    dice = ScriptedDice(lesson.rolls.split())
    game = Game.from_position(Position.from_wfen(lesson.start), dice)
    found: list[tuple[Step, int, tuple[str, ...], tuple[Preview, ...]]] = []
    for step in lesson.steps:
        for token in step.rival.split():
            game.play(Action.parse(token))
        end = len(game.moments) if step.expects is not None else _read_so_far(game)
        asked = step.expects is not None
        legal = tuple(map(str, legal_actions(game.position))) if asked else ()
        found.append((step, end + 1, legal, previews(game.position) if asked else ()))
        if step.expects is not None:
            game.play(Action.parse(step.expects))
    dice.finish()
    frames, shown = game_frames(game.start, game.moments), 0
    steps: list[TutorialStep] = []
    for step, end, legal, sums in found:
        shows = tuple(frames[shown:end])
        steps.append(TutorialStep(step.id, chapter, number, shows, legal, step.expects, sums))
        shown = end
    if game.is_over:
        end = GameEnded(scores(game.position), winners(game.position))
        last = end_frame(game.position, frames[-1].turn, end)
        steps[-1] = replace(steps[-1], frames=(*steps[-1].frames, last))
    return steps


def _read_so_far(game: Game) -> int:
    """Return how much is shown to a reader: a roll that begins a turn waits until they read on."""
    shown = (
        number
        for number, event in enumerate(game.events, 1)
        if isinstance(event, (Acted, TurnEnded))
    )
    last = max(shown, default=0)
    is_over = last > 0 and isinstance(game.events[last - 1], TurnEnded)
    return last if is_over or last == 0 else len(game.events)
