"""The form for a new game."""

import asyncio
from contextlib import asynccontextmanager
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from pickomino.bots.registry import BOTS
from pickomino.core.rules import EXTRAWURM_OPTIONS, OPTIONS, PRESETS, Rules
from pickomino.i18n import LANGUAGES, texts_in
from pickomino.i18n.options import LEVELS, describe_rules
from pickomino.rooms import BotSeat, PersonSeat
from support.tui.app_driver import (
    after_keys,
    resize,
    running_app,
    settle,
    until,
)
from support.tui.clicks import click, press
from support.tui.screen_text import SIZES, screen_lines, screen_text, table_screen

LOOKS = [("small", language) for language in LANGUAGES]
LOOKS += [("medium", language) for language in ("de", "nl")]
"""Sizes and languages to check; a small terminal is short of room in every language."""


@asynccontextmanager
async def open_form(folder, size=SIZES["medium"]):
    async with running_app(folder, size=size) as (app, pilot):
        await press(pilot, "n")
        yield app, pilot


async def each_value(app, pilot, name):
    """Yield each value of a field after picking it."""
    picker = app.screen.query_one(f"#{name}")
    for _ in picker.values:
        picker.action_turn(1)
        await pilot.pause()
        yield picker.value


@cache
def screens_by_value():
    """Return the screen for every value of two fields, by size and language."""

    async def look(folder):
        async with open_form(folder, SIZES["small"]) as (app, pilot):
            for size, language in LOOKS:
                if tuple(app.size) != SIZES[size]:
                    await resize(pilot, SIZES[size])
                app.set_language(language)
                await settle(pilot)
                for field, read in (("seat-1", screen_text), ("rules", explanation)):
                    async for value in each_value(app, pilot, field):
                        screens[size, language, value] = read(app)

    screens = {}
    with TemporaryDirectory() as folder:
        asyncio.run(look(Path(folder)))
    return screens


def test_bots_are_offered_with_their_level():
    for (size, language), bot in product(LOOKS, LEVELS):
        gettext, text = texts_in(language).gettext, screens_by_value()[size, language, bot]
        title = gettext(BOTS[bot.partition(":")[0]].title)
        assert f"◂ {title} · {gettext(LEVELS[bot])} ▸" in text, (size, language)


async def test_slower_champion_can_be_chosen(tmp_path):
    async with open_form(tmp_path) as (app, pilot):
        seat = app.screen.query_one("#seat-1")
        seat.focus()
        while seat.value != "champion:depth=2":
            await press(pilot, "right")
        assert app.screen.plan().seats[1] == BotSeat("champion:depth=2")


def test_rule_set_is_explained_in_full():
    """Regression: it was cut off."""
    for (size, language), rules in product(LOOKS, PRESETS):
        expected = words(describe_rules(Rules.preset(rules), texts_in(language)))
        assert screens_by_value()[size, language, rules] == expected


def explanation(app):
    region = app.screen.query_one("#explained").region
    rows = [line[region.x : region.right] for line in screen_lines(app)[region.y : region.bottom]]
    return words(" ".join(rows))


def words(text):
    return " ".join(text.split())


async def test_enter_moves_to_the_next_field(tmp_path):
    """Regression: it changed the value."""
    async with open_form(tmp_path) as (app, pilot):
        before = app.screen.plan()
        places = []
        while (at := app.focused.id) != "start":
            places.append(at)
            await pilot.press("enter")
            await until(pilot, lambda at=at: app.focused.id != at)
        assert app.screen.plan() == before
    seats = [f"seat-{number}" for number in range(7)]
    seats.insert(1, "name-0")
    options = ["rules", "extrawurm", "single", "starter", "match", "hints", "language"]
    assert places == [*seats, *options]


async def test_rule_set_resets_single_options(tmp_path):
    def pick(name, value):
        picker = app.screen.query_one(f"#{name}")
        while picker.value != value:
            picker.action_turn(1)

    def offered():
        pickers = app.screen.query(".option Picker")
        return {picker.id for picker in pickers if picker.parent.display}

    async with open_form(tmp_path) as (app, pilot):
        assert offered() == set()
        pick("single", "yes")
        await settle(pilot)
        assert offered() == set(OPTIONS) - set(EXTRAWURM_OPTIONS)
        for name, value in (("extrawurm", "yes"), ("rules", "short"), ("steal", "forced")):
            pick(name, value)
            await settle(pilot)
        pick("bothextra", "no")
        pick("starter", "3")
        pick("match", "1 3")
        await settle(pilot)
        assert offered() == set(OPTIONS)
        chosen = app.screen.plan()
        pick("extrawurm", "no")
        pick("rules", "manual")
        pick("starter", "lot")
        await settle(pilot)
        again = app.screen.plan()
    assert chosen.settings.rules == "short+extrawurm(bothextra=no,steal=forced)"
    assert (chosen.settings.match_games, chosen.settings.match_wins) == (1, 3)
    assert chosen.starter == 0, "the fourth seat and those after it are empty"
    assert (again.settings.rules, again.settings.starter) == ("manual", "lot")


@pytest.mark.parametrize("size", SIZES.values())
async def test_game_is_started_by_keys(tmp_path, size):
    async with open_form(tmp_path, size) as (app, pilot):
        await press(pilot, "tab", *"Ann", "down", "right", "down", "right", "f2")
        await until(pilot, lambda: len(app.screen_stack) > 3)
        view = table_screen(app).view
    assert view.room.names == ("Ann", "bot:expert", "Player 3")
    assert view.room.settings.hints
    assert view.room.settings.practice


def test_rules_and_coach_can_be_chosen(tmp_path):
    keys = ["n", *["down"] * 8, "right", "down", "right", *["down"] * 4, "right"]
    chosen = after_keys(tmp_path, keys, read=lambda app: app.screen.plan())
    assert chosen.settings.rules == "classic+extrawurm"
    assert not chosen.settings.hints
    assert chosen.seats == (PersonSeat("Player 1"), BotSeat("family"))


def test_too_few_players_are_refused(tmp_path):
    assert "at least 2 players" in after_keys(tmp_path, ["n", "left", "f2"])


async def test_pickers_work_with_the_mouse(tmp_path):
    async with open_form(tmp_path) as (app, pilot):
        await click(pilot, "Uncle Gus")
        assert app.screen.query_one("#seat-1").value == "expert"


async def test_values_survive_a_change_of_language(tmp_path):
    async with open_form(tmp_path) as (app, pilot):
        await press(pilot, "tab", *"Zoë", "down", "right", "down", "right", "tab", *"Bo")
        app.screen.query_one("#language").focus()
        await pilot.press("right")
        await until(pilot, lambda: app.language == "de")
        await until(pilot, lambda: getattr(app.focused, "id", None) == "language")
        await settle(pilot)
        chosen = app.screen.plan()
    assert chosen.seats == (PersonSeat("Zoë"), BotSeat("expert"), PersonSeat("Bo"))


async def test_click_on_change_changes_the_field(tmp_path):
    async with open_form(tmp_path) as (app, pilot):
        await press(pilot, "tab")
        await click(pilot, "Change ")
        changed = app.screen.query_one("#seat-0").value, app.focused.id
        await click(pilot, "Field ")
        await click(pilot, "Change ")
        assert (changed, app.screen.query_one("#seat-1").value) == (("random", "seat-0"), "expert")
