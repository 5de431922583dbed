"""Decisions of a room: seats, host, start, clock, absence, undo, rematch, reactions."""

from types import SimpleNamespace

import pytest

from pickomino import Game, legal_actions
from pickomino.rooms.domain import decide, room
from pickomino.rooms.domain.decide import (
    ABSENCE_SECONDS,
    BotMove,
    CheckDeadline,
    Deadline,
    MarkAbsentExcept,
    PlayForBot,
    SetPresence,
    next_automatic_step,
)
from pickomino.rooms.protocol import events, messages
from pickomino.rooms.views.room_views import seats_of
from support.room_harness import ANN, BEN, EVE, PureRoom, ann_and_bot


def friends(**settings):
    """Ann is host, Ben has joined, the third seat is open."""
    table = PureRoom(
        messages.PersonSeat("Ann"), messages.OpenSeat(), messages.OpenSeat(), **settings
    )
    table.do(messages.Join("Ben"), BEN, is_new=True)
    return table


def playing(**settings):
    table = friends(practice=True, **settings)
    table.do(messages.Start())
    return table


def act(table, token=ANN):
    return table.do(messages.Act(str(legal_actions(table.position)[0])), token)


def act_for_bot(table):
    move = next_automatic_step(table.state)
    assert isinstance(move, BotMove)
    return table.do(PlayForBot(move.seat, legal_actions(table.position)[0]), "", move.version)


def finish(table, limit=5000):
    for _ in range(limit):
        seat = table.state.to_act
        if seat is None:
            return
        action = legal_actions(table.position)[0]
        if table.state.seats[seat].player:
            table.do(PlayForBot(seat, action), "")
        else:
            table.do(messages.Act(str(action)), table.state.seats[seat].token)
    raise AssertionError("no end")


def test_join_takes_the_first_open_seat():
    table = friends()
    assert [seat.kind for seat in table.state.seats] == ["person", "person", "open"]
    assert table.state.seats_of(BEN) == (1,)


def test_one_token_may_hold_several_seats():
    table = PureRoom(messages.PersonSeat("Ann"), messages.PersonSeat("Ida"), messages.OpenSeat())
    table.do(messages.Join("Leo"), ANN)
    assert table.state.seats_of(ANN) == (0, 1, 2)


def test_open_seats_are_closed_at_the_start():
    table = PureRoom(
        messages.PersonSeat("Ann"), messages.OpenSeat(), messages.BotSeat("random"), practice=True
    )
    started = table.do(messages.Start())
    assert isinstance(started[0], events.SeatsArranged)
    assert started[0].order == (0, 2)
    assert table.position.players == 2
    assert isinstance(started[-1], events.Rolled)


def test_command_parses_neither_its_rolls_nor_its_action(monkeypatch):
    table = playing()

    def fail(text):
        raise AssertionError(f"{text} was parsed again")

    monkeypatch.setattr(room, "Roll", SimpleNamespace(parse=fail))
    monkeypatch.setattr(room, "Action", SimpleNamespace(parse=fail))
    while not any(isinstance(event, events.Rolled) for event in act(table)):
        pass
    monkeypatch.undo()
    table.check()


@pytest.mark.parametrize(
    "seats", [[messages.OpenSeat()], [messages.PersonSeat("Ann"), messages.OpenSeat()]]
)
def test_start_requires_two_players(seats):
    assert PureRoom(*seats).refusal(messages.Start()) == "too_few_players"


