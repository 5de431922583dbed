import random
import sys

import pytest

from pickomino import OVER, Action, EvaluatorBot, PickominoError, Position, Rules, start
from pickomino.analysis.advice import advise
from pickomino.bots.champion import ChampionBot
from pickomino.bots.protocol import Thinking
from pickomino.bots.ratings import load_ratings
from pickomino.bots.registry import make_bot
from pickomino.core.play import apply_roll, chance_outcomes, legal_actions
from pickomino.evaluation.look_ahead import LookAhead
from pickomino.evaluation.network_chance import NetworkChance
from support.bot_games import play_game
from support.network_files import small_network
from support.turn_starts import starts_of_turns


def roll_dice(position: Position, seed: int) -> Position:
    rolls, weights = zip(*chance_outcomes(position), strict=True)
    return apply_roll(position, random.Random(seed).choices(rolls, weights)[0])


def test_champion_has_the_highest_rating():
    ratings = load_ratings()[2]
    assert max(ratings, key=lambda bot: ratings[bot].points) == "champion"


@pytest.mark.parametrize("depth", ["1", "2"])
@pytest.mark.parametrize("players", [2, 5])
def test_champion_plays_every_rule_set_legally(players, depth):
    bot = make_bot(f"champion:depth={depth}")
    for rules in (
        "standard", "classic", "short", "manual", "mini", "classic(emptyflip=yes)",
        "short(returned=down)", "standard(allsymbols=rolls)", "manual+extrawurm(bothextra=no)",
    ):  # fmt: skip
        for seed, position in enumerate(starts_of_turns(Rules.parse(rules), players, 3, seed=6)):
            after_roll = roll_dice(position, seed)
            assert bot.choose(after_roll, Thinking(random.Random(1))) in legal_actions(after_roll)


class Collector:
    """Rolls on for all six symbols, one die at a time, and then plays as the champion does."""

    def __init__(self, champion):
        self.champion, self.asked = champion, 0

    def choose(self, position, thinking):
        legal = legal_actions(position)
        if len(set(position.turn.set_aside.text)) < 6:
            rolled = position.turn.rolled.text
            roll_on = Action.parse("r")
            return (
                roll_on if roll_on in legal else min(legal, key=lambda a: rolled.count(str(a)[1]))
            )
        self.asked += 1
        return self.champion.choose(position, thinking)


def test_champion_plays_a_game_in_which_six_symbols_may_roll_on():
    champion = make_bot("champion")
    collector = Collector(champion)
    rules = Rules.parse("standard(allsymbols=rolls)")
    position, _ = play_game([champion, collector, collector], rules, seed=1)
    assert position.to_act == OVER
    assert collector.asked > 0


def test_champion_plays_the_best_win_chance_in_extrawurm():
    position = roll_dice(starts_of_turns(Rules.parse("classic+extrawurm"), 2, 9, seed=8)[-1], 5)
    bot = make_bot("champion")
    chosen = bot.choose(position, Thinking(random.Random(1)))
    solution = bot._turn.solution(position)
    assert chosen == solution.best(position)
    chances = NetworkChance().evaluate(starts_of_turns(position.rules, 2, 1, seed=1))[0]
    assert 0.5 < chances[0] < 0.56


def test_advice_agrees_with_the_champion():
    position = roll_dice(starts_of_turns(Rules.preset("classic"), 2, 9, seed=8)[-1], 5)
    chosen = make_bot("champion").choose(position, Thinking(random.Random(1)))
    advice = advise(position, "win")
    assert advice.best == chosen
    assert advice.choices[chosen] == max(advice.choices.values())


def test_champion_plays_the_same_without_numba():
    position = roll_dice(starts_of_turns(Rules.preset("standard"), 2, 5, seed=8)[-1], 7)
    quick, slow = make_bot("champion"), make_bot("champion")
    slow._turn.is_fast = False
    thinking = Thinking(random.Random(1))
    assert quick.choose(position, thinking) == slow.choose(position, thinking)


@pytest.mark.parametrize("options", ["network={path}", "depth=1,network={path}"])
def test_network_option_names_the_network_that_plays(options, tmp_path):
    path = small_network(tmp_path / "mine.npz", favours=1)
    bot = make_bot(f"champion:{options.format(path=path)}")
    opening = start(Rules.preset("classic"), 2)
    assert bot.evaluator.evaluate([opening])[0][0] < 0.02
    assert make_bot("champion").evaluator.evaluate([opening])[0][0] > 0.5
    position = roll_dice(opening, 1)
    assert bot.choose(position, Thinking(random.Random(1))) in legal_actions(position)


def test_champion_can_be_made_without_numpy(monkeypatch):
    """In a browser there is none; JavaScript runs the networks."""
    monkeypatch.setitem(sys.modules, "pickomino.evaluation.network", None)
    ChampionBot().require_players(5)


def test_network_for_other_tables_is_refused(tmp_path):
    bot = make_bot(f"champion:network={small_network(tmp_path / 'mine.npz', players=3)}")
    position = roll_dice(start(Rules.preset("classic"), 2), 1)
    with pytest.raises(PickominoError, match=r"mine\.npz' is a network for 3 players, not for 2"):
        bot.choose(position, Thinking(random.Random(1)))


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("missing.npz", r"cannot read '.*missing\.npz': No such file"),
        ("text.npz", r"text\.npz' is not a network, or it is damaged"),
        ("", r"cannot read '\.'"),
    ],
)
def test_unusable_network_gets_one_sentence(file, message, tmp_path):
    (tmp_path / "text.npz").write_text("no network")
    with pytest.raises(PickominoError, match=message):
        make_bot(f"champion:network={file and tmp_path / file}")


def test_bot_of_an_evaluator_plays_as_it_judges():
    position = roll_dice(starts_of_turns(Rules.preset("classic"), 2, 3, seed=8)[-1], 5)
    bot = EvaluatorBot(NetworkChance())
    advice = advise(position, "win")
    assert bot.choose(position, Thinking(random.Random(1))) == advice.best
    deeper = EvaluatorBot(NetworkChance(), depth=2)
    assert isinstance(deeper.evaluator, LookAhead)


@pytest.mark.parametrize("value", [None, NetworkChance, "champion"])
def test_bot_needs_an_evaluator(value):
    with pytest.raises(TypeError, match="an evaluator with a method evaluate"):
        EvaluatorBot(value)
