"""The cautious beginner: worms first, then many points, and stop at the first chance."""

from __future__ import annotations

from pickomino.bots.protocol import Thinking
from pickomino.core.actions import ROLL_ON, Action
from pickomino.core.play import claims, legal_actions
from pickomino.core.position import Phase, Position, scores
from pickomino.core.roll import POINTS, WORM
from pickomino.core.tiles import EXTRA_TILES


class BeginnerBot:
    """Takes the first tile it can get, and is glad to have one."""

    def choose(self, position: Position, thinking: Thinking) -> Action:
        """Choose as a careful child would."""
        del thinking
        if position.turn.phase is Phase.CHOOSE:
            faces = [action for action in legal_actions(position) if action.kind == "k"]
            appeal = appeal_for_extra_tiles if only_extra_tiles(position) else _appeal
            return max(
                faces or legal_actions(position), key=lambda each: appeal(position, each.value)
            )
        return claim_or_roll(position)


def _appeal(position: Position, face: int) -> tuple[float, ...]:
    return face == WORM, position.turn.rolled.count(face) * POINTS[face - 1]


def only_extra_tiles(position: Position) -> bool:
    """Return whether nothing but 11 and 13 is left on the grill, so that only they can be won."""
    return position.grill[-1] in EXTRA_TILES


def appeal_for_extra_tiles(position: Position, face: int) -> tuple[float, ...]:
    """Weigh a symbol by how it leads to 11 or 13: not beyond, a worm early, few points."""
    points = position.turn.rolled.count(face) * POINTS[face - 1]
    within = position.turn.set_aside.points + points <= position.grill[-1]
    return within, face == WORM, -points


def claim_or_roll(position: Position) -> Action:
    """Claim the highest tile if there is a claim, else roll on; the Raven robs the leader."""
    if position.turn.phase is Phase.RAVEN:
        return max(legal_actions(position), key=lambda action: scores(position)[action.value])
    found = claims(position)
    return max(found, key=lambda action: action.value) if found else ROLL_ON
