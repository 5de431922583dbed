"""Reviewing a game: how lucky every roll was, and how much win chance every decision cost."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from pickomino.analysis.lessons import lesson_code
from pickomino.analysis.reasons import reason_for
from pickomino.analysis.review_types import (
    Review,
    ReviewedDecision,
    ReviewedRoll,
    ReviewedTurn,
    SeatSums,
    cost_label,
)
from pickomino.analysis.solved_turns import (
    Outlook,
    SolvedTurn,
    best_choice,
    equal_choices,
    solve_turns,
)
from pickomino.core.actions import Action
from pickomino.core.errors import check_callable, check_type
from pickomino.core.position import OVER, Position
from pickomino.core.turns import TurnEnd
from pickomino.evaluation.judge import best_judge, has_verdict, judge_version
from pickomino.evaluation.protocol import Chances, Evaluator, check_evaluator, final_chances
from pickomino.record.game import GAME_EXPECTED, Game
from pickomino.record.state import ActionEvent, GameEvent, GameStep, RollEvent

TURNS_AT_ONCE: Final = 64
"""How many turns are solved in one call; more would only use more memory."""


def review(
    game: Game,
    evaluator: Evaluator | None = None,
    stand_ins: Collection[int] = (),
    on_progress: Callable[[float], None] = lambda _share: None,
) -> Review:
    """Review a finished or unfinished game; the default evaluator is the best one available.

    `stand_ins` are the event numbers of decisions that a bot made for an absent player.
    `on_progress` is called with the share of turns reviewed so far, from 0 to 1.

    >>> game = Game.from_wgn('[Rules "mini"][a "Ann"][b "Ben"] 1a. 12355www:w 12355:5 t25')
    >>> reviewed = review(game)
    >>> [str(decision.best) for decision in reviewed.decisions]
    ['kw', 'r', 'k5', 'r']
    """
    check_type(game, Game, GAME_EXPECTED)
    if evaluator is not None:
        check_evaluator(evaluator)
    check_type(stand_ins, Collection, "the event numbers of decisions by stand-ins")
    check_callable(on_progress, "a function that takes the share of turns reviewed")
    is_over = game.position.to_act == OVER
    turns = list(_turns(game, evaluator or best_judge(), stand_ins, on_progress))
    result = final_chances(game.position) if is_over else turns[-1].after
    if turns and not turns[-1].rolls and not turns[-1].decisions:
        turns.pop()  # a turn without events, needed only for the chances at its start
    befores = [*(turn.before for turn in turns), result]
    complete = tuple(
        replace(turn, remainder=_difference(following, turn.after))
        for turn, following in zip(turns, befores[1:], strict=True)
    )
    sums = tuple(_sums(complete, seat, befores[0], result) for seat in range(len(result)))
    rules, players = game.start.rules, game.start.players
    judge = type(evaluator).__name__
    if evaluator is None:
        judge = judge_version(rules, players)
    is_rough = not has_verdict(rules)
    return Review(str(rules), players, judge, is_over, is_rough, complete, sums)


def _turns(
    game: Game,
    evaluator: Evaluator,
    stand_ins: Collection[int],
    on_progress: Callable[[float], None],
) -> Iterator[ReviewedTurn]:
    """Yield the reviewed turns; their remainders are still zero."""
    turns = _split_turns(game)
    for first in range(0, len(turns), TURNS_AT_ONCE):
        batch = turns[first : first + TURNS_AT_ONCE]
        solutions = solve_turns([turn.start for turn in batch], evaluator)
        for number, (turn, solved) in enumerate(zip(batch, solutions, strict=True), first):
            yield _review_turn(turn, number, game.turn_label(number), solved, stand_ins)
        on_progress((first + len(batch)) / len(turns))


class _TurnSteps(NamedTuple):
    """A turn of the game: its start position and its events."""

    start: Position
    first_event: int
    steps: list[GameStep]


def _split_turns(game: Game) -> list[_TurnSteps]:
    """Split a game into its turns; the last one may have no events yet."""
    turns = [_TurnSteps(game.start, 0, [])]
    for number, step in enumerate(game.steps, 1):
        turns[-1].steps.append(step)
        if isinstance(step.event, TurnEnd):
            turns.append(_TurnSteps(step.position, number, []))
    return turns[:-1] if turns[-1].start.to_act == OVER else turns


def _review_turn(
    turn: _TurnSteps, number: int, label: str, solved: SolvedTurn, stand_ins: Collection[int]
) -> ReviewedTurn:
    start = turn.start
    steps = list(enumerate(_steps(solved, turn.steps), turn.first_event))
    before = solved.outlook(start).chances
    return ReviewedTurn(
        number,
        label,
        start.seat,
        before,
        steps[-1][1].after.chances if steps else before,
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


class _ReviewedStep(NamedTuple):
    """A roll or a decision, the position before it, and the outlook before and after."""

    event: GameEvent
    position: Position
    before: Outlook
    after: Outlook

    @property
    def change(self) -> Chances:
        return _difference(self.after.chances, self.before.chances)


def _steps(solved: SolvedTurn, steps: Sequence[GameStep]) -> Iterator[_ReviewedStep]:
    """Yield the steps of a turn; the end of the turn is part of its last step."""
    position, before = solved.start, solved.outlook(solved.start)
    last = steps[-1].event if steps else None
    events = steps[:-1] if isinstance(last, TurnEnd) else steps
    for number, (event, next_position) in enumerate(events, 1):
        if isinstance(last, TurnEnd) and number == len(events):
            after = solved.end(next_position, failed=last.result == "failed")
        else:
            after = solved.outlook(next_position)
        yield _ReviewedStep(event, position, before, after)
        position, before = next_position, after


def _decision(
    place: int, step: _ReviewedStep, chosen: Action, solved: SolvedTurn, *, by_stand_in: bool
) -> ReviewedDecision:
    position, seat = step.position, step.position.seat
    choices = solved.choices(position)
    equals = equal_choices(choices)
    cost = max(0.0, -step.change[seat])
    is_judged = not by_stand_in and has_verdict(position.rules)
    label = cost_label(cost) if is_judged else None
    reason, lesson = None, None
    if label is not None:
        (made,) = (choice for choice in choices if choice.action == chosen)
        reason = reason_for(position, equals[0], made, solved.chance_after_failure)
        lesson = lesson_code(position, chosen, equals[0].action)
    return ReviewedDecision(
        event=place,
        seat=seat,
        chosen=chosen,
        best=best_choice(choices).action,
        equals=tuple(choice.action for choice in equals),
        cost=cost,
        gifts=tuple(0.0 if rival == seat else gain for rival, gain in enumerate(step.change)),
        choices=choices,
        label=label,
        reason=reason,
        lesson=lesson,
        by_stand_in=by_stand_in,
    )


def _sums(turns: Sequence[ReviewedTurn], seat: int, start: Chances, result: Chances) -> SeatSums:
    rolls = [roll for turn in turns for roll in turn.rolls]
    decisions = [decision for turn in turns for decision in turn.decisions]
    by_players = [decision for decision in decisions if not decision.by_stand_in]
    by_stand_ins = [decision for decision in decisions if decision.by_stand_in]
    own_luck = sum(roll.luck[seat] for roll in rolls if roll.seat == seat)
    rivals_luck = sum(roll.luck[seat] for roll in rolls if roll.seat != seat)
    return SeatSums(
        start=start[seat],
        own_luck=own_luck,
        rivals_luck=rivals_luck,
        gifts=sum(decision.gifts[seat] for decision in by_players),
        given_away=sum(decision.cost for decision in by_players if decision.seat == seat),
        stand_ins=sum(
            -decision.cost if decision.seat == seat else decision.gifts[seat]
            for decision in by_stand_ins
        ),
        remainder=sum(turn.remainder[seat] for turn in turns),
        result=result[seat],
        adjusted=result[seat] - (own_luck + rivals_luck),
    )


def _difference(after: Chances, before: Chances) -> Chances:
    return tuple(new - old for new, old in zip(after, before, strict=True))
