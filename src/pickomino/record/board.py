"""A game as text and as HTML for people: the board, and the record below it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from pickomino.core.board_svg import draw_svg
from pickomino.core.board_text import draw_text
from pickomino.core.position import OVER
from pickomino.record.names import BOT_TAG

if TYPE_CHECKING:
    from pickomino.record.game import Game


def describe_game(game: Game) -> str:
    """Return the rules, the turn or the winners, and the board with the players' names."""
    rules, *board = draw_text(game.position, names=game.names).splitlines()
    if game.is_stopped:
        board.append("stopped at the turn limit")
    elif game.position.seat == OVER:
        names = ", ".join(game.names[seat] for seat in game.winners())
        board[-1] = f"over, won by {names}"
    turn = "" if game.is_over else f", turn {game.state.turn_label}"
    return "\n".join([rules + turn, *board])


def draw_game(game: Game) -> str:
    """Return a picture of the board with the players' names; those of bots without their prefix."""
    return draw_svg(game.position, [name.removeprefix(BOT_TAG) for name in game.names])


def game_html(game: Game) -> str:
    """Return a picture of the board, with the record below it."""
    picture = draw_game(game)
    style = "max-height:16em;overflow:auto"
    record = f'<pre style="{style}">{escape(game.wgn())}</pre>'
    return f"<div>{picture}<details><summary>WGN</summary>{record}</details></div>"
