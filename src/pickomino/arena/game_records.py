"""What the arena records of its games: their moves, and their decisions with costs and luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from pickomino.analysis.decision_rows import DecisionRow, decision_rows
from pickomino.analysis.review import review
from pickomino.arena.settings import MatchSettings
from pickomino.core.actions import Action
from pickomino.core.position import rotate, seat_letter
from pickomino.core.roll import Roll
from pickomino.record.game import Game
from pickomino.record.names import BOT_TAG


class GameRecord(NamedTuple):
    """What was recorded of one game.

    >>> GameRecord(wgn="(the moves)")
    GameRecord(wgn='(the moves)', rows=b'')
    """

    wgn: str
    """The game as WGN; empty if its decisions were recorded."""
    rows: bytes = b""
    """The decisions as JSON lines, which take less space than objects."""


def record_game(
    settings: MatchSettings, group: int, number: int, moves: Sequence[Roll | Action]
) -> GameRecord | None:
    """Return the record of a game that was played in a match; None if the match keeps none.

    >>> record_game(MatchSettings(("family", "random")), 0, 0, []) is None
    True
    >>> settings = MatchSettings(("family", "random"), records="moves")
    >>> record_game(settings, 0, 0, []).wgn.splitlines()[1]
    '[a "bot:family"]'
    """
    if settings.records is None:
        return None
    game = replay(settings, group, number, moves)
    if settings.records == "moves":
        return GameRecord(game.wgn())
    rows = decision_rows(
        game,
        review(game) if settings.adjusted else None,
        number=group * len(settings.bots) + number,
        names=rotate(settings.labels, -number),
    )
    return GameRecord("", b"".join(map(_json_line, rows)))


def replay(
    settings: MatchSettings, group: int, number: int, moves: Sequence[Roll | Action]
) -> Game:
    """Return the game of a match that consists of these moves.

    >>> settings = MatchSettings(("family", "random"))
    >>> game = replay(settings, 0, 1, [Roll.parse("1234455w"), Action.parse("kw")])
    >>> game.tags["a"], game.position.wfen()
    ('bot:random', 'standard oooooooooooooooo -/- a w -')
    """
    game = Game(settings.rules, len(settings.bots), turn_limit=settings.turn_limit)
    names = rotate(settings.names, -number)
    game.add_tags({seat_letter(seat): BOT_TAG + name for seat, name in enumerate(names)})
    game.add_tags({"MatchSeed": str(settings.seed), "Group": str(group), "Rotation": str(number)})
    for move in moves:
        if isinstance(move, Roll):
            game.roll(move)
        else:
            game.play(move)
    return game


def _json_line(row: DecisionRow) -> bytes:
    return msgspec.json.encode(row) + b"\n"
