"""A recorded game, step by step: forward, back, turn by turn, or to any turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType

from pickomino.core.errors import message
from pickomino.i18n.names import shown_names
from pickomino.i18n.words import Speaker
from pickomino.record.game import Game
from pickomino.rooms.protocol.frames import game_frames
from pickomino.tables.game_log import Story, end_said, is_end, is_failure, lines_of
from pickomino.tui.keys import keys
from pickomino.tui.scene import Scene, scene_of
from pickomino.tui.screens.board import BoardScreen
from pickomino.tui.screens.prompt import PromptScreen
from pickomino.tui.screens.review import ReviewScreen
from pickomino.tui.widgets.choice_list import ChoiceList
from pickomino.tui.widgets.key_bar import LEAVE, Hint

LOG_LINES = 60


class ReplayScreen(BoardScreen):
    """Shows the table after each event of a game."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("escape,q back", "right,space,n step(1)", "left,backspace,p step(-1)"),
        *keys("down,pagedown,right_square_bracket turn(1)"),
        *keys("up,pageup,left_square_bracket turn(-1)", "home jump(0)", "end jump(-1)"),
        *keys("g,j ask", "r review", "question_mark,f1,h app.help"),
    ]
    TITLE_OF_HELP = message("Replay a game")
    HELP_TEXTS = (message("A game move by move; the log shows what has happened so far."),)

    def __init__(self, record: Game) -> None:
        super().__init__()
        self.record = record
        self.at = 0
        """How many events were shown; 0 is the start."""
        self.frames = game_frames(record.start, record.moments)
        self.story = Story()
        self.story.tell(self.frames)

    @property
    def last(self) -> int:
        """How many events there are."""
        return len(self.frames) - 1

    @property
    def speaker(self) -> Speaker:
        """Calls the players by name."""
        texts = self.game.texts
        return Speaker(texts, shown_names(self.record.names, texts))

    def on_mount(self) -> None:
        """Begin at the start; there is nothing to choose here, so the arrow keys are free."""
        self.query_one(ChoiceList).can_focus = False
        self.show_step()

    def show_step(self) -> None:
        """Show the table after the events so far."""
        speaker, frame = self.speaker, self.frames[self.at]
        following = self.frames[self.at + 1] if self.at < self.last else frame
        # The event that fails a turn is shown with what comes of it.
        ended = frame if is_end(frame) else following
        scene, news, tone = scene_of(frame, speaker), "", ""
        if is_failure(ended):
            scene = scene._replace(is_failed=True)
            news, tone = end_said(ended, speaker), "failed"
        elif is_end(frame):
            news, tone = end_said(frame, speaker), "won"
        self.draw(scene, news, tone)
        self.tell(lines_of(self.story.steps[: self.at], speaker)[-LOG_LINES:])
        self.show_hints()

    def corner(self, scene: Scene) -> str:
        """Return how far the game has come."""
        return f"{super().corner(scene)}  {self.at}/{self.last}"

    def hints(self) -> Sequence[Hint]:
        """Return the keys."""
        gettext = self.game.texts.gettext
        review = [Hint("r", gettext("Review"), "screen.review")]
        return [
            Hint("←", gettext("Back"), "screen.step(-1)"),
            Hint("→", gettext("Step"), "screen.step(1)"),
            Hint("↑", gettext("Turn"), "screen.turn(-1)", is_short=True),
            Hint("↓", gettext("Turn"), "screen.turn(1)"),
            LEAVE.said(self.game.texts),
            Hint("g", gettext("Go to turn"), "screen.ask"),
            Hint("Home", gettext("To the start"), "screen.jump(0)", is_short=True),
            Hint("End", gettext("To the end"), "screen.jump(-1)", is_short=True),
            *(review if self.record.is_over else ()),
        ]

    async def retold(self) -> None:
        """Say it in another language."""
        self.show_step()

    def action_step(self, count: int) -> None:
        """Go some events on or back."""
        self.action_jump(max(0, min(self.last, self.at + count)))

    def action_turn(self, direction: int) -> None:
        """Go to the end of this turn or of the one before."""
        at = self.at + direction
        while 0 < at < self.last and not is_end(self.frames[at]):
            at += direction
        self.action_jump(max(0, min(self.last, at)))

    def action_jump(self, to: int) -> None:
        """Go to a place; -1 is the end."""
        self.at = self.last if to < 0 else to
        self.show_step()

    def action_ask(self) -> None:
        """Ask for a turn."""
        title = self.game.texts.gettext("Go to which turn? (such as 3b)")
        self.game.push_screen(PromptScreen(title), self._go_to)

    def _go_to(self, label: str | None) -> None:
        wish = (label or "").strip().lower()
        wish = f"{wish}a" if wish.isdigit() else wish
        for at, frame in enumerate(self.frames[1:], 1):
            # The first event of that turn, where there is one.
            if frame.turn == wish:
                self.action_jump(at)
                return
        if wish:
            text = self.game.texts.gettext("There is no turn {turn}.")
            self.game.complain(text.format(turn=wish))

    def action_review(self) -> None:
        """Say what was luck and what was skill; while a game runs, only the coach may."""
        if self.record.is_over:
            self.game.push_screen(ReviewScreen(self.record, self.speaker), self._show_moment)

    def _show_moment(self, at: int | None) -> None:
        if at is not None:
            self.action_jump(at)
