"""The lessons on the board: read, play the marked move, or skip."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pickomino.bots.registry import BOTS
from pickomino.core.actions import Action
from pickomino.core.errors import message
from pickomino.i18n.lessons import CHAPTER_TITLES, LESSON_TEXTS
from pickomino.i18n.narrator import Narrator
from pickomino.rooms.views.lessons import TutorialStep, tutorial_steps
from pickomino.tables.table_log import LogLine, describe_turn_end, is_failure
from pickomino.tui.board_state import BoardState, board_from_frame
from pickomino.tui.keys import keys
from pickomino.tui.screens.game.board import QuestionScreen
from pickomino.tui.widgets.choice_list import ChoiceList
from pickomino.tui.widgets.key_bar import LEAVE, KeyHint
from pickomino.tui.widgets.log_panel import LogPanel

RIVALS = ("family", "beginner", "expert")


class TutorialScreen(QuestionScreen):
    AUTO_FOCUS = ""
    BINDINGS = keys(
        *("escape,q back", "enter,space,right go(1)", "left,backspace go(-1)"),
        *("down,pagedown skip", "tab chapter", "question_mark,f1,h app.help"),
    )
    HELP_TITLE = message("Learn in five minutes")
    HINTS = (
        KeyHint("Enter", message("Next"), "screen.go(1)"),
        KeyHint("←", message("Back"), "screen.go(-1)"),
        KeyHint("↓", message("Skip"), "screen.skip"),
        KeyHint("Tab", message("Chapters"), "screen.chapter"),
        LEAVE,
    )

    def __init__(self) -> None:
        super().__init__(classes="lessons")
        self.steps = tutorial_steps()
        self.at = 0
        self.has_tried_other = False
        """Whether the player tried a move other than the marked move."""

    @property
    def step(self) -> TutorialStep:
        return self.steps[self.at]

    def on_mount(self) -> None:
        self.query_one(ChoiceList).can_focus = False
        self.show_step()

    def show_step(self) -> None:
        """Draw the last frame of the step, with the text of the lesson in the log."""
        frame, gettext = self.step.frames[-1], self.game.texts.gettext
        names = [gettext("Chick"), *(gettext(BOTS[name].title) for name in RIVALS)]
        narrator = Narrator(self.game.texts, names)
        legal = tuple(map(Action.parse, self.step.legal))
        board = board_from_frame(frame, narrator)._replace(legal=legal, is_yours=bool(legal))
        news = describe_turn_end(frame.ended, narrator) if frame.ended is not None else ""
        tone = "" if not news else "failed" if is_failure(frame) else "won"
        self.draw(board, news, tone)
        self._mark()
        lines = [LogLine(gettext(CHAPTER_TITLES[self.step.chapter]), "title")]
        lines.append(LogLine(gettext(LESSON_TEXTS[self.step.id])))
        if self.has_tried_other:
            hint = gettext(
                "That would be allowed too. For this lesson, please play what is marked."
            )
            lines.append(LogLine(hint, "failed"))
        self.query_one(LogPanel).show(lines)
        self.show_hints()

    def _mark(self) -> None:
        choices = self.query_one(ChoiceList)
        for place, choice in enumerate(choices.choices):
            if str(choice.action) == self.step.expects:
                choices.highlighted = place

    def corner(self, board: BoardState) -> str:  # noqa: ARG002 - as the base class
        own = [step for step in self.steps if step.chapter == self.step.chapter]
        return f"{own.index(self.step) + 1}/{len(own)}"

    async def rebuild(self) -> None:
        self.show_step()

    def on_choice_list_chosen(self, event: ChoiceList.Chosen) -> None:
        self.answer(event.action)

    def answer(self, action: Action) -> None:
        """Go to the next step if the lesson expects this move."""
        if str(action) == self.step.expects:
            self.action_go(1)
        else:
            self.has_tried_other = True
            self.show_step()

    def action_go(self, count: int) -> None:
        self._open(self.at + count)

    def _open(self, at: int) -> None:
        if 0 <= at < len(self.steps):
            self.at, self.has_tried_other = at, False
            self.show_step()

    def _first(self, is_wanted: Callable[[TutorialStep], bool]) -> int:
        return next((at for at, step in enumerate(self.steps) if is_wanted(step)), len(self.steps))

    def action_skip(self) -> None:
        """Go to the next lesson."""
        self._open(self._first(lambda step: step.lesson > self.step.lesson))

    def action_chapter(self) -> None:
        """Go to the next chapter, or from the last chapter to the first."""
        names: Sequence[str] = list(CHAPTER_TITLES)
        wanted = names[(names.index(self.step.chapter) + 1) % len(names)]
        self._open(self._first(lambda step: step.chapter == wanted))
