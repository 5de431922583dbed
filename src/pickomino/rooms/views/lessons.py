"""Lessons for the browser and the terminal: short scripted games, played by `pickomino.core`.

A client shows the frames of a step and the text for its `id` (`i18n.lessons`), then waits for the
action `expects`. Legal actions, sums and claims come from `pickomino.core`, which applies the
rules.
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
from pickomino.core.turns import TurnEnd
from pickomino.narration.choices import Preview, action_texts, previews
from pickomino.narration.line import Line
from pickomino.record.game import Game
from pickomino.record.state import ActionEvent
from pickomino.rooms.protocol.events import GameEnded
from pickomino.rooms.protocol.frames import Frame, end_frame, game_frames


class TutorialStep(msgspec.Struct, frozen=True):
    """Frames to show, and the action that the learner is then asked for, if any."""

    id: str
    chapter: str
    """`game`, `cases` or `extrawurm`."""
    lesson: int
    """The number of the lesson, so that learners can skip to the next one."""
    frames: tuple[Frame, ...]
    legal: tuple[str, ...]
    """The legal actions after the frames; empty if no action is asked for."""
    expects: str | None
    texts: dict[str, Line] = {}
    """What each legal action does, keyed by token."""
    previews: dict[str, Preview] = {}
    """What setting aside each symbol, or stopping with nothing, would lead to."""


class LessonStep(NamedTuple):
    """One text of a lesson, and the action that the learner must then play, if any."""

    id: str
    expects: str | None = None
    rival: str = ""
    """The rival's actions before this step, separated by spaces."""


class Lesson(NamedTuple):
    """Part of a game: its start position, its rolls and its steps."""

    start: str
    rolls: str
    steps: tuple[LessonStep, ...]


_GAME: Final = (
    Lesson(
        "standard oooooooooooooooo -/- a - ~",
        "12355www 1255w 12334www 13344 122344ww 133455 1223 12334www 11455 13334455 133445 3355",
        (
            LessonStep("welcome"),
            LessonStep("choose_worms", "kw"),
            LessonStep("roll_on", "r"),
            LessonStep("symbol_once", "k5"),
            LessonStep("claim", "t25"),
            LessonStep("claimed"),
            LessonStep("rival_takes", rival="kw r k4 t23"),
            LessonStep("aim_to_steal", "kw"),
            LessonStep("too_low", "r"),
            LessonStep("more_fives", "k5"),
            LessonStep("still_too_low", "r"),
            LessonStep("exact", "k3"),
            LessonStep("steal", "s23"),
            LessonStep("stolen"),
            LessonStep("rival_again", rival="kw r k5 t24"),
            LessonStep("no_worm", "k5"),
            LessonStep("dare", "r"),
            LessonStep("take_threes", "k3"),
            LessonStep("dare_again", "r"),
            LessonStep("bust"),
        ),
    ),
    Lesson(
        "standard .o....xxx...xxxx 21,25,26,31/23,24,30,32 a - ~",
        "123455ww 123355 1222",
        (
            LessonStep("last_tile"),
            LessonStep("last_worms", "kw"),
            LessonStep("last_roll", "r"),
            LessonStep("last_fives", "k5"),
            LessonStep("last_dare", "r"),
            LessonStep("last_twos", "k2"),
            LessonStep("last_claim", "t22"),
            LessonStep("end"),
        ),
    ),
)
_CASES: Final = (
    Lesson("standard oooooooooooooooo -/-/-/- a - ~", "", (LessonStep("seats"),)),
    Lesson(
        "standard oooooooooooooooo -/- a 12345 ~",
        "1ww",
        (LessonStep("six_worms", "kw"), LessonStep("six_take", "t25"), LessonStep("six_end")),
    ),
    Lesson(
        "standard ooo.oooooooooooo 24/- a 333444 ~",
        "55",
        (LessonStep("wormless_fives", "k5"), LessonStep("wormless_end")),
    ),
    Lesson(
        "standard oooooooooooo.... 33,35/34,36 a 55ww -",
        "55ww",
        (LessonStep("highest_roll", "r"), LessonStep("highest_end")),
    ),
    Lesson(
        "standard ooo.oooooooooooo -/24 a 55w -",
        "555ww",
        (LessonStep("empty_roll", "r"), LessonStep("empty_end")),
    ),
    Lesson(
        "standard ooooooooooooooo. -/36 a 555wwww ~",
        "4",
        (LessonStep("above_four", "k4"), LessonStep("above_take", "t35"), LessonStep("above_end")),
    ),
    Lesson(
        "standard o.oooooooooooooo -/22 a - ~",
        "112334ww 444555",
        (
            LessonStep("thumb_worms", "kw"),
            LessonStep("thumb_roll", "r"),
            LessonStep("thumb_exact", "k4"),
            LessonStep("thumb_steal", "s22"),
            LessonStep("thumb_end"),
        ),
    ),
)
_EXTRAWURM: Final = (
    Lesson(
        "standard+extrawurm oooooooooooooooooo -/- a - ~ 11,21,23,25,27/0,0/-",
        "11245www",
        (LessonStep("extrawurm"), LessonStep("ones", "k1"), LessonStep("ones_end")),
    ),
    Lesson(
        "standard+extrawurm .ooooooooooooooooo 11/- a - ~ a,21,23,25,27/0,0/-",
        "12244555",
        (
            LessonStep("canned_fours", "k4"),
            LessonStep("canned_take", "t13"),
            LessonStep("canned_end"),
        ),
    ),
    Lesson(
        "standard+extrawurm .oooo.oooooooooooo 24,11/- a 55w - a,21,23,25,27/0,0/-",
        "555ww",
        (LessonStep("under_roll", "r"), LessonStep("under_end")),
    ),
    Lesson(
        "standard+extrawurm ooooo.oooooooooooo 24/- b 1445ww - 11,a,23,25,27/0,0/-",
        "",
        (LessonStep("hen"), LessonStep("hen_end", rival="s24")),
    ),
    Lesson(
        "standard+extrawurm oooooooooooooooooo -/- a 3555w - 11,21,23,25,27/0,0/-",
        "",
        (LessonStep("raven_take", "t23"), LessonStep("raven_end")),
    ),
    Lesson(
        "standard+extrawurm oooooo.ooooooooooo 25/- a - ~ 11,21,23,a,27/0,0/-",
        "11223345 1244wwww",
        (LessonStep("weasel", "z"), LessonStep("weasel_end")),
    ),
    Lesson(
        "standard+extrawurm oooooooo.ooooooooo 27/- a - ~ 11,21,23,25,a/0,0/-",
        "1234555wW",
        (LessonStep("golden", "kw"), LessonStep("golden_end")),
    ),
)
CHAPTERS: Final = {"game": _GAME, "cases": _CASES, "extrawurm": _EXTRAWURM}


