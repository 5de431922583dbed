"""The mouse does what keys do: dialogs, the lobby, lines of keys, and clicks that come twice."""

import asyncio
import contextlib

import pytest
from textual.events import MouseDown, MouseUp

from pickomino import PickominoError
from pickomino.i18n import LANGUAGES, texts_in
from pickomino.service.messages import BotSeat, Join, Leave, OpenSeat, SetSeat, Settings, Start
from pickomino.service.views import RoomView, SeatView
from pickomino.tui.screens.dialog import ChoosingScreen
from pickomino.tui.screens.end import EndScreen
from pickomino.tui.screens.help import HelpScreen
from pickomino.tui.screens.home import HomeScreen
from pickomino.tui.screens.lobby import LobbyScreen
from pickomino.tui.screens.log import LogScreen
from pickomino.tui.screens.new_game import NewGameScreen
from pickomino.tui.screens.prompt import PromptScreen
from pickomino.tui.screens.reactions import ReactionScreen
from pickomino.tui.screens.replay import ReplayScreen
from pickomino.tui.screens.table import TableScreen
from pickomino.tui.widgets.key_bar import KeyBar, MoreScreen
from tui.playing import (
    SIZES,
    QuietBots,
    careful_key,
    new_app,
    plan,
    recorded,
    running,
    settled,
    shown,
    table_of,
    text_of,
    until,
)
from tui.scripted import ScriptedTable

SMALLER = [SIZES["small"], SIZES["medium"]]
FREE = SeatView("open", "", "")
OWN = SeatView("person", "Ann", "", is_yours=True, is_host=True)
BEN = SeatView("person", "Ben", "")


def place_of(app, text):
    """Where a text stands on the screen, from the bottom, or in the dialog that lies over it."""
    boxes = app.screen.query(".dialog")
    rows = boxes.first().region.line_range if boxes else range(app.size.height)
    found = [(shown(app)[y].index(text), y) for y in rows if text in shown(app)[y]]
    assert found, f"{text} is not on the screen"
    return found[-1]


async def click(pilot, text):
    await pilot.click(offset=place_of(pilot.app, text))
    await settled(pilot)


async def click_twice(pilot, text, between=None):
    """Click twice on one place as a person does, who does not wait for what comes of it."""
    x, y = place_of(pilot.app, text)
    where = {"x": x, "y": y, "screen_x": x, "screen_y": y, "delta_x": 0, "delta_y": 0, "button": 1}
    pilot.app.CLICK_CHAIN_TIME_THRESHOLD = 60.0
    for is_second in (False, True):
        if is_second and between is not None:
            await between()
        for kind in (MouseDown, MouseUp):
            pilot.app.post_message(kind(None, shift=False, meta=False, ctrl=False, **where))
    await pilot.pause()


async def press(pilot, *keys):
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


def stack(app):
    return [type(screen) for screen in app.screen_stack[1:]]


# Dialogs


async def languages(app):
    app.action_language()


async def helping(app):
    app.action_help()


async def prompting(app):
    await app.push_screen(PromptScreen("Which?"))


async def reacting(app):
    await app.push_screen(ReactionScreen(0))


async def logging(app):
    await app.push_screen(LogScreen([]))


OPENED = {
    ChoosingScreen: languages,
    HelpScreen: helping,
    PromptScreen: prompting,
    ReactionScreen: reacting,
    LogScreen: logging,
}


@pytest.mark.parametrize("size", SMALLER)
@pytest.mark.parametrize("dialog", OPENED)
def test_a_click_beside_a_dialog_closes_it(tmp_path, dialog, size):
    async def go():
        app = new_app(tmp_path)
        async with running(app, size) as pilot:
            await OPENED[dialog](app)
            await settled(pilot)
            assert stack(app) == [HomeScreen, dialog]
            await pilot.click(offset=(0, 0))
            await settled(pilot)
            return stack(app)

    assert asyncio.run(go()) == [HomeScreen]


