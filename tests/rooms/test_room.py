"""The pure room: seats, host, start, clock, absence, undo, rematch, reactions."""

import pytest

from pickomino import Game, legal_actions
from pickomino.rooms.domain import decide
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
from support.room_harness import ANN, BEN, EVE, Table, two


def friends(**settings):
    """Ann is host, Ben has joined, the third seat is open."""
    table = Table(messages.PersonSeat("Ann"), messages.OpenSeat(), messages.OpenSeat(), **settings)
    table.do(messages.Join("Ben"), BEN, is_new=True)
    return table


def playing(**settings):
    table = friends(practice=True, **settings)
    table.do(messages.Start())
    return table


def let_act(table, token=ANN):
    return table.do(messages.Act(str(legal_actions(table.position)[0])), token)


def bot_acts(table):
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


def test_a_friend_takes_the_first_open_seat():
    table = friends()
    assert [seat.kind for seat in table.state.seats] == ["person", "person", "open"]
    assert table.state.seats_of(BEN) == (1,)


def test_one_token_may_hold_several_seats():
    table = Table(messages.PersonSeat("Ann"), messages.PersonSeat("Ida"), messages.OpenSeat())
    table.do(messages.Join("Leo"), ANN)
    assert table.state.seats_of(ANN) == (0, 1, 2)


def test_open_seats_are_closed_at_the_start():
    table = Table(
        messages.PersonSeat("Ann"), messages.OpenSeat(), messages.BotSeat("random"), practice=True
    )
    started = table.do(messages.Start())
    assert isinstance(started[0], events.SeatsArranged)
    assert started[0].order == (0, 2)
    assert table.position.players == 2
    assert isinstance(started[-1], events.Rolled)


@pytest.mark.parametrize(
    "seats", [[messages.OpenSeat()], [messages.PersonSeat("Ann"), messages.OpenSeat()]]
)
def test_nobody_plays_alone(seats):
    assert Table(*seats).refused(messages.Start()) == "too_few_players"


def test_only_the_host_arranges_the_table():
    table = friends()
    plan = messages.BotSeat("random")
    for command in (
        messages.SetSeat(2, plan),
        messages.Start(),
        messages.HostRemove(0),
        messages.HostReplaceByBot(0, "random"),
    ):
        assert table.refused(command, BEN) == "not_host"
    table.do(messages.SetSeat(3, plan))
    assert len(table.state.seats) == 4
    assert table.refused(messages.SetSeat(5, plan)) == "no_such_seat"
    assert (
        table.refused(messages.SetSeat(2, messages.BotSeat("external:command=ls"))) == "unknown_bot"
    )
    assert (
        table.refused(messages.SetSeat(2, messages.BotSeat("strategist:depth=9")))
        == "bad_option_value"
    )
    assert (
        table.refused(messages.SetSeat(2, messages.BotSeat("random:x=1"))) == "unknown_bot_option"
    )


def test_a_full_room_and_a_taken_seat_are_refused():
    table = Table(messages.PersonSeat("Ann"), messages.BotSeat("random"))
    assert table.refused(messages.Join("Ben"), BEN, is_new=True) == "room_full"
    assert table.refused(messages.Join("Ben", 1), BEN, is_new=True) == "seat_taken"
    assert table.refused(messages.Join("Ben", 6), BEN, is_new=True) == "no_such_seat"


def test_a_second_click_on_join_takes_no_second_seat():
    table = friends()
    version = table.state.version
    table.do(messages.Join("Eve"), EVE, version, is_new=True)
    assert table.refused(messages.Join("Eve"), EVE, version) == "stale"


def test_nobody_joins_a_running_game():
    assert playing().refused(messages.Join("Eve"), EVE, is_new=True) == "game_running"


@pytest.mark.parametrize(
    "name", ["", " ", "a\n", "a\u202eb", "\u200b", "x" * 41, "a\x7f", "\ud800"]
)
def test_bad_names_are_refused(name):
    assert friends().refused(messages.Join(name), EVE, is_new=True) == "bad_name"


def test_names_come_in_their_normal_form():
    table = friends()
    table.do(messages.Join(" Ren\u0065\u0301 "), EVE, is_new=True)
    assert table.state.seats[2].name == "Ren\u00e9"


def test_leaving_before_the_game_opens_the_seat_and_passes_the_host_on():
    table = friends()
    table.do(messages.Leave(0))
    assert table.state.seats[0].kind == "open"
    assert table.state.host == BEN
    assert table.refused(messages.Start(), ANN) == "bad_token"
    table.check()


