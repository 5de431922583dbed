"""The form for a new game: players, rules and language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from textual import on
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input, Label

from pickomino.core.dice import BY_LOT
from pickomino.core.errors import PickominoError, message
from pickomino.core.rules import MAX_PLAYERS, MIN_PLAYERS
from pickomino.i18n import LANGUAGES
from pickomino.i18n.options import LANGUAGE_NAMES, STARTER_TITLES
from pickomino.i18n.room_text import describe_bot, installed_levels
from pickomino.rooms import BotSeat, PersonSeat, SeatPlan, Settings
from pickomino.tables.offline import GamePlan
from pickomino.tui.screens.menus.form import YES, FormScreen
from pickomino.tui.widgets.picker import Picker
from pickomino.tui.widgets.text_field import TextField

PERSON: Final = "person"
EMPTY: Final = "nobody"
FIRST_SEATS: Final = (PERSON, "family", *(EMPTY,) * (MAX_PLAYERS - 2))


class NewGameScreen(FormScreen):
    """The form for a game at this terminal."""

    HELP_TITLE = message("New game")
    HELP_TEXTS = (
        message("Two to seven seats, each for a person, a bot or nobody, in turn order."),
        message("The rules are explained below their name; Extrawurm is the expansion."),
        message("Each rule can be chosen separately; what the rulebooks say is shown below it."),
        message("With the coach you can ask for the chances, and for what each choice is worth."),
    )

    def fields(self) -> Iterator[Widget]:
        gettext = self.game.texts.gettext
        yield from self._seats()
        yield from self.rule_fields()
        seats = [
            (str(seat), gettext("Seat {number}").format(number=seat + 1))
            for seat in range(MAX_PLAYERS)
        ]
        starters = [*seats, (BY_LOT, gettext(STARTER_TITLES[BY_LOT]))]
        yield self.row(gettext("Who begins"), starters, "starter", "0")
        yield self.match_field()
        yield self.yes_or_no(gettext("Coach"), "hints", YES)
        languages = [(name, LANGUAGE_NAMES[name]) for name in LANGUAGES]
        picker = Picker(languages, self.game.language, id="language")
        yield Horizontal(Label(gettext("Language")), picker, classes="row")

    def _seats(self) -> Iterator[Horizontal]:
        gettext = self.game.texts.gettext
        kinds = [(PERSON, gettext("Person"))]
        kinds += [(bot, describe_bot(bot, self.game.texts)) for bot in installed_levels()]
        kinds.append((EMPTY, gettext("nobody")))
        for seat in range(MAX_PLAYERS):
            label = Label(gettext("Seat {number}").format(number=seat + 1))
            kind = self.game.form_values.get(f"seat-{seat}", FIRST_SEATS[seat])
            picker = Picker(kinds, kind, id=f"seat-{seat}")
            names = [self._name_field(seat)] if kind == PERSON else []
            yield Horizontal(label, picker, *names, classes="row")

    def _name_field(self, seat: int) -> TextField:
        return TextField(
            self.game.form_values.get(f"name-{seat}", ""),
            placeholder=self._default_name(seat),
            id=f"name-{seat}",
            max_length=40,
        )

    def _default_name(self, seat: int) -> str:
        return self.game.texts.gettext("Player {number}").format(number=seat + 1)

    @on(Picker.Changed)
    def apply_choice(self, event: Picker.Changed) -> None:
        """Switch to a chosen language, or ask for the name of a person who gets a seat."""
        name, value = event.picker.id or "", event.picker.value
        if name == "language":
            self.game.set_language(value)
        elif name.startswith("seat-"):
            self._ask_name(event.picker, int(name[-1]))

    def _ask_name(self, picker: Picker, seat: int) -> None:
        """Show the field for a person's name, or hide it; create it when first needed."""
        fields = self.query(f"#name-{seat}")
        if fields:
            fields.set(display=picker.value == PERSON)
        elif picker.value == PERSON and isinstance(picker.parent, Horizontal):
            picker.parent.mount(self._name_field(seat))

    def start(self) -> None:
        self.game.start_game(self.plan())

    def plan(self) -> GamePlan:
        """Return the game that the form describes; raises PickominoError."""
        plans = {seat: plan for seat in range(MAX_PLAYERS) if (plan := self._plan(seat))}
        if len(plans) < MIN_PLAYERS:
            raise PickominoError("too_few_players", players=len(plans))
        starter, is_lot = 0, self.value("starter") == BY_LOT
        if not is_lot:
            # If the chosen seat is empty, the next occupied one begins.
            starter = sum(seat < int(self.value("starter")) for seat in plans) % len(plans)
        settings = Settings(
            str(self.rules()),
            hints=self.value("hints") == YES,
            starter="lot" if is_lot else "host",
            **self.match(),
        )
        return GamePlan(tuple(plans.values()), settings, starter=starter)

    def _plan(self, seat: int) -> SeatPlan | None:
        kind = self.value(f"seat-{seat}")
        if kind == EMPTY:
            return None
        if kind != PERSON:
            return BotSeat(kind)
        fields = self.query(f"#name-{seat}").results(Input)
        kept = self.game.form_values.get(f"name-{seat}", "")
        name = next((field.value for field in fields), kept)
        return PersonSeat(name.strip() or self._default_name(seat))
