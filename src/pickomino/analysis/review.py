"""A game reviewed: how lucky every roll was, and what every decision cost."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final, NamedTuple

from pickomino.analysis.reasons import reason_for
from pickomino.analysis.review_types import (
    Review,
    ReviewedChoice,
    ReviewedDecision,
    ReviewedRoll,
    ReviewedTurn,
    SeatSums,
    label_of,
)
from pickomino.analysis.solved_turns import (
    Outlook,
    SolvedTurn,
    best_option,
    equal_options,
    solve_turns,
)
from pickomino.core.actions import Action
from pickomino.core.position import OVER, Position
from pickomino.core.turns import TurnEnd
from pickomino.evaluation.judge import best_judge, judge_version
from pickomino.evaluation.protocol import Chances, Evaluator, final_chances
from pickomino.record.game import Game
from pickomino.record.state import ActionEvent, GameEvent, GameStep, RollEvent

TURNS_AT_ONCE: Final = 64
"""Turns solved together; more would only take memory."""


def review(
    game: Game,
    evaluator: Evaluator | None = None,
    stand_ins: Collection[int] = (),
    on_progress: Callable[[float], None] = lambda _share: None,
) -> Review:
    """Review a game, finished or not, by an evaluator, or by the best one there is.

    `stand_ins` are the places, among the events of the game, of the decisions that a bot made for
    somebody who was away. `on_progress` hears from time to time which share of the turns is done.

    >>> game = Game.from_wgn('[Rules "mini"][a "Ann"][b "Ben"] 1a. 12355www:w 12355:5 t25')
    >>> reviewed = review(game)
    >>> [str(decision.best) for decision in reviewed.decisions]
    ['kw', 'r', 'k5', 'r']
    """
    is_over = game.position.to_act == OVER
    turns = list(_turns(game, evaluator or best_judge(), stand_ins, on_progress))
    result = final_chances(game.position) if is_over else turns[-1].after
    if turns and not turns[-1].rolls and not turns[-1].decisions:
        turns.pop()  # It only told the chances at the end.
    befores = [*(turn.before for turn in turns), result]
    complete = tuple(
        turn._replace(remainder=_less(following, turn.after))
        for turn, following in zip(turns, befores[1:], strict=True)
    )
    sums = tuple(_sums(complete, seat, befores[0], result) for seat in range(len(result)))
    rules, players = game.start.rules, game.start.players
    judge = type(evaluator).__name__
    if evaluator is None:
        judge = judge_version(rules, players)
    return Review(str(rules), players, judge, is_over, rules.extrawurm, complete, sums)


def _turns(
    game: Game,
    evaluator: Evaluator,
    stand_ins: Collection[int],
    on_progress: Callable[[float], None],
) -> Iterator[ReviewedTurn]:
    """Review turn after turn, still without the remainders between them."""
    played = _played(game)
    for first in range(0, len(played), TURNS_AT_ONCE):
        part = played[first : first + TURNS_AT_ONCE]
        solved = solve_turns([turn.start for turn in part], evaluator)
        for number, (turn, each) in enumerate(zip(part, solved, strict=True), first):
            yield _reviewed(turn, number, game.turn_label(number), each, stand_ins)
        on_progress((first + len(part)) / len(played))


class _PlayedTurn(NamedTuple):
    """A turn as it was played: where it began, and what happened."""

    start: Position
    first_event: int
    steps: list[GameStep]


def _played(game: Game) -> list[_PlayedTurn]:
    """Cut a game into its turns; the last one may have no events yet."""
    turns = [_PlayedTurn(game.start, 0, [])]
    for number, step in enumerate(game.steps, 1):
        turns[-1].steps.append(step)
        if isinstance(step.event, TurnEnd):
            turns.append(_PlayedTurn(step.position, number, []))
    return turns[:-1] if turns[-1].start.to_act == OVER else turns


def _reviewed(
    turn: _PlayedTurn, number: int, label: str, solved: SolvedTurn, stand_ins: Collection[int]
) -> ReviewedTurn:
    start = turn.start
    steps = list(enumerate(_steps(solved, turn.steps), turn.first_event))
    before = solved.outlook(start).chances
    return ReviewedTurn(
        number,
        label,
        start.seat,
        before,
        steps[-1][1].then.chances if steps else before,
        tuple(
            ReviewedRoll(place, start.seat, step.event.roll, step.change)
            for place, step in steps
            if isinstance(step.event, RollEvent)
        ),
        tuple(
            _decision(place, step, step.event.action, solved, by_stand_in=place in stand_ins)
            for place, step in steps
            if isinstance(step.event, ActionEvent)
        ),
        (0.0,) * start.players,
    )


class _Step(NamedTuple):
    """A roll or a decision, the position before it, and the outlook before and after."""

    event: GameEvent
    position: Position
    now: Outlook
    then: Outlook

    @property
    def change(self) -> Chances:
        return _less(self.then.chances, self.now.chances)


def _steps(solved: SolvedTurn, steps: Sequence[GameStep]) -> Iterator[_Step]:
    """Walk through a turn; its end belongs to the step that led to it."""
    position, now = solved.start, solved.outlook(solved.start)
    ended = steps[-1].event if steps else None
    events = steps[:-1] if isinstance(ended, TurnEnd) else steps
    for number, (event, after) in enumerate(events, 1):
        if isinstance(ended, TurnEnd) and number == len(events):
            then = solved.end(after, failed=ended.result == "failed")
        else:
            then = solved.outlook(after)
        yield _Step(event, position, now, then)
        position, now = after, then


def _decision(
    place: int, step: _Step, chosen: Action, solved: SolvedTurn, *, by_stand_in: bool
) -> ReviewedDecision:
    position, seat = step.position, step.position.seat
    options = solved.options(position)
    best = best_option(options, seat)
    cost = max(0.0, -step.change[seat])
    equals = equal_options(options, seat)
    has_verdict = not by_stand_in and not position.rules.extrawurm
    label = label_of(cost) if has_verdict else None
    return ReviewedDecision(
        place,
        seat,
        chosen,
        best,
        cost,
        tuple(0.0 if rival == seat else gain for rival, gain in enumerate(step.change)),
        tuple(ReviewedChoice(action, *outlook) for action, outlook in options.items()),
        equals,
        label,
        None if label is None else reason_for(position, options, equals[0], chosen),
        by_stand_in,
    )


def _sums(turns: Sequence[ReviewedTurn], seat: int, start: Chances, result: Chances) -> SeatSums:
    rolls = [roll for turn in turns for roll in turn.rolls]
    decisions = [decision for turn in turns for decision in turn.decisions]
    own = [each for each in decisions if not each.by_stand_in]
    return SeatSums(
        start=start[seat],
        own_luck=sum(roll.luck[seat] for roll in rolls if roll.seat == seat),
        rivals_luck=sum(roll.luck[seat] for roll in rolls if roll.seat != seat),
        gifts=sum(each.gifts[seat] for each in own),
        given_away=sum(each.cost for each in own if each.seat == seat),
        stand_ins=sum(
            -each.cost if each.seat == seat else each.gifts[seat]
            for each in decisions
            if each.by_stand_in
        ),
        remainder=sum(turn.remainder[seat] for turn in turns),
        result=result[seat],
    )


def _less(after: Chances, before: Chances) -> Chances:
    return tuple(new - old for new, old in zip(after, before, strict=True))
