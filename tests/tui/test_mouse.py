"""The mouse does what keys do: dialogs, prompts, lines of keys, and clicks that come twice."""

import asyncio
import contextlib

import pytest

from pickomino.i18n import LANGUAGES, texts_in
from pickomino.tui.screens.dialogs.dialog import ChoiceDialog
from pickomino.tui.screens.dialogs.help import HelpScreen
from pickomino.tui.screens.dialogs.log import LogScreen
from pickomino.tui.screens.dialogs.prompt import PromptDialog
from pickomino.tui.screens.game.end import EndScreen
from pickomino.tui.screens.game.reactions import ReactionScreen
from pickomino.tui.screens.game.table import TableScreen
from pickomino.tui.screens.menus.home import HomeScreen
from pickomino.tui.screens.menus.new_game import NewGameScreen
from pickomino.tui.screens.past_games.replay import ReplayScreen
from pickomino.tui.widgets.key_bar import MoreKeysDialog
from support.tui.app_driver import (
    QuietBots,
    careful_key,
    new_app,
    plan,
    recorded_game,
    running,
    settle,
    until,
)
from support.tui.clicks import click, click_twice, place_of, press, stack
from support.tui.screen_text import SIZES, screen_lines, screen_text, table_screen
from support.tui.scripted_table import ScriptedTable

SMALLER = [SIZES["small"], SIZES["medium"]]


# Dialogs


async def languages(app):
    app.action_language()


async def helping(app):
    app.action_help()


async def prompting(app):
    await app.push_screen(PromptDialog("Which?"))


async def reacting(app):
    await app.push_screen(ReactionScreen(0))


async def logging(app):
    await app.push_screen(LogScreen([], "What happened"))


OPENED = {
    ChoiceDialog: languages,
    HelpScreen: helping,
    PromptDialog: prompting,
    ReactionScreen: reacting,
    LogScreen: logging,
}


@pytest.mark.parametrize("size", SMALLER)
def test_a_click_beside_a_dialog_closes_it(tmp_path, size):
    async def go():
        app = new_app(tmp_path)
        async with running(app, size) as pilot:
            for dialog, opened in OPENED.items():
                await opened(app)
                await settle(pilot)
                assert stack(app) == [HomeScreen, dialog]
                await pilot.click(offset=(0, 0))
                await settle(pilot)
                assert stack(app) == [HomeScreen], dialog

    asyncio.run(go())


@pytest.mark.parametrize(
    ("dialog", "title"), [(ChoiceDialog, "Language"), (PromptDialog, "Which?")]
)
def test_a_click_in_a_dialog_does_not_close_it(tmp_path, dialog, title):
    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            await OPENED[dialog](app)
            await settle(pilot)
            x, y = place_of(app, title)
            await pilot.click(offset=(x, y))
            await pilot.click(offset=(x, y - 1))  # the border
            await settle(pilot)
            return stack(app)

    assert asyncio.run(go()) == [HomeScreen, dialog]


def test_a_click_beside_the_end_shows_the_table(tmp_path):
    async def go():
        table = ScriptedTable()
        app = new_app(tmp_path, join=lambda: table)
        async with running(app) as pilot:
            table.show("over", "one")
            await until(pilot, lambda: isinstance(app.screen, EndScreen))
            await settle(pilot)
            await pilot.click(offset=(0, 0))
            await settle(pilot)
            return stack(app), table.closed

    assert asyncio.run(go()) == ([HomeScreen, TableScreen], 0)


def test_a_double_click_does_not_close_again_what_it_opened(tmp_path):
    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            await click_twice(pilot, "How to play", lambda: settle(pilot))
            await settle(pilot)
            return stack(app)

    assert asyncio.run(go()) == [HomeScreen, HelpScreen]


def test_a_double_click_on_an_answer_closes_one_dialog(tmp_path):
    """Once it closed what lies beneath, too."""

    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            await press(pilot, "n")
            app.action_language()
            await settle(pilot)
            await click_twice(pilot, "Nederlands")
            await settle(pilot)
            return stack(app), app.language

    assert asyncio.run(go()) == ([HomeScreen, NewGameScreen], "nl")


# Prompts


@pytest.mark.parametrize("size", SMALLER)
@pytest.mark.parametrize(("text", "answer"), [("OK", "3b"), ("Back ", None)])
def test_a_prompt_is_answered_and_left_by_clicks(tmp_path, size, text, answer):
    async def go():
        app, answers = new_app(tmp_path), []
        async with running(app, size) as pilot:
            await app.push_screen(PromptDialog("Which?"), answers.append)
            await press(pilot, "3", "b")
            await click(pilot, text)
            return answers, stack(app)

    assert asyncio.run(go()) == ([answer], [HomeScreen])


# Lines of keys


@contextlib.asynccontextmanager
async def looking_again(folder, size):
    """Look at a recorded game, a few events after its start."""
    app = new_app(folder)
    async with running(app, size) as pilot:
        await app.push_screen(ReplayScreen(recorded_game()))
        await settle(pilot)
        app.screen.action_step(30)
        await settle(pilot)
        yield pilot


