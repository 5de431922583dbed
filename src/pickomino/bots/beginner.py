"""The cautious beginner: worms first, then many points, and stop at the first chance."""

from __future__ import annotations

from pickomino.bots.protocol import Thinking
from pickomino.core.actions import ROLL_ON, Action
from pickomino.core.play import claims, legal_actions
from pickomino.core.position import Phase, Position, scores
from pickomino.core.roll import POINTS, WORM


class BeginnerBot:
    """Takes the first tile it can get, and is glad to have one."""

    def choose(self, position: Position, thinking: Thinking) -> Action:
        """Choose as a careful child would."""
        del thinking
        if position.turn.phase is Phase.CHOOSE:
            faces = [action for action in legal_actions(position) if action.kind == "k"]
            return max(faces or legal_actions(position), key=lambda a: _appeal(position, a))
        return claimed_or_rolled(position)


def _appeal(position: Position, action: Action) -> tuple[bool, int]:
    if action.kind != "k":
        return (False, 0)
    return (
        action.value == WORM,
        position.turn.rolled.count(action.value) * POINTS[action.value - 1],
    )


def claimed_or_rolled(position: Position) -> Action:
    """Claim the highest tile if there is a claim, else roll on; the Raven robs the leader."""
    if position.turn.phase is Phase.RAVEN:
        return max(legal_actions(position), key=lambda action: scores(position)[action.value])
    found = claims(position)
    return max(found, key=lambda action: action.value) if found else ROLL_ON
