"""Lines about what a turn can win: claims, and the totals worth aiming for."""

from __future__ import annotations

from typing import Final

from pickomino.analysis.winning_sums import WinningSum, winning_sums
from pickomino.core.actions import Action
from pickomino.core.extrawurm import Specialist
from pickomino.core.play import claims
from pickomino.core.position import Phase, Position
from pickomino.core.turns import has_worm, owner_of_top, total
from pickomino.narration.line import Line, line

NEAR: Final = 10
"""Steals that are more than this many points away are not mentioned."""
_IN_TURN: Final = (Phase.ROLL, Phase.CHOOSE, Phase.DECIDE)


def target_lines(position: Position) -> tuple[Line, ...]:
    """Return the totals worth aiming for; nothing when no turn is being played.

    >>> target_lines(Position.from_wfen("classic oooo.ooooooooooo -/25 a 5www -"))
    (Line(key='more', args={'count': 1, 'total': 21}),
     Line(key='takes_tile_of', args={'total': 25, 'name': 1}))
    """
    if position.turn.phase not in _IN_TURN:
        return ()
    targets = winning_sums(position)
    if targets and not position.turn.set_aside.size and not has_worm(position):
        return (line("needed", total=targets[0].total),)
    if not claims(position):
        return _aims(position, targets) or (line("out_of_reach"),)
    points = total(position)
    if not targets:
        return (line("stop_with", total=points),)
    first, *others = _aims(position, targets)
    if targets[0].claim.kind == "s":
        return (line("aim_or_stop", goal=first, total=points), *others)
    return (line("sum_or_stop", goal=targets[0].total, total=points), *others)


def aim_lines(position: Position) -> tuple[Line, ...]:
    """Return what each higher total would win, starting with the lowest total."""
    return _aims(position, winning_sums(position))


def _aims(position: Position, sums: tuple[WinningSum, ...]) -> tuple[Line, ...]:
    if not sums:
        return ()
    points = total(position)
    near = [_steal(aim, position) for aim in sums[1:] if aim.total - points <= NEAR]
    return (_first_aim(sums[0], points, position), *near)


def preview_lines(after: Position) -> tuple[Line, ...]:
    """Return the sum after dice are set aside, and what the sum wins or still needs."""
    points = total(after)
    won = tuple(claim_line(after, action) for action in claims(after))
    if won:
        return (line("sum_wins", total=points, claim=won),)
    first, *others = _aims(after, winning_sums(after)) or (line("out_of_reach"),)
    if first.key == "worm_missing":
        return (first, *others)
    return (line("sum_wins", total=points, claim=first), *others)


def stop_line(position: Position, *, is_short: bool = False) -> Line:
    """Return what stopping would win, if anything; the short form names only tiles and owners."""
    won = tuple(claim_line(position, action) for action in claims(position))
    if is_short:
        # The highest tiles come first, because a line may be cut off at its end.
        actions = reversed(claims(position))
        won = tuple(tile_line(position, action, "tile_from") for action in actions)
    if won:
        return line("stop_now", claims=won)
    return line("stop_nothing" if has_worm(position) else "stop_no_worm")


def claim_line(position: Position, action: Action) -> Line:
    """Return what a claim would win."""
    tile = action.value
    if action.kind == "t":
        return line("take", tile=tile)
    owner = owner_of_top(position, tile)
    if _holds_hen(position, owner):
        return line("take_hen", name=owner)
    return line("steal", tile=tile, name=owner)


def tile_line(position: Position, action: Action, key: str = "tile_of") -> Line:
    """Return the tile of a claim and, for a steal, whose it is."""
    if action.kind == "t":
        return line("tile", tile=action.value)
    return line(key, tile=action.value, name=owner_of_top(position, action.value))


def _first_aim(aim: WinningSum, points: int, position: Position) -> Line:
    count = aim.total - points
    if not count:
        return line("worm_missing", total=aim.total)
    if aim.claim.kind == "s":
        return _steal(aim, position)
    return line("more" if has_worm(position) else "more_and_worm", count=count, total=aim.total)


def _steal(aim: WinningSum, position: Position) -> Line:
    owner = owner_of_top(position, aim.claim.value)
    key = "takes_hen_of" if _holds_hen(position, owner) else "takes_tile_of"
    return line(key, total=aim.total, name=owner)


def _holds_hen(position: Position, seat: int) -> bool:
    extrawurm = position.extrawurm
    return extrawurm is not None and extrawurm.holds(seat, Specialist.HEN)
