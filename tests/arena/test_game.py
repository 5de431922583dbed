"""One game of the arena: the same game as in a record, and correct counts."""

import random

import pytest

from arena.players import AlwaysRolls, FirstBot
from pickomino import Game, Position, Rules, ScriptedDice, SeededDice, TurnEnd, scores, winners
from pickomino.arena.game import BotFailed, SeatedBot, StopRequested, play_game
from pickomino.bots.protocol import Thinking
from pickomino.bots.random_bot import RandomBot
from pickomino.core.position import places


class RecordedDice:
    def __init__(self, seed):
        self.dice = SeededDice(seed)
        self.rolls = []

    def roll(self, number, dice, golden=""):
        roll = self.dice.roll(number, dice, golden)
        self.rolls.append(str(roll))
        return roll


def players(count, seed=0):
    return [SeatedBot(RandomBot(), Thinking(random.Random(f"{seed}/{n}"))) for n in range(count)]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("rules", ["standard", "manual", "classic+extrawurm"])
def test_game_loop_plays_the_same_game_as_a_record(rules, seed):
    rules = Rules.parse(rules)
    dice = RecordedDice(seed)
    result, *_ = play_game(rules, players(3, seed), dice, 60)
    game = Game(rules, 3, ScriptedDice(dice.rolls), turn_limit=60)
    seated = players(3, seed)
    while not game.is_over:
        bot, thinking = seated[game.position.seat]
        game.play(bot.choose(game.position, thinking))
    game.dice.finish()
    ended = [event for event in game.events if isinstance(event, TurnEnd)]
    assert result.worms == scores(game.position)
    assert tuple(s for s, rank in enumerate(result.ranks) if rank == 1) == winners(game.position)
    for seat in range(3):
        own = [event.result for event in ended if event.seat == seat]
        assert result.turns[seat] == len(own)
        assert result.busts[seat] == own.count("failed")
        assert result.steals[seat] == own.count("stole")
    assert result.is_over == (not game.is_stopped)


def test_game_without_end_stops_at_the_turn_limit():
    seated = [SeatedBot(AlwaysRolls(), Thinking(random.Random(n))) for n in range(2)]
    result, *_ = play_game(Rules.preset("standard"), seated, SeededDice(1), 25)
    assert not result.is_over
    assert sum(result.turns) == 25
    assert result.turns == (13, 12)


def test_rules_may_lower_the_turn_limit():
    seated = [SeatedBot(AlwaysRolls(), Thinking(random.Random(n))) for n in range(2)]
    rules = Rules.parse("standard+extrawurm(bothextra=no)")
    result, *_ = play_game(rules, seated, SeededDice(1), 1000)
    assert (result.is_over, sum(result.turns)) == (False, 250)


def test_ranks_depend_on_worms_then_on_the_highest_tile():
    assert places(Position.from_wfen("standard oooooooooooooooo -/-/- a - ~")) == (1, 1, 1)
    position = Position.from_wfen("standard ...xxxxxxxxxxx.. 21,22/35/36,23 - - -")
    assert places(position) == (3, 2, 1)


def test_stop_request_ends_a_game_between_turns():
    answers = iter([False, False, True])
    with pytest.raises(StopRequested):
        play_game(Rules.preset("standard"), players(2), SeededDice(1), 99, lambda: next(answers))


def test_error_for_an_illegal_action_names_the_seat():
    class Cheat:
        def choose(self, *_):
            return "t36"

    seated = [players(1)[0], SeatedBot(Cheat(), Thinking(random.Random(1)))]
    with pytest.raises(BotFailed) as failure:
        play_game(Rules.preset("standard"), seated, SeededDice(1), 99)
    assert failure.value.seat == 1
    assert "is not legal" in str(failure.value.reason)


def test_first_roll_of_a_turn_does_not_depend_on_earlier_turns():
    quick, slow = RecordedNumbers(), RecordedNumbers()
    rules = Rules.preset("standard")
    play_game(rules, [SeatedBot(FirstBot(), Thinking(random.Random(1)))] * 2, quick, 6)
    play_game(rules, [SeatedBot(AlwaysRolls(), Thinking(random.Random(1)))] * 2, slow, 6)
    first = {turn * 16 for turn in range(6)}
    assert first <= set(quick.rolls)
    assert first <= set(slow.rolls)
    assert {n: quick.rolls[n] for n in first} == {n: slow.rolls[n] for n in first}


class RecordedNumbers:
    def __init__(self):
        self.dice = SeededDice(3)
        self.rolls = {}

    def roll(self, number, dice, golden=""):
        assert number not in self.rolls
        self.rolls[number] = self.dice.roll(number, dice, golden)
        return self.rolls[number]
