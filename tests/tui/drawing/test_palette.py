"""Palettes: every text has enough contrast, and seats differ."""

import asyncio

import pytest
from textual.color import Color

from pickomino.tui.drawing.palette import DAYLIGHT, DUSK, PALETTES, PLAIN, SEAT_MARKS, TERMINAL
from pickomino.tui.screens.past_games.replay import ReplayScreen
from pickomino.tui.screens.past_games.saved import SavedScreen
from pickomino.tui.widgets.coach_panel import CoachPanel
from support.tui.app_driver import (
    QuietBots,
    new_app,
    plan,
    play_by_keys,
    recorded_game,
    running,
    settle,
    until,
)
from support.tui.clicks import press
from support.tui.screen_text import SIZES, screen_text
from support.tui.snapshot import picture

TEXT, MARK = 4.5, 3.0
"""The minimum contrasts of WCAG: for text, and for large or bold marks."""
FOREGROUNDS = ("text", "faint", "ember", "good", "bad", "glow")
BACKGROUNDS = ("background", "surface", "panel")
"""The backgrounds of pages, of dialogs and players, and of the marked row and keys."""
FILLED = (
    ("on_ember", "ember"),
    ("on_glow", "glow"),
    ("on_bad", "bad"),
    ("on_tile", "tile"),
    ("on_tile", "tile_edge"),
    ("on_tile", "gold"),
    ("worm", "tile"),
    ("worm", "gold"),
)
PAIRS = [(ink, paper) for ink in FOREGROUNDS for paper in BACKGROUNDS]
PAIRS += [("faint", "coal"), ("glow", "coal"), *FILLED]
DECORATION = set("░─│╭╮╰╯▏▌▁▂▃▄▅▆▇")
"""Borders, scroll bars, and the hatching of face-down tiles."""
PALE = {"yellow", "bright_yellow", "bright_green", "bright_cyan", "white", "bright_white"}
"""Colours that are unreadable on a white background."""