def test_every_direction_of_a_replay_is_clicked(tmp_path):
    async def go():
        async with looking_again(tmp_path, SIZES["medium"]) as pilot:
            places = []
            for text in ("Step ", "Back ", " ↓ ", " ↑ ", " Home ", " End "):
                x, y = place_of(pilot.app, text)
                await pilot.click(offset=(x + 1, y))
                await settle(pilot)
                places.append(pilot.app.screen.at)
            return places, turn_ends(pilot.app.screen)

    places, ends = asyncio.run(go())
    after = min(end for end in ends if end > 30)
    before = max(end for end in ends if end < after)
    assert places == [31, 30, after, before, 0, ends[-1]]


def turn_ends(replay):
    """After how many events each turn of a replay is over."""
    kinds = [type(step.game_step.event).__name__ for step in replay.table_log.steps]
    return [index + 1 for index, kind in enumerate(kinds) if kind == "TurnEnd"]


def test_what_has_no_room_is_clicked_in_a_list(tmp_path):
    async def go():
        async with looking_again(tmp_path, SIZES["small"]) as pilot:
            app, places = pilot.app, []
            for text in ("To the start", "To the end"):
                await click(pilot, "…")
                assert isinstance(app.screen, MoreKeysDialog)
                await click(pilot, text)
                places.append(app.screen.at == app.screen.last)
            await click(pilot, "…")
            await click(pilot, "Go to turn")
            assert isinstance(app.screen, PromptDialog)
            await press(pilot, "2", "b")
            await click(pilot, "OK")
            return places, screen_text(app)

    places, text = asyncio.run(go())
    assert places == [False, True]
    assert "turn 2b" in text


def test_the_list_of_what_has_no_room_works_with_keys(tmp_path):
    async def go():
        async with looking_again(tmp_path, SIZES["small"]) as pilot:
            for key in ("enter", "g"):
                await click(pilot, "…")
                await press(pilot, key)
                assert isinstance(pilot.app.screen, PromptDialog), key
                await press(pilot, "escape")
            await click(pilot, "…")
            assert isinstance(pilot.app.screen, MoreKeysDialog)
            await press(pilot, "escape")
            return type(pilot.app.screen)

    assert asyncio.run(go()) is ReplayScreen


def test_the_log_can_be_clicked_in_german_while_a_bot_plays(tmp_path):
    async def go():
        app = new_app(tmp_path, plan("Ann", "bot:family"), make_bots=QuietBots, language="de")
        async with running(app) as pilot:
            await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.view)
            table = table_screen(app)
            while table.view.you.is_your_turn:
                version = table.view.version
                await pilot.press(careful_key(table.view))
                await until(pilot, lambda version=version: table.view.version > version)
            await settle(pilot)
            assert "Verlauf" not in screen_lines(app)[-1]
            assert " Esc Verlassen " in screen_lines(app)[-1]
            await click(pilot, "…")
            await click(pilot, "Verlauf")
            return type(app.screen)

    assert asyncio.run(go()) is LogScreen


@pytest.mark.parametrize("size", SMALLER)
def test_every_hint_is_in_the_line_or_in_the_list(tmp_path, size):
    async def go():
        app = new_app(tmp_path)
        async with running(app, size) as pilot:
            await app.push_screen(ReplayScreen(recorded_game()))
            for language in LANGUAGES:
                app.set_language(language)
                await settle(pilot)
                line = screen_lines(app)[-1]
                missing = [
                    hint
                    for hint in app.screen.hints()
                    if f" {hint.key} {hint.label.strip()}".rstrip() not in line
                ]
                assert ("…" in line) == bool(missing), language
                if missing:
                    await click(pilot, "…")
                    listed = screen_text(app)
                    assert all(hint.text in listed for hint in missing), language
                    await press(pilot, "escape")

    asyncio.run(go())


def test_the_menu_goes_where_the_marked_entry_leads(tmp_path):
    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            await press(pilot, *["down"] * 9)
            await click(pilot, "Choose ")
            return stack(app)

    assert asyncio.run(go()) == [HomeScreen, HelpScreen]


def test_a_field_of_the_form_is_changed_by_a_click_on_its_keys(tmp_path):
    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            await press(pilot, "n", "tab")
            await click(pilot, "Change ")
            changed = app.screen.query_one("#seat-0").value, app.focused.id
            await click(pilot, "Field ")
            await click(pilot, "Change ")
            return changed, app.screen.query_one("#seat-1").value

    assert asyncio.run(go()) == (("random", "seat-0"), "expert")


# Quitting


def test_who_tries_to_quit_with_ctrl_c_is_answered_in_the_language(tmp_path):
    """Once in English."""

    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            for language in LANGUAGES:
                app.set_language(language)
                await press(pilot, "ctrl+c")
            return [note.message for note in app._notifications]

    told = [texts_in(language).gettext("quit; nothing is lost") for language in LANGUAGES]
    assert asyncio.run(go()) == [f"Ctrl+Q: {text}" for text in told]
