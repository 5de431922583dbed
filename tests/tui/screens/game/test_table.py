"""Playing at a local table."""

from contextlib import asynccontextmanager

import pytest

from pickomino import Action, Game, Position, verify
from pickomino.tables.saved_games import saved_games
from pickomino.tui.action_keys import keyed_actions
from pickomino.tui.screens.game.end import EndScreen
from pickomino.tui.screens.game.table import TableScreen
from pickomino.tui.widgets.choice_list import ChoiceList
from support.tui.app_driver import (
    after_keys,
    careful_key,
    new_app,
    plan,
    play_by_keys,
    running,
    running_app,
    set_something_aside,
    settle,
    until,
)
from support.tui.clicks import press
from support.tui.screen_text import SIZES, screen_lines, screen_text, table_screen
from support.tui.scripted_table import ScriptedTable

PEOPLE = plan("Ann", "Ida", seed=5)


@asynccontextmanager
async def at_table(folder):
    """Start a game of two people on this device."""
    async with running_app(folder, PEOPLE) as (app, pilot):
        yield pilot, table_screen(app)


@pytest.mark.parametrize(
    ("size", "rules", "seats", "turn_limit"),
    [
        ("medium", "standard(emptyflip=yes)", ("Ann", "bot:beginner"), 1000),
        ("large", "classic", ("Ann", "Ida", "bot:beginner"), 5),
        ("small", "manual+extrawurm", ("Ann", "bot:beginner"), 8),
    ],
)
@pytest.mark.usefixtures("drawn")
async def test_whole_game_is_played_by_keys(tmp_path, size, rules, seats, turn_limit):
    record = tmp_path / "game.wgn"
    # This seed, and turning a tile with every failure, make a short game.
    game = plan(*seats, rules=rules, seed=114, turn_limit=turn_limit)
    app = new_app(tmp_path, game, write_record=lambda _, text: record.write_text(text))
    async with running(app, SIZES[size]) as pilot:
        keys = await play_by_keys(pilot)
        await settle(pilot)
        assert isinstance(app.screen, EndScreen)
        text, view = screen_text(app), table_screen(app).view
    assert keys > 10
    assert "The game is over." in text
    game = Game.from_wgn(record.read_text())
    assert game.position.wfen() == view.table.wfen
    assert verify(record.read_text()).is_valid


async def test_dice_tiles_and_choices_can_be_clicked(tmp_path):
    async with at_table(tmp_path) as (pilot, table):
        first = table.view
        # The key stands under the die: two rows up is its middle.
        await click(pilot, "[4]", rows_up=2)
        await until(pilot, lambda: table.view.version > first.version)
        after_die = table.view.table.total
        while not any(token[0] == "t" for token in table.view.you.legal):
            version = table.view.version
            await pilot.press(careful_key(table.view))
            await until(pilot, lambda version=version: table.view.version > version)
        await settle(pilot)
        tile = next(token for token in table.view.you.legal if token[0] == "t")[1:]
        before = table.view
        await click(pilot, f"▸{tile}◂")
        await until(pilot, lambda: table.view.version > before.version)
        await settle(pilot)
        stacks = Position.from_wfen(table.view.table.wfen).stacks
        choice = table.query_one(ChoiceList).choices[0].action
        version = table.view.version
        await click(pilot, table.board.narrator.choice(table.board.position, choice))
        await until(pilot, lambda: table.view.version > version)
        seat = Position.from_wfen(before.table.wfen).seat
        tile = int(tile)
    assert after_die == 12, "three dice show 4"
    assert stacks[seat][-1] == tile
    assert choice.kind == "k"


async def click(pilot, text, rows_up=0):
    for y, line in enumerate(screen_lines(pilot.app)):
        if text in line:
            assert await pilot.click(offset=(line.index(text) + 1, y - rows_up))
            return
    raise AssertionError(f"{text!r} is nowhere in\n{screen_text(pilot.app)}")


async def test_key_takes_back_the_last_move(tmp_path):
    async with at_table(tmp_path) as (pilot, table):
        before = table.view
        await pilot.press(before.you.legal[0][1:])
        await until(pilot, lambda: table.view.version > before.version)
        played = table.view.table.wfen
        await pilot.press("u")
        await until(pilot, lambda: table.view.table.wfen == before.table.wfen)
        assert played != before.table.wfen
        assert len(table.table_log.steps) == 1, "the log still has the undone action"


async def test_key_pressed_twice_plays_once(tmp_path):
    async with at_table(tmp_path) as (pilot, table):
        key = table.view.you.legal[0][1:]
        await press(pilot, key, key, key)
        log = await table.table.service.log(table.table.code)
    assert sum(type(entry.event).__name__ == "Acted" for entry in log) == 1


async def test_bots_play_to_the_end(tmp_path):
    app = new_app(tmp_path, plan("bot:beginner", "bot:random", turn_limit=12))
    async with running(app) as pilot:
        await until(pilot, lambda: isinstance(app.screen, EndScreen))
        await settle(pilot)
        assert "Careful Clara" in screen_text(app)


async def test_key_skips_the_playback(tmp_path):
    async with running_app(tmp_path, plan("Ann", "Ida", seed=7), pace=1000.0) as (app, pilot):
        table = table_screen(app)
        # Setting aside 2, then stopping with nothing, is a failed turn.
        await pilot.press("2")
        await until(pilot, lambda: "r" in table.view.you.legal and not table.is_playing_back)
        await pilot.press("s", "s")
        await until(pilot, lambda: "✖ The turn fails: Ann" in screen_text(app))
        is_playing_back = table.is_playing_back
        await pilot.press("space")
        await until(pilot, lambda: "Ida: choose" in screen_text(app))
        assert is_playing_back


