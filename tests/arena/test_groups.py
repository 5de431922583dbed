"""A group of games: the same dice for all, and every bot once in every seat."""

import pytest

from arena.players import BrokenBot, FirstBot, game, group
from pickomino import PickominoError, SeededDice
from pickomino.arena import groups
from pickomino.arena.groups import dice_seed, play_group
from pickomino.arena.settings import MatchSettings


@pytest.mark.parametrize("bots", [2, 3, 7])
def test_every_bot_plays_every_seat_once(bots):
    settings = MatchSettings(("random",) * bots, turn_limit=3 * bots, adjusted=False)
    seated = [FirstBot() for _ in range(bots)]
    play_group(settings, 5, seated)
    for index, bot in enumerate(seated):
        seats = list(dict.fromkeys(seat for seat, _ in bot.seen))
        assert seats == [(index + number) % bots for number in range(bots)]


def test_games_share_their_dice_only_within_a_group(monkeypatch):
    seeds = []

    class RecordedSeeds(SeededDice):
        def __init__(self, seed):
            super().__init__(seed)
            seeds.append(seed)

    monkeypatch.setattr(groups, "SeededDice", RecordedSeeds)
    settings = MatchSettings(("random",) * 3, turn_limit=6)
    for number in (0, 1):
        play_group(settings, number, [FirstBot() for _ in range(3)])
    assert seeds == [dice_seed(1, 0)] * 3 + [dice_seed(1, 1)] * 3
    assert len({dice_seed(seed, number) for seed in range(50) for number in range(50)}) == 2500


def test_luck_cancels_out_between_identical_bots():
    settings = MatchSettings(("random",) * 3, adjusted=False)
    result = play_group(settings, 0, [FirstBot() for _ in range(3)])
    assert result.win_shares == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert max(result.win_shares_by_seat) == 1


def test_every_bot_has_a_separate_generator_in_every_game():
    settings = MatchSettings(("random",) * 2, turn_limit=4)

    def states():
        seated = [FirstBot(), FirstBot()]
        play_group(settings, 0, seated)
        generators = {id(t.generator): t.generator for bot in seated for _, t in bot.seen}
        return [generator.getstate() for generator in generators.values()]

    assert len(set(states())) == 4
    assert states() == states()


def test_win_shares_are_summed_by_bot_and_by_seat():
    result = group(0, game(1, 2, 3), game(1, 2, 3), game(1, 1, 3))
    assert result.win_shares == pytest.approx((2.5 / 3, 0.5 / 3, 0))
    # Bot 0 sat in seats 0, 1, 2; bot 1 in seat 0 when it shared the last win.
    assert result.win_shares_by_seat == pytest.approx((1.5 / 3, 1 / 3, 0.5 / 3))


def test_faults_of_external_bots_are_counted_per_group():
    class Faulty(FirstBot):
        def __init__(self):
            super().__init__()
            self.faults = {"timeout": 7, "crash": 1}

        def choose(self, position, thinking):
            self.faults["timeout"] += 1
            return super().choose(position, thinking)

    settings = MatchSettings(("random",) * 2, turn_limit=2)
    bot = Faulty()
    result = play_group(settings, 0, [bot, FirstBot()])
    assert result.faults == ({"timeout": len(bot.seen)}, {})


def test_error_of_a_bot_names_bot_and_group():
    settings = MatchSettings(("random", "family"))
    with pytest.raises(PickominoError) as failure:
        play_group(settings, 3, [FirstBot(), BrokenBot()])
    assert failure.value.code == "bot_failed"
    assert failure.value.parameters["group"] == 3
    assert "'family'" in str(failure.value)
    assert "RuntimeError: out of worms" in str(failure.value)
