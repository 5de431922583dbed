"""The colour palettes: a barbecue at dusk, in daylight, and in the terminal's own colours."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from textual.color import Color
from textual.style import Style
from textual.theme import BUILTIN_THEMES, Theme

SEAT_MARKS: Final = "◆●▲■★♣♥"
"""The mark of each seat, shown with the seat's colour: colour alone never carries meaning."""


class Palette:
    """Colours by purpose, as hex codes, or as `ansi_...` for the terminal's own."""

    def __init__(self, name: str, place: int) -> None:
        """Take the colours at a place of the table below."""
        self.name = name
        self._colours = {purpose: values[place] for purpose, values in _COLOURS.items()}
        self._seats = _SEATS[place]

    def style(self, color: str, on: str = "", *, bold: bool = False) -> Style:
        """Return a style of one colour on another, both given by purpose."""
        colours = self._colours
        foreground = Color.parse(colours.get(f"{color}_text", colours[color]))
        if not on:
            return Style(foreground=foreground, bold=bold)
        return Style(foreground=foreground, background=Color.parse(colours[on]), bold=bold)

    def seat(self, seat: int, *, is_filled: bool = False) -> Style:
        """Return the style of a seat's name: text in the seat's colour, or text on that colour."""
        color = Color.parse(self._seats[seat])
        if is_filled:
            on_seat = Color.parse(self._colours["on_seat"])
            return Style(foreground=on_seat, background=color, bold=True)
        return Style(foreground=color, bold=True)

    @cached_property
    def theme(self) -> Theme:
        colours, is_ansi = self._colours, self._colours["text"].startswith("ansi")
        variables = {f"game-{name.replace('_', '-')}": value for name, value in colours.items()}
        if is_ansi:
            variables = BUILTIN_THEMES["ansi-dark"].variables | variables
        return Theme(
            name=self.name,
            primary=colours["ember"],
            secondary=colours["gold"],
            accent=colours["ember"],
            foreground=colours["text"],
            background=colours["background"],
            surface=colours["surface"],
            panel=colours["panel"],
            boost=colours["panel"] if is_ansi else None,
            success=colours["good"],
            warning=colours["gold"],
            error=colours["bad"],
            dark=self.name != "daylight",
            ansi=is_ansi,
            variables=variables,
        )


class PlainPalette(Palette):
    """A palette without colours: text that would have a coloured background is reversed instead."""

    def style(self, color: str, on: str = "", *, bold: bool = False) -> Style:
        is_faint = color == "faint"
        return Style(reverse=on in _BACKGROUNDS or None, bold=bold or None, dim=is_faint or None)

    def seat(self, seat: int, *, is_filled: bool = False) -> Style:
        del seat
        return Style(reverse=is_filled, bold=True)


_BACKGROUNDS: Final = ("tile", "tile_edge", "ember", "glow", "gold", "bad", "hidden", "panel")

_COLOURS: Final[dict[str, tuple[str, str, str]]] = {
    "background": ("#17130f", "#f6efe2", "ansi_default"),
    "surface": ("#211b16", "#efe5d3", "ansi_default"),
    "panel": ("#3a2e24", "#e2d5bf", "ansi_default"),
    "coal": ("#2b150d", "#e3c5a6", "ansi_default"),  # the ground of the grill
    "text": ("#efe4d0", "#2c2118", "ansi_default"),
    "faint": ("#a69886", "#5f513a", "ansi_bright_black"),
    "ember": ("#ff8a3c", "#9c3a08", "ansi_yellow"),  # whose turn it is; keys
    "ember_text": ("#ff8a3c", "#9c3a08", "ansi_bright_magenta"),
    "on_ember": ("#1b0f06", "#fffaf0", "ansi_black"),
    "tile": ("#f3e8cf", "#fffdf6", "ansi_white"),
    "tile_edge": ("#b9a888", "#a8987b", "ansi_bright_black"),
    "on_tile": ("#2b1d12", "#2b1d12", "ansi_black"),
    "worm": ("#8a2a18", "#7d2413", "ansi_red"),  # the worms on tiles and dice
    "hidden": ("#3a3029", "#b7a88f", "ansi_bright_black"),  # a tile that is face down
    "on_hidden": ("#6d5e50", "#7a6c57", "ansi_black"),
    "glow": ("#ffc24a", "#ffb01f", "ansi_bright_yellow"),  # the tile that stopping would win
    "glow_text": ("#ffc24a", "#7a4a00", "ansi_default"),
    "on_glow": ("#2b1500", "#2b1500", "ansi_black"),
    "gold": ("#e9b93a", "#e3ac1c", "ansi_yellow"),  # the golden die
    "good": ("#8cc265", "#2e6917", "ansi_green"),
    "bad": ("#c83f25", "#b0241c", "ansi_red"),
    "bad_text": ("#f87a60", "#b0241c", "ansi_red"),
    "on_bad": ("#fff4ea", "#fffaf0", "ansi_bright_white"),
    "on_seat": ("#17130f", "#fffaf0", "ansi_black"),
}
"""Each colour at dusk, in daylight, and in the terminal's own colours.

A colour for backgrounds is often too light or too dark for text: `glow` is a background,
`glow_text` the same hue for text, and `on_glow` the colour of text on that background.
"""
_SEATS: Final = (
    ("#ff9d5c", "#7cc4e8", "#b6d957", "#e58fc0", "#f2d15c", "#9aa8ff", "#66d1b2"),
    ("#9c3f0b", "#1a5f8c", "#4a660b", "#93306c", "#745700", "#4747b0", "#0d6550"),
    (
        "ansi_yellow",
        "ansi_cyan",
        "ansi_green",
        "ansi_magenta",
        "ansi_bright_red",
        "ansi_bright_blue",
        "ansi_bright_magenta",
    ),
)


DUSK: Final = Palette("dusk", 0)
DAYLIGHT: Final = Palette("daylight", 1)
TERMINAL: Final = Palette("terminal", 2)
PLAIN: Final = PlainPalette("plain", 2)
PALETTES: Final = {palette.name: palette for palette in (DUSK, DAYLIGHT, TERMINAL)}
