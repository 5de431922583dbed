"""The rule of thumb: four sentences that a person can play by, found by search.

1. If some dice bring your sum exactly to the tile on top of a rival's stack, and you have a worm,
   set them aside and steal the tile.
2. Otherwise each worm or five counts 3, each four 2, each three 1, each two 0 and each one -1: set
   aside the symbol with the highest total.
3. While you have set aside no worm, add 2 to the total for worms.
4. Once you can take a tile, take it if you have set aside four symbols, if you have set aside three
   and the tile has at least two worms, or if only one die is left. Otherwise roll on.

docs/bots.md says how much this rule loses to the champion.
"""

from __future__ import annotations

from typing import Final

from pickomino.bots.beginner import claim_or_roll
from pickomino.core.actions import ROLL_ON, Action
from pickomino.core.play import apply, can_roll_on, claims, dice_left
from pickomino.core.position import Position
from pickomino.core.roll import POINTS, WORM
from pickomino.core.tiles import worms
from pickomino.core.turns import has_worm

DIE_COST: Final = 2
"""The points subtracted for each die set aside, because it cannot be rolled again."""
FIRST_WORMS: Final = 2
ENOUGH_SYMBOLS: Final = {1: 4, 2: 3, 3: 3, 4: 3}
"""How many symbols must be set aside before a tile is taken, for each number of worms on it."""
LAST_DIE: Final = 1


def rate_symbol(position: Position, face: int) -> tuple[float, ...]:
    """Return a sort key for a symbol that may be set aside; on ties the higher symbol wins.

    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a 55 1124ww")
    >>> rate_symbol(position, 6), rate_symbol(position, 1)
    ((False, 8, 6), (False, -2, 1))
    """
    counts = position.turn.rolled.count(face) * (POINTS[face - 1] - DIE_COST)
    if face == WORM and not has_worm(position):
        counts += FIRST_WORMS
    return _steal(apply(position, Action("k", face))) is not None, counts, face


def stop_or_roll(position: Position) -> Action:
    """Return the decision after setting dice aside: steal, take a tile or roll on.

    >>> begin = "standard oooooooooooooooo -/- a"
    >>> str(stop_or_roll(Position.from_wfen(f"{begin} 555ww -")))
    'r'
    >>> str(stop_or_roll(Position.from_wfen(f"{begin} 24555ww -")))
    't31'
    """
    steal = _steal(position)
    if steal is not None:
        return steal
    claim = claim_or_roll(position)
    if claim == ROLL_ON or not can_roll_on(position) or dice_left(position) == LAST_DIE:
        return claim
    used = position.turn.set_aside.symbols.bit_count()
    return claim if used >= ENOUGH_SYMBOLS[worms(claim.value)] else ROLL_ON


def _steal(position: Position) -> Action | None:
    return next((action for action in claims(position) if action.kind == "s"), None)
