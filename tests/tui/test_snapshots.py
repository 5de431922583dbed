"""Pictures of every screen at five sizes; `--snapshot-update` takes new ones after a look."""

import asyncio
import time

import pytest
from pytest_textual_snapshot import SVGImageExtension
from textual.widgets import Input

from pickomino.service import LocalTable, PersonSeat, Settings
from pickomino.service.ports import SystemClock
from pickomino.tui.local import GamePlan
from pickomino.tui.screens.reactions import ReactionScreen
from pickomino.tui.screens.replay import ReplayScreen
from tui.looking import SIZES as TESTED
from tui.looking import table_of, text_of
from tui.playing import QuietBots, new_app, plan, play_by_keys, recorded, settled, until
from tui.scripted import ScriptedTable

SIZES = {**TESTED, "wide": (110, 34), "wider": (120, 40), "tiny": (40, 12)}
ALL = [name for name in SIZES if name != "tiny"]


@pytest.fixture(autouse=True)
def same_everywhere(monkeypatch, tmp_path):
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("COLORFGBG", raising=False)
    time.tzset()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Input, "_toggle_cursor", lambda _: None)  # it blinks


def pressing(*keys):
    async def press(pilot):
        await settled(pilot)
        for key in keys:
            await pilot.press(key)
            await settled(pilot)

    return press


@pytest.fixture
def compare(snapshot, tmp_path):
    """Compare a screen at every size with the last pictures; one app goes through all sizes."""
    snapshot = snapshot.use_extension(SVGImageExtension)

    def compared(*keys, game=None, before=None, sizes=ALL, **how):
        app = new_app(tmp_path / "games", game, make_bots=QuietBots, **how)
        found = asyncio.run(pictures(app, before or pressing(*keys), sizes))
        changed = [size for size, picture in found.items() if picture != snapshot(name=size)]
        return not changed

    return compared


async def pictures(app, show, sizes):
    async with app.run_test(size=SIZES["medium"]) as pilot:
        await show(pilot)
        found = {}
        for name in sizes:
            await pilot.resize_terminal(*SIZES[name])
            await settled(pilot)
            found[name] = app.export_screenshot(title=app.title)
        app.workers.cancel_all()
    return found


def test_home(compare):
    assert compare()


def test_new_game(compare):
    assert compare("n", "tab", *"Ann")


def test_new_game_with_every_rule(compare):
    async def choose(pilot):
        await pressing("n")(pilot)
        for name in ("extrawurm", "single", "steal"):
            pilot.app.screen.query_one(f"#{name}").action_turn(1)
        pilot.app.screen.query_one("#steal").focus()
        await settled(pilot)

    assert compare(before=choose, sizes=["small", "medium", "large"])


def test_help(compare):
    assert compare("question_mark")


def test_palette(compare):
    assert compare("ctrl+p", game=plan("Ann", "Ben", seed=7))


def test_help_of_the_table(compare):
    assert compare("question_mark", "end", game=plan("Ann", "Ben", seed=7))


def test_languages(compare):
    assert compare("l")


def test_online_tables(compare):
    assert compare("o")


def test_saved_games(compare):
    assert compare("s")


@pytest.fixture
def saved(compare, monkeypatch, tmp_path):
    """Pictures of the list with two games in it: one is over, one goes on."""

    async def play(moves, turn_limit, at):
        monkeypatch.setattr(SystemClock, "now", lambda _: at)
        table = await LocalTable.new(
            tmp_path / "games",
            (PersonSeat("Ann"), PersonSeat("Benedikt von Hühnerstall")),
            Settings("standard", turn_limit=turn_limit),
            seed=7,
            bots=QuietBots(),
        )
        view = await table.view()
        while moves and view.phase != "over":
            view = await table.act(view.you.legal[0])
            moves -= 1
        await table.close()

    def compared(*keys):
        async def show(pilot):
            await play(1000, 6, 1_700_000_000.0)
            await play(5, 1000, 1_710_000_000.0)
            await pressing(*keys)(pilot)

        return compare(before=show)

    return compared


def test_saved_games_with_games_in_the_list(saved):
    assert saved("s")


