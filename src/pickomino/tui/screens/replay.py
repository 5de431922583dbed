"""A recorded game, step by step: forward, back, turn by turn, or to any turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from pickomino.core.position import seat_letter
from pickomino.core.turns import TurnEnded
from pickomino.i18n.names import shown_names
from pickomino.i18n.narration import turn_title
from pickomino.i18n.words import Speaker
from pickomino.record.game import Game
from pickomino.record.state import Rolled
from pickomino.tui.scene import Scene, scene_of_position
from pickomino.tui.screens.board import BoardScreen
from pickomino.tui.screens.prompt import PromptScreen
from pickomino.tui.story import Line, Step, steps_of, told_step
from pickomino.tui.widgets.choice_list import ChoiceList
from pickomino.tui.widgets.key_bar import Hint

LOG_LINES = 60


class ReplayScreen(BoardScreen):
    """Shows the table after each event of a game."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", show=False),
        Binding("right,space,n", "step(1)", show=False),
        Binding("left,backspace,p", "step(-1)", show=False),
        Binding("down,pagedown,right_square_bracket", "turn(1)", show=False),
        Binding("up,pageup,left_square_bracket", "turn(-1)", show=False),
        Binding("home", "jump(0)", show=False),
        Binding("end", "jump(-1)", show=False),
        Binding("g,j", "ask", show=False),
        Binding("question_mark,f1,h", "app.help", show=False),
    ]

    def __init__(self, record: Game) -> None:
        super().__init__()
        self.record = record
        self.at = 0
        """How many events were shown; 0 is the start."""
        self.steps = steps_of(record.start, record.moments)

    @property
    def speaker(self) -> Speaker:
        """Calls the players by name."""
        tags = [
            self.record.tags.get(seat_letter(seat), "?")
            for seat in range(self.record.start.players)
        ]
        return Speaker(self.game.texts, shown_names(tags, self.game.texts))

    def on_mount(self) -> None:
        """Begin at the start; there is nothing to choose here, so the arrow keys are free."""
        self.query_one(ChoiceList).can_focus = False
        self.show_step()

    def show_step(self) -> None:
        """Show the table after the events so far."""
        speaker = self.speaker
        step = self.steps[self.at - 1] if self.at else None
        position = self.record.start if step is None else step.moment.position
        scene = scene_of_position(position, speaker)._replace(turn=self._label())
        news, tone = "", ""
        if step is not None:
            scene, news, tone = self._told(scene, step)
        self.draw(scene, news, tone)
        self.tell(self._lines(speaker))
        self.show_hints()

    def _told(self, scene: Scene, step: Step) -> tuple[Scene, str, str]:
        event = step.moment.event
        lines = [line.text for line in told_step(step, self.speaker)]
        if isinstance(event, TurnEnded):
            return scene, " ".join(lines), "failed" if event.result == "failed" else "won"
        following = self.steps[self.at].moment.event if self.at < len(self.steps) else None
        if isinstance(following, TurnEnded) and following.result == "failed":
            # The position has gone on to the next turn already: show what led to this one's end.
            rolled = event.roll if isinstance(event, Rolled) else step.before.turn.rolled
            before = scene_of_position(step.before, self.speaker)
            scene = before._replace(rolled=rolled, is_failed=True, turn=scene.turn)
            reason = " ".join(line.text for line in told_step(self.steps[self.at], self.speaker))
            return scene, reason, "failed"
        return scene, "", ""

    def _label(self) -> str:
        turns = sum(isinstance(step.moment.event, TurnEnded) for step in self.steps[: self.at])
        is_end = self.at and isinstance(self.steps[self.at - 1].moment.event, TurnEnded)
        return self.record.turn_label(turns - bool(is_end))

    def _lines(self, speaker: Speaker) -> list[Line]:
        found: list[Line] = []
        turn, is_new = 0, True
        for step in self.steps[: self.at]:
            if is_new:
                found.append(Line(turn_title(self.record.start, turn, speaker), "title"))
            found += told_step(step, speaker)
            is_new = isinstance(step.moment.event, TurnEnded)
            turn += is_new
        return found[-LOG_LINES:]

    def corner(self, scene: Scene) -> str:
        """Tell how far the game has come."""
        return f"{super().corner(scene)}  {self.at}/{len(self.steps)}"

    def hints(self) -> Sequence[Hint]:
        """Give the keys."""
        gettext = self.game.texts.gettext
        return [
            Hint("←", gettext("Back"), "screen.step(-1)"),
            Hint("→", gettext("Step"), "screen.step(1)"),
            Hint("↑", gettext("Turn"), "screen.turn(-1)", is_short=True),
            Hint("↓", gettext("Turn"), "screen.turn(1)"),
            Hint("Esc", gettext("Leave"), "screen.back"),
            Hint("g", gettext("Go to turn"), "screen.ask"),
            Hint("Home", gettext("To the start"), "screen.jump(0)", is_short=True),
            Hint("End", gettext("To the end"), "screen.jump(-1)", is_short=True),
        ]

    async def retold(self) -> None:
        """Say it in another language."""
        self.show_step()

    def action_step(self, count: int) -> None:
        """Go some events on or back."""
        self.action_jump(max(0, min(len(self.steps), self.at + count)))

    def action_turn(self, direction: int) -> None:
        """Go to the end of this turn or of the one before."""
        at = self.at + direction
        while 0 < at < len(self.steps):
            if isinstance(self.steps[at - 1].moment.event, TurnEnded):
                break
            at += direction
        self.action_jump(max(0, min(len(self.steps), at)))

    def action_jump(self, to: int) -> None:
        """Go to a place; -1 is the end."""
        self.at = len(self.steps) if to < 0 else to
        self.show_step()

    def action_ask(self) -> None:
        """Ask for a turn."""
        title = self.game.texts.gettext("Go to which turn? (as in 3b)")
        self.game.push_screen(PromptScreen(title), self._go_to)

    def _go_to(self, label: str | None) -> None:
        wish = (label or "").strip().lower()
        wish = f"{wish}a" if wish.isdigit() else wish
        ends = [0]
        ends += [
            index + 1
            for index, step in enumerate(self.steps)
            if isinstance(step.moment.event, TurnEnded)
        ]
        for turn, place in enumerate(ends):
            if self.record.turn_label(turn) == wish:
                # The first event of that turn, where there is one.
                self.action_jump(min(place + 1, len(self.steps)))
                return
        if wish:
            text = self.game.texts.gettext("There is no turn {turn}.")
            self.game.complain(text.format(turn=wish))

    def action_back(self) -> None:
        """Leave."""
        self.game.pop_screen()
