"""Why one choice is better than another: a code with parameters, worded by the user interfaces.

| code | parameters |
|---|---|
| ends_won, ends_tie_won | tile: the one that ends the game with a win, perhaps on the tie-break |
| ends_lost, ends_tie_lost | tile: the one that ends the game; seat: who then wins |
| failing_better | tile: the one that was taken; failed, chosen: the win chances after a failure and with it |
| nothing_to_lose | the same; success: how often rolling on wins a tile |
| rival_leads | seat: who leads while few tiles are left |
| roll_may_steal | tile, seat: the tile that a roll may steal, and whose it is; success: how often rolling on wins a tile; better: how often it steals that tile at best |
| roll_wins_more | tile, chosen: the one that was taken and the win chance with it; success: how often rolling on wins a tile; better: the win chance then |
| risk_pays | tile: the one that was taken; success: how often rolling on wins a tile |
| still_alive | success: how often rolling on wins a tile |
| last_tile, success_hurts | failed, success: the win chances after a failure and after winning a tile |
| sure_tile | tile: the one that could be taken; failure: how often rolling on fails |
| failure_costs | tile, better: the one that could be taken and the win chance with it; success, failed: the win chances after a roll that succeeds or fails |
| little_gain | failure: how often rolling on fails; a tile won then would hardly raise the win chance |
| steal_from, can_steal | tile: the one to steal, or that can be stolen after the better choice; seat: whose it is |
| steal_likelier | the same; better, chosen: how often it can be stolen at best after each choice |
| end_nearer | tile: the one that leaves the grill |
| other_tile | better, chosen: the tiles that the two choices take |
| cannot_fail, saves_turn | chosen: how often the turn fails after the choice made |
| needs_worm, fails_less | better, chosen: how often the turn fails after each choice |
| new_symbol | better, chosen: how often the next roll shows a new symbol after each choice |
| more_points | many, few: the sums after each choice |
| more_dice | many, few: the dice left after each choice |
| worth_more | better, chosen: the chance of winning after each choice |
| reroll, keep_roll | better, chosen: how often the turn fails with and without the Weasel |
| raven | seat: whose Bratwurm to take |
"""  # noqa: E501 - a table

from __future__ import annotations

from typing import Final

from pickomino.analysis.review_types import Choice, Reason, format_chance
from pickomino.core.actions import STEAL, Action
from pickomino.core.play import apply, can_roll_on, claims, dice_left
from pickomino.core.position import OVER, Phase, Position, scores, winners
from pickomino.core.roll import WORM
from pickomino.core.turns import has_worm, owner_of_top, total
from pickomino.solver.backend import has_fast_solver
from pickomino.solver.odds import turn_odds
from pickomino.solver.reference import rolls_from
from pickomino.solver.shape import TurnShape, dice_state

MIN_DIFFERENCE: Final = 0.02
"""The smallest difference between chances that counts as a reason."""
LITTLE: Final = 0.01
"""A failure that costs less win chance than this costs little; half of it is not worth a word."""
HIGH_RISK: Final = 0.25
"""A chance of failing that explains by itself why a sure tile is better."""
FEW_TILES: Final = 4
"""With this many tiles on the grill, taking one of them brings the end near."""
OFTEN: Final = 1 / 3
"""A steal is named if at best it is at least this share of the rolls that win a tile."""
CLEARLY_LIKELIER: Final = 0.05
"""The smallest difference between the chances of a steal that explains a choice."""
MAX_DICE: Final = 5
"""The odds of more dice take too long where there is no fast solver."""


def reason_for(position: Position, better: Choice, chosen: Choice, failed: float) -> Reason:
    """Return why another choice is better than the chosen one.

    `failed` is the player's win chance if the turn fails.
    """
    match better.action.kind, chosen.action.kind:
        case "z", _:
            return _fails_less("reroll", better, chosen)
        case _, "z":
            return _fails_less("keep_roll", better, chosen)
        case "b", _:
            return Reason("raven", {"seat": better.action.value})
        case "k", _:
            return _reason_for_symbol(position, better, chosen, failed)
        case _:
            ending = _game_ends(position, better.action, won=True)
            ending = ending or _game_ends(position, chosen.action, won=False)
            return ending or _reason_for_stopping(position, better, chosen, failed)


def _game_ends(position: Position, action: Action, *, won: bool) -> Reason | None:
    """Return the reason if a claim ends the game and the player wins it alone, or loses it."""
    if action.kind not in "ts":
        return None
    after = apply(position, action)
    if after.to_act != OVER:
        return None
    first, own, worms = winners(after), position.seat, scores(after)
    is_tie = worms.count(max(worms)) > 1 and worms[own] == max(worms)
    if won and first == (own,):
        return Reason("ends_tie_won" if is_tie else "ends_won", {"tile": action.value})
    if not won and own not in first:
        code = "ends_tie_lost" if is_tie else "ends_lost"
        return Reason(code, {"tile": action.value, "seat": first[0]})
    return None