def test_leaving_a_running_game_leaves_a_bot():
    table = playing()
    table.do(messages.Leave(0))
    assert table.state.seats[0].bot
    assert isinstance(next_automatic_step(table.state), BotMove)
    assert table.state.names == ("Ann", "Ben")
    assert table.refused(messages.Act("r"), ANN) == "bad_token"


def test_the_host_removes_a_person_for_good():
    table = playing()
    table.do(messages.HostRemove(1))
    assert table.refused(messages.TakeBack(1), BEN) == "bad_token"
    assert table.refused(messages.HostRemove(1)) == "no_person"


def test_a_host_who_only_watches_stays_host():
    table = Table(messages.OpenSeat(), messages.OpenSeat(), messages.BotSeat("random"))
    table.do(messages.Join("Ben"), BEN, is_new=True)
    table.do(messages.HostRemove(0))
    assert table.state.host == ANN


def test_a_bot_put_in_by_the_host_gives_the_seat_back():
    table = playing()
    table.do(messages.HostReplaceByBot(0, "beginner"))
    assert table.refused(messages.Act("r")) == "taken_over"
    assert table.refused(messages.HostReplaceByBot(0, "beginner")) == "no_person"
    bot_acts(table)
    table.do(messages.TakeBack(0))
    let_act(table)
    assert table.refused(messages.TakeBack(0)) == "not_taken_over"
    table.check()


def test_somebody_elses_seat_is_refused():
    table = playing()
    for command in (
        messages.Leave(0),
        messages.TakeBack(0),
        messages.React(0, "hello"),
        messages.GiveNonce(0, "00" * 32),
    ):
        assert table.refused(command, BEN) == "not_your_seat"
    assert table.refused(messages.Leave(6), BEN) == "no_such_seat"


def test_acting_out_of_turn_and_against_the_rules_is_refused():
    table = playing()
    action = str(legal_actions(table.position)[0])
    assert table.refused(messages.Act(action), BEN) == "not_your_turn"
    assert table.refused(messages.Act(action), EVE) == "bad_token"
    assert table.refused(messages.Act(action), "") == "bad_token"
    assert table.refused(messages.Act("t36")) == "illegal_action"
    assert table.refused(messages.Act("nonsense")) == "bad_action"
    assert friends().refused(messages.Act(action)) == "not_running"


def test_a_second_click_is_stale():
    table = playing()
    version = table.state.version
    let_act(table)
    assert table.refused(messages.Act("r"), expected=version) == "stale"
    assert table.refused(messages.Act("r"), expected=table.state.version + 1) == "stale"
    assert table.refused(messages.Act("r"), expected=None) == "no_version"


def test_reactions_and_absence_make_no_action_stale():
    table = playing()
    version = table.state.version
    table.do(messages.React(1, "hello"), BEN)
    table.do(SetPresence(is_here=False), BEN)
    table.do(messages.Act(str(legal_actions(table.position)[0])), expected=version)


def test_reactions_are_preset_and_not_too_many():
    table = playing()
    table.do(messages.React(0, "hello"))
    assert table.refused(messages.React(0, "hello")) == "too_fast"
    table.now += 1.0
    assert table.refused(messages.React(0, "<script>")) == "bad_reaction"
    table.do(messages.React(0, "ouch"))


def test_a_bot_takes_over_when_the_clock_runs_out():
    table = playing(turn_seconds=30)
    assert next_automatic_step(table.state) == Deadline(1030.0, "clock", table.state.changed)
    table.now += 29
    assert table.do(CheckDeadline()) == []
    let_act(table)
    table.now += 1
    (taken,) = table.do(CheckDeadline())
    assert (taken.seat, taken.reason) == (0, "clock")
    bot_acts(table)
    table.do(messages.TakeBack(0))
    assert next_automatic_step(table.state).at == table.now + 30
    table.check()


def test_a_game_does_not_wait_long_for_the_absent():
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


def test_a_game_stands_still_where_nobody_waits_for_the_absent():
    table = playing()
    table.do(SetPresence(is_here=False))
    assert isinstance(next_automatic_step(table.state), Deadline)
    table.do(SetPresence(is_here=False), BEN)
    assert next_automatic_step(table.state) is None
    table.do(SetPresence(is_here=True), BEN)
    assert isinstance(next_automatic_step(table.state), Deadline)


