"""Games: events and positions, undo, limits."""

import random

import pytest
from hypothesis import given, settings

from pickomino import (
    CHANCE,
    OVER,
    Action,
    ActionEvent,
    CommittedDice,
    Game,
    IllegalAction,
    InvalidNotation,
    PickominoError,
    Position,
    Roll,
    RollEvent,
    Rules,
    ScriptedDice,
    SeededDice,
    TurnEnd,
    legal_actions,
    step,
    step_roll,
)
from pickomino.core.dice import DiceUsedUp, SealedDice
from pickomino.core.dice_terms import DiceTerms
from pickomino.record.state import GameState
from support.random_play import STANDARD, play_on, play_out, random_start, seeds

SEALED = SealedDice(
    bytes(32), DiceTerms("id", "standard", ("A", "B"), "2026-11-16T12:00:00Z"), ["", ""]
)
ENDLESS = "standard+extrawurm(bothextra=no) o....xxxxxxxxxxxxx 22,21,23,13/- a - ~ 11,-,-,-,-/3,4/-"
"""Seat `a` leads, but may not take tile 11, the last one."""
few = settings(max_examples=30)


def random_game(seed, actions=0):
    """Return a game after some actions, or finished."""
    game = Game.from_position(random_start(random.Random(seed)), SeededDice(seed))
    return play_out(game, seed, actions)


def play_tokens(game, *tokens):
    for token in tokens:
        game.play(Action.parse(token))
    return game


@few
@given(seeds)
def test_events_lead_to_the_position(seed):
    game = random_game(seed, 200)
    position, ended = game.start, None
    for event, after in game.steps:
        if isinstance(event, TurnEnd):
            assert event._replace(total=None) == ended._replace(total=None)
        elif isinstance(event, RollEvent):
            assert event.seat == position.seat
            position, ended = step_roll(position, event.roll)
        else:
            assert event.seat == position.seat
            position, ended = step(position, event.action)
        assert position == after
    assert position == game.position
    assert game.events == tuple(step.event for step in game.steps)


@few
@given(seeds)
def test_play_returns_the_new_events(seed):
    game = random_game(seed)
    seen = list(game.events)
    rng = random.Random(seed)
    for _ in range(60):
        if game.is_over:
            break
        seen += game.play(rng.choice(legal_actions(game.position)))
    assert tuple(seen) == game.events


@few
@given(seeds)
def test_every_turn_has_one_end_event(seed):
    game = random_game(seed)
    for _ in play_on(game, seed, 200):
        ends = [event for event in game.events if isinstance(event, TurnEnd)]
        assert len(ends) == game.turn
    assert all(event.total is not None for event in ends)


@few
@given(seeds)
def test_position_at_is_the_start_of_a_turn(seed):
    game = random_game(seed, 150)
    starts = [game.start]
    starts += [after for event, after in game.steps if isinstance(event, TurnEnd)]
    assert [game.position_at(turn) for turn in range(game.turn + 1)] == starts
    for turn in (-1, game.turn + 1):
        with pytest.raises(PickominoError) as caught:
            game.position_at(turn)
        assert caught.value.code == "no_such_turn"


@few
@given(seeds)
def test_undo_goes_back_to_the_last_decision(seed):
    game = random_game(seed, 40)
    steps, actions = game.steps, []
    while any(isinstance(event, ActionEvent) for event in game.events):
        before = game.steps
        game.undo()
        acted = before[len(game.steps)]
        assert isinstance(acted.event, ActionEvent)
        assert not any(isinstance(event, ActionEvent) for event, _ in before[len(game.steps) + 1 :])
        assert game.position.to_act == acted.event.seat
        actions.append(acted.event.action)
    with pytest.raises(PickominoError) as caught:
        game.undo()
    assert caught.value.code == "nothing_to_undo"
    for action in reversed(actions):
        game.play(action)
    assert game.steps == steps