def test_only_the_host_changes_seats():
    table = friends()
    plan = messages.BotSeat("random")
    for command in (
        messages.SetSeat(2, plan),
        messages.Start(),
        messages.HostRemove(0),
        messages.HostReplaceByBot(0, "random"),
    ):
        assert table.refusal(command, BEN) == "not_host"
    table.do(messages.SetSeat(3, plan))
    assert len(table.state.seats) == 4
    assert table.refusal(messages.SetSeat(5, plan)) == "no_such_seat"
    assert (
        table.refusal(messages.SetSeat(2, messages.BotSeat("external:command=ls"))) == "unknown_bot"
    )
    assert (
        table.refusal(messages.SetSeat(2, messages.BotSeat("strategist:depth=9")))
        == "bad_option_value"
    )
    assert (
        table.refusal(messages.SetSeat(2, messages.BotSeat("random:x=1"))) == "unknown_bot_option"
    )
    # Players at other machines must not choose files of this one.
    network = messages.BotSeat("champion:network=/etc/hostname")
    assert table.refusal(messages.SetSeat(2, network)) == "unknown_bot_option"


def test_join_requires_an_open_seat():
    table = PureRoom(messages.PersonSeat("Ann"), messages.BotSeat("random"))
    assert table.refusal(messages.Join("Ben"), BEN, is_new=True) == "room_full"
    assert table.refusal(messages.Join("Ben", 1), BEN, is_new=True) == "seat_taken"
    assert table.refusal(messages.Join("Ben", 6), BEN, is_new=True) == "no_such_seat"


def test_second_click_on_join_is_stale():
    table = friends()
    version = table.state.version
    table.do(messages.Join("Eve"), EVE, version, is_new=True)
    assert table.refusal(messages.Join("Eve"), EVE, version) == "stale"


def test_join_is_refused_in_a_running_game():
    assert playing().refusal(messages.Join("Eve"), EVE, is_new=True) == "game_running"


@pytest.mark.parametrize(
    "name", ["", " ", "a\n", "a\u202eb", "\u200b", "x" * 41, "a\x7f", "\ud800"]
)
def test_bad_names_are_refused(name):
    assert friends().refusal(messages.Join(name), EVE, is_new=True) == "bad_name"


def test_names_are_normalized():
    table = friends()
    table.do(messages.Join(" Ren\u0065\u0301 "), EVE, is_new=True)
    assert table.state.seats[2].name == "Ren\u00e9"


def test_host_who_leaves_a_lobby_is_replaced():
    table = friends()
    table.do(messages.Leave(0))
    assert table.state.seats[0].kind == "open"
    assert table.state.host == BEN
    assert table.refusal(messages.Start(), ANN) == "bad_token"
    table.check()


def test_bot_replaces_a_player_who_leaves():
    table = playing()
    table.do(messages.Leave(0))
    assert table.state.seats[0].bot
    assert isinstance(next_automatic_step(table.state), BotMove)
    assert table.state.names == ("Ann", "Ben")
    assert table.refusal(messages.Act("r"), ANN) == "bad_token"


def test_host_removes_a_player_for_good():
    table = playing()
    table.do(messages.HostRemove(1))
    assert table.refusal(messages.TakeBack(1), BEN) == "bad_token"
    assert table.refusal(messages.HostRemove(1)) == "no_person"


def test_host_without_a_seat_stays_host():
    table = PureRoom(messages.OpenSeat(), messages.OpenSeat(), messages.BotSeat("random"))
    table.do(messages.Join("Ben"), BEN, is_new=True)
    table.do(messages.HostRemove(0))
    assert table.state.host == ANN


def test_player_takes_a_seat_back_from_the_hosts_bot():
    table = playing()
    table.do(messages.HostReplaceByBot(0, "beginner"))
    assert table.refusal(messages.Act("r")) == "taken_over"
    assert table.refusal(messages.HostReplaceByBot(0, "beginner")) == "no_person"
    act_for_bot(table)
    table.do(messages.TakeBack(0))
    act(table)
    assert table.refusal(messages.TakeBack(0)) == "not_taken_over"
    table.check()


def test_commands_for_another_players_seat_are_refused():
    table = playing()
    for command in (
        messages.Leave(0),
        messages.TakeBack(0),
        messages.React(0, "hello"),
        messages.GiveNonce(0, "00" * 32),
    ):
        assert table.refusal(command, BEN) == "not_your_seat"
    assert table.refusal(messages.Leave(6), BEN) == "no_such_seat"


