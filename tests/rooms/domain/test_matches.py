"""The starting seat, and matches over several games."""

import msgspec
import pytest

from naive.rules import NaiveGame
from pickomino import Game, Position, legal_actions, verify
from pickomino.core.errors import PickominoError
from pickomino.record.state import ActionEvent, RollEvent
from pickomino.rooms import BotSeat, OpenSeat, PersonSeat, Settings, encode
from pickomino.rooms.domain.decide import PlayForBot
from pickomino.rooms.domain.past_games import fold_without_past_moves, record_of
from pickomino.rooms.domain.room import fold
from pickomino.rooms.domain.validation import validate_settings
from pickomino.rooms.protocol import events, messages
from pickomino.rooms.protocol.events import LogEntry
from pickomino.rooms.protocol.score import Score
from pickomino.rooms.views.replay import replay
from pickomino.rooms.views.room_views import room_of
from support.room_harness import ANN, PureRoom

SEATS = PersonSeat("Ann"), BotSeat("random"), BotSeat("random")


def begin(table):
    """Start a game and, with committed dice, exchange the nonces."""
    table.do(messages.Start())
    if not table.state.settings.practice:
        for seat in table.state.seats_of(ANN):
            table.commit(seat)
        for seat in table.state.seats_of(ANN):
            table.reveal(seat)
    assert table.state.phase == "playing"
    return table


def finish(table):
    while table.state.phase == "playing":
        seat, action = table.state.to_act, legal_actions(table.position)[0]
        is_bot = table.state.seats[seat].player
        table.do(PlayForBot(seat, action) if is_bot else messages.Act(str(action)))
    return table


def table(**settings):
    return PureRoom(*SEATS, **{"rules": "mini", "turn_limit": 2} | settings)


@pytest.mark.parametrize("practice", [True, False])
def test_seat_chosen_by_the_host_begins(practice):
    room = table(practice=practice, first=1)
    room.do(messages.ChooseStarter(2))
    assert room_of(room.state).starter == 2
    begin(room)
    assert room.log[-2].event.starter == room.position.seat == 2
    assert room.state.game.turn_label == "1c"
    finish(room)
    record = room.state.record()
    assert verify(record).is_valid
    assert Game.from_wgn(record).start.seat == 2
    assert Game.from_wgn(record).wgn() == record
    room.check()


@pytest.mark.parametrize("practice", [True, False])
def test_lot_for_the_starter_can_be_verified(practice):
    begun = set()
    for seed in range(12):
        room = table(practice=practice, starter="lot", seed=seed)
        assert room_of(room.state).starter is None
        assert room.refusal(messages.ChooseStarter(1)) == "starter_by_lot"
        finish(begin(room))
        assert [seat.name or seat.bot for seat in room.state.seats] == ["Ann", "random", "random"]
        record = room.state.record()
        assert '[Starter "lot"]' in record
        assert verify(record).is_valid
        begun.add(room_of(room.state).starter)
        shown = replay(tuple(room.log))
        assert (shown.dice_starter, Position.from_wfen(shown.frames[0].wfen).seat) == (
            "" if practice else "lot",
            room_of(room.state).starter,
        )
    assert begun == {0, 1, 2}


def test_record_says_that_the_youngest_began():
    room = table(starter="youngest")
    room.do(messages.ChooseStarter(1))
    assert '[Starter "youngest"]' in finish(begin(room)).state.record()


def test_starter_is_chosen_by_the_host_in_the_lobby():
    room = table()
    assert room.refusal(messages.ChooseStarter(1), "") == "bad_token"
    assert room.refusal(messages.ChooseStarter(3)) == "no_such_seat"
    begin(room)
    assert room.refusal(messages.ChooseStarter(1)) == "game_running"
    with pytest.raises(PickominoError, match="seat 3"):
        table(first=3)


@pytest.mark.parametrize(("chosen", "begins"), [(0, "Ann"), (1, "Ben"), (2, "Ben"), (3, "Ann")])
def test_seat_after_a_closed_starter_begins(chosen, begins):
    seats = PersonSeat("Ann"), OpenSeat(), PersonSeat("Ben"), OpenSeat()
    room = PureRoom(*seats, practice=True, first=chosen)
    begin(room)
    assert room.state.seats[room.position.seat].name == begins


def test_next_game_is_begun_by_the_next_seat():
    room = finish(begin(table(first=2)))
    room.do(messages.Rematch())
    assert room.state.starter == 0
    assert begin(room).position.seat == 0


def test_lot_is_drawn_again_for_the_next_game():
    drawn = table(starter="lot")
    terms = set()
    for _ in range(3):
        finish(begin(drawn))
        terms.add(drawn.state.dice.commitment)
        drawn.do(messages.Rematch())
    assert len(terms) == 3


def play(room, *winners):
    """Play games with the given winners, without playing by the rules."""
    for won in winners:
        if room.state.phase == "over":
            room.do(messages.Rematch())
        begin(room)
        worms = tuple(3 if seat in won else 1 for seat in range(len(room.state.seats)))
        version = room.state.version + 1
        room.log.append(LogEntry(version, room.now, events.GameEnded(worms, won)))
        room.state = fold(room.log)
    return room.state.score


