"""Guided games: whose dice are arranged, what the frames explain, and what the record admits."""

import random

import pytest

from pickomino import Game, SeededDice, verify
from pickomino.bots.beginner import BeginnerBot
from pickomino.bots.protocol import Thinking
from pickomino.core.errors import PickominoError
from pickomino.record.state import RollEvent
from pickomino.rooms import Act, BotSeat, OpenSeat, PersonSeat, Rematch, Start, Undo
from pickomino.rooms.domain.decide import PlayForBot
from pickomino.rooms.domain.timeline import build_timeline
from support.room_harness import PureRoom

THINKING = Thinking(random.Random(0))


def guided(seed=0, **settings):
    seats = PersonSeat("Ann"), BotSeat("beginner")
    room = PureRoom(*seats, seed=seed, practice=True, guided=True, **settings)
    room.do(Start())
    return room


def play(room, turns=10_000):
    """Play turns as the beginner bot would, for both seats."""
    last = room.state.game.turn + turns
    while room.state.phase == "playing" and room.state.game.turn < last:
        seat = room.state.to_act
        action = BeginnerBot().choose(room.position, THINKING)
        if seat == 0:
            room.do(Act(str(action)))
        else:
            room.do(PlayForBot(seat, action), "")


def rolls_of(room, seat):
    events = [event for event, _ in room.state.game.steps if isinstance(event, RollEvent)]
    return [(number, event.roll) for number, event in enumerate(events) if event.seat == seat]


def test_dice_of_people_fall_by_chance():
    room = guided()
    dice = SeededDice(room.state.dice.seed)
    play(room)
    own, rivals = rolls_of(room, 0), rolls_of(room, 1)
    assert own
    assert all(roll == dice.roll(number, roll.size) for number, roll in own)
    assert any(roll != dice.roll(number, roll.size) for number, roll in rivals)


def test_undo_does_not_change_arranged_dice():
    room = guided()
    play(room, 1)
    before = room.state.game
    play(room, 1)
    played = room.state.game
    room.do(Undo())
    while room.state.game.length < before.length:
        room.do(Act(str(BeginnerBot().choose(room.position, THINKING))))
    play(room, 1)
    assert room.state.game == played


def test_log_determines_a_guided_game():
    room = guided()
    play(room)
    room.check()


def test_record_admits_arranged_dice():
    room = guided()
    play(room)
    record = room.state.record()
    assert "the first rolls of the bots were arranged" in record
    with pytest.raises(PickominoError, match="the record has no dice to verify"):
        verify(record)
    assert Game.from_wgn(record).wgn() == record
    assert room.log[-1].event.seed is None


def test_second_game_is_not_guided():
    room = guided(turn_limit=6)
    play(room)
    room.do(Rematch())
    room.do(Start())
    play(room)
    entries = build_timeline(tuple(room.log)).entries
    assert all(entry.frame.hints == () for entry in entries)
    assert "arranged" not in room.state.record()


def test_hints_begin_with_the_goal_and_are_for_the_person():
    room = guided()
    play(room, 2)
    frames = [entry.frame for entry in build_timeline(tuple(room.log)).entries]
    assert [line.key for line in frames[0].hints] == ["hint_goal", "hint_arranged"]
    assert [line.key for line in frames[1].hints] == ["hint_choose"]
    rivals = [frame for frame in frames if frame.turn == "1b" and not frame.ended]
    assert rivals
    assert all(frame.hints == () for frame in rivals)


def test_other_games_have_no_hints():
    room = PureRoom(PersonSeat("Ann"), BotSeat("beginner"), practice=True)
    room.do(Start())
    play(room, 4)
    assert all(entry.frame.hints == () for entry in build_timeline(tuple(room.log)).entries)


def test_guided_game_needs_taking_back_moves():
    with pytest.raises(PickominoError) as refused:
        PureRoom(PersonSeat("Ann"), OpenSeat(), guided=True)
    assert refused.value.code == "guided_practice"