def test_wrong_actions_are_refused():
    table = playing()
    action = str(legal_actions(table.position)[0])
    assert table.refusal(messages.Act(action), BEN) == "not_your_turn"
    assert table.refusal(messages.Act(action), EVE) == "bad_token"
    assert table.refusal(messages.Act(action), "") == "bad_token"
    assert table.refusal(messages.Act("t36")) == "illegal_action"
    assert table.refusal(messages.Act("nonsense")) == "bad_action"
    assert friends().refusal(messages.Act(action)) == "not_running"


def test_second_click_is_stale():
    table = playing()
    version = table.state.version
    act(table)
    assert table.refusal(messages.Act("r"), expected=version) == "stale"
    assert table.refusal(messages.Act("r"), expected=table.state.version + 1) == "stale"
    assert table.refusal(messages.Act("r"), expected=None) == "no_version"


def test_quiet_events_make_no_action_stale():
    table = playing()
    version = table.state.version
    table.do(messages.React(1, "hello"), BEN)
    table.do(SetPresence(is_here=False), BEN)
    table.do(messages.Act(str(legal_actions(table.position)[0])), expected=version)


def test_reactions_are_throttled():
    table = playing()
    table.do(messages.React(0, "hello"))
    assert table.refusal(messages.React(0, "hello")) == "too_fast"
    table.now += 1.0
    table.do(messages.React(0, "ouch"))


def test_reactions_of_a_game_are_limited(monkeypatch):
    """Refused reactions once asked for patience, although no later one was accepted either."""
    monkeypatch.setattr("pickomino.rooms.domain.decide.MAX_REACTIONS", 1)
    table = playing()
    table.do(messages.React(0, "hello"))
    table.now += 10.0
    assert table.refusal(messages.React(0, "ouch")) == "too_many_reactions"


def test_bot_takes_over_when_the_clock_runs_out():
    table = playing(turn_seconds=30)
    assert next_automatic_step(table.state) == Deadline(1030.0, "clock", table.state.changed)
    table.now += 29
    assert table.do(CheckDeadline()) == []
    act(table)
    table.now += 1
    (taken,) = table.do(CheckDeadline())
    assert (taken.seat, taken.reason) == (0, "clock")
    act_for_bot(table)
    table.do(messages.TakeBack(0))
    assert next_automatic_step(table.state).at == table.now + 30
    table.check()


def test_bot_takes_over_for_an_absent_player():
    table = playing()
    assert next_automatic_step(table.state) is None
    table.do(SetPresence(is_here=False))
    assert table.do(SetPresence(is_here=False)) == []
    table.now += ABSENCE_SECONDS
    (taken,) = table.do(CheckDeadline())
    assert taken.reason == "absence"
    (returned,) = table.do(SetPresence(is_here=True))
    assert isinstance(returned, events.Returned)
    assert table.state.seats[0].stand_in
    table.do(messages.TakeBack(0))


def test_game_pauses_when_all_players_are_absent():
    table = playing()
    table.do(SetPresence(is_here=False))
    assert isinstance(next_automatic_step(table.state), Deadline)
    table.do(SetPresence(is_here=False), BEN)
    assert next_automatic_step(table.state) is None
    table.do(SetPresence(is_here=True), BEN)
    assert isinstance(next_automatic_step(table.state), Deadline)


def test_players_not_present_are_marked_absent():
    table = playing()
    (absent,) = table.do(MarkAbsentExcept(frozenset({BEN})), "")
    assert absent == events.Absent(0)
    assert table.do(MarkAbsentExcept(frozenset({BEN})), "") == []
    table.check()