def _reason_for_stopping(  # noqa: PLR0911 - one for each pair of actions
    position: Position, better: Choice, chosen: Choice, failed: float
) -> Reason:
    action, other = better.action, chosen.action
    match action.kind, other.kind:
        case "r", "q":
            return Reason("still_alive", {"success": 1 - better.failure})
        case "q", _:
            return _reason_for_giving_up(position, better, chosen, failed)
        case "r", _:
            return _reason_for_rolling(position, better, chosen, failed)
        case "t" | "s", "r":
            return _reason_for_claiming(position, better, chosen, failed)
        case "t", "s" if action.value < other.value:
            return Reason("end_nearer", {"tile": action.value})
        case "t", _:
            return Reason("other_tile", {"better": action.value, "chosen": other.value})
        case _:
            return _steal(position, action)


def _reason_for_giving_up(
    position: Position, give_up: Choice, roll: Choice, failed: float
) -> Reason:
    """Return why winning a tile would be worse than failing."""
    success = _chance_after_success(position, roll, failed)
    if success is None:
        return Reason("worth_more", {"better": give_up.chance, "chosen": roll.chance})
    leads = _rival_leads(position, position)
    if leads is not None and len(position.grill) > 1:
        return leads
    code = "last_tile" if len(position.grill) == 1 else "success_hurts"
    return Reason(code, {"failed": failed, "success": success})


def _reason_for_claiming(position: Position, claim: Choice, roll: Choice, failed: float) -> Reason:
    """Return why a sure tile is better than the risk of rolling on."""
    tile, success = claim.action.value, _chance_after_success(position, roll, failed)
    is_risky = roll.failure >= HIGH_RISK
    if success is not None and success < claim.chance + (0 if is_risky else LITTLE / 2):
        if claim.action.kind == "s":
            return _steal(position, claim.action)
        return Reason("little_gain", {"failure": roll.failure})
    if success is None or is_risky:
        return Reason("sure_tile", {"tile": tile, "failure": roll.failure})
    parameters = {"tile": tile, "better": claim.chance, "success": success, "failed": failed}
    return Reason("failure_costs", parameters)


def _reason_for_rolling(position: Position, roll: Choice, claim: Choice, failed: float) -> Reason:
    """Return why the risk of rolling on is better than a sure tile."""
    tile, success = claim.action.value, 1 - roll.failure
    then = _chance_after_success(position, roll, failed)
    if then is None:
        return _roll_may_steal(position, roll) or Reason(
            "risk_pays", {"tile": tile, "success": success}
        )
    leads = _rival_leads(position, apply(position, claim.action))
    if leads is not None and claim.action.kind == "t" and claim.chance - failed < LITTLE:
        return leads
    if failed - claim.chance >= LITTLE / 2:
        return Reason("failing_better", {"tile": tile, "failed": failed, "chosen": claim.chance})
    if claim.chance - failed < LITTLE:
        parameters = {"tile": tile, "failed": failed, "chosen": claim.chance, "success": success}
        return Reason("nothing_to_lose", parameters)
    parameters = {"tile": tile, "chosen": claim.chance, "success": success, "better": then}
    steal = _roll_may_steal(position, roll) if claim.action.kind == "t" else None
    return steal or Reason("roll_wins_more", parameters)


def _rival_leads(position: Position, after: Position) -> Reason | None:
    """Return the reason not to take from the grill: the end is near, and a rival still leads."""
    worms = scores(after)
    leader = worms.index(max(worms))
    is_behind = worms[position.seat] < worms[leader]
    is_end_near = len(position.grill) <= FEW_TILES
    return Reason("rival_leads", {"seat": leader}) if is_behind and is_end_near else None


def _steal(position: Position, action: Action, code: str = "steal_from") -> Reason:
    tile = action.value
    return Reason(code, {"tile": tile, "seat": owner_of_top(position, tile)})


def _roll_may_steal(position: Position, roll: Choice) -> Reason | None:
    """Return the rival's tile that a roll steals most often, if it does so often."""
    after, success = apply(position, roll.action), 1 - roll.failure
    if dice_left(after) > MAX_DICE:
        return None
    steals = _steal_chances(after)
    tile = max(steals, key=lambda number: steals[number], default=None)
    if tile is None or steals[tile] < OFTEN * success:
        return None
    owner = _steal(position, STEAL[tile]).parameters
    return Reason("roll_may_steal", {**owner, "success": success, "better": steals[tile]})


