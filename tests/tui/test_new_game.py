"""The form for a new game: what it offers, what it explains, and how one goes through it."""

import asyncio
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from pickomino.bots.registry import BOTS, make_bot
from pickomino.core.rules import EXTRAWURM_OPTIONS, OPTIONS, PRESETS, Rules
from pickomino.i18n import LANGUAGES, texts_in
from pickomino.i18n.options import LEVELS, describe_rules
from pickomino.rooms import BotSeat
from support.tui.app_driver import new_app, resize, running, settle, until
from support.tui.screen_text import SIZES, screen_lines, screen_text

SMALLER = [("small", language) for language in LANGUAGES]
SMALLER += [("medium", language) for language in ("de", "nl")]
"""In which languages it is looked at in each size: what is small is always short of room."""


def in_form(folder, look, size=SIZES["medium"]):
    """Open the form and look at it."""

    async def go():
        app = new_app(folder)
        async with running(app, size) as pilot:
            await pilot.press("n")
            await settle(pilot)
            return await look(app, pilot)

    return asyncio.run(go())


def test_every_bot_of_the_registry_has_a_level():
    assert {bot.partition(":")[0] for bot in LEVELS} == set(BOTS) - {"external"}
    for bot in LEVELS:
        make_bot(bot)


async def each_value(app, pilot, name):
    """Pick one value after the other."""
    picker = app.screen.query_one(f"#{name}")
    for _ in picker.values:
        picker.action_turn(1)
        await pilot.pause()
        yield picker.value


@cache
def each_shown():
    """What is read for every value of two fields, by size and language; read once for all tests."""

    async def look(app, pilot):
        found = {}
        for size, language in SMALLER:
            if tuple(app.size) != SIZES[size]:
                await resize(pilot, SIZES[size])
            app.set_language(language)
            await settle(pilot)
            for field, read in (("seat-1", screen_text), ("rules", explanation)):
                async for value in each_value(app, pilot, field):
                    found[size, language, value] = read(app)
        return found

    with TemporaryDirectory() as folder:
        return in_form(Path(folder), look, SIZES["small"])


def test_bots_are_offered_with_their_level():
    for (size, language), bot in product(SMALLER, LEVELS):
        gettext, text = texts_in(language).gettext, each_shown()[size, language, bot]
        title = gettext(BOTS[bot.partition(":")[0]].title)
        assert f"◂ {title} · {gettext(LEVELS[bot])} ▸" in text, (size, language)


def test_the_champion_that_thinks_longer_can_be_chosen(tmp_path):
    async def look(app, pilot):
        seat = app.screen.query_one("#seat-1")
        seat.focus()
        while seat.value != "champion:depth=2":
            await pilot.press("right")
            await settle(pilot)
        return app.screen.plan().seats[1]

    assert in_form(tmp_path, look) == BotSeat("champion:depth=2")


def test_the_explanation_of_a_rule_set_is_shown_in_full():
    """Once it was cut off."""
    for (size, language), rules in product(SMALLER, PRESETS):
        said = words(describe_rules(Rules.preset(rules), texts_in(language)))
        assert each_shown()[size, language, rules] == said


def explanation(app):
    region = app.screen.query_one("#explained").region
    rows = [line[region.x : region.right] for line in screen_lines(app)[region.y : region.bottom]]
    return words(" ".join(rows))


def words(text):
    return " ".join(text.split())


def test_enter_goes_on_to_the_next_field(tmp_path):
    """Once it changed the value."""

    async def look(app, pilot):
        before = app.screen.plan()
        places = []
        while (at := app.focused.id) != "start":
            places.append(at)
            await pilot.press("enter")
            await until(pilot, lambda at=at: app.focused.id != at)
        return before, app.screen.plan(), places

    before, after, places = in_form(tmp_path, look)
    assert after == before
    seats = [f"seat-{number}" for number in range(7)]
    seats.insert(1, "name-0")
    options = ["rules", "extrawurm", "single", "starter", "match", "hints", "language"]
    assert places == [*seats, *options]


def test_every_option_can_be_chosen_by_itself_and_a_rule_set_sets_them_all(tmp_path):
    async def look(app, pilot):
        def pick(name, value):
            picker = app.screen.query_one(f"#{name}")
            while picker.value != value:
                picker.action_turn(1)

        def offered():
            pickers = app.screen.query(".option Picker")
            return {picker.id for picker in pickers if picker.parent.display}

        folded = offered()
        pick("single", "yes")
        await settle(pilot)
        usual = offered()
        for name, value in (("extrawurm", "yes"), ("rules", "short"), ("steal", "forced")):
            pick(name, value)
            await settle(pilot)
        pick("bothextra", "no")
        pick("starter", "3")
        pick("match", "1 3")
        await settle(pilot)
        chosen, everything = app.screen.plan(), offered()
        pick("extrawurm", "no")
        pick("rules", "manual")
        pick("starter", "lot")
        await settle(pilot)
        return folded, usual, everything, chosen, app.screen.plan()

    folded, usual, everything, chosen, again = in_form(tmp_path, look)
    assert folded == set()
    assert usual == set(OPTIONS) - set(EXTRAWURM_OPTIONS)
    assert everything == set(OPTIONS)
    assert chosen.settings.rules == "short+extrawurm(bothextra=no,steal=forced)"
    assert (chosen.settings.match_games, chosen.settings.match_wins) == (1, 3)
    assert chosen.starter == 0, "nobody sits on the fourth seat or behind it"
    assert (again.settings.rules, again.settings.starter) == ("manual", "lot")
