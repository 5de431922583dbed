"""The game as a value: histories that are shared, and games without one."""

import random

from hypothesis import given, settings

from pickomino import Game, Roll, Rolled, SeededDice, legal_actions, start
from pickomino.record.state import GameState
from support.random_play import STANDARD, play_on, random_start, seeds

FIRST, OTHER = Roll.parse("12345www"), Roll.parse("11112222")


def test_two_games_that_go_on_from_one_state_know_nothing_of_each_other():
    begun = GameState.begin(start(STANDARD, 2))
    one, other = begun.rolled(FIRST), begun.rolled(OTHER)
    longer = one.acted(legal_actions(one.position)[0])
    assert begun.moments == ()
    assert [moment.event for moment in one.moments] == [Rolled(0, FIRST)]
    assert [moment.event for moment in other.moments] == [Rolled(0, OTHER)]
    assert longer.moments[:1] == one.moments
    assert longer.moments_since(1)[0].position == longer.position
    assert one == GameState.begin(start(STANDARD, 2)).rolled(FIRST) != other
    assert hash(one) == hash(GameState.begin(start(STANDARD, 2)).rolled(FIRST))


def test_going_back_and_on_leaves_the_game_that_was_gone_back_from():
    game = Game(STANDARD, 2, SeededDice(4))
    for _ in play_on(game, 4, 40):
        pass
    whole = game.state
    moments = whole.moments
    earlier = whole.kept(whole.last_decision_of({0, 1}))
    later = earlier.acted(legal_actions(earlier.position)[-1])
    assert earlier.length < later.length
    assert later.moments[: earlier.length] == earlier.moments == moments[: earlier.length]
    assert whole.moments == moments


@settings(max_examples=30)
@given(seeds)
def test_a_game_without_history_comes_to_the_same(seed):
    game = Game.from_position(random_start(random.Random(seed)), SeededDice(seed))
    for _ in play_on(game, seed, 60):
        pass
    bare = GameState.without_history(game.start)
    for event in game.events:
        if isinstance(event, Rolled):
            bare = bare.rolled(event.roll)
        elif hasattr(event, "action"):
            bare = bare.acted(event.action)
    assert bare[:5] == game.state[:5]
    assert bare.moments == ()