def contrast(one, other):
    lights = sorted(_light(color) for color in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _light(color):
    parts = [value / 255 for value in color.rgb]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_contrast_follows_wcag():
    assert contrast(Color.parse("#000"), Color.parse("#fff")) == pytest.approx(21)
    assert contrast(Color.parse("#777"), Color.parse("#fff")) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("palette", [DUSK, DAYLIGHT], ids=lambda palette: palette.name)
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_text_is_readable_on_its_background(palette, ink, ground):
    style = palette.style(ink, ground)
    assert contrast(style.foreground, style.background) >= TEXT


@pytest.mark.parametrize("palette", [DUSK, DAYLIGHT], ids=lambda palette: palette.name)
def test_worm_is_visible_on_a_faint_die(palette):
    style = palette.style("worm", "tile_edge")
    assert contrast(style.foreground, style.background) >= MARK


@pytest.mark.parametrize("palette", [DUSK, DAYLIGHT], ids=lambda palette: palette.name)
@pytest.mark.parametrize("seat", range(7))
def test_every_seat_has_a_readable_colour(palette, seat):
    name, filled = palette.seat(seat), palette.seat(seat, is_filled=True)
    for paper in BACKGROUNDS:
        assert contrast(name.foreground, palette.style("text", paper).background) >= TEXT
    assert contrast(filled.foreground, filled.background) >= TEXT


def unreadable(app):
    """Return the texts on the screen with too little contrast.

    The screen below a dialog is dimmed on purpose and not checked.
    """
    unreadable_texts = []
    area = next((dialog.region for dialog in app.screen.query(".dialog")), app.screen.region)
    for strip in app.screen._compositor.render_strips()[area.y : area.bottom]:
        for text, style, _ in strip.crop(area.x, area.right):
            letters = text.strip()
            if not letters or style is None or style.bgcolor is None or style.color is None:
                continue
            if set(letters) <= DECORATION and not style.bold:
                continue
            least = TEXT if any(map(str.isalnum, letters)) else MARK
            ink, ground = map(Color.from_rich_color, (style.color, style.bgcolor))
            if style.reverse:
                ink, ground = ground, ink
            if contrast(ink, ground) < least:
                unreadable_texts.append(
                    (letters, ink.hex, ground.hex, round(contrast(ink, ground), 2))
                )
    return unreadable_texts


async def look(pilot, *keys):
    """Press keys; after each one everything must be readable."""
    for key in keys:
        await press(pilot, key)
        assert unreadable(pilot.app) == [], key


async def menus(pilot):
    await look(pilot, "down", "question_mark", "escape", "l", "escape", "s", "o", "escape")
    await look(pilot, "escape", "n", "tab", *"Ann", "tab", "right", "right", "tab", "f1")
    pilot.app.show_warning("There is no such file.")
    await until(pilot, lambda: "no such file" in screen_text(pilot.app))
    await look(pilot, "escape")


async def a_turn(pilot):
    await look(pilot, "c", "2", "r", "l", "escape", "down")
    coach = pilot.app.screen.query_one(CoachPanel)
    await until(pilot, lambda: coach.advice is not None)
    await look(pilot, "down")


async def an_end(pilot):
    await play_by_keys(pilot)
    await look(pilot, "down", "q", "s", "d")


async def a_replay(pilot):
    screen = ReplayScreen(recorded_game(players=3))
    await pilot.app.push_screen(screen)
    for _ in range(25):
        screen.action_step(1)
        await settle(pilot)
        assert unreadable(pilot.app) == []


@pytest.mark.parametrize(
    ("palette", "size"), [(DUSK, "medium"), (DAYLIGHT, "large")], ids=["dusk", "daylight"]
)
@pytest.mark.parametrize(
    ("tour", "game"),
    [
        (menus, None),
        (a_turn, plan("Ann", "Ben", "bot:family", rules="classic", seed=7)),
        (an_end, plan("Ann", "Ida", turn_limit=2, seed=7)),
        (a_replay, None),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
async def test_every_text_on_the_screen_is_readable(tmp_path, tour, game, palette, size):
    app = new_app(tmp_path / "games", game, make_bots=QuietBots)
    app.theme = palette.name
    async with running(app, SIZES[size]) as pilot:
        assert unreadable(app) == []
        await tour(pilot)


@pytest.mark.parametrize("ink", FOREGROUNDS)
def test_terminal_palette_has_no_pale_text(ink):
    assert TERMINAL.style(ink).foreground.css.removeprefix("ansi_") not in PALE


async def test_marked_row_keeps_the_terminals_background(tmp_path):
    app = new_app(tmp_path / "games", plan("Ann", "Ida", turn_limit=2, seed=7))
    app.theme = TERMINAL.name
    async with running(app) as pilot:
        await play_by_keys(pilot)
        await app.push_screen(SavedScreen())
        await settle(pilot)
        games = app.screen.query_one("#games")
        assert "Ann, Ida" in games.render_line(0).text
        styles = [segment.style for segment in games.render_line(0)]
    assert all(style.bgcolor.is_default for style in styles)
    assert any(style.underline for style in styles)


def test_new_palette_redraws_everything(tmp_path):
    """Widgets that redraw only after changes must redraw with a new palette too."""

    async def go(theme, *keys):
        app = new_app(tmp_path / theme, plan("Ann", "Ida", seed=7), make_bots=QuietBots)
        app.theme = theme
        async with running(app) as pilot:
            pictures = {app.theme: picture(app)}
            for key in keys:
                await press(pilot, key)
                pictures[app.theme] = picture(app)
            return pictures

    changed = asyncio.run(go(DUSK.name, "ctrl+t", "ctrl+t"))
    initial = asyncio.run(go(DAYLIGHT.name)) | asyncio.run(go(TERMINAL.name))
    assert initial.items() <= changed.items()


@pytest.mark.parametrize("palette", [*PALETTES.values(), PLAIN])
def test_seats_differ_in_colour_and_mark(palette):
    assert len(set(SEAT_MARKS)) == 7
    if palette is not PLAIN:
        assert len({str(palette.seat(seat)) for seat in range(7)}) == 7
