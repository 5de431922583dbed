"""Why one choice is better than another: a code with parameters, worded by the user interfaces.

| code | parameters |
|---|---|
| new_symbol | better, chosen: how often the next roll shows a new symbol after each choice |
| fails_less | better, chosen: how often the turn fails after each choice |
| worth_more | better, chosen: the chance of winning after each choice |
| sure_tile | tile: the one that could be taken; failure: how often rolling on fails |
| risk_pays | tile: the one that was taken; success: how often rolling on still wins a tile |
| still_alive | success: how often rolling on wins a tile |
| steal | tile: the one to steal |
| other_tile | better, chosen: the tiles that the two choices take |
| reroll, keep_roll | better, chosen: how often the turn fails with and without the Weasel |
| raven | seat: whose Bratwurm to take |
"""

from __future__ import annotations

from typing import Final

from pickomino.analysis.review_types import Reason
from pickomino.analysis.solved_turns import Options
from pickomino.core.actions import Action
from pickomino.core.play import apply, can_roll_on
from pickomino.core.position import Phase, Position
from pickomino.solver.reference import rolls_from
from pickomino.solver.shape import TurnShape, dice_state

MIN_DIFFERENCE: Final = 0.02
"""The smallest difference between chances that counts as a reason."""


def reason_for(position: Position, options: Options, better: Action, chosen: Action) -> Reason:
    """Return why another action is better than the chosen one."""
    failures = {"better": options[better].failure, "chosen": options[chosen].failure}
    match better.kind, chosen.kind:
        case "z", _:
            return Reason("reroll", failures)
        case _, "z":
            return Reason("keep_roll", failures)
        case "b", _:
            return Reason("raven", {"seat": better.value})
        case "k", _:
            return _reason_for_symbol(position, options, better, chosen)
        case _:
            return _reason_for_stopping(position, options, better, chosen)


def _reason_for_symbol(
    position: Position, options: Options, better: Action, chosen: Action
) -> Reason:
    failures = {"better": options[better].failure, "chosen": options[chosen].failure}
    if failures["chosen"] - failures["better"] < MIN_DIFFERENCE:
        return _worth_more(position, options, better, chosen)
    new = {
        "better": _chance_of_new_symbol(position, better),
        "chosen": _chance_of_new_symbol(position, chosen),
    }
    if new["better"] - new["chosen"] < MIN_DIFFERENCE or not new["chosen"]:
        return Reason("fails_less", failures)
    return Reason("new_symbol", new)


def _reason_for_stopping(
    position: Position, options: Options, better: Action, chosen: Action
) -> Reason:
    match better.kind, chosen.kind:
        case "r", "q":
            return Reason("still_alive", {"success": 1 - options[better].failure})
        case "r", _:
            success = 1 - options[better].failure
            return Reason("risk_pays", {"tile": chosen.value, "success": success})
        case "t" | "s", "r":
            failure = options[chosen].failure
            return Reason("sure_tile", {"tile": better.value, "failure": failure})
        case "s", _:
            return Reason("steal", {"tile": better.value})
        case "t", "t" | "s":
            return Reason("other_tile", {"better": better.value, "chosen": chosen.value})
        case _:
            return _worth_more(position, options, better, chosen)


def _worth_more(position: Position, options: Options, better: Action, chosen: Action) -> Reason:
    seat = position.seat
    chances = {"better": options[better].chances[seat], "chosen": options[chosen].chances[seat]}
    return Reason("worth_more", chances)


def _chance_of_new_symbol(position: Position, action: Action) -> float:
    """Return how often the next roll shows a new symbol; 0 if no roll follows."""
    after = apply(position, action)
    if after.turn.phase is not Phase.DECIDE or not can_roll_on(after):
        return 0.0
    shape = TurnShape.from_position(after)
    rolls = rolls_from(shape, dice_state(shape, after))
    return 1 - rolls.bust_weight / rolls.total_weight