@pytest.mark.parametrize(
    ("dialog", "title"), [(ChoosingScreen, "Language"), (PromptScreen, "Which?")]
)
def test_a_click_in_a_dialog_does_not_close_it(tmp_path, dialog, title):
    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            await OPENED[dialog](app)
            await settled(pilot)
            x, y = place_of(app, title)
            await pilot.click(offset=(x, y))
            await pilot.click(offset=(x, y - 1))  # the border
            await settled(pilot)
            return stack(app)

    assert asyncio.run(go()) == [HomeScreen, dialog]


def test_a_click_beside_the_end_shows_the_table(tmp_path):
    async def go():
        table = ScriptedTable()
        app = new_app(tmp_path, join=lambda: table)
        async with running(app) as pilot:
            table.show("over", "one")
            await until(pilot, lambda: isinstance(app.screen, EndScreen))
            await settled(pilot)
            await pilot.click(offset=(0, 0))
            await settled(pilot)
            return stack(app), table.closed

    assert asyncio.run(go()) == ([HomeScreen, TableScreen], 0)


def test_a_double_click_does_not_close_again_what_it_opened(tmp_path):
    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            await click_twice(pilot, "How to play", lambda: settled(pilot))
            await settled(pilot)
            return stack(app)

    assert asyncio.run(go()) == [HomeScreen, HelpScreen]


def test_a_double_click_on_an_answer_closed_what_lies_beneath_too(tmp_path):
    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            await press(pilot, "n")
            app.action_language()
            await settled(pilot)
            await click_twice(pilot, "Nederlands")
            await settled(pilot)
            return stack(app), app.language

    assert asyncio.run(go()) == ([HomeScreen, NewGameScreen], "nl")


# The lobby


class Waiting(ScriptedTable):
    """A table before its game: keeps what is asked of it, and may be long in answering."""

    def __init__(self):
        super().__init__()
        self.asked = []
        self.refusal = None
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    def seat(self, *seats, is_host=True, phase="lobby"):
        """Show the room with these seats."""
        self._version += 1
        settings = Settings("classic")
        self._views.put_nowait(RoomView(self.code, self._version, phase, settings, seats, is_host))

    async def command(self, command, _expected=None):
        self.asked.append(command)
        await self.may_answer.wait()
        if self.refusal is not None:
            raise self.refusal


@contextlib.asynccontextmanager
async def in_lobby(folder, *seats, size=SIZES["medium"], **how):
    """Wait in a lobby; gives the pilot and the table."""
    table = Waiting()
    app = new_app(folder, join=lambda: table, **how)
    app.player_name = "Ann"
    async with running(app, size) as pilot:
        table.seat(*seats)
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await settled(pilot)
        yield pilot, table


async def seated(pilot, table, *seats):
    """Show the room anew."""
    table.seat(*seats)
    await until(pilot, lambda: pilot.app.screen.view.seats == seats)
    await pilot.pause()


async def answered(pilot, table):
    await until(pilot, lambda: table.asked)
    await seated(pilot, table, OWN, FREE, FREE)


def test_the_second_click_on_a_free_seat_took_the_one_that_had_moved_there(tmp_path):
    async def go():
        async with in_lobby(tmp_path, FREE, FREE, FREE) as (pilot, table):
            await click_twice(pilot, "1  free", lambda: answered(pilot, table))
            await settled(pilot)
            return table.asked

    assert asyncio.run(go()) == [Join("Ann", 0)]


def test_a_second_seat_was_asked_for_before_the_first_was_answered(tmp_path):
    async def go():
        async with in_lobby(tmp_path, FREE, FREE, FREE) as (pilot, table):
            table.may_answer.clear()
            await click_twice(pilot, "1  free")
            await pilot.press("down", "enter")
            table.may_answer.set()
            await settled(pilot)
            await press(pilot, "enter")  # answered, but the room does not show it yet
            return table.asked

    assert asyncio.run(go()) == [Join("Ann", 0)]


def test_who_was_refused_a_seat_may_ask_for_another(tmp_path):
    async def go():
        async with in_lobby(tmp_path, FREE, FREE) as (pilot, table):
            table.refusal = PickominoError("seat_taken", seat=0)
            await click(pilot, "1  free")
            await click(pilot, "2  free")
            return table.asked

    assert asyncio.run(go()) == [Join("Ann", 0), Join("Ann", 1)]


