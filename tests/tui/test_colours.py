"""Colours: everything can be read, and the choice of colours is remembered."""

import asyncio
import json

import pytest
from textual.color import Color

from pickomino.tui.drawing.palette import DAYLIGHT, DUSK, PLAIN, TERMINAL
from pickomino.tui.preferences import AppPreferences, default_palette_name
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
"""The contrasts that WCAG asks for: of text, and of large or bold marks."""
INKS = ("text", "faint", "ember", "good", "bad", "glow")
PAPERS = ("background", "surface", "panel")
"""The page, dialogs and players, the marked row and the keys."""
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
PAIRS = [(ink, paper) for ink in INKS for paper in PAPERS]
PAIRS += [("faint", "coal"), ("glow", "coal"), *FILLED]
DECORATION = set("░─│╭╮╰╯▏▌▁▂▃▄▅▆▇")
"""Frames, edges, scroll bars, and the hatching of tiles that lie face down."""
PALE = {"yellow", "bright_yellow", "bright_green", "bright_cyan", "white", "bright_white"}
"""What cannot be read on a white terminal."""


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("COLORFGBG", raising=False)


def contrast(one, other):
    lights = sorted(_light(color) for color in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _light(color):
    parts = [value / 255 for value in color.rgb]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_contrast_is_that_of_wcag():
    assert contrast(Color.parse("#000"), Color.parse("#fff")) == pytest.approx(21)
    assert contrast(Color.parse("#777"), Color.parse("#fff")) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("palette", [DUSK, DAYLIGHT], ids=lambda palette: palette.name)
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_text_can_be_read_on_its_ground(palette, ink, ground):
    style = palette.style(ink, ground)
    assert contrast(style.foreground, style.background) >= TEXT


@pytest.mark.parametrize("palette", [DUSK, DAYLIGHT], ids=lambda palette: palette.name)
def test_the_worm_can_be_seen_on_a_faint_die(palette):
    style = palette.style("worm", "tile_edge")
    assert contrast(style.foreground, style.background) >= MARK


@pytest.mark.parametrize("palette", [DUSK, DAYLIGHT], ids=lambda palette: palette.name)
@pytest.mark.parametrize("seat", range(7))
def test_every_player_can_be_read(palette, seat):
    name, filled = palette.seat(seat), palette.seat(seat, is_filled=True)
    for paper in PAPERS:
        assert contrast(name.foreground, Color.parse(getattr(palette, paper))) >= TEXT
    assert contrast(filled.foreground, filled.background) >= TEXT


# What is really on the screen, with the colours of Textual's own widgets


def unreadable(app):
    """List the texts on the screen that have too little contrast, each with its contrast.

    What lies under a dialog is dimmed on purpose.
    """
    found = []
    area = next((dialog.region for dialog in app.screen.query(".dialog")), app.screen.region)
    for strip in app.screen._compositor.render_strips()[area.y : area.bottom]:
        for text, style, _ in strip.crop(area.x, area.right):
            letters = text.strip()
            if not letters or style is None or style.bgcolor is None or style.color is None:
                continue
            if set(letters) <= DECORATION and not style.bold:
                continue
            least = TEXT if any(map(str.isalnum, letters)) else MARK
            ink, ground = (Color.from_rich_color(each) for each in (style.color, style.bgcolor))
            if style.reverse:
                ink, ground = ground, ink
            if contrast(ink, ground) < least:
                found.append((letters, ink.hex, ground.hex, round(contrast(ink, ground), 2)))
    return found


async def look(pilot, *keys):
    """Press keys; after each everything must be readable."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot)
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
def test_every_text_on_the_screen_can_be_read(tmp_path, tour, game, palette, size):
    async def go():
        app = new_app(tmp_path / "games", game, make_bots=QuietBots)
        app.theme = palette.name
        async with running(app, SIZES[size]) as pilot:
            assert unreadable(app) == []
            await tour(pilot)

    asyncio.run(go())


# In the terminal's own colours nothing is known but that text can be read on the background


@pytest.mark.parametrize("ink", INKS)
def test_no_pale_text_in_the_colours_of_the_terminal(ink):
    assert TERMINAL.style(ink).foreground.css.removeprefix("ansi_") not in PALE


def test_the_marked_row_lies_on_the_background_of_the_terminal(tmp_path):
    async def go():
        app = new_app(tmp_path / "games", plan("Ann", "Ida", turn_limit=2, seed=7))
        app.theme = TERMINAL.name
        async with running(app) as pilot:
            await play_by_keys(pilot)
            await app.push_screen(SavedScreen())
            await settle(pilot)
            games = app.screen.query_one("#games")
            assert "Ann, Ida" in games.render_line(0).text
            return [segment.style for segment in games.render_line(0)]

    styles = asyncio.run(go())
    assert all(style.bgcolor.is_default for style in styles)
    assert any(style.underline for style in styles)


def test_other_colours_are_those_of_an_app_that_began_with_them(tmp_path):
    """What is drawn only when it changes must change with them."""

    async def go(theme, *keys):
        app = new_app(tmp_path / theme, plan("Ann", "Ida", seed=7), make_bots=QuietBots)
        app.theme = theme
        async with running(app) as pilot:
            found = {app.theme: picture(app)}
            for key in keys:
                await press(pilot, key)
                found[app.theme] = picture(app)
            return found

    changed = asyncio.run(go(DUSK.name, "ctrl+t", "ctrl+t"))
    begun = asyncio.run(go(DAYLIGHT.name)) | asyncio.run(go(TERMINAL.name))
    assert begun.items() <= changed.items()


# Which colours there are at first


def remembering(folder):
    return new_app(folder, preferences=AppPreferences(folder.parent / "preferences.json"))


@pytest.mark.parametrize(
    ("told", "palette"),
    [
        ("0;15", DAYLIGHT),
        ("0;7", DAYLIGHT),
        ("0;default;15", DAYLIGHT),
        ("15;0", DUSK),
        ("7;default;0", DUSK),
        ("12;8", DUSK),
        ("0;11", DUSK),
        ("0;default", DUSK),
        ("15;", DUSK),
        ("", DUSK),
    ],
)
def test_a_light_terminal_has_daylight(tmp_path, monkeypatch, told, palette):
    assert default_palette_name({"TERM": "xterm-256color", "COLORFGBG": told}) == palette.name
    monkeypatch.setenv("COLORFGBG", told)
    assert remembering(tmp_path / "games").theme == palette.name


def test_dusk_where_nothing_is_known(tmp_path):
    assert remembering(tmp_path / "games").theme == DUSK.name
    assert list(tmp_path.iterdir()) == []


def pressed(folder, *keys):
    async def go():
        app = remembering(folder)
        async with running(app) as pilot:
            await pilot.press(*keys)
            await settle(pilot)
            return app.theme

    return asyncio.run(go())


def test_the_chosen_colours_are_remembered(tmp_path, monkeypatch):
    folder = tmp_path / "data" / "games"
    assert pressed(folder, "ctrl+t", "ctrl+t") == TERMINAL.name
    monkeypatch.setenv("COLORFGBG", "0;15")
    assert remembering(folder).theme == TERMINAL.name
    assert pressed(folder, "ctrl+t") == DUSK.name
    assert remembering(folder).theme == DUSK.name
    assert [path.name for path in folder.parent.glob("*pref*")] == ["preferences.json"]


def test_no_colours_are_stronger_than_the_choice(tmp_path, monkeypatch):
    file = tmp_path / "preferences.json"
    AppPreferences(file).keep(colours=DAYLIGHT.name)
    before = file.read_text()
    monkeypatch.setenv("NO_COLOR", "1")
    assert pressed(tmp_path / "games", "ctrl+t") == PLAIN.name
    assert file.read_text() == before


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b'"dusk"', b'{"colours": 7}', b'{"colours": "noon"}', b"\xff", b"[" * 99999],
)
def test_a_damaged_file_is_no_choice(tmp_path, content):
    file = tmp_path / "preferences.json"
    file.write_bytes(content)
    assert remembering(tmp_path / "games").theme == DUSK.name
    AppPreferences(file).keep(colours=DAYLIGHT.name)
    assert remembering(tmp_path / "games").theme == DAYLIGHT.name


def test_what_else_is_in_the_file_stays(tmp_path):
    file = tmp_path / "preferences.json"
    file.write_text('{"colours": "dusk", "of a newer version": [1]}')
    AppPreferences(file).keep(colours=DAYLIGHT.name)
    assert json.loads(file.read_text()) == {"colours": "daylight", "of a newer version": [1]}


def test_a_folder_that_cannot_be_written_costs_only_the_memory(tmp_path):
    (tmp_path / "data").write_text("no folder")
    AppPreferences(tmp_path / "data" / "preferences.json").keep(colours=DAYLIGHT.name)
    (tmp_path / "preferences.json").mkdir()
    assert pressed(tmp_path / "games", "ctrl+t") == DAYLIGHT.name
    assert [path.name for path in tmp_path.glob(".pref*")] == []


@pytest.mark.parametrize(
    ("environment", "name"),
    [
        ({"TERM": "linux"}, "terminal"),
        ({"TERM": "xterm-16color"}, "terminal"),
        ({"TERM": "screen", "COLORFGBG": "0;15"}, "terminal"),
        ({"TERM": "xterm-256color"}, "dusk"),
        ({"TERM": "foot", "COLORTERM": "truecolor"}, "dusk"),
    ],
)
def test_terminals_of_sixteen_colours_start_with_their_own(environment, name):
    assert default_palette_name(environment) == name
