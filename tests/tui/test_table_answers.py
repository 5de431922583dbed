"""Keys that cannot be played say why; what is shown fits who looks and where the game stands."""

import asyncio

import pytest

from pickomino import Game, Rules, SeededDice, legal_actions
from pickomino.rooms import LocalTable, PersonSeat, Settings
from pickomino.tui.drawing.logo import logo
from pickomino.tui.drawing.palette import DUSK
from pickomino.tui.screens.game.end import EndScreen
from pickomino.tui.screens.game.table import TableScreen
from support.room_harness import InstantBots
from support.thread_bots import ThreadBots
from support.tui.app_driver import new_app, plan, play_by_keys, running, settle, until
from support.tui.clicks import press
from support.tui.screen_text import SIZES, screen_lines, screen_text, table_screen
from support.tui.scripted_table import ScriptedTable

ROLLED = plan("Ann", "Ben", seed=7)
"""Ann rolls 11222344 first."""


def after(folder, *keys, game=ROLLED, size=SIZES["medium"]):
    """What the screen shows after some keys at a table."""

    async def go():
        app = new_app(folder, game)
        async with running(app, size) as pilot:
            await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.view)
            for key in keys:
                await pilot.press(key)
                await settle(pilot)
            return screen_text(app)

    return asyncio.run(go())


REASONS = (
    ("5", "No 5 was rolled."),
    ("r", "Set aside a symbol first."),
    ("w", "No worm was rolled."),
    ("s", "Set aside a symbol first."),
    ("z", "The Weasel cannot help here."),
    ("24", "Roll on or stop first."),
    ("r2", "The 2 is already set aside."),
)


def test_a_key_that_plays_nothing_says_why(tmp_path):
    async def go():
        app = new_app(tmp_path, ROLLED)
        async with running(app) as pilot:
            await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.view)
            for keys, reason in REASONS:
                assert reason not in screen_text(app), keys
                await press(pilot, *keys)
                assert reason in screen_text(app), keys

    asyncio.run(go())


def test_a_key_in_a_rivals_turn_says_whose_turn_it_is(tmp_path):
    async def go():
        app = new_app(tmp_path, join=lambda: table)
        table = ScriptedTable()
        async with running(app) as pilot:
            table.show("playing", "game")
            await until(pilot, lambda: app.screen.view is not None)
            await pilot.press("r")
            await settle(pilot)
            return screen_text(app)

    assert asyncio.run(go()).count("It is Ann’s turn.") == 2, "in the first line and as an answer"


@pytest.mark.parametrize("seats", [(0,), ()])
def test_another_game_is_offered_to_guests_and_not_to_watchers(tmp_path, seats):
    async def go():
        app = new_app(tmp_path, join=lambda: table)
        table = ScriptedTable()
        table.seats = seats
        async with running(app) as pilot:
            table.show("over", "game")
            await until(pilot, lambda: isinstance(app.screen, EndScreen))
            await pilot.press("escape")
            await settle(pilot)
            return screen_text(app)

    assert ("Again" in asyncio.run(go())) is bool(seats)


async def nearly_over(folder, players):
    """Leave a game of 27 turns before the last one."""
    settings = Settings("manual", turn_limit=27)
    table = await LocalTable.new(folder, players, settings, seed=11, bots=InstantBots())
    view = await table.view()
    while view.table.turn != "14a":
        claims = [token for token in view.you.legal if token[0] in "ts"]
        view = await table.act((claims or sorted(view.you.legal, reverse=True))[0])
    await table.close()


def test_the_end_shows_whole_tiles_at_every_size(tmp_path):
    async def go():
        await nearly_over(tmp_path, (PersonSeat("Ann"), PersonSeat("Ben")))
        app = new_app(tmp_path)
        async with running(app, SIZES["small"]) as pilot:
            await pilot.press("c")
            await play_by_keys(pilot)
            await settle(pilot)
            stacks = [len(stack) for stack in table_screen(app).board.position.stacks]
            return screen_lines(app), stacks

    lines, stacks = asyncio.run(go())
    ranked = [line for line in lines if ". ◆" in line or ". ●" in line]
    assert len(ranked) == 2
    assert max(stacks) > 3, "otherwise nothing could break"
    after_ranks = lines[lines.index(ranked[1]) + 1].strip("│ ")
    assert not after_ranks.strip(), "no row of the ranking is broken"
    figures = [line.strip("│ ") for line in lines if ": " in line]
    assert all(figure.count("(") == figure.count(")") for figure in figures)
    assert any(figure.startswith("Boldest roll: ") for figure in figures), "no figure is broken"


def test_the_coach_does_not_wait_after_the_end(tmp_path):
    async def go():
        game = plan("Ann", "Ben", rules="manual", seed=11, turn_limit=1)
        app = new_app(tmp_path, game, make_bots=ThreadBots)
        app.is_coach_on = True
        async with running(app) as pilot:
            await play_by_keys(pilot)
            await pilot.press("escape")
            await settle(pilot)
            return screen_text(app)

    told = asyncio.run(go())
    assert "waits for your turn" not in told
    assert "Set aside" not in told, "no dice are on the table"


def test_the_best_choice_is_in_sight_where_the_list_is_longer_than_its_room(tmp_path):
    games = ((seed, Game(Rules.preset("standard"), 2, SeededDice(seed))) for seed in range(99))
    seed = next(seed for seed, game in games if len(legal_actions(game.position)) == 6)

    async def go():
        app = new_app(tmp_path, plan("Ann", "Ben", seed=seed))
        async with running(app, SIZES["small"]) as pilot:
            await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.view)
            await settle(pilot)
            choices = app.screen.query_one("ChoiceList")
            values = {str(choice.action): 0.1 for choice in choices.choices}
            last = str(choices.choices[-1].action)
            choices.show_values(values, last)
            await settle(pilot)
            return len(choices.choices) > choices.size.height, screen_text(app)

    is_long, text = asyncio.run(go())
    assert is_long, "otherwise nothing could be out of sight"
    assert "★ 10" in text


def test_marks_of_specialists_on_tiles_are_explained(tmp_path):
    game = plan("Ann", "Ben", rules="classic+extrawurm", seed=7)
    assert "Can = Canned" in after(tmp_path, game=game)
    helped = after(tmp_path, "question_mark", game=game, size=(60, 20))
    assert "Can = Canned" in helped
    roomy = after(tmp_path, game=game, size=(110, 34))
    assert "Canned Worm" in roomy, "whole names need no explanation"
    assert "Can =" not in roomy


def test_enter_is_named_by_what_it_does_with_a_game(tmp_path):
    async def go():
        for limit in (1, 1000):
            seats = PersonSeat("Ann"), PersonSeat("Ben")
            table = await LocalTable.new(
                tmp_path, seats, Settings(turn_limit=limit), seed=7, bots=InstantBots()
            )
            view = await table.view()
            while limit == 1 and view.phase != "over":
                view = await table.act(view.you.legal[0])
            await table.close()
        app = new_app(tmp_path)
        async with running(app) as pilot:
            await pilot.press("s")
            await settle(pilot)
            found = []
            for _ in range(2):
                found.append(screen_lines(app)[-1])
                await pilot.press("down")
                await settle(pilot)
            return sorted("Continue" in line for line in found)

    assert asyncio.run(go()) == [False, True]


def test_the_logo_has_an_m_with_a_middle():
    lines = logo("Pickomino", 80, DUSK).plain.split("\n")
    start = 8 * "PICKOMINO".index("M")
    assert [line[start : start + 7].strip() for line in lines[1:4]] == ["█▄ ▄█", "█ ▀ █", "▀   ▀"]