@pytest.mark.parametrize(
    ("settings", "games", "winners"),
    [
        ({"match_games": 3}, [(0,), (1,), (1,)], (1,)),
        ({"match_games": 2}, [(0,), (1,)], (0, 1)),
        ({"match_wins": 2}, [(0,), (1,), (2,), (1,)], (1,)),
        ({"match_wins": 2}, [(0,), (0, 2), (2,)], (0,)),
    ],
)
def test_match_ends_after_its_games_or_wins(settings, games, winners):
    room = table(practice=True, **settings)
    for number in range(1, len(games)):
        if play(room, games[number - 1]).winners:
            assert room.state.score.winners == winners
            return
    assert play(room, games[-1]).winners == winners
    room.do(messages.Rematch())
    assert room.state.score == Score(), "another match begins"


def test_shared_win_counts_for_each_winner():
    room = table(practice=True, match_games=3)
    score = play(room, (0,), (0, 1), (1,))
    assert (score.games, score.wins, score.worms) == (3, (2, 2, 0), (7, 7, 3))
    assert score.winners == (0, 1)


def test_worms_decide_between_equal_wins():
    assert Score(2, (1, 1), (9, 8)).after(Settings(match_games=3), (0, 0), ()).winners == (0,)


def test_single_games_of_a_room_are_added_up():
    score = play(table(practice=True), (0,), (1,), (1,))
    assert score == Score(3, (1, 2, 0), (5, 7, 3))


def test_new_player_of_a_seat_starts_with_no_wins():
    room = table(practice=True, match_wins=3)
    play(room, (0,), (1,))
    room.do(messages.Rematch())
    room.do(messages.SetSeat(1, BotSeat("family")))
    assert room.state.score.wins == (1, 0, 0)
    room.do(messages.SetSeat(3, BotSeat("family")))
    room.do(messages.SetSeat(0, OpenSeat()))
    begin(room)
    assert room.state.score.wins == (0, 0, 0)
    assert len(room.state.seats) == 3
    room.check()


def test_records_contain_round_and_score():
    room = table(practice=True, match_wins=3)
    play(room, (0,), (1,))
    first, second = (
        entry.event.game_id for entry in room.log if isinstance(entry.event, events.GameStarted)
    )
    tags = Game.from_wgn(record_of(tuple(room.log), first)).tags
    assert (tags["Round"], tags["Score"], tags["MatchWins"]) == ("1", "1-0-0", "3")
    tags = Game.from_wgn(record_of(tuple(room.log), second)).tags
    assert (tags["Round"], tags["Score"]) == ("2", "1-1-0")
    room.do(messages.Rematch())
    begin(room)
    assert '[Round "3"]\n[Score "1-1-0"]' in room.state.record()
    assert fold_without_past_moves(tuple(room.log)).score == room.state.score
    single = finish(begin(table()))
    assert "[Round" not in single.state.record()
    single.do(messages.Rematch())
    assert '[Round "2"]' in begin(single).state.record()


@pytest.mark.parametrize("rules", ["short(returned=down)", "manual+extrawurm(returned=down)"])
@pytest.mark.parametrize("starter", ["host", "lot"])
def test_match_score_agrees_with_the_naive_rules(rules, starter):
    room = PureRoom(*SEATS, rules=rules, starter=starter, match_games=4, turn_limit=30, seed=3)
    wins, begun = [0, 0, 0], []
    for _ in range(4):
        record = Game.from_wgn(finish(begin(room)).state.record())
        naive = NaiveGame.from_wfen(record.start.wfen())
        for event in record.events:
            if isinstance(event, RollEvent):
                naive.roll(str(event.roll))
            elif isinstance(event, ActionEvent):
                naive.act(str(event.action))
        assert naive.wfen() == record.position.wfen()
        for seat in naive.winners():
            wins[seat] += 1
        begun.append(record.start.seat)
        assert room.state.score.wins == tuple(wins)
        assert verify(room.state.record()).is_valid
        is_over = bool(room.state.score.winners)
        room.do(messages.Rematch())
    assert is_over
    assert begun == [0, 1, 2, 0] or starter == "lot"


def test_match_has_games_or_wins_but_not_both():
    with pytest.raises(PickominoError) as caught:
        validate_settings(Settings(match_games=3, match_wins=2))
    assert caught.value.code == "bad_match"


def test_logs_of_an_earlier_version_can_be_read():
    room = PureRoom(*SEATS, rules="mini", turn_limit=2, practice=True)
    finish(begin(room))
    log = msgspec.json.decode(encode(room.log))
    for entry in log:
        for new in ("starter", "score"):
            entry["event"].pop(new, None)
        for new in ("starter", "match_games", "match_wins"):
            entry["event"].get("settings", {}).pop(new, None)
    log.append(
        {"version": len(log) + 1, "at": 1, "event": {"type": "RematchOpened", "order": [1, 2, 0]}}
    )
    old = fold(msgspec.convert(log, list[LogEntry]))
    assert [seat.name for seat in old.seats] == ["", "", "Ann"]
    won = room.state.score.wins
    assert (old.starter, old.score.wins) == (0, (*won[1:], won[0]))