def test_undo_reduces_the_turn_count():
    dice = ScriptedDice(["12355www", "12355"])
    game = play_tokens(Game(STANDARD, 2, dice), "kw", "r", "k5", "t25")
    assert game.turn == 1
    game.undo()
    assert (game.turn, game.position.seat) == (0, 0)
    assert {"t25", "r"} == set(map(str, legal_actions(game.position)))


def test_other_choice_after_undo_rolls_from_the_same_number():
    game = Game(STANDARD, 2, SeededDice(5))
    first, *_, last = legal_actions(game.position)
    play_tokens(game, str(first), "r")
    rolled = game.events[-1].roll
    game.undo()
    game.undo()
    play_tokens(game, str(last), "r")
    dice = SeededDice(5)
    roll = game.events[-1].roll
    assert roll == dice.roll(1, roll.size)
    assert rolled == dice.roll(1, rolled.size)


@pytest.mark.parametrize("dice", [CommittedDice(bytes(32), "id", ["", ""]), SEALED])
def test_undo_is_refused_on_committed_dice(dice):
    game = Game(STANDARD, 2, dice)
    game.play(legal_actions(game.position)[0])
    before = game.steps
    with pytest.raises(PickominoError) as caught:
        game.undo()
    assert caught.value.code == "undo_committed"
    assert game.steps == before


@pytest.mark.parametrize("limit", [1, 2, 7])
def test_turn_limit_stops_a_game(limit):
    game = play_out(Game(STANDARD, 3, SeededDice(1), turn_limit=limit), 1)
    assert game.turn == limit
    assert game.is_stopped
    assert game.is_over
    assert game.position.to_act == CHANCE
    assert '[Result "*"]' in game.wgn()
    for attempt in (lambda: game.play(Action("r")), lambda: game.roll(Roll.parse("12345www"))):
        with pytest.raises(PickominoError) as caught:
            attempt()
        assert caught.value.code == "game_stopped"


def test_games_with_bothextra_no_stop_after_250_turns():
    forbidden = Rules.parse("standard+extrawurm(bothextra=no)")
    assert Game(forbidden, 2).state.turn_limit == 250
    assert Game(forbidden, 2, turn_limit=9).state.turn_limit == 9
    assert Game(Rules.parse("standard+extrawurm"), 2).state.turn_limit == 5000


def test_long_record_with_bothextra_no_stays_valid():
    """It may come from a version without this limit."""
    position = Position.from_wfen(ENDLESS)
    game = Game.from_state(GameState.begin(position)._replace(turn_limit=300), SeededDice(1))
    while not game.is_over:
        game.play(legal_actions(game.position)[-1])
    assert game.turn == 300
    again = Game.from_wgn(game.wgn())
    assert (again.turn, again.position) == (300, game.position)


def test_game_that_ends_at_its_limit_is_not_stopped():
    begin = Position.from_wfen("standard oxxxxxxxxxxxxxxx -/- a 1555w -")
    game = play_tokens(Game.from_position(begin, turn_limit=1), "t21")
    assert game.is_over
    assert not game.is_stopped
    assert '[Result "a"]' in game.wgn()


def test_illegal_action_changes_nothing():
    game = Game(STANDARD, 2, SeededDice(1))
    before = game.steps
    with pytest.raises(IllegalAction):
        game.play(Action.parse("t21"))
    assert game.steps == before


def test_game_without_dice_takes_external_rolls():
    game = Game(STANDARD, 2)
    assert game.position.to_act == CHANCE
    game.roll(Roll.parse("12345www"))
    play_tokens(game, "kw", "r")
    with pytest.raises(IllegalAction):
        game.roll(Roll.parse("1234"))
    game.roll(Roll.parse("wwwww"))
    kinds = [type(event) for event in game.events]
    assert kinds == [RollEvent, ActionEvent, ActionEvent, RollEvent, TurnEnd]


def test_continue_with_rolls_pending_dice():
    game = Game(STANDARD, 2)
    game.roll(Roll.parse("12345www"))
    play_tokens(game, "kw", "r")
    game.continue_with(ScriptedDice(["12345www", "12345"]))
    assert str(game.events[-1].roll) == "12345"


