"""The coach's panel at every size and in every language."""

import asyncio
import re

from pickomino import Position
from pickomino.analysis.advice import advise
from pickomino.i18n import LANGUAGES, texts_in
from pickomino.i18n.numbers import format_percent
from pickomino.tui.widgets.coach_panel import CoachPanel
from support.thread_bots import ThreadBots
from support.tui.app_driver import (
    QuietBots,
    new_app,
    plan,
    play_by_keys,
    running,
    settle,
    until,
)
from support.tui.clicks import press
from support.tui.screen_text import SIZES, screen_lines, screen_text, table_screen


def ask_coach(folder, size, languages=("en",)):
    """Ask the coach; returns its advice and the rows of its panel by language."""

    async def play():
        app = new_app(folder, plan("Ann", "Ida", seed=7), make_bots=QuietBots)
        panels = {}
        async with running(app, size) as pilot:
            await pilot.press("c")
            panel = table_screen(app).query_one(CoachPanel)
            for language in languages:
                app.set_language(language)
                await settle(pilot)
                await until(pilot, lambda: panel.advice is not None)
                await until(
                    pilot, lambda: format_percent(panel.advice.value, app.texts) in screen_text(app)
                )
                rows = screen_lines(app)[panel.region.y : panel.region.bottom]
                panels[language] = [row[panel.region.x : panel.region.right] for row in rows]
            return panel.advice, panels

    return asyncio.run(play())


def test_tiles_without_a_row_are_summed_up(tmp_path):
    """Regression: they were silently dropped."""
    advice, panels = ask_coach(tmp_path, SIZES["medium"], LANGUAGES)
    for language, rows in panels.items():
        texts = texts_in(language)
        tiles = [row for row in rows if re.match(r"(⇄|  ) ?\d\d [█-▏]", row)]
        assert 0 < len(tiles) < len(advice.results)
        others = advice.results[len(tiles) :]
        more = texts.gettext("{count} more").format(count=len(others))
        (line,) = [row for row in rows if more in row]
        assert format_percent(sum(result.chance for result in others), texts) in line
        assert rows.index(line) == rows.index(tiles[-1]) + 1
        assert rows[-1].startswith("✖")
        assert format_percent(advice.failure, texts) in rows[-1]


def test_short_list_sums_up_the_rest(tmp_path):
    advice, panels = ask_coach(tmp_path, SIZES["small"], LANGUAGES)
    for language, rows in panels.items():
        texts = texts_in(language)
        counts = range(1, len(advice.results))
        more = {count: texts.gettext("{count} more").format(count=count) for count in counts}
        (count,) = [count for count in counts if f"  {more[count]} " in rows[1]]
        listed, others = advice.results[:-count], advice.results[-count:]
        assert len(listed) > 4
        cells = [
            f"{result.claim[1:]} {format_percent(result.chance, texts, '0')}" for result in listed
        ]
        rest = sum(result.chance for result in others)
        cells.append(f"{more[count]} {format_percent(rest, texts, '0')}")
        assert rows[1].rstrip() == "  ".join(cells)


def test_nothing_is_summed_up_if_all_tiles_fit(tmp_path):
    advice, panels = ask_coach(tmp_path, SIZES["large"])
    rows = panels["en"]
    assert len([row for row in rows if re.match(r"\s*(⇄ )?\d\d ", row)]) == len(advice.results)
    assert not any("more" in row for row in rows)


POINT = re.compile(r"\d\.\d")
COMMA = re.compile(r"\d,\d")


def test_coach_uses_the_decimals_of_the_language(tmp_path):
    """Regression: it wrote a point in every language."""
    _, panels = ask_coach(tmp_path, SIZES["medium"], LANGUAGES)
    for language, rows in panels.items():
        text = "\n".join(rows)
        check(text, language)


def check(text, language):
    wanted, other = (POINT, COMMA) if language == "en" else (COMMA, POINT)
    assert wanted.search(text)
    assert not other.search(text), text


async def test_estimates_have_no_decimals(tmp_path):
    game = plan("Ann", "Ida", rules="classic+extrawurm")
    app = new_app(tmp_path, game, make_bots=QuietBots)
    async with running(app, SIZES["large"]) as pilot:
        panel = table_screen(app).query_one(CoachPanel)
        await pilot.press("c")
        await until(pilot, lambda: panel.advice is not None)
        await pilot.pause()
        text = screen_text(app)
    assert "Only an estimate" in text
    assert format_percent(panel.advice.choices[0].value, ENGLISH, "0") in text
    assert POINT.search(text) is None


async def test_coach_stops_waiting_after_the_game(tmp_path):
    game = plan("Ann", "Ben", rules="manual", seed=11, turn_limit=1)
    app = new_app(tmp_path, game, make_bots=ThreadBots)
    app.is_coach_on = True
    async with running(app) as pilot:
        await play_by_keys(pilot)
        await press(pilot, "escape")
        text = screen_text(app)
    assert "waits for your turn" not in text
    assert "Set aside" not in text, "no dice are on the table"


ENGLISH = texts_in("en")


async def test_coach_shows_the_advice(tmp_path):
    app = new_app(tmp_path, plan("Ann", "Ida", seed=7), make_bots=lambda: ThreadBots(seconds=60))
    async with running(app, SIZES["large"]) as pilot:
        table = table_screen(app)
        panel = table.query_one(CoachPanel)
        await pilot.press("c")
        await until(pilot, lambda: panel.advice is not None)
        await pilot.pause()
        shown_advice, shown_text, wfen = panel.advice, screen_text(app), table.view.table.wfen
        await pilot.press("c")
        await pilot.pause()
        view, text, without = shown_advice, shown_text, screen_text(app)
    advice = advise(Position.from_wfen(wfen), "win")
    assert view.best == str(advice.best)
    assert format_percent(advice.failure, ENGLISH) in text
    assert format_percent(advice.value, ENGLISH) in text
    for action, value in advice.choices.items():
        assert f"{format_percent(value, ENGLISH)}" in text, action
    for claim, chance in advice.results.items():
        if claim is not None and chance > 0.005:
            assert f"{claim.value} " in text
            assert format_percent(chance, ENGLISH) in text
    assert "Risk of failing" in text
    assert "Risk of failing" not in without
