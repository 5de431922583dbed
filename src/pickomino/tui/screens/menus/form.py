"""The base of forms for a new table, with the fields for the rules and the match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

from textual import on
from textual.app import ComposeResult
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
    capitalize,
    describe_match,
    describe_rules,
)
from pickomino.i18n.room_text import describe_exception
from pickomino.tui.keys import keys
from pickomino.tui.screens.base import AppScreen
from pickomino.tui.widgets.key_bar import BACK, FORM_HELP, KeyBar, KeyHint
from pickomino.tui.widgets.picker import Picker

YES: Final = "yes"
NO: Final = "no"


class Fields(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Scrolls to the focused field; arrow keys move between fields instead of scrolling."""


class FormScreen(AppScreen):
    """A form that is filled in with the arrow keys or the mouse."""

    BINDINGS = keys(
        "escape back", "up move(-1)", "down,enter move(1)", "ctrl+s,f2 start", "f1 app.help"
    )
    HINTS = (
        KeyHint("F2", message("Start"), "screen.start"),
        KeyHint("↑↓", message("Field"), "screen.move(1)"),
        KeyHint("←→", message("Change"), "screen.change"),
        FORM_HELP,
        BACK,
    )
    START: ClassVar[str] = message("Start (F2)")

    def compose(self) -> ComposeResult:
        gettext = self.game.texts.gettext
        with Container(classes="page"):
            yield Label(gettext(self.HELP_TITLE), classes="title")
            with Fields(id="form"):
                yield from self.fields()
                yield Static(id="problem", markup=False)
                yield Button(gettext(self.START), id="start")
        yield KeyBar()

    def fields(self) -> Iterator[Widget]:
        """Yield the fields; the first one gets the focus."""
        raise NotImplementedError

    def start(self) -> None:
        """Use the filled-in form; raises PickominoError."""
        raise NotImplementedError

    # Fields

    def row(
        self, label: str, values: Sequence[tuple[str, str]], name: str, default: str
    ) -> Horizontal:
        picker = Picker(values, self.game.form_values.get(name, default), id=name)
        return Horizontal(Label(label), picker, classes="row")

    def yes_or_no(self, label: str, name: str, default: str) -> Horizontal:
        gettext = self.game.texts.gettext
        return self.row(label, [(NO, gettext("no")), (YES, gettext("yes"))], name, default)

    def rule_fields(self) -> Iterator[Widget]:
        """Yield the fields for the rules: a rule set and, if requested, each of its options."""
        gettext = self.game.texts.gettext
        titles = [(name, gettext(RULE_TITLES[name])) for name in PRESETS]
        yield self.row(gettext("Rules"), titles, "rules", "standard")
        yield Static(id="explained", markup=False)
        yield self.yes_or_no("Extrawurm", "extrawurm", NO)
        yield self.yes_or_no(gettext("Each rule"), "single", NO)
        is_single = self.game.form_values.get("single") == YES
        yield Vertical(*(self._options() if is_single else ()), id="options")

    def _options(self) -> list[Vertical]:
        preset = Rules.preset(self.game.form_values.get("rules", "standard"))
        return [self._option(option, getattr(preset, option)) for option in OPTION_TITLES]

    def _option(self, option: str, default: str) -> Vertical:
        gettext = self.game.texts.gettext
        values = [
            (value, capitalize(gettext(RULE_CLAUSES[option, value]))) for value in OPTIONS[option]
        ]
        return Vertical(
            Label(gettext(OPTION_TITLES[option])),
            Picker(values, self.game.form_values.get(option, default), id=option),
            Static(gettext(OPTION_SOURCES[option]), markup=False),
            name=option,
            classes="option",
        )

    def match_field(self) -> Horizontal:
        lengths = [(games, 0) for games in MATCH_GAMES] + [(1, wins) for wins in MATCH_WINS]
        values = [
            (f"{games} {wins}", describe_match(games, wins, self.game.texts))
            for games, wins in lengths
        ]
        return self.row(self.game.texts.gettext("Match"), values, "match", values[0][0])

    # Values

    def value(self, name: str) -> str:
        return self.query_one(f"#{name}", Picker).value

    def rules(self) -> Rules:
        """Return the chosen rules; raises PickominoError."""
        has_extra = self.value("extrawurm") == YES
        options = {
            option: value
            for option, value in self._chosen_options().items()
            if has_extra or option not in EXTRAWURM_OPTIONS
        }
        return Rules.preset(self.value("rules"), extrawurm=has_extra, **options)

    def _chosen_options(self) -> dict[str, str]:
        """Return the option values that were changed or have a picker."""
        chosen = {
            option: self.game.form_values[option]
            for option in OPTIONS
            if option in self.game.form_values
        }
        pickers = self.query(".option Picker").results(Picker)
        return chosen | {picker.id or "": picker.value for picker in pickers}

    def match(self) -> dict[str, Any]:
        games, wins = map(int, self.value("match").split())
        return {"match_games": games, "match_wins": wins}

    # Events

    def on_mount(self) -> None:
        self.explain()
        self.query("Picker, Input").first().focus()

    @on(Resize)
    def keep_in_sight(self) -> None:
        if self.focused is not None:
            self.call_after_refresh(self.focused.scroll_visible, animate=False)

    def explain(self) -> None:
        """Describe the chosen rules, and show the options that apply to them."""
        self.query_one("#explained", Static).update(describe_rules(self.rules(), self.game.texts))
        is_single, has_extra = self.value("single") == YES, self.value("extrawurm") == YES
        if is_single and not self.query(".option"):
            self.query_one("#options").mount_all(self._options())
        for block in self.query(".option"):
            block.display = is_single and (has_extra or block.name not in EXTRAWURM_OPTIONS)

    def on_picker_changed(self, event: Picker.Changed) -> None:
        name, value = event.picker.id or "", event.picker.value
        self.game.form_values[name] = value
        if name == "rules":
            self._use_preset(Rules.preset(value))
        if name in ("rules", "extrawurm", "single", *OPTIONS):
            self.explain()

    def _use_preset(self, rules: Rules) -> None:
        for option in OPTIONS:
            self.game.form_values.pop(option, None)
        for picker in self.query(".option Picker").results(Picker):
            picker.value = getattr(rules, picker.id or "")
            picker.refresh(layout=True)

    def on_input_changed(self, event: Input.Changed) -> None:
        self.game.form_values[event.input.id or ""] = event.value

    def on_input_submitted(self) -> None:
        self.focus_next()

    def on_button_pressed(self) -> None:
        self.action_start()

    async def rebuild(self) -> None:
        """Rebuild the form; the values and the focus stay."""
        focused_id = self.focused.id if self.focused is not None else None
        await self.recompose()
        self.explain()
        self.show_hints()
        if focused_id is not None:
            self.query_one(f"#{focused_id}").focus()

    def action_move(self, step: int) -> None:
        if step > 0:
            self.focus_next()
        else:
            self.focus_previous()

    def action_change(self) -> None:
        """Go to the next value in the focused row, as the right arrow key does."""
        row = None if self.focused is None else self.focused.parent
        for field in () if row is None else row.children:
            if isinstance(field, Picker):
                field.focus()
                field.action_turn(1)

    def action_start(self) -> None:
        """Submit the form, or show what is wrong with it."""
        try:
            self.start()
        except PickominoError as error:
            self.query_one("#problem", Static).update(describe_exception(self.game.texts, error))