def test_a_second_seat_is_neither_offered_nor_taken_until_one_stands_up(tmp_path):
    async def go():
        async with in_lobby(tmp_path, OWN, FREE) as (pilot, table):
            assert "2  free  " in text_of(pilot.app)
            await click(pilot, "2  free")
            await press(pilot, "enter")
            assert table.asked == []
            await seated(pilot, table, FREE, FREE)
            assert text_of(pilot.app).count("free: Enter takes this seat") == 2
            await click(pilot, "2  free")
            return table.asked

    assert asyncio.run(go()) == [Join("Ann", 1)]


@pytest.mark.parametrize("size", SMALLER)
def test_the_keys_of_the_lobby_are_clicked(tmp_path, size):
    async def go():
        async with in_lobby(tmp_path, OWN, FREE, size=size) as (pilot, table):
            for text in ("Begin ", "Bot ", "Stand up "):
                await click(pilot, text)
            await click(pilot, "Leave ")
            return table.asked, stack(pilot.app), table.closed

    asked = [Start(), SetSeat(1, BotSeat("family")), Leave(0)]
    assert asyncio.run(go()) == (asked, [HomeScreen], 1)


def test_a_bot_that_is_marked_is_sent_away(tmp_path):
    bot = SeatView("bot", "", "family")

    async def go():
        async with in_lobby(tmp_path, OWN, bot, FREE) as (pilot, table):
            await click(pilot, "Uncle Gus")
            await click(pilot, "Bot ")
            return table.asked

    assert asyncio.run(go()) == [SetSeat(1, OpenSeat())]


def test_guests_and_who_waits_for_the_dice_are_offered_only_what_they_can_do(tmp_path):
    async def go():
        async with in_lobby(tmp_path, FREE, BEN) as (pilot, table):
            bars = []
            for seats, is_host, phase in (
                ((OWN, BEN), True, "lobby"),
                ((OWN, BEN), False, "lobby"),
                ((FREE, BEN), False, "lobby"),
                ((OWN, BEN), True, "nonces"),
            ):
                table.seat(*seats, is_host=is_host, phase=phase)
                version = table._version
                await until(pilot, lambda version=version: pilot.app.screen.view.version == version)
                bars.append("".join(hint.key for hint in pilot.app.screen.query_one(KeyBar).hints))
            return bars

    assert asyncio.run(go()) == ["F2F3F4Esc", "F4Esc", "Esc", "Esc"]


def test_a_click_beside_the_lobby_does_not_leave_the_table(tmp_path):
    async def go():
        async with in_lobby(tmp_path, OWN, FREE) as (pilot, table):
            await pilot.click(offset=(0, 0))
            await settled(pilot)
            return stack(pilot.app), table.closed

    assert asyncio.run(go()) == ([HomeScreen, TableScreen, LobbyScreen], 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [*SMALLER, (40, 12)])
def test_the_line_of_keys_of_a_full_lobby_is_on_the_screen(tmp_path, size, language):
    async def go():
        seats = (OWN, *[FREE] * 6)
        async with in_lobby(tmp_path, *seats, size=size, language=language) as (pilot, _):
            bar = pilot.app.screen.query_one(KeyBar).region
            return shown(pilot.app)[bar.y]

    line = asyncio.run(go())
    assert f" Esc {texts_in(language).gettext('Leave')} " in line


# Prompts


@pytest.mark.parametrize("size", SMALLER)
@pytest.mark.parametrize(("text", "answer"), [("OK", "3b"), ("Back ", None)])
def test_a_prompt_is_answered_and_left_by_clicks(tmp_path, size, text, answer):
    async def go():
        app, answers = new_app(tmp_path), []
        async with running(app, size) as pilot:
            await app.push_screen(PromptScreen("Which?"), answers.append)
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
        await app.push_screen(ReplayScreen(recorded()))
        await settled(pilot)
        app.screen.action_step(30)
        await settled(pilot)
        yield pilot


