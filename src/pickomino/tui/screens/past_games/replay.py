"""The replay of a recorded game, stepped through by events or turns."""

from __future__ import annotations

from collections.abc import Sequence

from pickomino.core.errors import message
from pickomino.i18n.names import display_names
from pickomino.i18n.narrator import Narrator
from pickomino.record.game import Game
from pickomino.rooms.protocol.frames import game_frames
from pickomino.tables.table_log import TableLog, describe_turn_end, is_failure, log_lines
from pickomino.tui.board_state import BoardState, board_from_frame
from pickomino.tui.keys import keys
from pickomino.tui.screens.dialogs.prompt import PromptDialog
from pickomino.tui.screens.game.board import BoardScreen
from pickomino.tui.screens.past_games.review import ReviewScreen
from pickomino.tui.widgets.choice_list import ChoiceList
from pickomino.tui.widgets.key_bar import LEAVE, KeyHint

LOG_LINES = 60


class ReplayScreen(BoardScreen):
    """Shows the table after each event of a game."""

    AUTO_FOCUS = ""
    BINDINGS = keys(
        *("escape,q back", "right,space,n step(1)", "left,backspace,p step(-1)"),
        *("down,pagedown,right_square_bracket turn(1)", "up,pageup,left_square_bracket turn(-1)"),
        *("home jump(0)", "end jump(-1)", "g,j ask", "r review", "question_mark,f1,h app.help"),
    )
    HELP_TITLE = message("Replay a game")
    HELP_TEXTS = (message("A game move by move; the log shows what has happened so far."),)

    def __init__(self, record: Game) -> None:
        super().__init__()
        self.record = record
        self.at = 0
        """The number of events shown; 0 is the start."""
        self.frames = game_frames(record.start, record.steps)
        self.table_log = TableLog()
        self.table_log.add_frames(self.frames)

    @property
    def last(self) -> int:
        return len(self.frames) - 1

    @property
    def narrator(self) -> Narrator:
        texts = self.game.texts
        return Narrator(texts, display_names(self.record.names, texts))

    def on_mount(self) -> None:
        """Show the start; the list takes no focus, so that the arrow keys step through the game."""
        self.query_one(ChoiceList).can_focus = False
        self.show_step()

    def show_step(self) -> None:
        narrator, frame = self.narrator, self.frames[self.at]
        following = self.frames[self.at + 1] if self.at < self.last else frame
        # The event that makes a turn fail is shown together with the failure.
        ended = frame.ended or (following.ended if is_failure(following) else None)
        board, news, tone = board_from_frame(frame, narrator), "", ""
        if ended is not None:
            news = describe_turn_end(ended, narrator)
            tone = "failed" if ended.result == "failed" else "won"
            board = board._replace(is_failed=tone == "failed")
        self.draw(board, news, tone)
        self.show_log(log_lines(self.table_log.steps[: self.at], narrator)[-LOG_LINES:])
        self.show_hints()

    def corner(self, board: BoardState) -> str:
        """Return the turn, the number of events shown, and the number of all events."""
        return f"{super().corner(board)}  {self.at}/{self.last}"

    def hints(self) -> Sequence[KeyHint]:
        gettext = self.game.texts.gettext
        review = [KeyHint("r", gettext("Review"), "screen.review")]
        return [
            KeyHint("←", gettext("Back"), "screen.step(-1)"),
            KeyHint("→", gettext("Step"), "screen.step(1)"),
            KeyHint("↑", gettext("Turn"), "screen.turn(-1)", is_short=True),
            KeyHint("↓", gettext("Turn"), "screen.turn(1)"),
            LEAVE.translate(self.game.texts),
            KeyHint("g", gettext("Go to turn"), "screen.ask"),
            KeyHint("Home", gettext("To the start"), "screen.jump(0)", is_short=True),
            KeyHint("End", gettext("To the end"), "screen.jump(-1)", is_short=True),
            *(review if self.record.is_over else ()),
        ]

    async def rebuild(self) -> None:
        self.show_step()

    def action_step(self, count: int) -> None:
        self.action_jump(max(0, min(self.last, self.at + count)))

    def action_turn(self, direction: int) -> None:
        """Go forward to the end of this turn, or back to the end of the previous turn."""
        at = self.at + direction
        while 0 < at < self.last and self.frames[at].ended is None:
            at += direction
        self.action_jump(max(0, min(self.last, at)))

    def action_jump(self, to: int) -> None:
        """Show the table after this many events; -1 is the end."""
        self.at = self.last if to < 0 else to
        self.show_step()

    def action_ask(self) -> None:
        title = self.game.texts.gettext("Go to which turn? (such as 3b)")
        self.game.push_screen(PromptDialog(title), self._go_to)

    def _go_to(self, label: str | None) -> None:
        turn = (label or "").strip().lower()
        turn = f"{turn}a" if turn.isdigit() else turn
        for at, frame in enumerate(self.frames[1:], 1):
            # The first event of the turn.
            if frame.turn == turn:
                self.action_jump(at)
                return
        if turn:
            text = self.game.texts.gettext("There is no turn {turn}.")
            self.game.show_warning(text.format(turn=turn))

    def action_review(self) -> None:
        """Open the review of a finished game; during a game only the coach gives advice."""
        if self.record.is_over:
            self.game.push_screen(ReviewScreen(self.record, self.narrator), self._show_moment)

    def _show_moment(self, at: int | None) -> None:
        if at is not None:
            self.action_jump(at)