ROLLED = plan("Ann", "Ben", seed=7)
"""Ann rolls 11222344 first."""


REASONS = (
    ("5", "No 5 was rolled."),
    ("r", "Set aside a symbol first."),
    ("w", "No worm was rolled."),
    ("s", "Set aside a symbol first."),
    ("z", "The Weasel cannot help here."),
    ("24", "Roll on or stop first."),
    ("r2", "The 2 is already set aside."),
)


async def test_refused_key_gives_the_reason(tmp_path):
    async with running_app(tmp_path, ROLLED) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.view)
        for keys, reason in REASONS:
            assert reason not in screen_text(app), keys
            await press(pilot, *keys)
            assert reason in screen_text(app), keys


async def test_key_in_a_rivals_turn_names_the_rival(tmp_path):
    app = new_app(tmp_path, join=lambda: table)
    table = ScriptedTable()
    async with running(app) as pilot:
        table.show("playing", "game")
        await until(pilot, lambda: app.screen.view is not None)
        await press(pilot, "r")
        assert screen_text(app).count("It is Ann’s turn.") == 2, (
            "in the banner and in the notification"
        )


def test_marks_on_tiles_are_explained(tmp_path):
    game = plan("Ann", "Ben", rules="classic+extrawurm", seed=7)
    assert "Can = Canned" in after_keys(tmp_path, "", game=game)
    assert "Can = Canned" in after_keys(tmp_path, "?", (60, 20), game=game)
    roomy = after_keys(tmp_path, "", (110, 34), game=game)
    assert "Canned Worm" in roomy, "whole names need no explanation"
    assert "Can =" not in roomy


async def test_unusable_folder_is_reported(tmp_path):
    (tmp_path / "games").write_text("not a folder")
    async with running_app(tmp_path / "games", PEOPLE) as (app, pilot):
        await until(pilot, lambda: "could not be saved" in screen_text(app))
        assert type(app.screen).__name__ == "TableScreen"


async def test_events_are_stored_before_they_are_shown(tmp_path):
    async with at_table(tmp_path) as (pilot, table):
        await set_something_aside(pilot)
        ((saved,), _) = await saved_games(tmp_path, 9)
        assert saved.version == table.view.version


async def test_stopping_with_nothing_is_confirmed(tmp_path):
    """The turn ended at once, and online it cannot be taken back."""
    async with at_table(tmp_path) as (pilot, table):
        await set_something_aside(pilot)
        await settle(pilot)
        assert table.view.you.legal == ("r", "q")
        version = table.view.version
        for key, answer in (("s", ["enter"]), ("q", ["escape"])):
            await press(pilot, key)
            assert "The turn would fail." in screen_text(pilot.app)
            await press(pilot, *answer)
            assert table.view.version == version
        await press(pilot, "q", "q")
        await until(pilot, lambda: table.view.version > version)
        assert "fails" in screen_text(pilot.app)


def type_keys(legal, keys):
    choices = ChoiceList()
    choices.choices = keyed_actions([Action.parse(token) for token in legal])
    return [action and str(action) for action in map(choices.type_key, keys)]


@pytest.mark.parametrize(
    ("legal", "keys", "played"),
    [
        (("t24", "s25", "r"), "t24", [None, None, "t24"]),
        (("t24", "s25", "r"), "s25", [None, None, "s25"]),
        (("t24", "s25", "r"), "2", ["s25"]),
        (("t24", "s25", "r"), "t9r", [None, None, "r"]),
        (("t24", "s25", "r"), "tts25", [None, None, None, None, "s25"]),
        (("t25", "r"), "s", ["t25"]),
        (("t25", "r"), "t25", [None, None, "t25"]),
        (("k1", "k5", "kw"), "k5w", [None, "k5", "kw"]),
        (("r", "q"), "sq", ["q", "q"]),
        (("ba", "bc"), "bcba", [None, "bc", None, "ba"]),
        (("ba", "bc"), "2", ["bc"]),
    ],
)
def test_tokens_can_be_typed(legal, keys, played):
    assert type_keys(legal, keys) == played


async def test_token_of_the_raven_is_not_taken_for_other_keys(tmp_path, monkeypatch):
    """Without a choice of the Raven, `b` takes a seat back and `c` shows the coach."""
    async with at_table(tmp_path) as (pilot, table):
        await settle(pilot)
        played, others = [], []
        monkeypatch.setattr(table, "act", played.append)
        monkeypatch.setattr(table, "action_take_back", lambda: others.append("b"))
        monkeypatch.setattr(table, "action_coach", lambda: others.append("c"))
        choices = table.query_one(ChoiceList)
        choices.show(table.board._replace(legal=(Action.parse("ba"), Action.parse("bc"))))
        await press(pilot, "b", "c")
        assert (played, others) == ([Action.parse("bc")], [])


async def test_enter_takes_the_only_tile(tmp_path):
    async with at_table(tmp_path) as (pilot, table):
        await settle(pilot)
        board = table.board._replace(legal=tuple(map(Action.parse, ("t25", "r"))))
        choices = table.query_one(ChoiceList)
        choices.show(board)
        assert str(choices.choices[choices.highlighted].action) == "t25"
        choices.show(board._replace(legal=tuple(map(Action.parse, ("t24", "t25", "r")))))
        assert str(choices.choices[choices.highlighted].action) == "r"
