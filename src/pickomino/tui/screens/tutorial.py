"""The lessons on the terminal's board: read, play what is marked, or skip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import BindingType

from pickomino.bots.registry import BOTS
from pickomino.core.actions import Action
from pickomino.core.errors import message
from pickomino.i18n.lessons import CHAPTER_TITLES, LESSON_TEXTS
from pickomino.i18n.words import Speaker
from pickomino.rooms.views.lessons import TutorialStep, tutorial_steps
from pickomino.tables.game_log import Line, end_said, is_end, is_failure
from pickomino.tui.keys import keys
from pickomino.tui.scene import Scene, scene_of
from pickomino.tui.screens.board import QuestionScreen
from pickomino.tui.widgets.choice_list import ChoiceList
from pickomino.tui.widgets.key_bar import LEAVE, Hint
from pickomino.tui.widgets.log_panel import LogPanel

RIVALS = ("family", "beginner", "expert")


class TutorialScreen(QuestionScreen):
    """Shows one step of the lessons after the other."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("escape,q back", "enter,space,right go(1)", "left,backspace go(-1)"),
        *keys("down,pagedown skip", "tab chapter", "question_mark,f1,h app.help"),
    ]
    TITLE_OF_HELP = message("Learn in five minutes")
    HINTS = (
        Hint("Enter", message("Next"), "screen.go(1)"),
        Hint("←", message("Back"), "screen.go(-1)"),
        Hint("↓", message("Skip"), "screen.skip"),
        Hint("Tab", message("Chapters"), "screen.chapter"),
        LEAVE,
    )

    def __init__(self) -> None:
        super().__init__(classes="lessons")
        self.steps = tutorial_steps()
        self.at = 0
        self.is_astray = False
        """Whether another move than the marked one was tried."""

    @property
    def step(self) -> TutorialStep:
        """What is taught now."""
        return self.steps[self.at]

    def on_mount(self) -> None:
        """Begin with the first lesson."""
        self.query_one(ChoiceList).can_focus = False
        self.show_step()

    def show_step(self) -> None:
        """Draw the last moment of the step, and say what there is to learn."""
        frame, gettext = self.step.frames[-1], self.game.texts.gettext
        names = [gettext("Chick"), *(gettext(BOTS[name].title) for name in RIVALS)]
        speaker = Speaker(self.game.texts, names)
        legal = tuple(map(Action.parse, self.step.legal))
        scene = scene_of(frame, speaker)._replace(legal=legal, is_yours=bool(legal))
        news = end_said(frame, speaker) if is_end(frame) else ""
        tone = "" if not news else "failed" if is_failure(frame) else "won"
        self.draw(scene, news, tone)
        self._mark()
        lines = [Line(gettext(CHAPTER_TITLES[self.step.chapter]), "title")]
        lines.append(Line(gettext(LESSON_TEXTS[self.step.id])))
        if self.is_astray:
            hint = gettext(
                "That would be allowed too. For this lesson, please play what is marked."
            )
            lines.append(Line(hint, "failed"))
        self.query_one(LogPanel).show(lines)
        self.show_hints()

    def _mark(self) -> None:
        choices = self.query_one(ChoiceList)
        for place, choice in enumerate(choices.choices):
            if str(choice.action) == self.step.expects:
                choices.highlighted = place

    def corner(self, scene: Scene) -> str:  # noqa: ARG002 - every board has a scene
        """Return how far the chapter has come."""
        own = [step for step in self.steps if step.chapter == self.step.chapter]
        return f"{own.index(self.step) + 1}/{len(own)}"

    async def retold(self) -> None:
        """Say it in another language."""
        self.show_step()

    def on_choice_list_chosen(self, event: ChoiceList.Chosen) -> None:
        """Play what was clicked."""
        self.action_play(str(event.action))

    def action_play(self, token: str) -> None:
        """Go on if it is what the lesson asks for."""
        if token == self.step.expects:
            self.action_go(1)
        else:
            self.is_astray = True
            self.show_step()

    def action_go(self, count: int) -> None:
        """Go to another step."""
        self._open(self.at + count)

    def _open(self, at: int) -> None:
        if 0 <= at < len(self.steps):
            self.at, self.is_astray = at, False
            self.show_step()

    def _first(self, fits: Callable[[TutorialStep], bool]) -> int:
        return next((at for at, step in enumerate(self.steps) if fits(step)), len(self.steps))

    def action_skip(self) -> None:
        """Go to the next lesson."""
        self._open(self._first(lambda step: step.lesson > self.step.lesson))

    def action_chapter(self) -> None:
        """Go to the next chapter, from the last to the first."""
        names: Sequence[str] = list(CHAPTER_TITLES)
        wanted = names[(names.index(self.step.chapter) + 1) % len(names)]
        self._open(self._first(lambda step: step.chapter == wanted))
