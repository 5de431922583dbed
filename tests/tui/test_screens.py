"""The screens around the table: menu, new game, saved games, replay, languages, colours."""

import asyncio

import pytest

from pickomino import Game
from pickomino.i18n import LANGUAGES, texts_in
from pickomino.record.json_record import to_json
from pickomino.rooms import BotSeat, LocalTable, PersonSeat
from pickomino.tui.drawing.palette import PALETTES
from pickomino.tui.screens.menus.home import HomeScreen
from pickomino.tui.screens.menus.new_game import NewGameScreen
from pickomino.tui.screens.past_games.replay import ReplayScreen
from support.tui.app_driver import (
    new_app,
    plan,
    play_by_keys,
    recorded_game,
    resize,
    running,
    settle,
    until,
)
from support.tui.clicks import press
from support.tui.screen_text import SIZES, screen_lines, screen_text, table_screen


def ran(folder, keys, size=SIZES["medium"], look=screen_text, **how):
    """Start the app, press keys, and look at the screen."""

    async def go():
        app = new_app(folder, **how)
        async with running(app, size) as pilot:
            for key in keys:
                await pilot.press(key)
                await settle(pilot)
            return look(app)

    return asyncio.run(go())


@pytest.mark.parametrize("size", SIZES.values())
def test_the_menu_leads_everywhere_and_back(tmp_path, size):
    ways = (
        (["n"], "New game"),
        (["s"], "Saved games"),
        (["question_mark"], "How to play"),
        (["l"], "Deutsch"),
        ([*["down"] * 6, "enter"], "Replay a game"),
    )

    async def go():
        app = new_app(tmp_path)
        async with running(app, size) as pilot:
            home = app.screen
            for keys, title in ways:
                await pilot.press(*keys)
                await settle(pilot)
                assert app.screen is not home
                assert title in screen_text(app)
                await pilot.press("escape")
                await settle(pilot)
                assert app.screen is home
                assert "Quit" in screen_text(app)

    asyncio.run(go())


def test_quitting_ends_the_app(tmp_path):
    async def go(key):
        app = new_app(tmp_path)
        async with running(app) as pilot:
            await pilot.press(key)
            await pilot.pause()
        return app.return_code

    assert asyncio.run(go("q")) == 0
    assert asyncio.run(go("ctrl+q")) == 0


@pytest.mark.parametrize("size", SIZES.values())
def test_a_new_game_by_keys(tmp_path, size):
    keys = ["n", "tab", *"Ann", "down", "right", "down", "right", "f2"]

    async def go():
        app = new_app(tmp_path)
        async with running(app, size) as pilot:
            for key in keys:
                await pilot.press(key)
                await settle(pilot)
            await until(pilot, lambda: len(app.screen_stack) > 3)
            return table_screen(app).view

    view = asyncio.run(go())
    assert view.room.names == ("Ann", "bot:expert", "Player 3")
    assert view.room.settings.hints
    assert view.room.settings.practice


def test_rules_hints_and_extrawurm_are_chosen(tmp_path):
    def plan_of(app):
        return app.screen.plan()

    keys = ["n", *["down"] * 8, "right", "down", "right", *["down"] * 4, "right"]
    chosen = ran(tmp_path, keys, look=plan_of)
    assert chosen.settings.rules == "classic+extrawurm"
    assert not chosen.settings.hints
    assert chosen.seats == (PersonSeat("Player 1"), BotSeat("family"))


def test_too_few_players_are_told_not_played(tmp_path):
    assert "at least 2 are needed" in ran(tmp_path, ["n", "left", "f2"])


def test_pickers_work_with_the_mouse(tmp_path):
    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            await pilot.press("n")
            await settle(pilot)
            for y, line in enumerate(screen_lines(app)):
                if "Uncle Gus" in line:
                    await pilot.click(offset=(line.index("Uncle Gus"), y))
                    break
            await settle(pilot)
            return app.screen.query_one("#seat-1").value

    assert asyncio.run(go()) == "expert"


def test_the_language_is_changed_in_the_menu(tmp_path):
    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            for place, language in reversed([*enumerate(LANGUAGES)]):
                await press(pilot, "l", *["down"] * place, "enter")
                assert app.language == language
                assert texts_in(language).gettext("Quit") in screen_text(app), language

    asyncio.run(go())


def test_what_was_filled_in_survives_a_change_of_language(tmp_path):
    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            for key in ("n", "tab", *"Zoë", "down", "right", "down", "right", "tab", *"Bo"):
                await pilot.press(key)
                await settle(pilot)
            app.screen.query_one("#language").focus()
            await pilot.press("right")
            await until(pilot, lambda: app.language == "de")
            await until(pilot, lambda: getattr(app.focused, "id", None) == "language")
            await settle(pilot)
            return app.screen.plan()

    chosen = asyncio.run(go())
    assert chosen.seats == (PersonSeat("Zoë"), BotSeat("expert"), PersonSeat("Bo"))


