"""Pictures of every screen at three sizes; `--snapshot-update` takes new ones after a look."""

import time

import pytest
from textual.widgets import Input

from pickomino.service import LocalTable, PersonSeat, Settings
from pickomino.service.ports import SystemClock
from pickomino.tui.local import GamePlan
from pickomino.tui.screens.reactions import ReactionScreen
from pickomino.tui.screens.replay import ReplayScreen
from tui.looking import SIZES, table_of
from tui.playing import QuietBots, new_app, plan, recorded, settled, until


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


@pytest.fixture(params=SIZES)
def compare(request, snap_compare, tmp_path):
    size = SIZES[request.param]

    def compared(*keys, game=None, before=None, **how):
        app = new_app(tmp_path / "games", game, make_bots=QuietBots, **how)
        return snap_compare(app, terminal_size=size, run_before=before or pressing(*keys))

    return compared


def test_home(compare):
    assert compare()


def test_new_game(compare):
    assert compare("n", "tab", *"Ann")


def test_help(compare):
    assert compare("question_mark")


def test_languages(compare):
    assert compare("l")


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
        await until(pilot, lambda: table.is_showing)
        await pilot.pause(0.2)

    assert compare(game=plan("Ann", "Ben", seed=7), before=fail)


def test_the_end(compare):
    game = GamePlan(
        (PersonSeat("Ann"), PersonSeat("Ben")), Settings("manual", turn_limit=4), seed=11
    )

    async def play(pilot):
        from tui.playing import play_by_keys

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
        await pilot.app.push_screen(LobbyScreen(None, view))
        await settled(pilot)

    assert compare(before=show)


@pytest.mark.parametrize("theme", ["daylight", "terminal"])
def test_other_colours(snap_compare, tmp_path, theme):
    app = new_app(tmp_path / "games", plan("Ann", "bot:family", seed=7), make_bots=QuietBots)
    app.theme = theme
    assert snap_compare(app, terminal_size=SIZES["medium"], run_before=pressing("2", "r"))


def test_without_colours(snap_compare, tmp_path, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    app = new_app(tmp_path / "games", plan("Ann", "bot:family", seed=7), make_bots=QuietBots)
    assert snap_compare(app, terminal_size=SIZES["medium"], run_before=pressing("2", "r"))