def test_every_direction_of_a_replay_is_clicked(tmp_path):
    async def go():
        async with looking_again(tmp_path, SIZES["medium"]) as pilot:
            places = []
            for text in ("Step ", "Back ", " ↓ ", " ↑ ", " Home ", " End "):
                x, y = place_of(pilot.app, text)
                await pilot.click(offset=(x + 1, y))
                await settled(pilot)
                places.append(pilot.app.screen.at)
            return places, turn_ends(pilot.app.screen)

    places, ends = asyncio.run(go())
    after = min(end for end in ends if end > 30)
    before = max(end for end in ends if end < after)
    assert places == [31, 30, after, before, 0, ends[-1]]


def turn_ends(replay):
    """After how many events each turn of a replay is over."""
    kinds = [type(step.moment.event).__name__ for step in replay.steps]
    return [index + 1 for index, kind in enumerate(kinds) if kind == "TurnEnded"]


def test_what_has_no_room_is_clicked_in_a_list(tmp_path):
    async def go():
        async with looking_again(tmp_path, SIZES["small"]) as pilot:
            app, places = pilot.app, []
            for text in ("To the start", "To the end"):
                await click(pilot, "…")
                assert isinstance(app.screen, MoreScreen)
                await click(pilot, text)
                places.append(app.screen.at == len(app.screen.steps))
            await click(pilot, "…")
            await click(pilot, "Go to turn")
            assert isinstance(app.screen, PromptScreen)
            await press(pilot, "2", "b")
            await click(pilot, "OK")
            return places, text_of(app)

    places, text = asyncio.run(go())
    assert places == [False, True]
    assert "turn 2b" in text


@pytest.mark.parametrize(
    ("keys", "opened"),
    [(["enter"], PromptScreen), (["g"], PromptScreen), (["escape"], ReplayScreen)],
)
def test_the_list_of_what_has_no_room_works_with_keys(tmp_path, keys, opened):
    async def go():
        async with looking_again(tmp_path, SIZES["small"]) as pilot:
            await click(pilot, "…")
            await press(pilot, *keys)
            return type(pilot.app.screen)

    assert asyncio.run(go()) is opened


def test_the_log_could_not_be_clicked_in_german_while_a_bot_plays(tmp_path):
    async def go():
        app = new_app(tmp_path, plan("Ann", "bot:family"), make_bots=QuietBots, language="de")
        async with running(app) as pilot:
            await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.view)
            table = table_of(app)
            while table.view.is_your_turn:
                version = table.view.version
                await pilot.press(careful_key(table.view))
                await until(pilot, lambda version=version: table.view.version > version)
            await settled(pilot)
            assert "Verlauf" not in shown(app)[-1]
            assert " Esc Verlassen " in shown(app)[-1]
            await click(pilot, "…")
            await click(pilot, "Verlauf")
            return type(app.screen)

    assert asyncio.run(go()) is LogScreen


@pytest.mark.parametrize("size", SMALLER)
def test_every_hint_is_in_the_line_or_in_the_list(tmp_path, size):
    async def go():
        app = new_app(tmp_path)
        async with running(app, size) as pilot:
            await app.push_screen(ReplayScreen(recorded()))
            for language in LANGUAGES:
                app.speak(language)
                await settled(pilot)
                line = shown(app)[-1]
                missing = [
                    hint
                    for hint in app.screen.hints()
                    if f" {hint.key} {hint.words.strip()}".rstrip() not in line
                ]
                assert ("…" in line) == bool(missing), language
                if missing:
                    await click(pilot, "…")
                    listed = text_of(app)
                    assert all(hint.text in listed for hint in missing), language
                    await press(pilot, "escape")

    asyncio.run(go())


def test_the_menu_goes_where_the_marked_entry_leads(tmp_path):
    async def go():
        app = new_app(tmp_path)
        async with running(app) as pilot:
            await press(pilot, *["down"] * 4)
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_tries_to_quit_with_ctrl_c_was_answered_in_english(tmp_path, language):
    async def go():
        app = new_app(tmp_path, language=language)
        async with running(app) as pilot:
            await press(pilot, "ctrl+c")
            return [note.message for note in app._notifications]

    assert asyncio.run(go()) == [f"Ctrl+Q: {texts_in(language).gettext('quit; nothing is lost')}"]
