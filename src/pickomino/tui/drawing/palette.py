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
    """Colours by what they are for; names of colours, or `ansi_...` for the terminal's own.

    What fills a ground would often be too light or too dark for letters beside it: `glow` is the
    ground, `glow_text` what is written in that colour.
    """

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
    ember_text: str
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
    glow_text: str
    on_glow: str
    gold: str
    """The golden die."""
    good: str
    bad: str
    bad_text: str
    on_bad: str
    seats: tuple[str, ...]
    on_seat: str
    is_dark: bool = True
    is_ansi: bool = False

    def style(self, color: str, on: str = "", *, bold: bool = False) -> Style:
        """Return a style of one colour on another, both by their names here."""
        foreground = Color.parse(getattr(self, f"{color}_text", getattr(self, color)))
        if not on:
            return Style(foreground=foreground, bold=bold)
        return Style(foreground=foreground, background=Color.parse(getattr(self, on)), bold=bold)

    def seat(self, seat: int, *, is_filled: bool = False) -> Style:
        """Return the style of a seat's name, or of what is filled with its colour."""
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

    def style(self, color: str, on: str = "", *, bold: bool = False) -> Style:
        """Return a style made of attributes alone."""
        is_faint = color == "faint"
        return Style(reverse=on in _GROUNDS or None, bold=bold or None, dim=is_faint or None)

    def seat(self, seat: int, *, is_filled: bool = False) -> Style:
        """Return the style of a seat's name."""
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
    faint="#a69886",
    ember="#ff8a3c",
    ember_text="#ff8a3c",
    on_ember="#1b0f06",
    tile="#f3e8cf",
    tile_edge="#b9a888",
    on_tile="#2b1d12",
    worm="#8a2a18",
    hidden="#3a3029",
    on_hidden="#6d5e50",
    glow="#ffc24a",
    glow_text="#ffc24a",
    on_glow="#2b1500",
    gold="#e9b93a",
    good="#8cc265",
    bad="#c83f25",
    bad_text="#f87a60",
    on_bad="#fff4ea",
    seats=("#ff9d5c", "#7cc4e8", "#b6d957", "#e58fc0", "#f2d15c", "#9aa8ff", "#66d1b2"),
    on_seat="#17130f",
)
DAYLIGHT: Final = Palette(
    name="daylight",
    background="#f6efe2",
    surface="#efe5d3",
    panel="#e2d5bf",
    coal="#e3c5a6",
    text="#2c2118",
    faint="#5f513a",
    ember="#9c3a08",
    ember_text="#9c3a08",
    on_ember="#fffaf0",
    tile="#fffdf6",
    tile_edge="#a8987b",
    on_tile="#2b1d12",
    worm="#7d2413",
    hidden="#b7a88f",
    on_hidden="#7a6c57",
    glow="#ffb01f",
    glow_text="#7a4a00",
    on_glow="#2b1500",
    gold="#e3ac1c",
    good="#2e6917",
    bad="#b0241c",
    bad_text="#b0241c",
    on_bad="#fffaf0",
    seats=("#9c3f0b", "#1a5f8c", "#4a660b", "#93306c", "#745700", "#4747b0", "#0d6550"),
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
    ember_text="ansi_bright_magenta",
    on_ember="ansi_black",
    tile="ansi_white",
    tile_edge="ansi_bright_black",
    on_tile="ansi_black",
    worm="ansi_red",
    hidden="ansi_bright_black",
    on_hidden="ansi_black",
    glow="ansi_bright_yellow",
    glow_text="ansi_default",
    on_glow="ansi_black",
    gold="ansi_yellow",
    good="ansi_green",
    bad="ansi_red",
    bad_text="ansi_red",
    on_bad="ansi_bright_white",
    seats=(
        "ansi_yellow",
        "ansi_cyan",
        "ansi_green",
        "ansi_magenta",
        "ansi_bright_red",
        "ansi_bright_blue",
        "ansi_bright_magenta",
    ),
    on_seat="ansi_black",
    is_ansi=True,
)
PLAIN: Final = PlainPalette(**cast("dict[str, Any]", asdict(TERMINAL) | {"name": "plain"}))
PALETTES: Final = {palette.name: palette for palette in (DUSK, DAYLIGHT, TERMINAL)}
