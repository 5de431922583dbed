"""The exact loss of any bot in a small game, against a perfect opponent who knows its decisions.

The bot is asked in every position of the game that its own decisions can lead to. A bot that draws
at random is frozen: it draws once in each position, always in the same way.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

import numpy as np

from pickomino.bench.decisions import ask, report_failure
from pickomino.bots.protocol import Bot
from pickomino.core.play import apply, chance_outcomes, legal_actions, step, step_roll
from pickomino.core.position import OVER, Phase, Position
from pickomino.evaluation.protocol import final_chances
from pickomino.solved.tables import Floats, Tables, TurnBatch, to_table

PRECISION: Final = 1e-9
"""The chances are solved when none changes by more than this in a round."""
MAX_ROUNDS: Final = 10_000
"""Chances only grow from round to round, so the loss after the last round is at most too low."""

_REPORT_EVERY: Final = 200
"""After so many decisions, progress is reported and a run can be stopped."""

Chances = dict[Position, float]


class ExactLoss(NamedTuple):
    """What a bot loses in a small game.

    >>> ExactLoss(loss=0.0, decisions=12).loss
    0.0
    """

    loss: float
    """The win chance that it gives up, averaged over both seats: a perfect player has 0."""
    decisions: int
    """How many decisions the bot was asked for."""


def exact_loss(
    bot: Bot,
    start: Position,
    seconds: float = 1.0,
    on_progress: Callable[[int, int], None] | None = None,
) -> ExactLoss:
    """Return the exact loss of a bot from the start of a turn in a game of two players.

    `on_progress` is called often, with the number of tables done and the number of all tables.

    >>> from pickomino import Rules, make_bot
    >>> from pickomino.solved import small_start
    >>> round(exact_loss(make_bot("beginner"), small_start(Rules(), tiles=1)).loss, 6)
    0.023578
    """
    tables = Tables()
    tables.find([to_table(start)], lambda _: None)
    count = len(tables.positions)
    results, links = np.zeros(count), np.zeros((count, count))
    number = 0

    def report() -> None:
        if on_progress is not None:
            on_progress(number, count)

    asked = _FrozenBot(bot, seconds, report)
    for number, table in enumerate(tables.positions):
        for end, chance in _turn_ends(table, asked).items():
            if end.seat == OVER:
                results[number] += chance * (1 - final_chances(end)[table.seat])
            else:
                links[number, _number(tables, end)] += chance
    number = count
    report()
    to_roll, waiting = _best_response(tables, results, links)
    return ExactLoss(float(to_roll[0] + waiting[0] - 1) / 2, asked.decisions)


class _FrozenBot:
    """Asks a bot for decisions that depend on the position alone."""

    def __init__(self, bot: Bot, seconds: float, report: Callable[[], None]) -> None:
        self.decisions = 0
        self._bot, self._seconds, self._report = bot, seconds, report

    def act(self, position: Position) -> tuple[Position, bool]:
        """Return the position after the bot's action, and whether the turn is over."""
        if self.decisions % _REPORT_EVERY == 0:
            self._report()
        self.decisions += 1
        with report_failure(self._bot, position):
            after, ended = step(position, ask(self._bot, position, self._seconds))
        return after, ended is not None


def _turn_ends(table: Position, bot: _FrozenBot) -> Chances:
    """Return the chance of every position in which the bot's turn can end."""
    ends: defaultdict[Position, float] = defaultdict(float)
    rolls: Chances = {table: 1.0}
    while rolls:
        following: defaultdict[Position, float] = defaultdict(float)
        for position, chance in _after_rolls(rolls, ends).items():
            after, is_over = bot.act(position)
            if not is_over and after.turn.phase is Phase.DECIDE:
                after, is_over = bot.act(after)
            into = ends if is_over or after.turn.phase is not Phase.ROLL else following
            into[after] += chance
        rolls = following
    return _without_raven(ends.items())


def _after_rolls(rolls: Chances, ends: Chances) -> Chances:
    """Return the chance of each choice of a symbol; add the turns that fail to `ends`."""
    choices: defaultdict[Position, float] = defaultdict(float)
    for position, chance in rolls.items():
        outcomes = chance_outcomes(position)
        total = sum(weight for _, weight in outcomes)
        for roll, weight in outcomes:
            after, ended = step_roll(position, roll)
            (choices if ended is None else ends)[after] += chance * weight / total
    return choices


def _without_raven(ends: Iterable[tuple[Position, float]]) -> Chances:
    """Make the Raven's choice, which has only one answer in a game of two."""
    chances: defaultdict[Position, float] = defaultdict(float)
    for end, chance in ends:
        is_raven = end.turn.phase is Phase.RAVEN
        chances[apply(end, *legal_actions(end)) if is_raven else end] += chance
    return chances


def _number(tables: Tables, end: Position) -> int:
    number = tables.number(to_table(end))
    assert number is not None, "every table was found before"  # noqa: S101
    return number


def _best_response(tables: Tables, results: Floats, links: Floats) -> tuple[Floats, Floats]:
    """Return the opponent's chance on each table if the opponent rolls next, and if the bot does.

    `results` is the opponent's share of the games that the bot's turn ends, and `links` the chance
    that it leads to each table. Both chances grow from 0, so a game without end counts for the bot.
    """
    by_shape: defaultdict[object, list[int]] = defaultdict(list)
    for number, turn in enumerate(tables.turns):
        by_shape[turn.shape].append(number)
    batches = [TurnBatch(tables, numbers) for numbers in by_shape.values()]
    to_roll = np.zeros(len(tables.positions))
    waiting = results.copy()
    for _ in range(MAX_ROUNDS):
        before = to_roll.copy()
        for batch in batches:
            # The batch expects the chance of the player who rolls next: the bot.
            to_roll[batch.numbers] = batch.solve(1 - waiting)
        waiting = results + links @ to_roll
        if np.abs(to_roll - before).max() <= PRECISION:
            break
    return to_roll, waiting
