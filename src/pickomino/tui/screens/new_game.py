"""A new game: who plays, by which rules, in which language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal, VerticalScroll
from textual.widgets import Button, Input, Label, Static

from pickomino.core.errors import PickominoError, message
from pickomino.core.rules import MOST_PLAYERS, PRESETS, Rules
from pickomino.i18n import LANGUAGES
from pickomino.i18n.options import LANGUAGE_NAMES, rules_said
from pickomino.service import BotSeat, PersonSeat, SeatPlan, Settings
from pickomino.tui.keys import keys
from pickomino.tui.local import GamePlan
from pickomino.tui.room_words import bot_said, installed_levels, problem_said
from pickomino.tui.screens.board import GameScreen
from pickomino.tui.widgets.key_bar import Hint, KeyBar
from pickomino.tui.widgets.picker import Picker

PERSON: Final = "person"
NOBODY: Final = "nobody"
FIRST_SEATS: Final = (PERSON, "family", *(NOBODY,) * (MOST_PLAYERS - 2))


class NewGameScreen(GameScreen):
    """A form that is filled in with the arrow keys or the mouse."""

    BINDINGS: ClassVar[list[BindingType]] = keys(
        "escape back", "up move(-1)", "down,enter move(1)", "ctrl+s,f2 start", "f1 app.help"
    )
    HINTS = (
        Hint("F2", message("Begin"), "screen.start"),
        Hint("↑↓", message("Field"), "screen.move(1)"),
        Hint("←→", message("Change"), "screen.change"),
        Hint("F1", message("Help"), "app.help"),
        Hint("Esc", message("Back"), "screen.back"),
    )
    TITLE_OF_HELP = message("New game")
    HELP_TEXTS = (
        message("Two to seven seats, each for a person, a bot or nobody, in turn order."),
        message("The rules are explained below their name; Extrawurm is the expansion."),
        message("With the coach you may ask for the chances, and what each choice is worth."),
    )

    def compose(self) -> ComposeResult:
        """Show the form."""
        gettext = self.game.texts.gettext
        with Container(classes="page"):
            yield Label(gettext("New game"), classes="title")
            with VerticalScroll(id="form", can_focus=False):
                yield from self._seats()
                yield from self._options()
                yield Static(id="problem", markup=False)
                yield Button(gettext("Begin (F2)"), id="start")
        yield KeyBar()

    def _seats(self) -> Iterator[Horizontal]:
        gettext = self.game.texts.gettext
        kinds = [(PERSON, gettext("Person"))]
        kinds += [(bot, bot_said(bot, self.game.texts)) for bot in installed_levels()]
        kinds.append((NOBODY, gettext("nobody")))
        for seat in range(MOST_PLAYERS):
            label = Label(gettext("Seat {number}").format(number=seat + 1))
            kind = self.game.draft.get(f"seat-{seat}", FIRST_SEATS[seat])
            picker = Picker(kinds, kind, id=f"seat-{seat}")
            name = Input(
                self.game.draft.get(f"name-{seat}", ""),
                placeholder=gettext("Player {number}").format(number=seat + 1),
                id=f"name-{seat}",
                max_length=40,
            )
            name.display = kind == PERSON
            yield Horizontal(label, picker, name, classes="row")

    def _options(self) -> Iterator[Horizontal | Static]:
        gettext = self.game.texts.gettext
        yes_no = [("no", gettext("no")), ("yes", gettext("yes"))]
        rules = [(name, name) for name in PRESETS]
        languages = [(name, LANGUAGE_NAMES[name]) for name in LANGUAGES]
        yield self._row(gettext("Rules"), rules, "rules", "standard")
        yield Static(id="explained", markup=False)
        yield self._row("Extrawurm", yes_no, "extrawurm", "no")
        yield self._row(gettext("Coach"), yes_no, "hints", "yes")
        yield self._row(gettext("Language"), languages, "language", self.game.language)

    def _row(
        self, label: str, values: Sequence[tuple[str, str]], name: str, usual: str
    ) -> Horizontal:
        value = usual if name == "language" else self.game.draft.get(name, usual)
        return Horizontal(Label(label), Picker(values, value, id=name), classes="row")

    def on_mount(self) -> None:
        """Begin at the top."""
        self.explain()
        self.query_one("#seat-0").focus()

    def explain(self) -> None:
        """Say in a sentence what is particular about the rules."""
        rules = self.query_one("#rules", Picker).value
        text = rules_said(Rules.preset(rules), self.game.texts)
        self.query_one("#explained", Static).update(text)

    def on_picker_changed(self, event: Picker.Changed) -> None:
        """Follow a choice."""
        name, value = event.picker.id or "", event.picker.value
        self.game.draft[name] = value
        if name == "rules":
            self.explain()
        elif name == "language":
            self.game.speak(value)
        elif name.startswith("seat-"):
            self.query_one(f"#name-{name[-1]}").display = value == PERSON

    def on_input_changed(self, event: Input.Changed) -> None:
        """Keep a name."""
        self.game.draft[event.input.id or ""] = event.value

    def on_input_submitted(self) -> None:
        """Go on to the next field."""
        self.focus_next()

    def on_button_pressed(self) -> None:
        """Begin."""
        self.action_start()

    async def retold(self) -> None:
        """Say it in another language; what was filled in stays."""
        at = self.focused.id if self.focused is not None else None
        await self.recompose()
        self.explain()
        self.show_hints()
        if at is not None:
            self.query_one(f"#{at}").focus()

    def action_move(self, step: int) -> None:
        """Go to another field."""
        if step > 0:
            self.focus_next()
        else:
            self.focus_previous()

    def action_change(self) -> None:
        """Go to the next value in the row that has the focus, as the right arrow key does."""
        row = None if self.focused is None else self.focused.parent
        for field in () if row is None else row.children:
            if isinstance(field, Picker):
                field.focus()
                field.action_turn(1)

    def action_back(self) -> None:
        """Go back."""
        self.game.pop_screen()

    def action_start(self) -> None:
        """Begin the game, or say what is missing."""
        try:
            plan = self.plan()
        except PickominoError as error:
            self.query_one("#problem", Static).update(problem_said(self.game.texts, error))
            return
        self.game.begin(plan)

    def plan(self) -> GamePlan:
        """Return the game that the form describes; raises PickominoError."""
        seats = tuple(filter(None, map(self._plan, range(MOST_PLAYERS))))
        if len(seats) < 2:  # noqa: PLR2004 - a table
            raise PickominoError("too_few_players", players=len(seats))
        has_extra = self.query_one("#extrawurm", Picker).value == "yes"
        rules = Rules.preset(self.query_one("#rules", Picker).value, extrawurm=has_extra)
        hints = self.query_one("#hints", Picker).value == "yes"
        return GamePlan(seats, Settings(str(rules), practice=True, hints=hints))

    def _plan(self, seat: int) -> SeatPlan | None:
        kind = self.query_one(f"#seat-{seat}", Picker).value
        if kind == NOBODY:
            return None
        if kind != PERSON:
            return BotSeat(kind)
        name = self.query_one(f"#name-{seat}", Input)
        return PersonSeat(name.value.strip() or name.placeholder)
