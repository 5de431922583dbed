"""The table at every size and in every language: nothing important is cut off."""

import pytest
from rich.cells import cell_len

from pickomino import Game, Position
from pickomino.i18n import LANGUAGES, texts_in
from pickomino.tui.screens.past_games.replay import ReplayScreen
from support.tui.app_driver import QuietBots, new_app, plan, running, running_app, settle, until
from support.tui.screen_text import SIZES, screen_lines, screen_text, table_screen

CHOOSING = ("Ann: choose a symbol", "[1]", "[2]", "[3]", "[4]", "3 dice with 2")
DECIDING = (
    "Sum 6",
    "no worm yet",
    "15 more for 21, and a worm",
    "[r] roll 5 dice",
    "[q] stop with",
)
"""Needed at the first two decisions; seed 7 rolls 11222344 first."""


async def show_decisions(folder, size, texts=None):
    """Return the text before and the lines after Ann sets her twos aside."""
    app = new_app(folder, plan("Ann", "Ida", seed=7))
    app.texts = texts or app.texts
    async with running(app, size) as pilot:
        choosing = screen_text(app)
        await pilot.press("2")
        await until(pilot, lambda: table_screen(app).board.total == 6)
        await settle(pilot)
        return choosing, screen_lines(app)


async def screens_of(folder, size, *positions, rival="Ida", **how):
    """Return the screens that show some positions, with Ann on the first seat."""
    app, texts = new_app(folder, **how), []
    async with running(app, size) as pilot:
        for wfen in positions:
            game = Game.from_position(Position.from_wfen(wfen))
            game.add_tags({"a": "Ann", "b": rival})
            await app.push_screen(ReplayScreen(game))
            await settle(pilot)
            texts.append(screen_text(app))
            await app.pop_screen()
    return texts


@pytest.mark.parametrize("size", SIZES.values())
async def test_important_texts_are_always_visible(tmp_path, size):
    choosing, lines = await show_decisions(tmp_path, size)
    assert all(needed in choosing for needed in (*CHOOSING, "●", "Needed: 21"))
    deciding = "\n".join(lines)
    tiles = range(21, 37) if size[0] < 160 else ()
    for needed in (*DECIDING, "5 dice left", "stop with nothing", *map(str, tiles)):
        assert needed in deciding
    assert [len(line) for line in lines] == [size[0]] * size[1]


@pytest.mark.parametrize("size", SIZES.values())
async def test_language_changes_during_a_game(tmp_path, size):
    async with running_app(tmp_path, plan("Ann", "Ida", seed=7), size=size) as (app, pilot):
        for language in LANGUAGES:
            app.set_language(language)
            await settle(pilot)
            worms = app.texts.ngettext("{count} worm", "{count} worms", 0).format(count=0)
            assert worms in screen_text(app), language
            assert {len(line) for line in screen_lines(app)} == {size[0]}, language


@pytest.mark.parametrize("size", SIZES.values())
async def test_long_and_wide_names_keep_the_layout(tmp_path, size):
    names = ("国" * 40, "W" * 40, "Zoë 🐔", "e\u0301" * 10, "ﷺ", "Ann", "شهرزاد")
    app = new_app(tmp_path, plan(*names))
    async with running(app, size):
        assert {cell_len(line) for line in screen_lines(app)} == {size[0]}


class LongTexts(type(texts_in("en"))):
    """A language whose texts are half as long again as in English."""

    def gettext(self, message):
        return message + "ß" * (len(message) // 2)

    def ngettext(self, msgid1, msgid2, n):
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.mark.parametrize("size", SIZES.values())
async def test_long_languages_keep_important_texts(tmp_path, size):
    choosing, lines = await show_decisions(tmp_path, size, LongTexts())
    assert all(needed in choosing for needed in CHOOSING)
    assert all(needed in "\n".join(lines) for needed in DECIDING)


STOPPING = {
    "standard oo.ooooooo.ooooo -/23,31 a 155555w -": "31",
    "manual oo.ooooooo.ooooo -/23,31 a 55555w -": "30",
}


@pytest.mark.parametrize("size", SIZES.values())
async def test_result_of_stopping_is_whole_or_has_an_ellipsis(tmp_path, size):
    rival = "Königin Hennrietta die Zweite"
    texts = await screens_of(tmp_path, size, *STOPPING, rival=rival, language="de")
    for text, won in zip(texts, STOPPING.values(), strict=True):
        line = next(line for line in text.splitlines() if "Jetzt aufhören" in line).strip(" ▏")
        assert line.endswith((".", "…"))
        assert won in line


@pytest.mark.parametrize("size", SIZES.values())
async def test_bots_of_one_kind_are_numbered(tmp_path, size):
    """Regression: they all had the same name."""
    app = new_app(tmp_path, plan("Ann", *["bot:expert"] * 6), make_bots=QuietBots)
    async with running(app, size):
        seats = next(line for line in screen_lines(app) if "● " in line)
    assert [word for word in seats.split() if word.isdigit()] == list("123456")


async def test_extrawurm_pieces_are_visible(tmp_path):
    wfen = "standard+extrawurm oo.ooooooooooooooo 21/- a 5555w - a,-,-,25,27/0,2/-"
    for size in SIZES.values():
        (text,) = await screens_of(tmp_path, size, wfen)
        assert "Canned Worm" in text
        assert "2 Bratwurms" in text
        if size != SIZES["small"]:
            assert "Beside the grill: Sitting Hen · Raven · 5 Bratwurms" in text


@pytest.mark.parametrize("size", SIZES.values())
async def test_all_nine_dice_and_the_sum_are_visible(tmp_path, size):
    wfen = "standard+extrawurm oooooooooooooooooo -/- a 5555wwwwW - 11,21,23,25,a/0,0/-"
    (text,) = await screens_of(tmp_path, size, wfen)
    for needed in ("Sum 45", "worm ✓", "Stopping now: take tile 36"):
        assert needed in text
    if size == SIZES["large"]:
        assert text.count("│ ●   ● │") == 2 * 4
        assert text.count("╭─╮ ●") == 5
    else:
        (row,) = (line for line in text.splitlines() if line.split().count("5") == 4)
        assert row.split().count("~") == 5
