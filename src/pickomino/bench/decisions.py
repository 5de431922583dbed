"""Decisions with the value of every legal action, by which a bot's choices are scored.

A file has a decision on each line: a position, a tab, and the win chance after each legal action.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from pickomino.arena.entrants import entrant_name
from pickomino.bots.protocol import Bot, Thinking
from pickomino.core.actions import Action
from pickomino.core.errors import PickominoError
from pickomino.core.play import step
from pickomino.core.position import Position


class Decision(NamedTuple):
    r"""A position in which a player must act, and the chance to win after each legal action.

    >>> decision = parse_decision("manual oooxxxxxxxxxxxxx -/- a 55ww 1134\tk1=0.66 k3=0.67")
    >>> round(decision.regret(Action.parse("k1")), 4)
    0.01
    """

    position: Position
    values: Mapping[Action, float]

    @property
    def best(self) -> float:
        """The win chance after the best action."""
        return max(self.values.values())

    def regret(self, action: Action) -> float:
        """Return how much win chance an action gives up; raise IllegalAction if it is illegal."""
        step(self.position, action)
        return self.best - self.values[action]


class Choice(NamedTuple):
    """What a bot chose in a decision, and how much win chance that gave up.

    >>> from pickomino import make_bot
    >>> (choice,) = choose_in_all(make_bot("random"), load_decisions("decisions-v1")[:1])
    >>> choice.action in choice.decision.values
    True
    """

    decision: Decision
    action: Action
    regret: float


@cache
def load_decisions(name: str) -> tuple[Decision, ...]:
    """Return the decisions of a task.

    >>> len(load_decisions("decisions-v1"))
    1000
    """
    text = (files("pickomino.bench") / f"{name}.txt").read_text("utf-8")
    return tuple(map(parse_decision, text.splitlines()))


def parse_decision(line: str) -> Decision:
    """Parse a line of a file.

    >>> decision = load_decisions("decisions-v1")[0]
    >>> parse_decision(format_decision(decision)).position == decision.position
    True
    """
    wfen, _, values = line.partition("\t")
    pairs = (value.split("=") for value in values.split())
    return Decision(
        Position.from_wfen(wfen), {Action.parse(token): float(chance) for token, chance in pairs}
    )


def format_decision(decision: Decision) -> str:
    """Format a line of a file.

    >>> format_decision(load_decisions("decisions-v1")[0]).count("=")
    2
    """
    values = " ".join(f"{action}={chance:.6f}" for action, chance in decision.values.items())
    return f"{decision.position.wfen()}\t{values}"


def choose_in_all(
    bot: Bot,
    decisions: Sequence[Decision],
    seconds: float = 1.0,
    on_progress: Callable[[int, int], None] | None = None,
) -> list[Choice]:
    """Return a bot's choice in every decision; the same seed is drawn for the same position.

    >>> from pickomino import make_bot
    >>> choices = choose_in_all(make_bot("champion"), load_decisions("decisions-v1")[:3])
    >>> [round(choice.regret, 6) for choice in choices]
    [0.0, 0.0, 0.0]
    """
    choices: list[Choice] = []
    for number, decision in enumerate(decisions, 1):
        with report_failure(bot, decision.position):
            action = ask(bot, decision.position, seconds)
            choices.append(Choice(decision, action, decision.regret(action)))
        if on_progress is not None:
            on_progress(number, len(decisions))
    return choices


def ask(bot: Bot, position: Position, seconds: float) -> Action:
    """Return a bot's choice, made with random numbers that depend on the position alone.

    >>> from pickomino import make_bot
    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a 5555www -")
    >>> str(ask(make_bot("random"), position, 1.0)) in {"r", "t35"}
    True
    """
    return bot.choose(
        position, Thinking(random.Random(f"pickomino bench {position.wfen()}"), seconds)
    )


@contextmanager
def report_failure(bot: Bot, position: Position) -> Generator[None]:
    """Name the bot and the position if the bot raises or its action is illegal.

    >>> from pickomino import make_bot
    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a - ~")
    >>> try:
    ...     with report_failure(make_bot("random"), position):
    ...         raise ValueError
    ... except PickominoError as error:
    ...     print(error.code)
    bot_failed_in
    """
    try:
        yield
    except Exception as error:
        reason = str(error) if isinstance(error, PickominoError) else repr(error)
        wfen, name = position.wfen(), entrant_name(bot)
        raise PickominoError("bot_failed_in", bot=name, wfen=wfen, reason=reason) from error