def _steal_chances(position: Position) -> dict[int, float]:
    """Return how often each rival's top tile can be stolen at best."""
    exactly = turn_odds(position, fast=has_fast_solver()).exactly
    rivals = (stack for seat, stack in enumerate(position.stacks) if seat != position.seat)
    tops = (stack[-1] for stack in rivals if stack)
    return {tile: exactly[tile] for tile in tops if tile in STEAL}


def _reason_for_symbol(position: Position, better: Choice, chosen: Choice, failed: float) -> Reason:
    more = _reason_to_win_more(position, better, chosen, failed)
    if more is not None:
        return more
    if chosen.failure - better.failure < MIN_DIFFERENCE:
        one, other = apply(position, better.action), apply(position, chosen.action)
        worth_more = Reason("worth_more", {"better": better.chance, "chosen": chosen.chance})
        return _steal_likelier(one, other) or _more(one, other) or worth_more
    if format_chance(better.failure) == format_chance(0):
        code = "saves_turn" if format_chance(chosen.failure) == format_chance(1) else "cannot_fail"
        return Reason(code, {"chosen": chosen.failure})
    if better.action.value == WORM and not has_worm(position):
        return _fails_less("needs_worm", better, chosen)
    new = {
        "better": _chance_of_new_symbol(position, better.action),
        "chosen": _chance_of_new_symbol(position, chosen.action),
    }
    if new["better"] - new["chosen"] < MIN_DIFFERENCE or not new["chosen"]:
        return _fails_less("fails_less", better, chosen)
    return Reason("new_symbol", new)


def _reason_to_win_more(
    position: Position, better: Choice, chosen: Choice, failed: float
) -> Reason | None:
    """Return the reason if it is what a successful turn wins rather than how often it fails."""
    most = _chance_after_success(position, better, failed)
    least = _chance_after_success(position, chosen, failed)
    if most is None or least is None:
        return None
    by_failing_less = (chosen.failure - better.failure) * (least - failed)
    by_winning_more = (1 - better.failure) * (most - least)
    if by_winning_more <= by_failing_less:
        return None
    one, other = apply(position, better.action), apply(position, chosen.action)
    return _can_steal(one, other) or _more(one, other)


def _can_steal(one: Position, other: Position) -> Reason | None:
    """Return the reason if the first of two sums steals a tile that the second does not."""
    no_better = claims(other)
    steals = (claim for claim in claims(one) if claim.kind == "s" and claim not in no_better)
    steal = next(steals, None)
    return None if steal is None else _steal(one, steal, "can_steal")


def _steal_likelier(one: Position, other: Position) -> Reason | None:
    """Return the tile whose theft the first of two choices makes clearly more likely."""
    now = _can_steal(one, other)
    if now is not None or max(dice_left(one), dice_left(other)) > MAX_DICE:
        return now
    better, chosen = _steal_chances(one), _steal_chances(other)
    tile = max(better, key=lambda number: better[number] - chosen[number], default=None)
    if tile is None or better[tile] - chosen[tile] < CLEARLY_LIKELIER:
        return None
    chances = {"better": better[tile], "chosen": chosen[tile]}
    return Reason("steal_likelier", {**_steal(one, STEAL[tile]).parameters, **chances})


def _more(one: Position, other: Position) -> Reason | None:
    """Return the reason if the first of two choices brings more points, or leaves more dice."""
    for code, count in (("more_points", total), ("more_dice", dice_left)):
        if count(one) > count(other):
            return Reason(code, {"many": count(one), "few": count(other)})
    return None


def _chance_after_success(position: Position, choice: Choice, failed: float) -> float | None:
    """Return the win chance if the turn does not fail, on average.

    None if it cannot be computed: with Extrawurm, the chance after a failure also depends on the
    Bratwurm gained for ones.
    """
    if position.rules.extrawurm or choice.failure > 1 - 1e-9:
        return None
    chance = (choice.chance - choice.failure * failed) / (1 - choice.failure)
    return min(1.0, max(0.0, chance))


def _fails_less(code: str, better: Choice, chosen: Choice) -> Reason:
    return Reason(code, {"better": better.failure, "chosen": chosen.failure})


def _chance_of_new_symbol(position: Position, action: Action) -> float:
    """Return how often the next roll shows a new symbol; 0 if no roll follows."""
    after = apply(position, action)
    if after.turn.phase is not Phase.DECIDE or not can_roll_on(after):
        return 0.0
    shape = TurnShape.from_position(after)
    rolls = rolls_from(shape, dice_state(shape, after))
    return 1 - rolls.bust_weight / rolls.total_weight
