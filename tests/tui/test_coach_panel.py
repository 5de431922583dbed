"""The coach's panel where there is little room."""

import asyncio
import re

from pickomino.i18n import LANGUAGES, texts_in
from pickomino.i18n.numbers import format_percent
from pickomino.tui.widgets.coach_panel import CoachPanel
from support.tui.app_driver import QuietBots, new_app, plan, running, settle, until
from support.tui.screen_text import SIZES, screen_lines, screen_text, table_screen


def advised(folder, size, languages=("en",)):
    """Ask the coach; returns its advice, and the rows of its panel by language."""

    async def play():
        app = new_app(folder, plan("Ann", "Ida", seed=7), make_bots=QuietBots)
        found = {}
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
                found[language] = [row[panel.region.x : panel.region.right] for row in rows]
            return panel.advice, found

    return asyncio.run(play())


def test_tiles_without_a_line_of_their_own_are_summed_up(tmp_path):
    """Once they were silently dropped."""
    advice, found = advised(tmp_path, SIZES["medium"], LANGUAGES)
    for language, rows in found.items():
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


def test_the_short_list_drops_nothing_silently_either(tmp_path):
    advice, found = advised(tmp_path, SIZES["small"], LANGUAGES)
    for language, rows in found.items():
        gettext = texts_in(language).gettext
        counts = range(1, len(advice.results))
        more = {count: gettext("{count} more").format(count=count) for count in counts}
        (count,) = [count for count in counts if f"  {more[count]} " in rows[1]]
        listed, others = advice.results[:-count], advice.results[-count:]
        assert len(listed) > 4
        told = [f"{result.claim[1:]} {100 * result.chance:.0f}%" for result in listed]
        told.append(f"{more[count]} {100 * sum(result.chance for result in others):.0f}%")
        assert rows[1].rstrip() == "  ".join(told)


def test_where_all_tiles_fit_nothing_is_summed_up(tmp_path):
    advice, found = advised(tmp_path, SIZES["large"])
    rows = found["en"]
    assert len([row for row in rows if re.match(r"\s*(⇄ )?\d\d ", row)]) == len(advice.results)
    assert not any("more" in row for row in rows)
