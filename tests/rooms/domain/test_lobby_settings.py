"""What the host may change before a game, and the names of players who join."""

import pytest
from msgspec.structs import replace

from pickomino import legal_actions
from pickomino.record.names import MAX_NAME_LENGTH
from pickomino.rooms import (
    Act,
    BotSeat,
    ChangeSettings,
    Join,
    OpenSeat,
    PersonSeat,
    Rematch,
    Settings,
    Start,
)
from pickomino.rooms.domain.decide import PlayForBot
from pickomino.rooms.domain.room import fold
from pickomino.rooms.protocol import events
from pickomino.rooms.views.room_views import is_listed, room_of
from support.room_harness import ANN, BEN, EVE, PureRoom


def table(**settings):
    room = PureRoom(PersonSeat("Ann"), OpenSeat(), OpenSeat(), **settings)
    room.do(Join("Ben"), BEN, is_new=True)
    return room


def test_host_changes_settings_until_the_game_starts():
    room = table()
    chosen = Settings("classic+extrawurm", practice=True, turn_seconds=60)
    assert room.do(ChangeSettings(chosen)) == [events.SettingsChanged(chosen)]
    assert room_of(room.state).settings == chosen
    room.do(Start())
    assert str(room.position.rules) == "classic+extrawurm"
    assert room.refusal(ChangeSettings(Settings())) == "game_running"
    room.check()


def test_host_lists_a_table_until_the_game_starts():
    room = table()
    for is_public in (True, False, True):
        room.do(ChangeSettings(Settings(practice=True, is_public=is_public)))
        assert is_listed(room.state) == is_public
    room.do(Start())
    assert room.refusal(ChangeSettings(Settings(practice=True))) == "game_running"


def test_only_the_host_changes_settings():
    assert table().refusal(ChangeSettings(Settings(practice=True)), BEN) == "not_host"


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (Settings("nonsense"), "unknown_rules"),
        (Settings(turn_seconds=1), "bad_turn_seconds"),
        (Settings(match_games=3, match_wins=2), "bad_match"),
    ],
)
def test_invalid_settings_change_nothing(settings, code):
    assert table().refusal(ChangeSettings(settings)) == code


def test_rules_may_lower_the_turn_limit():
    rules = "standard+extrawurm(bothextra=no)"
    assert room_of(table(rules=rules).state).settings.turn_limit == 250
    assert room_of(table(rules=rules, turn_limit=9).state).settings.turn_limit == 9


def test_stored_room_keeps_its_turn_limit():
    room = PureRoom(PersonSeat("Ann"), PersonSeat("Ben"), practice=True)
    room.do(Start())
    created, *others = room.log
    long = Settings("standard+extrawurm(bothextra=no)", practice=True, turn_limit=5000)
    stored = replace(created, event=replace(created.event, settings=long))
    assert fold([stored, *others]).game.turn_limit == 5000


def test_unchanged_settings_add_no_event():
    room = table()
    assert room.do(ChangeSettings(room.state.settings)) == []


def test_changed_settings_make_commands_stale():
    """The host starts the game that the other players have seen described."""
    room = table()
    version = room.state.version
    room.do(ChangeSettings(Settings(practice=True)))
    assert room.refusal(Start(), expected=version) == "stale"


def bots(**settings):
    seats = PersonSeat("Ann"), BotSeat("random"), BotSeat("random")
    room = PureRoom(*seats, practice=True, turn_limit=6, **settings)
    room.do(Start())
    while room.state.phase == "playing":
        seat = room.state.to_act
        action = legal_actions(room.position)[0]
        if seat == 0:
            room.do(Act(str(action)))
        else:
            room.do(PlayForBot(seat, action), "")
    room.do(Rematch())
    return room


def test_settings_of_a_running_match_are_fixed():
    room = bots(match_games=2)
    assert room.refusal(ChangeSettings(Settings(practice=True))) == "match_running"


def test_new_match_begins_with_an_empty_score():
    room = bots()
    assert room.state.score.games == 1
    room.do(ChangeSettings(Settings("classic", practice=True)))
    assert room.state.score.games == 1
    room.do(ChangeSettings(Settings("classic", practice=True, match_wins=2)))
    assert room.state.score.games == 0
    room.check()


def test_second_player_of_a_name_gets_a_number():
    room = table()
    room.do(Join("ben"), EVE, is_new=True)
    assert [seat.name for seat in room.state.seats] == ["Ann", "Ben", "ben 2"]


def test_numbered_name_may_be_taken_too():
    room = PureRoom(PersonSeat("Ann"), *[OpenSeat()] * 3)
    for name, token in (("Ann 2", BEN), ("Ann", EVE), ("Ann", ANN)):
        room.do(Join(name), token, is_new=True)
    assert [seat.name for seat in room.state.seats] == ["Ann", "Ann 2", "Ann 3", "Ann 4"]


def test_numbered_long_name_is_cut():
    long = "A" * MAX_NAME_LENGTH
    room = PureRoom(PersonSeat(long), OpenSeat())
    room.do(Join(long), BEN, is_new=True)
    assert room.state.seats[1].name == "A" * (MAX_NAME_LENGTH - 2) + " 2"