@cache
def tutorial_steps() -> tuple[TutorialStep, ...]:
    """Play the lessons of all chapters and return their steps.

    >>> tutorial_steps()[1].expects
    'kw'
    """
    lessons = [(chapter, lesson) for chapter in CHAPTERS for lesson in CHAPTERS[chapter]]
    return tuple(
        step
        for number, (chapter, lesson) in enumerate(lessons)
        for step in play_lesson(lesson, chapter, number)
    )


def play_lesson(lesson: Lesson, chapter: str = "", number: int = 0) -> list[TutorialStep]:
    """Play one lesson and return its steps.

    >>> example = Lesson("standard oooooooooooooooo -/- a 1555w -", "", (LessonStep("x", "t21"),))
    >>> [(step.legal, step.frames[-1].total) for step in play_lesson(example)]
    [(('t21', 'r'), 21)]
    """
    dice = ScriptedDice(lesson.rolls.split())
    game = Game.from_position(Position.from_wfen(lesson.start), dice)
    played: list[tuple[LessonStep, Position | None, int]] = []
    for step in lesson.steps:
        for token in step.rival.split():
            game.play(Action.parse(token))
        if step.expects is None:
            played.append((step, None, _count_shown_events(game) + 1))
        else:
            played.append((step, game.position, len(game.steps) + 1))
            game.play(Action.parse(step.expects))
    dice.finish()
    frames, shown = game_frames(game.start, game.steps), 0
    steps: list[TutorialStep] = []
    for step, position, end in played:
        shows = tuple(frames[shown:end])
        asked = TutorialStep(step.id, chapter, number, shows, (), step.expects)
        if position is not None:
            legal, texts = tuple(map(str, legal_actions(position))), action_texts(position)
            asked = replace(asked, legal=legal, texts=texts, previews=previews(position))
        steps.append(asked)
        shown = end
    if game.is_over:
        end = GameEnded(scores(game.position), winners(game.position))
        last = end_frame(game.position, frames[-1].turn, end)
        steps[-1] = replace(steps[-1], frames=(*steps[-1].frames, last))
    return steps


def _count_shown_events(game: Game) -> int:
    """Count the events to show when no action is asked for.

    If the last turn is complete, the first roll of the new one is left for the next step.
    """
    shown = (
        number
        for number, event in enumerate(game.events, 1)
        if isinstance(event, (ActionEvent, TurnEnd))
    )
    last = max(shown, default=0)
    is_over = last > 0 and isinstance(game.events[last - 1], TurnEnd)
    return last if is_over or last == 0 else len(game.events)