def test_colours_change_with_a_key(tmp_path):
    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            for theme in (*PALETTES, *PALETTES):
                assert app.theme == theme
                await press(pilot, "ctrl+t")

    asyncio.run(go())


def saved_game(folder, turn_limit=2):
    async def go():
        app = new_app(folder, plan("Ann", "Ida", turn_limit=turn_limit))
        async with running(app) as pilot:
            if turn_limit < 100:
                await play_by_keys(pilot)

    asyncio.run(go())


def test_saved_games_are_listed_replayed_and_deleted(tmp_path):
    saved_game(tmp_path)
    listed = ran(tmp_path, ["s"])
    assert "over" in listed
    assert "Standard" in listed, "rule sets are called by their names for people"
    assert "Ann, Ida" in listed
    name = ran(tmp_path, ["s", "enter"], look=lambda app: type(app.screen).__name__)
    assert name == "ReplayScreen"
    assert "Ann, Ida" in ran(tmp_path, ["s", "d", "enter"])
    none = ran(tmp_path, ["s", "d", "down", "enter"])
    assert "No game is saved yet." in none
    assert "o Open a file   Esc Back" in none, "nothing is offered that needs a game"
    assert "Delete" not in none
    assert asyncio.run(LocalTable.saved(tmp_path)).games == ()


def test_a_saved_game_is_gone_on_with_from_the_list(tmp_path):
    saved_game(tmp_path, turn_limit=1000)
    names = ran(tmp_path, ["s", "enter"], look=lambda app: table_screen(app).view.room.names)
    assert names == ("Ann", "Ida")


@pytest.mark.parametrize("form", ["wgn", "json"])
def test_a_record_in_a_file_is_replayed(tmp_path, form):
    game = recorded_game()
    file = tmp_path / f"game.{form}"
    file.write_text(game.wgn() if form == "wgn" else to_json(game))

    async def go():
        app = new_app(tmp_path / "games")
        async with running(app) as pilot:
            for key in ("r", "o"):
                await pilot.press(key)
                await settle(pilot)
            app.screen.query_one("Input").value = str(file)
            await pilot.press("enter")
            await settle(pilot)
            return app.screen.record.wgn()

    assert asyncio.run(go()) == Game.from_wgn(game.wgn()).wgn()


def test_files_that_are_no_records_are_told(tmp_path):
    contents = {"bytes": b"\xff\xfe", "text": b"nonsense"}
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)

    async def go():
        app = new_app(tmp_path / "games")
        async with running(app, SIZES["large"]) as pilot:
            for name, complaint in (
                ("nothing", "cannot read"),
                ("bytes", "not UTF-8"),
                ("text", "no Rules tag"),
            ):
                app.replay_file(str(tmp_path / name))
                await until(pilot, lambda complaint=complaint: complaint in screen_text(app))
                assert isinstance(app.screen, HomeScreen)

    asyncio.run(go())


def test_a_replay_goes_forward_back_by_turns_and_to_a_turn(tmp_path):
    game = recorded_game()

    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            app.push_screen(ReplayScreen(game))
            await settle(pilot)
            places = []
            for key in ("right", "right", "left", "down", "down", "up", "end", "home"):
                await pilot.press(key)
                places.append(app.screen.at)
            await pilot.press("g")
            await pilot.press(*"2b", "enter")
            await settle(pilot)
            return places, app.screen.at, screen_text(app), app.screen.table_log.steps

    places, at, text, steps = asyncio.run(go())
    ends = [
        i + 1 for i, step in enumerate(steps) if type(step.game_step.event).__name__ == "TurnEnd"
    ]
    assert places == [1, 2, 1, ends[0], ends[1], ends[0], len(steps), 0]
    assert at == ends[2] + 1
    assert "turn 2b" in text
    assert "Turn 2b: Uncle Gus" in text


@pytest.mark.parametrize("size", SIZES.values())
def test_every_step_of_a_replay_fits_the_screen(tmp_path, size):
    game = recorded_game(seed=8)

    async def go():
        app = new_app(tmp_path)
        async with running(app, size) as pilot:
            app.push_screen(ReplayScreen(game))
            await settle(pilot)
            for _ in range(0, len(game.events), 7):
                app.screen.action_step(7)
                await pilot.pause()
                assert {len(line) for line in screen_lines(app)} == {size[0]}
            return app.screen.at

    assert asyncio.run(go()) == len(game.events)


def test_the_size_changes_while_one_looks(tmp_path):
    async def go():
        app = new_app(tmp_path)
        classes = []
        async with running(app, SIZES["large"]) as pilot:
            await pilot.press("n")
            for size in ((60, 20), (80, 24), (110, 34), (160, 50), (30, 8)):
                await resize(pilot, size)
                classes.append(app.screen.classes & {"-small", "-medium", "-wide", "-large"})
            assert isinstance(app.screen, NewGameScreen)
        return classes

    sizes = ["-small", "-medium", "-wide", "-large", "-small"]
    assert asyncio.run(go()) == [{size} for size in sizes]
