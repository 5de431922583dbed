"""The state of a game: shared histories, and games without one."""

import random

from hypothesis import given, settings

from pickomino import Game, Roll, RollEvent, SeededDice, legal_actions, start
from pickomino.record.state import GameState
from support.random_play import STANDARD, play_out, random_start, seeds

FIRST, OTHER = Roll.parse("12345www"), Roll.parse("11112222")


def test_games_continued_from_one_state_are_independent():
    begun = GameState.begin(start(STANDARD, 2))
    one, other = begun.apply_roll(FIRST), begun.apply_roll(OTHER)
    longer = one.apply(legal_actions(one.position)[0])
    assert begun.steps == ()
    assert [step.event for step in one.steps] == [RollEvent(0, FIRST)]
    assert [step.event for step in other.steps] == [RollEvent(0, OTHER)]
    assert longer.steps[:1] == one.steps
    assert longer.steps_since(1)[0].position == longer.position
    assert one == GameState.begin(start(STANDARD, 2)).apply_roll(FIRST) != other
    assert hash(one) == hash(GameState.begin(start(STANDARD, 2)).apply_roll(FIRST))


def test_rewinding_leaves_the_later_state_unchanged():
    whole = play_out(Game(STANDARD, 2, SeededDice(4)), 4, 40).state
    steps = whole.steps
    earlier = whole.rewind(whole.last_decision_by({0, 1}))
    later = earlier.apply(legal_actions(earlier.position)[-1])
    assert earlier.length < later.length
    assert later.steps[: earlier.length] == earlier.steps == steps[: earlier.length]
    assert whole.steps == steps


@settings(max_examples=30)
@given(seeds)
def test_game_without_history_has_the_same_state(seed):
    game = Game.from_position(random_start(random.Random(seed)), SeededDice(seed))
    play_out(game, seed, 60)
    bare = GameState.without_history(game.start)
    for event in game.events:
        if isinstance(event, RollEvent):
            bare = bare.apply_roll(event.roll)
        elif hasattr(event, "action"):
            bare = bare.apply(event.action)
    assert bare[:5] == game.state[:5]
    assert bare.steps == ()