def test_finish_raises_if_scripted_rolls_are_left():
    dice = ScriptedDice(["12345www", "12345"])
    game = play_tokens(Game(STANDARD, 2, dice), "kw")
    with pytest.raises(PickominoError) as caught:
        dice.finish()
    assert (caught.value.code, caught.value.parameters["count"]) == ("dice_left_over", 1)
    play_tokens(game, "r")
    dice.finish()
    assert game.events[-1] == RollEvent(0, Roll.parse("12345"))


def test_game_waits_when_scripted_dice_are_used_up():
    game = play_tokens(Game(STANDARD, 2, ScriptedDice(["12345www"])), "kw", "r")
    assert game.position.to_act == CHANCE
    with pytest.raises(DiceUsedUp) as caught:
        ScriptedDice([]).roll(0, 8)
    assert caught.value.code == "dice_used_up"


def test_scripted_dice_of_another_size_are_refused():
    with pytest.raises(PickominoError) as caught:
        Game(STANDARD, 2, ScriptedDice(["12345"]))
    assert caught.value.code == "dice_mismatch"


RAVEN = "standard+extrawurm xxxxoxxxxxxxxxxxxx -/-/- a {} -,-,23,b,-/5,0,2/-"


@pytest.mark.parametrize(
    ("dice", "tokens", "total"),
    [("3555w -", ["t23", "bc"], 23), ("3 1255555", ["k5", "r", "kw", "t23", "bc"], 38)],
)
def test_ravens_choice_keeps_the_total_of_the_take(dice, tokens, total):
    begin = Position.from_wfen(RAVEN.format(dice))
    game = play_tokens(Game.from_position(begin, ScriptedDice(["ww"])), *tokens)
    end = game.events[-1]
    assert (end.result, end.tile, end.total) == ("took", 23, total)
    assert end.bratwurms == (1, 0, -1)


def test_game_started_at_the_ravens_choice_has_no_total():
    begin = Position.from_wfen(
        "standard+extrawurm xxxx.xxxxxxxxxxxxo 23/-/- a - b -,-,-,b,-/5,0,2/-"
    )
    game = play_tokens(Game.from_position(begin), "bc")
    assert game.events[-1].total is None
    assert game.events[-1].tile == 23


def test_turn_labels_start_with_the_starting_seat():
    begin = Position.from_wfen("standard oooooooooooooooo -/-/- c - ~")
    labels = [Game.from_position(begin).turn_label(turn) for turn in range(5)]
    assert labels == ["1c", "2a", "2b", "2c", "3a"]


def test_finished_game_takes_no_more_actions():
    begin = Position.from_wfen("standard oxxxxxxxxxxxxxxx -/- a 1555w -")
    game = play_tokens(Game.from_position(begin), "t21")
    assert game.position.to_act == OVER
    with pytest.raises(IllegalAction) as caught:
        game.play(Action.parse("r"))
    assert "the game is over" in str(caught.value)


def test_turn_at_is_the_turn_of_an_event():
    game = play_out(Game(STANDARD, 2, SeededDice(3)), 3, 60)
    turn = 0
    for index, event in enumerate(game.events):
        assert game.turn_at(index) == turn
        turn += isinstance(event, TurnEnd)
    assert turn == game.turn > 3


@pytest.mark.parametrize("limit", [0, -5])
def test_game_needs_at_least_one_turn(limit):
    with pytest.raises(InvalidNotation) as caught:
        Game(Rules.preset("standard"), 2, turn_limit=limit)
    assert caught.value.code == "bad_turn_limit"


def test_steps_of_a_turn_end_with_its_end_event():
    game = Game(Rules.preset("standard"), 2, SeededDice(3), turn_limit=4)
    while not game.is_over:
        game.play(legal_actions(game.position)[0])
    turns = [game.steps_in_turn(turn) for turn in range(4)]
    assert sum(turns, ()) == game.steps
    assert all(isinstance(turn[-1].event, TurnEnd) for turn in turns)
