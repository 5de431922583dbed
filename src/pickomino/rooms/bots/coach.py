"""The coach: the chances in a position, the best choice, and what the other choices cost."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal

import msgspec
from msgspec.structs import replace

from pickomino.analysis.review_types import Choice, Label, cost_label
from pickomino.core.actions import ROLL_ON
from pickomino.core.position import Position
from pickomino.core.tiles import worms
from pickomino.narration.choices import action_line
from pickomino.narration.line import Line, line
from pickomino.narration.reasons import coach_reason_line
from pickomino.narration.targets import tile_line

if TYPE_CHECKING:
    from pickomino.analysis.advice import Advice
    from pickomino.rooms.bots.runner import BotRunner

AIM: Final = "win"
MAX_CACHED: Final = 500
"""How many positions to cache advice for; all players at a table share one position's advice."""


Grade = Literal["good", "inaccurate", "costly"]
_GRADES: Final[dict[Label | None, Grade]] = {None: "good", "inaccuracy": "inaccurate"}
"""The grades of the labels that reviews use; the others are costly."""


class CoachChoice(msgspec.Struct, frozen=True):
    """The value of a legal action."""

    action: str
    value: float
    cost: float
    """How much lower `value` is than the value of the best choice."""
    failure: float
    """The chance that the turn fails after this choice."""
    grade: Grade
    text: Line
    """What the action does."""
    verdict: Line
    """What to say about the choice once it is made."""


class Result(msgspec.Struct, frozen=True):
    """How likely the turn is to end with this claim under best play."""

    claim: str
    """An action token such as `t25` or `s26`."""
    chance: float
    text: Line
    """The tile and, if it would be stolen, its owner."""


class CoachView(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """Advice for the player to act."""

    version: int
    """The version of the room that the advice is for."""
    wfen: str
    best: str | None
    value: float
    """The chance of winning under best play."""
    failure: float
    """The chance that the turn fails under best play."""
    rolling_failure: float | None
    """The chance of failing if the player rolls now; None if rolling is illegal."""
    expected_worms: float
    """The average worms won in the turn under best play, minus the worms lost by failing."""
    choices: tuple[CoachChoice, ...]
    """Every legal action, the best first."""
    equals: tuple[str, ...]
    """The choices displayed with the best win chance, the least likely to fail first."""
    why: Line | None
    """Why the best choice is the best; None if there is no choice."""
    results: tuple[Result, ...]
    """The claims that the turn may end with, the most likely first."""
    is_estimate: bool = False
    """Whether the win chances are only estimates, on which no verdict is possible."""


def coach(position: Position) -> CoachView:
    """Compute advice for a position; this is slow, so it runs in a worker.

    >>> view = coach(Position.from_wfen("standard oooooooooooooooo -/- a 555www 14"))
    >>> view.best, [(choice.action, choice.cost > 0) for choice in view.choices]
    ('k4', [('k4', False), ('k1', True)])
    """
    from pickomino.analysis.advice import advise
    from pickomino.analysis.solved_turns import equal_choices

    advice = advise(position, AIM)
    choices = [
        Choice(action, value, advice.failures[action]) for action, value in advice.choices.items()
    ]
    equals = equal_choices(choices) if choices else []
    others = [choice for choice in choices if choice not in equals]
    others.sort(key=lambda choice: -choice.chance)
    top = max((choice.chance for choice in choices), default=0.0)
    results = [
        Result(str(claim), chance, tile_line(position, claim))
        for claim, chance in advice.results.items()
        if claim
    ]
    return CoachView(
        version=0,
        wfen=position.wfen(),
        best=str(equals[0].action) if equals else None,
        value=advice.value,
        failure=advice.failure,
        rolling_failure=advice.failures.get(ROLL_ON),
        expected_worms=_expected_worms(position, advice),
        choices=tuple(
            _coach_choice(position, choice, equals[0], top) for choice in (*equals, *others)
        ),
        equals=tuple(str(choice.action) for choice in equals),
        why=_why(position, equals, others, advice) if equals else None,
        results=tuple(sorted(results, key=lambda result: -result.chance)),
        is_estimate=advice.is_estimate,
    )


def _coach_choice(position: Position, choice: Choice, best: Choice, top: float) -> CoachChoice:
    cost = max(0.0, top - choice.chance)
    grade = _GRADES.get(cost_label(cost), "costly")
    text, verdict = action_line(position, choice.action), line(grade)
    if grade != "good":
        lost, better = line("win_chance_lost", percent=cost), action_line(position, best.action)
        verdict = line(grade, cost=lost, better=better)
    numbers = choice.chance, cost, choice.failure
    return CoachChoice(str(choice.action), *numbers, grade, text, verdict)


def _why(
    position: Position, equals: Sequence[Choice], others: Sequence[Choice], advice: Advice
) -> Line:
    from pickomino.analysis.reasons import reason_for

    best, *same = equals
    if same:
        choices = tuple(action_line(position, choice.action) for choice in same)
        return line("equally_good", choices=choices)
    if not others:
        return line("only_choice")
    other = others[0]
    reason = reason_for(position, best, other, advice.failed)
    if advice.is_estimate and reason.code == "worth_more":
        return line("seems_better")
    return coach_reason_line(reason, action_line(position, other.action))


def _expected_worms(position: Position, advice: Advice) -> float:
    stack = position.stacks[position.seat]
    won = sum(chance * worms(claim.value) for claim, chance in advice.results.items() if claim)
    return won - advice.failure * (worms(stack[-1]) if stack else 0)


class Coach:
    """Asks workers for advice, once per position."""

    def __init__(self, bots: BotRunner) -> None:
        self._bots = bots
        self._tasks: OrderedDict[str, asyncio.Task[CoachView]] = OrderedDict()

    async def advise(self, position: Position, version: int) -> CoachView:
        """Return advice; raises `coach_busy` if no worker becomes free in time."""
        wfen = position.wfen()
        task = self._tasks.get(wfen)
        if task is None:
            task = self._tasks[wfen] = asyncio.create_task(self._bots.advise(position))
            task.add_done_callback(lambda done: self._forget_if_failed(wfen, done))
            while len(self._tasks) > MAX_CACHED:
                self._tasks.popitem(last=False)
        self._tasks.move_to_end(wfen)
        # A caller that is cancelled must not cancel the others' advice.
        return replace(await asyncio.shield(task), version=version)

    async def close(self) -> None:
        tasks = [task for task in self._tasks.values() if not task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget_if_failed(self, wfen: str, task: asyncio.Task[CoachView]) -> None:
        if (task.cancelled() or task.exception() is not None) and self._tasks.get(wfen) is task:
            del self._tasks[wfen]
