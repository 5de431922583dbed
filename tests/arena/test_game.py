"""One game: it is the game that the record plays, and it is counted rightly."""

import random

import pytest

from arena.players import FirstBot, NeverContent
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
def test_the_light_loop_plays_the_same_game_as_the_record(rules, seed):
    rules = Rules.parse(rules)
    dice = RecordedDice(seed)
    result, _ = play_game(rules, players(3, seed), dice, 60)
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


def test_a_game_that_does_not_end_is_stopped_and_ranked_as_it_stands():
    seated = [SeatedBot(NeverContent(), Thinking(random.Random(n))) for n in range(2)]
    result, _ = play_game(Rules.preset("standard"), seated, SeededDice(1), 25)
    assert not result.is_over
    assert sum(result.turns) == 25
    assert result.turns == (13, 12)


def test_ranks_follow_worms_then_the_highest_tile_and_are_shared():
    assert places(Position.from_wfen("standard oooooooooooooooo -/-/- a - ~")) == (1, 1, 1)
    position = Position.from_wfen("standard ...xxxxxxxxxxx.. 21,22/35/36,23 - - -")
    assert places(position) == (3, 2, 1)


def test_a_shared_win_is_split():
    result, _ = play_game(Rules.preset("standard"), players(4), SeededDice(1), 1)
    assert sum(result.win_shares) == 1


def test_a_wish_to_stop_ends_a_game_between_turns():
    asked = iter([False, False, True])
    with pytest.raises(StopRequested):
        play_game(Rules.preset("standard"), players(2), SeededDice(1), 99, lambda: next(asked))


def test_an_illegal_answer_names_the_seat():
    class Cheat:
        def choose(self, *_):
            return "t36"

    seated = [players(1)[0], SeatedBot(Cheat(), Thinking(random.Random(1)))]
    with pytest.raises(BotFailed) as failure:
        play_game(Rules.preset("standard"), seated, SeededDice(1), 99)
    assert failure.value.seat == 1
    assert "is not legal" in str(failure.value.reason)


def test_each_turn_has_its_own_rolls_whatever_came_before():
    quick, slow = RecordedNumbers(), RecordedNumbers()
    rules = Rules.preset("standard")
    play_game(rules, [SeatedBot(FirstBot(), Thinking(random.Random(1)))] * 2, quick, 6)
    play_game(rules, [SeatedBot(NeverContent(), Thinking(random.Random(1)))] * 2, slow, 6)
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
