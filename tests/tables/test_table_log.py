"""The log of a table, with undo and views that replace it."""

import random

from msgspec.structs import replace

from pickomino import Game, Rules, SeededDice, legal_actions
from pickomino.core.play import step
from pickomino.core.position import Phase
from pickomino.i18n import texts_in
from pickomino.i18n.room_text import narrator_for
from pickomino.record.state import ActionEvent, GameStep
from pickomino.rooms import Settings, Undo
from pickomino.rooms.protocol.frames import frame_of, step_frames, to_room_event
from pickomino.rooms.protocol.views import Room, RoomView, SeatView
from pickomino.tables.table_log import TableLog
from support.followed_games import act_carefully, follow_game
from support.room_harness import CODE

ENGLISH = texts_in("en")


async def with_undo(table, view, move):
    if move % 5 == 4:
        await table.command(Undo(), view.version)
    else:
        await act_carefully(table, view, move)


def test_log_ends_at_the_current_position(tmp_path):
    table_log, view, _ = follow_game(tmp_path, 60, act_carefully)
    assert table_log.steps[-1].game_step.position.wfen() == view.table.wfen


def test_undone_actions_leave_the_log(tmp_path):
    table_log, view, _ = follow_game(tmp_path, 40, with_undo)
    assert table_log.steps[-1].game_step.position.wfen() == view.table.wfen
    assert table_log.steps[-1].turn == view.table.turn


def test_whole_view_replaces_the_log(tmp_path):
    _, _, views = follow_game(tmp_path, 30, act_carefully)
    table_log, other = TableLog(), TableLog()
    for view in views[:20]:
        table_log.follow(view)
    table_log.follow(replace(views[0], is_whole=True))
    other.follow(views[0])
    assert table_log.steps == other.steps


def test_last_lines_match_the_whole_log(tmp_path):
    table_log, view, _ = follow_game(tmp_path, 60, act_carefully)
    narrator = narrator_for(view, ENGLISH)
    whole = table_log.lines(narrator, 100_000)
    for count in (1, 5, 17, 40):
        assert table_log.lines(narrator, count) == whole[-count:]
    assert whole[0].text == "Turn 1: Ann"
    assert {line.kind for line in whole} >= {"title", "event", "failed"}


def test_log_may_start_before_the_ravens_choice():
    """Regression: that ended the table."""
    record = next(game for game in map(ravens_choice, range(200)) if game is not None)
    table_log = TableLog()
    seats = tuple(SeatView("person", name, "") for name in ("Ann", "Ida", "Cleo"))
    room = Room(CODE, Settings("standard+extrawurm"), seats)
    view = RoomView(1200, "playing", room, (frame_of(record.position, "9a"),))
    table_log.follow(view)
    action = legal_actions(record.position)[0]
    chosen = ActionEvent(record.position.seat, action)
    after, ended = step(record.position, action)
    frames = step_frames(
        GameStep(chosen, after), record.position, ended, "9a", to_room_event(chosen)
    )
    table_log.follow(RoomView(1201, "playing", room, frames))
    assert [type(step.game_step.event).__name__ for step in table_log.steps] == [
        "ActionEvent",
        "TurnEnd",
    ]
    assert table_log.lines(narrator_for(view, ENGLISH), 50)


def ravens_choice(seed):
    """Play at random until the Raven's owner must choose; returns the game, or None."""
    game = Game(Rules.preset("standard", extrawurm=True), 3, SeededDice(seed), turn_limit=60)
    rng = random.Random(seed)
    while not game.is_over:
        if game.position.turn.phase is Phase.RAVEN:
            return game
        game.play(rng.choice(legal_actions(game.position)))
    return None
