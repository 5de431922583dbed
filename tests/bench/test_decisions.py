"""The frozen decisions, and how choices in them are scored."""

import random

import pytest

from pickomino import Action, IllegalAction, PickominoError, advise, legal_actions, make_bot, solved
from pickomino.bench import choose_in_all, load_decisions
from pickomino.bench.decisions import format_decision, parse_decision

FILES = ("decisions-v1", "small-decisions-v1")


@pytest.mark.parametrize("name", FILES)
def test_every_line_is_read_and_written_alike(name):
    decisions = load_decisions(name)
    assert len({decision.position for decision in decisions}) == len(decisions) == 1000
    for decision in decisions:
        assert parse_decision(format_decision(decision)) == decision
        assert set(decision.values) == set(legal_actions(decision.position))
        assert decision.best - min(decision.values.values()) > 0.0049


def test_values_of_small_games_are_exact():
    sample = random.Random(1).sample(load_decisions("small-decisions-v1"), 25)
    for decision in sample:
        if len(decision.position.grill) < 4:  # larger games take longer to solve
            exact = solved.choices(decision.position)
            assert decision.values == pytest.approx(exact, abs=1e-6)


def test_values_of_whole_games_are_those_of_the_champion():
    """A later champion may judge a little differently; the file is frozen."""
    for decision in load_decisions("decisions-v1")[:50]:
        judged = advise(decision.position, "win").choices
        assert decision.values == pytest.approx(judged, abs=0.02)


@pytest.mark.parametrize("name", FILES)
def test_stronger_bots_have_less_regret(name):
    def regret(bot):
        choices = choose_in_all(make_bot(bot), load_decisions(name)[:200])
        return sum(choice.regret for choice in choices) / len(choices)

    assert regret("champion") < 0.0005 < regret("beginner") < regret("random")


def test_illegal_action_has_no_regret():
    with pytest.raises(IllegalAction):
        load_decisions("decisions-v1")[0].regret(Action.parse("t36"))


def test_failure_of_a_bot_names_the_position():
    class Broken:
        def choose(self, *_):
            raise RuntimeError("out of worms")

    with pytest.raises(PickominoError, match=r"bot Broken failed in short o\.o.*out of worms"):
        choose_in_all(Broken(), load_decisions("decisions-v1")[:1])


def test_same_position_gets_the_same_random_numbers():
    decisions = load_decisions("decisions-v1")[:40]
    forward = choose_in_all(make_bot("random"), decisions)
    backward = choose_in_all(make_bot("random"), decisions[::-1])
    assert forward == backward[::-1]
