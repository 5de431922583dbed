"""The family player: rules of thumb of people who play now and then, and their slips."""

from __future__ import annotations

from typing import Final

from pickomino.bots.beginner import claimed_or_rolled
from pickomino.bots.protocol import Thinking
from pickomino.core.actions import ROLL_ON, WEASEL, Action
from pickomino.core.play import claims, dice_to_roll, legal_actions
from pickomino.core.position import Phase, Position
from pickomino.core.roll import ALL_SYMBOLS, NO_GOLDEN, POINTS, WORM, WORM_BIT
from pickomino.core.tiles import worms

SLIP: Final = 0.08
"""How often the second-best choice looks better: people get carried away."""
BOLD_DICE: Final = 4
"""With so many dice left another roll feels safe."""
GOOD_TILE_WORMS: Final = 3
"""Nobody at the table rolls on with a tile of three worms in hand."""
WORM_BONUS: Final = 6
"""Without a worm nothing can be won, so the first worm is worth about one more die."""
POOR_CHOICE: Final = 5


class FamilyBot:
    """Likes worms and fives, rolls on while many dice are left, and sometimes slips."""

    def choose(self, position: Position, thinking: Thinking) -> Action:
        """Choose by rules of thumb."""
        if position.turn.phase is Phase.CHOOSE:
            return _symbol(position, thinking)
        if position.turn.phase is Phase.DECIDE and _feels_bold(position):
            return ROLL_ON
        return claimed_or_rolled(position)


def _symbol(position: Position, thinking: Thinking) -> Action:
    legal = legal_actions(position)
    faces = sorted(
        (action for action in legal if action.kind == "k"),
        key=lambda action: _appeal(position, action.value),
        reverse=True,
    )
    if WEASEL in legal and (not faces or _appeal(position, faces[0].value) < POOR_CHOICE):
        return WEASEL
    slips = len(faces) > 1 and thinking.generator.random() < SLIP
    return faces[1] if slips else faces[0]


def _appeal(position: Position, face: int) -> float:
    """Weigh a symbol: its points, less what the dice used up might still have rolled."""
    count = position.turn.rolled.count(face)
    appeal = count * (POINTS[face - 1] - 2.5)
    if face == WORM:
        appeal += WORM_BONUS
    return appeal


def _feels_bold(position: Position) -> bool:
    found = claims(position)
    if not found:
        return True
    ordinary, golden = dice_to_roll(position)
    left = ordinary + (golden != NO_GOLDEN)
    symbols = position.turn.set_aside.symbols
    free = (ALL_SYMBOLS ^ symbols).bit_count()
    best = max(worms(action.value) for action in found)
    if best >= GOOD_TILE_WORMS or not free or not left:
        return False
    return left >= BOLD_DICE and free >= BOLD_DICE - 1 and bool(symbols & WORM_BIT)
