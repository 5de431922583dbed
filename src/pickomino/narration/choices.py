"""Lines about what a player may do: each legal action, and what it would lead to."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from pickomino.core.actions import Action
from pickomino.core.play import claims, dice_left, legal_actions, step
from pickomino.core.position import NEW_TURN, Position
from pickomino.core.roll import SYMBOLS, WORM
from pickomino.core.turns import fail
from pickomino.narration.line import Line, line
from pickomino.narration.targets import claim_line, preview_lines


class Preview(Struct, frozen=True, array_like=True):
    """What an action would lead to."""

    lines: tuple[Line, ...]
    claims: tuple[str, ...] = ()
    """The claims that would be possible if the player then stopped."""


def action_texts(position: Position) -> dict[str, Line]:
    """Return what each legal action does, keyed by token.

    >>> action_texts(Position.from_wfen("standard oooooooooooooooo -/- a 1555w -"))["t21"]
    Line(key='take', args={'tile': 21})
    """
    return {str(action): action_line(position, action) for action in legal_actions(position)}


def action_line(position: Position, action: Action) -> Line:
    """Return what a legal action does, as a phrase of its own."""
    kind, value = action
    if kind == "k":
        key, count = "keep_worms", position.turn.rolled.count(value)
        if value == WORM:
            return line(key, count=count)
        return line("keep_dice", count=count, symbol=SYMBOLS[value - 1])
    return claim_line(position, action) if kind == "s" else plain_action_line(action)


def choice_line(position: Position, action: Action) -> Line:
    """Return what a legal action does, as briefly as in a list of choices."""
    kind, value = action
    if kind == "k":
        count = position.turn.rolled.count(value)
        if value == WORM:
            return line("worms", count=count)
        return line("dice_with", count=count, symbol=SYMBOLS[value - 1])
    if kind == "r":
        return line("roll_dice", count=dice_left(position))
    return action_line(position, action)


def plain_action_line(action: Action) -> Line:
    """Return an action in words that fit any position."""
    kind, value = action
    match kind:
        case "k":
            return line("set_aside", symbol=value) if value != WORM else line("keep_all_worms")
        case "t" | "s":
            return line("take" if kind == "t" else "steal_any", tile=value)
        case "b":
            return line("take_bratwurm", name=value)
        case _:
            return line({"r": "roll_on", "q": "stop_empty", "z": "weasel"}[kind])


def previews(position: Position) -> dict[str, Preview]:
    """Return what setting aside each symbol, or stopping with nothing, would lead to.

    >>> position = Position.from_wfen("standard oooooooooooooooo -/- a 55ww 1145")
    >>> [(action, preview.claims) for action, preview in previews(position).items()]
    [('k1', ('t22',)), ('k4', ('t24',))]
    """
    actions = (action for action in legal_actions(position) if action.kind in "kq")
    return {str(action): _preview(position, action) for action in actions}


def _preview(position: Position, action: Action) -> Preview:
    if action.kind == "q":
        return Preview(_cost_lines(position._replace(turn=NEW_TURN)))
    after, ended = step(position, action)
    if ended is not None:
        return Preview((line("sum_fails", total=ended.total or 0),))
    return Preview(preview_lines(after), tuple(map(str, claims(after))))


@lru_cache(maxsize=1024)
def _cost_lines(position: Position) -> tuple[Line, ...]:
    """Return what stopping with nothing would cost; this does not change during a turn."""
    ended = fail(position, "no_new_symbol")[1]
    assert ended is not None, "a failure ends a turn"  # noqa: S101
    back = () if ended.returned is None else (line("would_go_back", tile=ended.returned),)
    tiles = (tile for tile in (ended.turned, ended.also_turned) if tile is not None)
    lost = (move.specialist for move in ended.specialists if move.before == position.seat)
    return (
        line("would_fail"),
        *back,
        *(line("would_be_turned", tile=tile) for tile in tiles),
        *(line("would_lose", specialist=int(specialist)) for specialist in lost),
    )
