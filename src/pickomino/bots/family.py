"""The family player: rules of thumb of people who play now and then, and their slips."""

from __future__ import annotations

from typing import Final

from pickomino.bots.beginner import (
    appeal_for_extra_tiles,
    claim_or_roll,
    only_extra_tiles,
)
from pickomino.bots.protocol import Thinking
from pickomino.bots.rule_of_thumb import rate_symbol, stop_or_roll
from pickomino.core.actions import ROLL_ON, WEASEL, Action
from pickomino.core.play import can_roll_on, claims, dice_left, legal_actions
from pickomino.core.position import Phase, Position
from pickomino.core.roll import FACES, POINTS, WORM
from pickomino.core.tiles import worms

SLIP: Final = 0.05
"""How often the second-best symbol looks better: people get carried away."""
DARE: Final = {1: 0.2, 2: 0.1}
"""The risk of a bust that people take with a tile of one or two worms in hand; none with more."""
DIE_COST: Final = 1.5
"""A die set aside cannot roll anything better, so low numbers are a waste."""
WORM_BONUS: Final = 3
"""Without a worm nothing can be won."""
POOR_CHOICE: Final = 3


class FamilyBot:
    """Likes worms and fives, dares a little more for a small tile, and sometimes slips.

    With the option `by=rule` it lives by the rule of thumb, and never slips.
    """

    def __init__(self, by: str = "habit") -> None:
        self._goes_by_rule = by == "rule"

    def choose(self, position: Position, thinking: Thinking) -> Action:
        """Choose by rules of thumb."""
        if self._goes_by_rule:
            return _by_rule(position)
        if position.turn.phase is Phase.CHOOSE:
            return _symbol(position, thinking)
        if position.turn.phase is Phase.DECIDE and _dares(position):
            return ROLL_ON
        return claim_or_roll(position)


def _by_rule(position: Position) -> Action:
    if position.turn.phase is Phase.CHOOSE:
        legal = legal_actions(position)
        faces = [action for action in legal if action.kind == "k"]
        return max(faces, key=lambda action: rate_symbol(position, action.value), default=WEASEL)
    if position.turn.phase is Phase.DECIDE:
        return stop_or_roll(position)
    return claim_or_roll(position)


def _symbol(position: Position, thinking: Thinking) -> Action:
    legal = legal_actions(position)
    small = only_extra_tiles(position)
    appeal = appeal_for_extra_tiles if small else _appeal
    faces = sorted(
        (action for action in legal if action.kind == "k"),
        key=lambda action: appeal(position, action.value),
        reverse=True,
    )
    poor = not faces or (not small and _appeal(position, faces[0].value) < (POOR_CHOICE,))
    if WEASEL in legal and poor:
        return WEASEL
    slips = len(faces) > 1 and thinking.generator.random() < SLIP
    return faces[1] if slips else faces[0]


def _appeal(position: Position, face: int) -> tuple[float, ...]:
    appeal = position.turn.rolled.count(face) * (POINTS[face - 1] - DIE_COST)
    return (appeal + WORM_BONUS if face == WORM else appeal,)


def _dares(position: Position) -> bool:
    found = claims(position)
    if not found or not can_roll_on(position):
        return not found
    used = position.turn.set_aside.symbols.bit_count()
    bust = (used / len(FACES)) ** dice_left(position)
    best = max(worms(action.value) for action in found)
    return bust < DARE.get(best, 0)
