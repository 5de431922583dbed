"""What the coach says about a position: the chances, the best choice, and what others cost."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from pickomino.core.actions import ROLL_ON
from pickomino.core.play import apply, legal_actions
from pickomino.core.position import Position

if TYPE_CHECKING:
    from pickomino.service.bot_runner import BotRunner

AIM: Final = "win"
MOST_KEPT: Final = 500
"""Positions whose advice is remembered: four people at a table ask for the same one."""


class Choice(msgspec.Struct, frozen=True):
    """What a legal action is worth."""

    action: str
    value: float
    cost: float
    """What it is worth less than the best one."""


class Result(msgspec.Struct, frozen=True):
    """How likely the turn ends with a claim, if it is played well."""

    claim: str
    """As an action token: `t25`, `s26`."""
    chance: float


class AtLeast(msgspec.Struct, frozen=True):
    """The best chance of a total or more, with a worm."""

    total: int
    chance: float


class CoachView(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """Advice for whoever is to act."""

    version: int
    """Of the room that the advice is for."""
    wfen: str
    aim: str
    best: str | None
    value: float
    """The chance to win under best play."""
    failure: float
    """The chance that the turn fails, if it is played well."""
    rolling_failure: float | None
    """The same if the dice are rolled now, even if stopping is better; None if they cannot be."""
    expected_worms: float
    choices: tuple[Choice, ...]
    """Every legal action, the best first."""
    results: tuple[Result, ...]
    """The claims that the turn may end with, the likeliest first."""
    at_least: tuple[AtLeast, ...]
    judge: str = ""
    """Who judged: `networks`, or the `formula` where they do not know the rules."""


def coach(position: Position) -> CoachView:
    """Work the advice out; this takes a while, so it runs in a worker.

    >>> view = coach(Position.from_wfen("standard oooooooooooooooo -/- a 555www 14"))
    >>> view.best, [(choice.action, choice.cost > 0) for choice in view.choices]
    ('k4', [('k4', False), ('k1', True)])
    """
    from pickomino.analysis.advice import advise

    advice = advise(position, AIM)
    top = max(advice.choices.values(), default=advice.value)
    by_worth = sorted(advice.choices.items(), key=lambda item: -item[1])
    results = [Result(str(claim), chance) for claim, chance in advice.results.items() if claim]
    return CoachView(
        version=0,
        wfen=position.wfen(),
        aim=AIM,
        best=None if advice.best is None else str(advice.best),
        value=advice.value,
        failure=advice.failure,
        rolling_failure=_risk_of_rolling(position),
        expected_worms=advice.expected_worms,
        choices=tuple(Choice(str(action), value, top - value) for action, value in by_worth),
        results=tuple(sorted(results, key=lambda result: -result.chance)),
        at_least=tuple(AtLeast(*item) for item in sorted(advice.at_least.items())),
        judge=advice.judge,
    )


def _risk_of_rolling(position: Position) -> float | None:
    from pickomino.analysis.advice import advise

    if ROLL_ON not in legal_actions(position):
        return None
    return advise(apply(position, ROLL_ON), AIM).failure


class Coach:
    """Asks workers for advice, and for the same position only once."""

    def __init__(self, bots: BotRunner) -> None:
        self._bots = bots
        self._asked: OrderedDict[str, asyncio.Task[CoachView]] = OrderedDict()

    async def advise(self, position: Position, version: int) -> CoachView:
        """Return advice; raises `coach_busy` where no worker gets free in time."""
        wfen = position.wfen()
        task = self._asked.get(wfen)
        if task is None:
            task = self._asked[wfen] = asyncio.create_task(self._bots.advise(position))
            task.add_done_callback(lambda done: self._forget_if_failed(wfen, done))
            while len(self._asked) > MOST_KEPT:
                self._asked.popitem(last=False)
        self._asked.move_to_end(wfen)
        # Whoever leaves must not take the advice away from others.
        return replace(await asyncio.shield(task), version=version)

    async def close(self) -> None:
        """Ask no more."""
        tasks = [task for task in self._asked.values() if not task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget_if_failed(self, wfen: str, task: asyncio.Task[CoachView]) -> None:
        if (task.cancelled() or task.exception() is not None) and self._asked.get(wfen) is task:
            del self._asked[wfen]
