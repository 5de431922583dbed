"""The family player: the habits of casual players, including their mistakes."""

from __future__ import annotations

from typing import Final

from pickomino.bots.arguments import checked
from pickomino.bots.beginner import BeginnerBot, claim_or_roll, only_extra_tiles
from pickomino.bots.protocol import Thinking
from pickomino.bots.rule_of_thumb import rate_symbol, stop_or_roll
from pickomino.core.actions import ROLL_ON, WEASEL, Action
from pickomino.core.play import can_roll_on, claims, dice_left, legal_actions
from pickomino.core.position import Phase, Position
from pickomino.core.roll import FACES, POINTS, WORM
from pickomino.core.tiles import worms

SLIP: Final = 0.05
"""How often the second-best symbol is chosen by mistake."""
DARE: Final = {1: 0.2, 2: 0.1}
"""The bust risk accepted instead of a claim, keyed by the tile's worms; none for 3 or 4 worms."""
DIE_COST: Final = 1.5
"""The points that each die set aside costs, because it cannot be rolled again."""
WORM_BONUS: Final = 3
"""Points added for worms, because no tile can be won without one."""
POOR_CHOICE: Final = 3


class FamilyBot:
    """Prefers worms and fives, and makes occasional mistakes.

    It takes more risk when only a small tile could be claimed. With the option `by=rule` it plays
    by the rule of thumb, without mistakes. Where only 11 and 13 are left, it plays like the
    beginner: a risk for more points would lose the exact sum, and games would hardly end.
    """

    def __init__(self, by: str = "habit") -> None:
        self._uses_rule_of_thumb = by == "rule"
        self._beginner = BeginnerBot()

    @checked
    def choose(self, position: Position, thinking: Thinking) -> Action:
        """Return the action that habit, or the rule of thumb, prefers."""
        if only_extra_tiles(position):
            return self._beginner.choose(position, thinking)
        if self._uses_rule_of_thumb:
            return _choose_by_rule(position)
        if position.turn.phase is Phase.CHOOSE:
            return _choose_symbol(position, thinking)
        if position.turn.phase is Phase.DECIDE and _dares(position):
            return ROLL_ON
        return claim_or_roll(position)


def _choose_by_rule(position: Position) -> Action:
    if position.turn.phase is Phase.CHOOSE:
        legal = legal_actions(position)
        faces = [action for action in legal if action.kind == "k"]
        return max(faces, key=lambda action: rate_symbol(position, action.value), default=WEASEL)
    if position.turn.phase is Phase.DECIDE:
        return stop_or_roll(position)
    return claim_or_roll(position)


def _choose_symbol(position: Position, thinking: Thinking) -> Action:
    legal = legal_actions(position)
    faces = sorted(
        (action for action in legal if action.kind == "k"),
        key=lambda action: _appeal(position, action.value),
        reverse=True,
    )
    is_poor = not faces or _appeal(position, faces[0].value) < POOR_CHOICE
    if WEASEL in legal and is_poor:
        return WEASEL
    slips = len(faces) > 1 and thinking.generator.random() < SLIP
    return faces[1] if slips else faces[0]


def _appeal(position: Position, face: int) -> float:
    appeal = position.turn.rolled.count(face) * (POINTS[face - 1] - DIE_COST)
    return appeal + WORM_BONUS if face == WORM else appeal


def _dares(position: Position) -> bool:
    options = claims(position)
    if not options or not can_roll_on(position):
        return not options
    used = position.turn.set_aside.symbols.bit_count()
    bust = (used / len(FACES)) ** dice_left(position)
    best = max(worms(action.value) for action in options)
    return bust < DARE.get(best, 0)
