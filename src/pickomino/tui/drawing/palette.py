"""The colours: a barbecue at dusk, by daylight, and in the terminal's own colours."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, Final, cast

from textual.color import Color
from textual.style import Style
from textual.theme import BUILTIN_THEMES, Theme

SEAT_MARKS: Final = "◆●▲■★♣♥"
"""Beside its colour each seat has a mark, so that colour alone never carries meaning."""


@dataclass(frozen=True)
class Palette:
    """Colours by what they are for; names of colours, or `ansi_...` for the terminal's own."""

    name: str
    background: str
    surface: str
    panel: str
    coal: str
    """Under the grill."""
    text: str
    faint: str
    ember: str
    """What calls for attention: whose turn, what to press."""
    on_ember: str
    tile: str
    tile_edge: str
    on_tile: str
    worm: str
    """On tiles and dice."""
    hidden: str
    """A tile that lies face down."""
    on_hidden: str
    glow: str
    """The tile that stopping would win."""
    on_glow: str
    gold: str
    """The golden die."""
    good: str
    bad: str
    on_bad: str
    seats: tuple[str, ...]
    on_seat: str
    is_dark: bool = True
    is_ansi: bool = False

    def style(self, color: str, on: str = "", *, bold: bool = False, dim: bool = False) -> Style:
        """Give a style of one colour on another, both by their names here."""
        foreground = Color.parse(getattr(self, color))
        background = Color.parse(getattr(self, on)) if on else None
        if background is None:
            return Style(foreground=foreground, bold=bold, dim=dim)
        return Style(foreground=foreground, background=background, bold=bold, dim=dim)

    def seat(self, seat: int, *, is_filled: bool = False) -> Style:
        """Give the style of a seat's name, or of what is filled with its colour."""
        color = Color.parse(self.seats[seat])
        if is_filled:
            return Style(foreground=Color.parse(self.on_seat), background=color, bold=True)
        return Style(foreground=color, bold=True)

    @cached_property
    def theme(self) -> Theme:
        """The theme for Textual's own widgets, with every colour as a variable."""
        named = {
            f"game-{name.replace('_', '-')}": value
            for name, value in asdict(self).items()
            if isinstance(value, str) and name != "name"
        }
        if self.is_ansi:
            named = BUILTIN_THEMES["ansi-dark"].variables | named
        return Theme(
            name=self.name,
            primary=self.ember,
            secondary=self.gold,
            accent=self.ember,
            foreground=self.text,
            background=self.background,
            surface=self.surface,
            panel=self.panel,
            boost=self.panel if self.is_ansi else None,
            success=self.good,
            warning=self.gold,
            error=self.bad,
            dark=self.is_dark,
            ansi=self.is_ansi,
            variables=named,
        )


class PlainPalette(Palette):
    """No colours at all: what has a ground of its own is reversed."""

    def style(self, color: str, on: str = "", *, bold: bool = False, dim: bool = False) -> Style:
        """Give a style made of attributes alone."""
        is_faint = dim or color == "faint"
        return Style(reverse=on in _GROUNDS or None, bold=bold or None, dim=is_faint or None)

    def seat(self, seat: int, *, is_filled: bool = False) -> Style:
        """Give the style of a seat's name."""
        del seat
        return Style(reverse=is_filled, bold=True)


_GROUNDS: Final = ("tile", "tile_edge", "ember", "glow", "gold", "bad", "hidden", "panel")

DUSK: Final = Palette(
    name="dusk",
    background="#17130f",
    surface="#211b16",
    panel="#3a2e24",
    coal="#2b150d",
    text="#efe4d0",
    faint="#9a8c7a",
    ember="#ff8a3c",
    on_ember="#1b0f06",
    tile="#f3e8cf",
    tile_edge="#b9a888",
    on_tile="#2b1d12",
    worm="#b3402a",
    hidden="#3a3029",
    on_hidden="#6d5e50",
    glow="#ffc24a",
    on_glow="#2b1500",
    gold="#e9b93a",
    good="#8cc265",
    bad="#d9472b",
    on_bad="#fff4ea",
    seats=("#ff9d5c", "#7cc4e8", "#b6d957", "#e58fc0", "#f2d15c", "#9aa8ff", "#66d1b2"),
    on_seat="#17130f",
)
DAYLIGHT: Final = Palette(
    name="daylight",
    background="#f6efe2",
    surface="#efe5d3",
    panel="#e2d5bf",
    coal="#d9b592",
    text="#2c2118",
    faint="#75664f",
    ember="#b8450c",
    on_ember="#fffaf0",
    tile="#fffdf6",
    tile_edge="#a8987b",
    on_tile="#2b1d12",
    worm="#a83620",
    hidden="#b7a88f",
    on_hidden="#7a6c57",
    glow="#ffb01f",
    on_glow="#2b1500",
    gold="#e3ac1c",
    good="#3c7d22",
    bad="#b3261e",
    on_bad="#fffaf0",
    seats=("#a8460f", "#1d6391", "#4f6d0d", "#93306c", "#7a5c00", "#4747b0", "#0f6b55"),
    on_seat="#fffaf0",
    is_dark=False,
)
TERMINAL: Final = Palette(
    name="terminal",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    coal="ansi_default",
    text="ansi_default",
    faint="ansi_bright_black",
    ember="ansi_yellow",
    on_ember="ansi_black",
    tile="ansi_white",
    tile_edge="ansi_bright_black",
    on_tile="ansi_black",
    worm="ansi_red",
    hidden="ansi_bright_black",
    on_hidden="ansi_black",
    glow="ansi_bright_yellow",
    on_glow="ansi_black",
    gold="ansi_yellow",
    good="ansi_green",
    bad="ansi_red",
    on_bad="ansi_bright_white",
    seats=(
        "ansi_yellow",
        "ansi_cyan",
        "ansi_green",
        "ansi_magenta",
        "ansi_bright_yellow",
        "ansi_bright_blue",
        "ansi_bright_green",
    ),
    on_seat="ansi_black",
    is_ansi=True,
)
PLAIN: Final = PlainPalette(**cast("dict[str, Any]", asdict(TERMINAL) | {"name": "plain"}))
PALETTES: Final = {palette.name: palette for palette in (DUSK, DAYLIGHT, TERMINAL)}
