"""Snapshots of every screen at five sizes."""

import asyncio
import time
from datetime import timedelta
from functools import partial

import pytest
from textual.widgets import Input

from pickomino.analysis.review import review
from pickomino.evaluation.win_chance import WinChance
from pickomino.profile.game_log import GameLog
from pickomino.profile.practice_log import PracticeLog
from pickomino.puzzles.packs import packs, today
from pickomino.puzzles.puzzle import parse_puzzle
from pickomino.rooms import Act, PersonSeat, Settings
from pickomino.rooms.clock import Clock
from pickomino.rooms.protocol.views import Room, RoomSummary, RoomView, SeatView, You
from pickomino.tables.offline import GamePlan, OfflineTable
from pickomino.tui.screens.dialogs.dialog import ChoiceDialog
from pickomino.tui.screens.game.lobby import LobbyScreen
from pickomino.tui.screens.menus.online import OnlineScreen
from pickomino.tui.screens.menus.profile import ProfileScreen
from pickomino.tui.screens.past_games.replay import ReplayScreen
from pickomino.tui.screens.puzzles.daily import DailyScreen
from pickomino.tui.screens.puzzles.practice import PracticeScreen
from support.tui.app_driver import (
    QuietBots,
    new_app,
    plan,
    play_by_keys,
    press_to,
    recorded_game,
    running,
    settle,
    until,
)
from support.tui.clicks import press
from support.tui.sample_profile import OWN_DECISION, PLAYED_GAME
from support.tui.screen_text import screen_text, table_screen
from support.tui.scripted_table import ScriptedTable
from support.tui.snapshot import ALL, SIZES, at_every_size, check, pictures, pressing


@pytest.fixture(autouse=True)
def same_everywhere(monkeypatch, tmp_path):
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Input, "_toggle_cursor", lambda _: None)  # it blinks


@pytest.fixture
def compare(request, tmp_path):
    """Compare a screen at every size with its snapshot; one app goes through all sizes."""

    def compare_screen(*keys, game=None, before=None, sizes=ALL, **how):
        app = new_app(tmp_path / "games", game, make_bots=QuietBots, **how)
        drawn = asyncio.run(pictures(app, before or pressing(*keys), sizes))
        check(request.node.name.removeprefix("test_"), drawn)

    return compare_screen


def test_home(compare):
    compare()


def test_new_game(compare):
    compare("n", "tab", *"Ann")


def test_new_game_with_every_rule(compare):
    async def choose(pilot):
        await pressing("n")(pilot)
        for name in ("extrawurm", "single", "steal"):
            pilot.app.screen.query_one(f"#{name}").action_turn(1)
            await settle(pilot)
        pilot.app.screen.query_one("#steal").focus()
        await settle(pilot)

    compare(before=choose)


def test_help(compare):
    compare("question_mark")


def test_action_palette(compare):
    compare("ctrl+p", game=plan("Ann", "Ben", seed=7))


def test_table_help(compare):
    compare("question_mark", "end", game=plan("Ann", "Ben", seed=7))


def test_languages(compare):
    compare("l")


def test_online_tables(compare):
    compare("o")


async def test_screens_of_the_menu(tmp_path, monkeypatch):
    """Several screens in one app, which saves time; the menu shows the day of these puzzles."""
    monkeypatch.setattr("pickomino.tui.screens.menus.home.today", lambda: packs()[0].starts)
    PracticeLog(tmp_path).add_cards([parse_puzzle(OWN_DECISION)], today() - timedelta(days=1))
    GameLog(tmp_path).add("a", PLAYED_GAME)
    drawn = {}
    app = new_app(tmp_path / "games", make_bots=QuietBots)
    async with running(app, SIZES["medium"], notifications=False) as pilot:
        for show in (show_lessons, show_daily, show_practice, show_profile, show_online):
            async for name in show(pilot):
                await settle(pilot)
                drawn[name] = await at_every_size(pilot)
    for name, sizes in drawn.items():
        check(name, sizes)


async def show_lessons(pilot):
    await press(pilot, "t")
    yield "lesson"
    await pilot.press("enter", "5")
    yield "lesson_with_a_hint"
    await pilot.press("tab", "tab", "enter")
    yield "extrawurm_lesson"
    await pilot.press("escape")


async def show_daily(pilot):
    screen = DailyScreen(packs()[0].starts)
    await pilot.app.push_screen(screen)
    await settle(pilot)
    yield "daily_question"
    screen.answer(screen.puzzle.choices[-1].action)
    yield "daily_answer"
    await pilot.press("escape")


async def show_practice(pilot):
    await press_to(pilot, ChoiceDialog, "p")
    yield "practice_themes"
    await press_to(pilot, PracticeScreen, "down", "enter")
    yield "practice_question"
    screen = pilot.app.screen
    screen.answer(screen.puzzle.choices[-1].action)
    yield "practice_answer"
    await pilot.press("escape")


async def show_profile(pilot):
    await press_to(pilot, ProfileScreen, "m")
    yield "profile"
    await pilot.press("escape")


async def show_online(pilot):
    seats = SeatView("person", "Ann", "", is_host=True), SeatView("open", "", "")
    settings = Settings("classic(steal=forced)"), Settings("short", match_wins=3)
    tables = [
        RoomSummary(code, "lobby", chosen, seats, 3, 0.0, 0.0)
        for code, chosen in zip(("ABCD2345", "EFGH6789"), settings, strict=True)
    ]
    pilot.app.server = "http://192.168.1.20:8400"
    screen = OnlineScreen()
    screen.action_look = lambda: None
    await pilot.app.push_screen(screen)
    await settle(pilot)
    screen.list_tables(tables)
    yield "online_tables_to_join"
    await pilot.press("f2")
    yield "open_a_table"


