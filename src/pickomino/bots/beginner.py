"""The cautious beginner: sets aside worms, then the most points, and stops as soon as possible."""

from __future__ import annotations

from pickomino.bots.arguments import checked
from pickomino.bots.protocol import Thinking
from pickomino.core.actions import ROLL_ON, Action
from pickomino.core.play import claims, legal_actions
from pickomino.core.position import Phase, Position, scores
from pickomino.core.roll import POINTS, WORM
from pickomino.core.tiles import EXTRA_TILES


class BeginnerBot:
    """Takes the first tile within reach."""

    @checked
    def choose(self, position: Position, thinking: Thinking) -> Action:
        """Set worms aside, or else the most points; claim a tile as soon as one can be claimed."""
        del thinking
        if position.turn.phase is Phase.CHOOSE:
            faces = [action for action in legal_actions(position) if action.kind == "k"]
            appeal = _appeal_for_extra_tiles if only_extra_tiles(position) else _appeal
            return max(
                faces or legal_actions(position),
                key=lambda action: appeal(position, action.value),
            )
        return claim_or_roll(position)


def _appeal(position: Position, face: int) -> tuple[float, ...]:
    return face == WORM, position.turn.rolled.count(face) * POINTS[face - 1]


def only_extra_tiles(position: Position) -> bool:
    """Return whether no other tiles than 11 and 13 are face up on the grill."""
    return all(tile in EXTRA_TILES for tile in position.grill)


def _appeal_for_extra_tiles(position: Position, face: int) -> tuple[float, ...]:
    """Return a sort key for choosing a symbol when only 11 and 13 are left.

    It prefers symbols that keep the sum at or below the highest tile, then worms, then few points.
    """
    points = position.turn.rolled.count(face) * POINTS[face - 1]
    within = position.turn.set_aside.points + points <= position.grill[-1]
    return within, face == WORM, -points


def claim_or_roll(position: Position) -> Action:
    """Claim the highest tile possible, or else roll on; let the Raven rob the leader."""
    if position.turn.phase is Phase.RAVEN:
        return max(legal_actions(position), key=lambda action: scores(position)[action.value])
    return max(claims(position), key=lambda action: action.value, default=ROLL_ON)
