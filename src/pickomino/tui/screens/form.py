"""A form for a table: fields that are changed with the arrow keys, and the rules among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Button, Input, Label, Static

from pickomino.core.errors import PickominoError, message
from pickomino.core.rules import EXTRAWURM_OPTIONS, OPTIONS, PRESETS, Rules
from pickomino.i18n.options import (
    MATCH_GAMES,
    MATCH_WINS,
    OPTION_SOURCES,
    OPTION_TITLES,
    RULE_CLAUSES,
    RULE_TITLES,
    capital,
    match_said,
    rules_said,
)
from pickomino.i18n.room_words import problem_said
from pickomino.tui.keys import keys
from pickomino.tui.screens.board import GameScreen
from pickomino.tui.widgets.key_bar import BACK, HELP_OF_FORMS, Hint, KeyBar
from pickomino.tui.widgets.picker import Picker

YES: Final = "yes"
NO: Final = "no"


class Fields(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Scrolls to the field that has the focus; the arrow keys go from field to field."""


class FormScreen(GameScreen):
    """A form that is filled in with the arrow keys or the mouse."""

    BINDINGS: ClassVar[list[BindingType]] = keys(
        "escape back", "up move(-1)", "down,enter move(1)", "ctrl+s,f2 start", "f1 app.help"
    )
    HINTS = (
        Hint("F2", message("Start"), "screen.start"),
        Hint("↑↓", message("Field"), "screen.move(1)"),
        Hint("←→", message("Change"), "screen.change"),
        HELP_OF_FORMS,
        BACK,
    )
    START: ClassVar[str] = message("Start (F2)")

    def compose(self) -> ComposeResult:
        """Show the form."""
        gettext = self.game.texts.gettext
        with Container(classes="page"):
            yield Label(gettext(self.TITLE_OF_HELP), classes="title")
            with Fields(id="form"):
                yield from self.fields()
                yield Static(id="problem", markup=False)
                yield Button(gettext(self.START), id="start")
        yield KeyBar()

    def fields(self) -> Iterator[Widget]:
        """Return what is asked for; the first field of all has the focus."""
        raise NotImplementedError

    def start(self) -> None:
        """Take the form as it is; raises PickominoError."""
        raise NotImplementedError

    # Fields

    def row(
        self, label: str, values: Sequence[tuple[str, str]], name: str, usual: str
    ) -> Horizontal:
        """Return a field with its label."""
        picker = Picker(values, self.game.draft.get(name, usual), id=name)
        return Horizontal(Label(label), picker, classes="row")

    def yes_or_no(self, label: str, name: str, usual: str) -> Horizontal:
        """Return a field that is answered by yes or no."""
        gettext = self.game.texts.gettext
        return self.row(label, [(NO, gettext("no")), (YES, gettext("yes"))], name, usual)

    def rule_fields(self) -> Iterator[Widget]:
        """Return the fields for the rules: a rule set, then each option by itself if asked for."""
        gettext = self.game.texts.gettext
        titles = [(name, gettext(RULE_TITLES[name])) for name in PRESETS]
        yield self.row(gettext("Rules"), titles, "rules", "standard")
        yield Static(id="explained", markup=False)
        yield self.yes_or_no("Extrawurm", "extrawurm", NO)
        yield self.yes_or_no(gettext("Each rule"), "single", NO)
        is_single = self.game.draft.get("single") == YES
        yield Vertical(*(self._options() if is_single else ()), id="options")

    def _options(self) -> list[Vertical]:
        usual = Rules.preset(self.game.draft.get("rules", "standard"))
        return [self._option(option, getattr(usual, option)) for option in OPTION_TITLES]

    def _option(self, option: str, usual: str) -> Vertical:
        gettext = self.game.texts.gettext
        values = [
            (value, capital(gettext(RULE_CLAUSES[option, value]))) for value in OPTIONS[option]
        ]
        return Vertical(
            Label(gettext(OPTION_TITLES[option])),
            Picker(values, self.game.draft.get(option, usual), id=option),
            Static(gettext(OPTION_SOURCES[option]), markup=False),
            name=option,
            classes="option",
        )

    def match_field(self) -> Horizontal:
        """Return the field for the length of a match."""
        lengths = [(games, 0) for games in MATCH_GAMES] + [(1, wins) for wins in MATCH_WINS]
        values = [
            (f"{games} {wins}", match_said(games, wins, self.game.texts)) for games, wins in lengths
        ]
        return self.row(self.game.texts.gettext("Match"), values, "match", values[0][0])

    # What was filled in

    def value(self, name: str) -> str:
        """Return what was picked."""
        return self.query_one(f"#{name}", Picker).value

    def rules(self) -> Rules:
        """Return the rules that were picked; raises PickominoError."""
        has_extra = self.value("extrawurm") == YES
        options = {
            option: value
            for option, value in self._chosen_options().items()
            if has_extra or option not in EXTRAWURM_OPTIONS
        }
        return Rules.preset(self.value("rules"), extrawurm=has_extra, **options)

    def _chosen_options(self) -> dict[str, str]:
        """Return the value of each option that differs from the rule set or can be picked."""
        chosen = {
            option: self.game.draft[option] for option in OPTIONS if option in self.game.draft
        }
        pickers = self.query(".option Picker").results(Picker)
        return chosen | {picker.id or "": picker.value for picker in pickers}

    def match(self) -> dict[str, Any]:
        """Return the settings of the match that was picked."""
        games, wins = map(int, self.value("match").split())
        return {"match_games": games, "match_wins": wins}

    # What happens

    def on_mount(self) -> None:
        """Begin at the top."""
        self.explain()
        self.query("Picker, Input").first().focus()

    @on(Resize)
    def keep_in_sight(self) -> None:
        """Keep the field in sight that has the focus."""
        if self.focused is not None:
            self.call_after_refresh(self.focused.scroll_visible, animate=False)

    def explain(self) -> None:
        """Say what is played, and offer what can be chosen there."""
        self.query_one("#explained", Static).update(rules_said(self.rules(), self.game.texts))
        is_single, has_extra = self.value("single") == YES, self.value("extrawurm") == YES
        if is_single and not self.query(".option"):
            self.query_one("#options").mount_all(self._options())
        for block in self.query(".option"):
            block.display = is_single and (has_extra or block.name not in EXTRAWURM_OPTIONS)

    def on_picker_changed(self, event: Picker.Changed) -> None:
        """Follow a choice."""
        name, value = event.picker.id or "", event.picker.value
        self.game.draft[name] = value
        if name == "rules":
            self._use_preset(Rules.preset(value))
        if name in ("rules", "extrawurm", "single", *OPTIONS):
            self.explain()

    def _use_preset(self, rules: Rules) -> None:
        for option in OPTIONS:
            self.game.draft.pop(option, None)
        for picker in self.query(".option Picker").results(Picker):
            picker.value = getattr(rules, picker.id or "")
            picker.refresh(layout=True)

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

    def action_start(self) -> None:
        """Begin, or say what is missing."""
        try:
            self.start()
        except PickominoError as error:
            self.query_one("#problem", Static).update(problem_said(self.game.texts, error))