def test_undo_restores_the_players_last_decision():
    table = ann_and_bot(practice=True)
    table.do(messages.Start())
    before = table.state.game
    act(table)
    first = table.state.game
    while table.state.to_act == 0:
        act(table)
    act_for_bot(table)
    while table.state.game.steps[: len(before.steps)] != table.state.game.steps:
        table.do(messages.Undo())
    assert table.state.game == before
    act(table)
    assert table.state.game == first
    table.check()


def test_undo_requires_practice_and_a_decision():
    table = ann_and_bot(practice=True)
    assert table.refusal(messages.Undo()) == "not_running"
    table.do(messages.Start())
    assert table.refusal(messages.Undo()) == "nothing_to_undo"
    online = ann_and_bot()
    online.do(messages.Start())
    assert online.refusal(messages.Undo()) == "undo_committed"


def test_rematch_is_begun_by_the_next_seat():
    table = playing(rules="mini")
    finish(table)
    first_id = table.state.dice.game_id
    assert table.state.phase == "over"
    assert table.refusal(messages.Rematch(), EVE) == "bad_token"
    table.do(messages.Rematch(), BEN)
    assert [seat.name for seat in table.state.seats] == ["Ann", "Ben"]
    table.do(messages.Start())
    assert table.state.dice.game_id != first_id
    assert table.state.names == ("Ann", "Ben")
    assert table.position.seat == 1
    table.check()


def test_rematch_requires_a_finished_game():
    assert playing().refusal(messages.Rematch()) == "not_running"
    assert playing().refusal(messages.PlayAgain()) == "not_running"
    assert ann_and_bot().refusal(messages.PlayAgain()) == "not_running"


def test_next_game_starts_when_all_players_agree():
    table = playing(rules="mini")
    finish(table)
    assert table.refusal(messages.PlayAgain(), EVE) == "bad_token"
    table.do(messages.PlayAgain(), BEN)
    table.do(messages.PlayAgain(), BEN)
    assert table.state.phase == "lobby"
    assert [seat.agrees for seat in seats_of(table.state)] == [False, True]
    table.do(messages.PlayAgain())
    assert table.state.phase == "playing"
    assert [seat.name for seat in table.state.seats] == ["Ann", "Ben"]
    assert not any(seat.agrees for seat in seats_of(table.state))
    table.check()


def test_next_game_does_not_wait_for_bots():
    table = ann_and_bot(rules="mini", practice=True, turn_limit=1)
    table.do(messages.Start())
    finish(table)
    table.do(messages.PlayAgain())
    assert table.state.phase == "playing"
    assert table.state.score.games == 1


def test_game_stops_at_its_turn_limit():
    table = ann_and_bot(practice=True, turn_limit=3)
    table.do(messages.Start())
    finish(table)
    ended = table.log[-1].event
    assert isinstance(ended, events.GameEnded)
    assert ended.is_stopped
    game = Game.from_wgn(table.state.record())
    assert game.turn == 3
    assert '[Result "*"]' in table.state.record()


def test_game_of_bots_needs_no_nonce():
    table = PureRoom(messages.BotSeat("random"), messages.BotSeat("random"))
    table.do(messages.Start())
    finish(table)
    assert table.state.phase == "over"
    table.check()


def test_room_with_a_full_log_can_only_finish(monkeypatch):
    table = playing()
    monkeypatch.setattr(decide, "MAX_EVENTS", table.state.version)
    for command in (
        messages.Undo(),
        messages.React(0, "hello"),
        messages.HostReplaceByBot(1, "random"),
    ):
        assert table.refusal(command) == "room_used_up"
    finish(table)
    assert table.state.phase == "over"
    assert table.refusal(messages.Rematch()) == "room_used_up"


def test_seat_is_not_taken_back_before_the_act_for_bot():
    table = playing(turn_seconds=30)
    table.now += 30
    table.do(CheckDeadline())
    assert table.refusal(messages.TakeBack(0)) == "turn_taken_over"
    act_for_bot(table)
    table.do(messages.TakeBack(0))
