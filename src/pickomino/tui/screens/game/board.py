"""A screen with the board: grill, players, dice, log and choices."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.events import Key

from pickomino.core.actions import Action
from pickomino.tables.table_log import LogLine
from pickomino.tui.board_state import BoardState, tile_legend
from pickomino.tui.screens.base import AppScreen
from pickomino.tui.widgets.banner import Banner
from pickomino.tui.widgets.choice_list import ChoiceList
from pickomino.tui.widgets.coach_panel import CoachPanel
from pickomino.tui.widgets.dice import DiceWidget
from pickomino.tui.widgets.grill import Grill
from pickomino.tui.widgets.key_bar import KeyBar
from pickomino.tui.widgets.log_panel import LogPanel
from pickomino.tui.widgets.seats import Seats


class BoardScreen(AppScreen):
    board: BoardState | None = None

    def compose(self) -> ComposeResult:
        yield Banner()
        with Container(id="board"):
            yield Grill()
            yield Seats()
            yield DiceWidget()
            with Vertical(id="side"):
                yield CoachPanel()
                yield LogPanel()
            yield ChoiceList()
        yield KeyBar()

    def draw(self, board: BoardState, news: str = "", tone: str = "") -> None:
        """Draw a board; `news`, coloured by `tone`, is shown in place of whose turn it is."""
        self.board = board
        banner = self.query_one(Banner)
        banner.news, banner.tone, banner.corner = news, tone, self.corner(board)
        banner.show(board)
        self.query_one(Grill).show(board)
        self.query_one(Seats).show(board)
        self.query_one(DiceWidget).show(board)
        self.query_one(ChoiceList).show(board)

    def corner(self, board: BoardState) -> str:
        gettext = board.narrator.texts.gettext
        if not board.turn:
            return ""
        return gettext("turn {turn}").format(turn=board.turn)

    def show_log(self, lines: Sequence[LogLine]) -> None:
        legend = "" if self.board is None else tile_legend(self.board)
        self.query_one(LogPanel).show(lines, legend)


class QuestionScreen(BoardScreen):
    def on_key(self, event: Key) -> None:
        choices = self.query_one(ChoiceList)
        action = choices.type_key((event.character or "").lower())
        if action is not None:
            event.stop()
            self.answer(action)
        elif choices.typed:
            event.stop()

    def action_play(self, token: str) -> None:
        """Play an action that was clicked on the board."""
        self.answer(Action.parse(token))

    def answer(self, action: Action) -> None:
        """Answer the question with an action."""
        raise NotImplementedError
