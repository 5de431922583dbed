"""What the table shows in every size and language: nothing that is needed is ever cut."""

import asyncio

import pytest

from pickomino import Game, Position
from pickomino.i18n import LANGUAGES, texts_in
from pickomino.tui.screens.replay import ReplayScreen
from tui.playing import (
    SIZES,
    new_app,
    plan,
    running,
    settled,
    shown,
    table_of,
    text_of,
    until,
)


@pytest.mark.parametrize("size", SIZES.values())
def test_what_is_needed_is_always_in_sight(tmp_path, size):
    async def play():
        app = new_app(tmp_path, plan("Ann", "Ida", seed=7))
        async with running(app, size) as pilot:
            choosing = text_of(app)
            await pilot.press("2")
            await until(pilot, lambda: table_of(app).scene.total == 6)
            await settled(pilot)
            return choosing, text_of(app), shown(app)

    choosing, deciding, lines = asyncio.run(play())
    # Seed 7 rolls 11222344 first.
    for needed in ("Ann: choose a symbol", "[1]", "[2]", "[3]", "[4]", "3 dice with 2", "●"):
        assert needed in choosing
    for needed in ("Sum 6", "no worm yet", "5 dice left", "Stop now: nothing", "[r] roll 5 dice"):
        assert needed in deciding
    assert "stop with nothing" in deciding
    assert all(number in deciding for number in map(str, range(21, 37) if size[0] < 160 else ()))
    assert [len(line) for line in lines] == [size[0]] * size[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES.values())
def test_the_language_changes_while_one_plays(tmp_path, language, size):
    async def play():
        app = new_app(tmp_path, plan("Ann", "Ida", seed=7))
        async with running(app, size) as pilot:
            app.speak(language)
            await settled(pilot)
            lines = shown(app)
            worms = app.texts.ngettext("{count} worm", "{count} worms", 0).format(count=0)
            return lines, worms

    lines, worms = asyncio.run(play())
    assert worms in "\n".join(lines)
    assert {len(line) for line in lines} == {size[0]}


@pytest.mark.parametrize("size", SIZES.values())
def test_long_and_wide_names_break_nothing(tmp_path, size):
    names = ("国" * 40, "W" * 40, "Zoë 🐔", "e\u0301" * 10, "ﷺ", "Ann", "شهرزاد")

    async def play():
        app = new_app(tmp_path, plan(*names))
        async with running(app, size):
            return shown(app), app.screen.size

    from rich.cells import cell_len

    lines, _ = asyncio.run(play())
    assert {cell_len(line) for line in lines} == {size[0]}


class LongTexts(type(texts_in("en"))):
    """A language in which everything is half as long again, as German may be."""

    def gettext(self, message):
        return message + "ß" * (len(message) // 2)

    def ngettext(self, msgid1, msgid2, n):
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.mark.parametrize("size", SIZES.values())
def test_long_languages_cut_nothing_that_is_needed(tmp_path, size):
    async def play():
        app = new_app(tmp_path, plan("Ann", "Ida", seed=7))
        app.texts = LongTexts()
        async with running(app, size) as pilot:
            choosing = text_of(app)
            await pilot.press("2")
            await until(pilot, lambda: table_of(app).scene.total == 6)
            await settled(pilot)
            return choosing, text_of(app)

    choosing, deciding = asyncio.run(play())
    for needed in ("Ann: choose a symbol", "[1]", "[2]", "[3]", "[4]", "3 dice with 2"):
        assert needed in choosing
    for needed in ("Sum 6", "no worm yet", "Stop now: nothing", "[r] roll 5 dice", "[s] stop with"):
        assert needed in deciding


@pytest.mark.parametrize("size", SIZES.values())
def test_all_nine_dice_and_the_sum_are_in_sight(tmp_path, size):
    position = Position.from_wfen(
        "standard+extrawurm oooooooooooooooooo -/- a 5555wwwwW - 11,21,23,25,a/0,0/-"
    )

    async def show():
        app = new_app(tmp_path)
        async with running(app, size) as pilot:
            game = Game.from_position(position)
            game.tags = {"a": "Ann", "b": "Ida"}
            await app.push_screen(ReplayScreen(game))
            await settled(pilot)
            return text_of(app)

    text = asyncio.run(show())
    for needed in ("Sum 45", "worm ✓", "Stop now: take tile 36"):
        assert needed in text
    if size == SIZES["large"]:
        assert text.count("│ ●   ● │") == 2 * 4
        assert text.count("╭─╮ ●") == 5
    else:
        (row,) = (line for line in text.splitlines() if line.split().count("5") == 4)
        assert row.split().count("~") == 5