def test_look_at_a_game_again(saved):
    assert saved("r")


def test_delete_a_game(saved):
    assert saved("s", "d")


def test_open_a_file(compare):
    assert compare("s", "o", *"game.wgn")


def test_go_to_a_turn(compare):
    async def ask(pilot):
        await settled(pilot)
        await pilot.app.push_screen(ReplayScreen(recorded(players=3)))
        await pressing("end", "g", "2", "b")(pilot)

    assert compare(before=ask)


def test_log(compare):
    names = ("Ann", "Ben")
    assert compare("2", "s", "4", "r", "w", "l", game=plan(*names, seed=7))


def test_reactions(compare):
    async def show(pilot):
        await settled(pilot)
        await pilot.app.push_screen(ReactionScreen(0))
        await pressing("down")(pilot)

    assert compare(game=plan("Ann", "Ben", seed=7), before=show)


def test_table_choosing(compare):
    assert compare(game=plan("Ann", "bot:family", "Ben", seed=7))


def test_table_deciding(compare):
    assert compare("2", "r", "w", "r", game=plan("Ann", "bot:family", "Ben", seed=7))


def test_table_of_seven_with_extrawurm(compare):
    names = ("Ann", "bot:family", "Ben", "bot:expert", "Benedikt von Hühnerstall", "国国", "Zoë")
    assert compare("2", game=plan(*names, rules="classic+extrawurm", seed=7))


def test_coach(compare):
    async def ask(pilot):
        await pressing("2", "r", "c")(pilot)
        panel = pilot.app.screen.query_one("CoachPanel")
        await until(pilot, lambda: panel.advice is not None, 60)
        await settled(pilot)

    assert compare(game=plan("Ann", "Ben", seed=7), before=ask)


def test_a_failed_turn(compare):
    async def fail(pilot):
        await pressing("2")(pilot)
        pilot.app.pace = 1000.0
        table = table_of(pilot.app)
        await until(pilot, lambda: "q" in table.view.you.legal)
        await pilot.press("s")
        await until(pilot, lambda: table.is_showing and "✖" in text_of(pilot.app))

    assert compare(game=plan("Ann", "Ben", seed=7), before=fail)


def test_the_end(compare):
    game = GamePlan(
        (PersonSeat("Ann"), PersonSeat("Ben")), Settings("manual", turn_limit=4), seed=11
    )

    async def play(pilot):
        await play_by_keys(pilot)
        await settled(pilot)

    assert compare(game=game, before=play)


def test_replay(compare):
    async def show(pilot):
        await settled(pilot)
        screen = ReplayScreen(recorded(players=3))
        await pilot.app.push_screen(screen)
        await settled(pilot)
        for _ in range(25):
            screen.action_step(1)
        await settled(pilot)

    assert compare(before=show)


def test_lobby(compare):
    from pickomino.service.views import Room, RoomView, SeatView, You
    from pickomino.tui.screens.lobby import LobbyScreen

    seats = (
        SeatView("person", "Ann", "", is_host=True),
        SeatView("open", "", ""),
        SeatView("bot", "", "family"),
        SeatView("person", "Ben", "", is_absent=True),
    )
    room = Room("ABCD2345", Settings("classic"), seats)
    view = RoomView(7, "lobby", room, you=You((0,), is_host=True))

    async def show(pilot):
        await settled(pilot)
        await pilot.app.push_screen(LobbyScreen(ScriptedTable(), view))
        await settled(pilot)

    assert compare(before=show)


@pytest.mark.parametrize("theme", ["daylight", "terminal"])
def test_other_colours(compare, theme):
    async def show(pilot):
        pilot.app.theme = theme
        await pressing("2", "r")(pilot)

    assert compare(before=show, game=plan("Ann", "bot:family", seed=7), sizes=["medium"])


def test_without_colours(compare, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    game = plan("Ann", "bot:family", seed=7)
    assert compare("2", "r", game=game, sizes=["medium"])


def test_too_small(compare):
    assert compare(game=plan("Ann", "bot:family", seed=7), sizes=["tiny"])
