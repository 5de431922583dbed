"""The table_log of a table: the same as the room's, also with gaps, undo and rematches."""

import asyncio
import random

from msgspec.structs import replace

from pickomino import Game, Rules, SeededDice, legal_actions
from pickomino.core.play import step
from pickomino.core.position import Phase
from pickomino.core.rules import OPTIONS, PRESETS
from pickomino.i18n import texts_in
from pickomino.i18n.options import (
    OPTION_SOURCES,
    OPTION_TITLES,
    REACTION_TEXTS,
    RULE_CLAUSES,
    RULE_TITLES,
)
from pickomino.i18n.room_text import (
    describe_room_event,
    narrator_for,
)
from pickomino.rooms import LocalTable, PersonSeat, Refused, Settings, Undo
from pickomino.rooms.protocol import events
from pickomino.rooms.protocol.frames import frame_of, step_frames
from pickomino.rooms.protocol.messages import REACTIONS, error_of
from pickomino.rooms.protocol.views import Room, RoomView, SeatView
from pickomino.tables.table_log import TableLog, is_failure, position_of
from pickomino.tui.playback_steps import playback_steps
from support.room_harness import CODE, InstantBots

ENGLISH = texts_in("en")


def followed(folder, moves, act):
    """Play and follow; returns the table_log, the last view and every view."""

    async def go():
        table = await LocalTable.new(
            folder, [PersonSeat("Ann"), PersonSeat("Ida")], seed=5, bots=InstantBots()
        )
        table_log, view = TableLog(), await table.view(0)
        views = [view]
        table_log.follow(view)
        for move in range(moves):
            if view.phase != "playing":
                break
            version = view.version
            await act(table, view, move)
            view = await table.view(version)
            views.append(view)
            table_log.follow(view)
        await table.close()
        return table_log, view, views

    return asyncio.run(go())


async def careful(table, view, _):
    claims = [token for token in view.you.legal if token[0] in "ts"]
    await table.act(claims[0] if claims else view.you.legal[0])


async def with_undo(table, view, move):
    if move % 5 == 4:
        await table.command(Undo())
    else:
        await careful(table, view, move)


def test_the_story_comes_to_the_same_position(tmp_path):
    table_log, view, _ = followed(tmp_path, 60, careful)
    assert table_log.steps[-1].game_step.position.wfen() == view.table.wfen


def test_what_was_taken_back_is_not_told(tmp_path):
    table_log, view, _ = followed(tmp_path, 40, with_undo)
    assert table_log.steps[-1].game_step.position.wfen() == view.table.wfen
    assert table_log.steps[-1].turn == view.table.turn


def test_a_story_that_begins_anew_forgets_what_it_knew(tmp_path):
    _, _, views = followed(tmp_path, 30, careful)
    table_log, other = TableLog(), TableLog()
    for view in views[:20]:
        table_log.follow(view)
    table_log.follow(replace(views[0], is_whole=True))
    other.follow(views[0])
    assert table_log.steps == other.steps


def test_the_last_lines_are_those_of_the_whole_log(tmp_path):
    table_log, view, _ = followed(tmp_path, 60, careful)
    narrator = narrator_for(view, ENGLISH)
    whole = table_log.lines(narrator, 100_000)
    for most in (1, 5, 17, 40):
        assert table_log.lines(narrator, most) == whole[-most:]
    assert whole[0].text == "Turn 1a: Ann"
    assert {line.kind for line in whole} >= {"title", "event", "failed"}


def test_a_failed_roll_is_shown_with_its_dice(tmp_path):
    _, _, views = followed(tmp_path, 200, careful)
    steps = [step for view in views for step in playback_steps(replace(view, is_whole=False))]
    failed = [step for step in steps if step.turn_end is not None and is_failure(step.turn_end)]
    assert failed
    rolls = [frame for frame, _ in failed if isinstance(frame.event, events.Rolled)]
    assert rolls
    assert all(frame.rolled == frame.event.roll for frame in rolls)
    assert all(position_of(frame).seat == ended.seat for frame, ended in failed)


def test_everything_around_a_game_is_said():
    from pickomino.i18n.narrator import Narrator

    narrator = Narrator(ENGLISH, ("Ann", "Ida"))
    told = [
        events.Absent(0),
        events.Returned(0),
        events.TakenOver(1, "family", "clock"),
        events.TakenBack(1),
        events.HostChanged(1),
        events.SeatChanged(1, events.Seat("bot", bot="family")),
        events.Reacted(0, "hello"),
    ]
    for event in told:
        assert any(name in describe_room_event(event, narrator) for name in ("Ann", "Ida"))
    assert describe_room_event(events.DiceCommitted("g", "sha256:00"), narrator) == ""


def test_every_reaction_and_rule_set_has_its_words():
    assert set(REACTION_TEXTS) == set(REACTIONS)
    assert set(RULE_TITLES) == set(PRESETS)


def test_every_option_of_the_rules_has_its_words_and_says_what_the_rulebooks_say():
    assert set(OPTION_TITLES) == set(OPTION_SOURCES) == set(OPTIONS)
    pairs = {(option, value) for option, values in OPTIONS.items() for value in values}
    assert set(RULE_CLAUSES) == pairs


def test_refusals_of_a_server_can_be_said():
    inner = {"code": "tile_missing", "parameters": {"tile": 25}}
    nested = error_of(Refused("record_turn", {"line": 1, "turn": "1a", "reason": inner}))
    assert "tile 25 is nowhere" in str(nested)
    assert "from_the_future" in str(error_of(Refused("from_the_future")))


def test_a_story_may_begin_before_the_ravens_choice():
    """Once that ended the table."""
    record = next(game for game in map(ravens_choice, range(200)) if game is not None)
    table_log = TableLog()
    seats = tuple(SeatView("person", name, "") for name in ("Ann", "Ida", "Cleo"))
    room = Room(CODE, Settings("standard+extrawurm"), seats)
    view = RoomView(1200, "playing", room, (frame_of(record.position, "9a"),))
    table_log.follow(view)
    action = legal_actions(record.position)[0]
    chosen = events.Acted(record.position.seat, str(action))
    frames = step_frames(chosen, record.position, *step(record.position, action), "9a")
    table_log.follow(RoomView(1201, "playing", room, frames))
    assert [type(step.game_step.event).__name__ for step in table_log.steps] == [
        "ActionEvent",
        "TurnEnd",
    ]
    assert table_log.lines(narrator_for(view, ENGLISH), 50)


def ravens_choice(seed):
    """Play at random until the Raven's owner must choose; returns the game, or nothing."""
    game = Game(Rules.preset("standard", extrawurm=True), 3, SeededDice(seed), turn_limit=60)
    rng = random.Random(seed)
    while not game.is_over:
        if game.position.turn.phase is Phase.RAVEN:
            return game
        game.play(rng.choice(legal_actions(game.position)))
    return None
