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

from pickomino.analysis.review_types import Choice, Reason
from pickomino.core.actions import Action
from pickomino.core.play import apply, can_roll_on
from pickomino.core.position import Phase, Position
from pickomino.solver.reference import rolls_from
from pickomino.solver.shape import TurnShape, dice_state

MIN_DIFFERENCE: Final = 0.02
"""The smallest difference between chances that counts as a reason."""


def reason_for(position: Position, better: Choice, chosen: Choice) -> Reason:
    """Return why another choice is better than the chosen one."""
    match better.action.kind, chosen.action.kind:
        case "z", _:
            return _fails_less("reroll", better, chosen)
        case _, "z":
            return _fails_less("keep_roll", better, chosen)
        case "b", _:
            return Reason("raven", {"seat": better.action.value})
        case "k", _:
            return _reason_for_symbol(position, better, chosen)
        case _:
            return _reason_for_stopping(better, chosen)


def _reason_for_symbol(position: Position, better: Choice, chosen: Choice) -> Reason:
    if chosen.failure - better.failure < MIN_DIFFERENCE:
        return _worth_more(better, chosen)
    new = {
        "better": _chance_of_new_symbol(position, better.action),
        "chosen": _chance_of_new_symbol(position, chosen.action),
    }
    if new["better"] - new["chosen"] < MIN_DIFFERENCE or not new["chosen"]:
        return _fails_less("fails_less", better, chosen)
    return Reason("new_symbol", new)


def _reason_for_stopping(better: Choice, chosen: Choice) -> Reason:
    action, other = better.action, chosen.action
    match action.kind, other.kind:
        case "r", "q":
            return Reason("still_alive", {"success": 1 - better.failure})
        case "r", _:
            return Reason("risk_pays", {"tile": other.value, "success": 1 - better.failure})
        case "t" | "s", "r":
            return Reason("sure_tile", {"tile": action.value, "failure": chosen.failure})
        case "s", _:
            return Reason("steal", {"tile": action.value})
        case "t", "t" | "s":
            return Reason("other_tile", {"better": action.value, "chosen": other.value})
        case _:
            return _worth_more(better, chosen)


def _fails_less(code: str, better: Choice, chosen: Choice) -> Reason:
    return Reason(code, {"better": better.failure, "chosen": chosen.failure})


def _worth_more(better: Choice, chosen: Choice) -> Reason:
    return Reason("worth_more", {"better": better.chance, "chosen": chosen.chance})


def _chance_of_new_symbol(position: Position, action: Action) -> float:
    """Return how often the next roll shows a new symbol; 0 if no roll follows."""
    after = apply(position, action)
    if after.turn.phase is not Phase.DECIDE or not can_roll_on(after):
        return 0.0
    shape = TurnShape.from_position(after)
    rolls = rolls_from(shape, dice_state(shape, after))
    return 1 - rolls.bust_weight / rolls.total_weight