def test_a_roll_call_finds_those_who_never_came_back():
    table = playing()
    (absent,) = table.do(MarkAbsentExcept(frozenset({BEN})), "")
    assert absent == events.Absent(0)
    assert table.do(MarkAbsentExcept(frozenset({BEN})), "") == []
    table.check()


def test_undo_goes_back_to_the_own_decision_and_rolls_the_same():
    table = two(practice=True)
    table.do(messages.Start())
    before = table.state.game
    let_act(table)
    first = table.state.game
    while table.state.to_act == 0:
        let_act(table)
    bot_acts(table)
    while table.state.game.steps[: len(before.steps)] != table.state.game.steps:
        table.do(messages.Undo())
    assert table.state.game == before
    let_act(table)
    assert table.state.game == first
    table.check()


def test_undo_is_for_practice_and_needs_a_decision():
    table = two(practice=True)
    assert table.refused(messages.Undo()) == "not_running"
    table.do(messages.Start())
    assert table.refused(messages.Undo()) == "nothing_to_undo"
    online = two()
    online.do(messages.Start())
    assert online.refused(messages.Undo()) == "undo_committed"


def test_a_rematch_leaves_the_seats_and_lets_the_next_one_begin():
    table = playing(rules="mini")
    finish(table)
    first_id = table.state.dice.game_id
    assert table.state.phase == "over"
    assert table.refused(messages.Rematch(), EVE) == "bad_token"
    table.do(messages.Rematch(), BEN)
    assert [seat.name for seat in table.state.seats] == ["Ann", "Ben"]
    table.do(messages.Start())
    assert table.state.dice.game_id != first_id
    assert table.state.names == ("Ann", "Ben")
    assert table.position.seat == 1
    table.check()


def test_a_rematch_needs_an_end():
    assert playing().refused(messages.Rematch()) == "not_running"
    assert playing().refused(messages.PlayAgain()) == "not_running"
    assert two().refused(messages.PlayAgain()) == "not_running"


def test_another_game_begins_by_itself_when_everybody_wants_it():
    table = playing(rules="mini")
    finish(table)
    assert table.refused(messages.PlayAgain(), EVE) == "bad_token"
    table.do(messages.PlayAgain(), BEN)
    table.do(messages.PlayAgain(), BEN)
    assert table.state.phase == "lobby"
    assert [seat.agrees for seat in seats_of(table.state)] == [False, True]
    table.do(messages.PlayAgain())
    assert table.state.phase == "playing"
    assert [seat.name for seat in table.state.seats] == ["Ann", "Ben"]
    assert not any(seat.agrees for seat in seats_of(table.state))
    table.check()


def test_nobody_else_waits_for_another_game_with_bots():
    table = two(rules="mini", practice=True, turn_limit=1)
    table.do(messages.Start())
    finish(table)
    table.do(messages.PlayAgain())
    assert table.state.phase == "playing"
    assert table.state.score.games == 1


def test_a_game_stops_at_its_limit_of_turns():
    table = two(practice=True, turn_limit=3)
    table.do(messages.Start())
    finish(table)
    ended = table.log[-1].event
    assert isinstance(ended, events.GameEnded)
    assert ended.is_stopped
    game = Game.from_wgn(table.state.record())
    assert game.turn == 3
    assert '[Result "*"]' in table.state.record()


def test_bots_alone_need_no_nonce():
    table = Table(messages.BotSeat("random"), messages.BotSeat("random"))
    table.do(messages.Start())
    finish(table)
    assert table.state.phase == "over"
    table.check()


def test_a_room_used_up_only_finishes_its_game(monkeypatch):
    table = playing()
    monkeypatch.setattr(decide, "MAX_EVENTS", table.state.version)
    for command in (
        messages.Undo(),
        messages.React(0, "hello"),
        messages.HostReplaceByBot(1, "random"),
    ):
        assert table.refused(command) == "room_used_up"
    finish(table)
    assert table.state.phase == "over"
    assert table.refused(messages.Rematch()) == "room_used_up"


def test_taking_back_again_and_again_does_not_stop_the_clock():
    table = playing(turn_seconds=30)
    table.now += 30
    table.do(CheckDeadline())
    assert table.refused(messages.TakeBack(0)) == "turn_taken_over"
    bot_acts(table)
    table.do(messages.TakeBack(0))