def test_review(compare, monkeypatch):
    """Evaluated by the formula: a new network would change the snapshot."""
    judged = partial(review, evaluator=WinChance())
    monkeypatch.setattr("pickomino.tui.screens.past_games.review.review_game", judged)

    async def show(pilot):
        await settle(pilot)
        game = recorded_game(players=3)
        await pilot.app.push_screen(ReplayScreen(game))
        await pressing("r")(pilot)
        await until(pilot, lambda: pilot.app.screen.moments)

    compare(before=show)


def test_saved_games(compare):
    compare("s")


@pytest.fixture
def saved(compare, monkeypatch, tmp_path):
    """Compare the list with two games in it: one finished, one not."""

    async def play(moves, turn_limit, at):
        monkeypatch.setattr(Clock, "now", lambda _: at)
        seats = PersonSeat("Ann"), PersonSeat("Benedikt von Hühnerstall")
        settings = Settings("standard", turn_limit=turn_limit)
        plan = GamePlan(seats, settings, seed=7)
        table = await OfflineTable.new(tmp_path / "games", plan, QuietBots())
        view = await table.view()
        while moves and view.phase != "over":
            await table.command(Act(view.you.legal[0]), view.version)
            view = await table.view()
            moves -= 1
        await table.close()

    def compare_list(*keys):
        async def show(pilot):
            await play(1000, 6, 1_700_000_000.0)
            await play(5, 1000, 1_710_000_000.0)
            await pressing(*keys)(pilot)

        compare(before=show)

    return compare_list


def test_saved_games_with_two_games(saved):
    saved("s")


def test_games_to_replay(saved):
    saved("r")


def test_delete_a_game(saved):
    saved("s", "d")


def test_open_a_file(compare):
    compare("s", "o", *"game.wgn")


def test_go_to_a_turn(compare):
    async def ask(pilot):
        await settle(pilot)
        await pilot.app.push_screen(ReplayScreen(recorded_game(players=3)))
        await pressing("end", "g", "2", "b")(pilot)

    compare(before=ask)


def test_log(compare):
    names = ("Ann", "Ben")
    compare("2", "s", "s", "4", "r", "w", "l", game=plan(*names, seed=7))


def test_reactions(compare):
    async def show(pilot):
        await settle(pilot)
        screen = pilot.app.screen
        screen.table.is_online = True
        screen.action_react()
        screen.table.is_online = False
        await pressing("down")(pilot)

    compare(game=plan("Ann", "Ben", seed=7), before=show)


def test_table_choosing(compare):
    compare(game=plan("Ann", "bot:family", "Ben", seed=7))


def test_table_deciding(compare):
    compare("2", "r", "w", "r", game=plan("Ann", "bot:family", "Ben", seed=7))


def test_table_of_seven_with_extrawurm(compare):
    names = ("Ann", "bot:family", "Ben", "bot:expert", "Benedikt von Hühnerstall", "国国", "Zoë")
    compare("2", game=plan(*names, rules="classic+extrawurm", seed=7))


def test_coach(compare):
    async def ask(pilot):
        await pressing("2", "r", "c")(pilot)
        panel = pilot.app.screen.query_one("CoachPanel")
        await until(pilot, lambda: panel.advice is not None, 60)
        await settle(pilot)

    compare(game=plan("Ann", "Ben", seed=7), before=ask)


def test_failed_turn(compare):
    async def fail(pilot):
        await pressing("2")(pilot)
        pilot.app.pace = 1000.0
        table = table_screen(pilot.app)
        await until(pilot, lambda: "q" in table.view.you.legal)
        await pilot.press("s", "s")
        await until(pilot, lambda: table.is_playing_back and "✖" in screen_text(pilot.app))

    compare(game=plan("Ann", "Ben", seed=7), before=fail)


def test_end(compare):
    game = GamePlan(
        (PersonSeat("Ann"), PersonSeat("Ben")),
        Settings("manual", turn_limit=4, match_games=3),
        seed=11,
    )

    async def play(pilot):
        await play_by_keys(pilot)
        await settle(pilot)

    compare(game=game, before=play)


def test_replay(compare):
    async def show(pilot):
        await settle(pilot)
        screen = ReplayScreen(recorded_game(players=3))
        await pilot.app.push_screen(screen)
        await settle(pilot)
        for _ in range(25):
            screen.action_step(1)
        await settle(pilot)

    compare(before=show)


def test_lobby(compare):
    seats = (
        SeatView("person", "Ann", "", is_host=True),
        SeatView("open", "", ""),
        SeatView("bot", "", "family"),
        SeatView("person", "Ben", "", is_absent=True),
    )
    room = Room("ABCD2345", Settings("classic"), seats)
    view = RoomView(7, "lobby", room, you=You((0,), is_host=True))

    async def show(pilot):
        await settle(pilot)
        await pilot.app.push_screen(LobbyScreen(ScriptedTable(), view))
        await settle(pilot)

    compare(before=show)


@pytest.mark.parametrize("theme", ["daylight", "terminal"])
def test_other_colours(compare, theme):
    async def show(pilot):
        pilot.app.theme = theme
        await pressing("2", "r")(pilot)

    compare(before=show, game=plan("Ann", "bot:family", seed=7), sizes=["medium"])


def test_without_colours(compare, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    game = plan("Ann", "bot:family", seed=7)
    compare("2", "r", game=game, sizes=["medium"])


def test_too_small(compare):
    compare(game=plan("Ann", "bot:family", seed=7), sizes=["tiny"])
