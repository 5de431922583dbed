"""The text interface for language models, with scripted models."""

import random
import re

import pytest

from pickomino import Game, Position, Rules, SeededDice, Thinking, legal_actions, make_bot
from pickomino.bench import TextBot, choose_in_all, load_decisions, parse_answer, prompt

RULES = [
    "standard",
    "classic",
    "short",
    "manual",
    "short(returned=down)",
    "standard(allsymbols=rolls)",
    "standard+extrawurm",
    "manual+extrawurm",
]


def perfect_model(question):
    """Answer as an expert who reads the position and the actions from the prompt."""
    wfen = re.search(r"^WFEN: (.+)$", question, re.MULTILINE)[1]
    position = Position.from_wfen(wfen)
    action = make_bot("champion").choose(position, Thinking(random.Random(1)))
    assert f"\n{action}: " in question
    return f"The legal actions are good, but **ACTION: {action}**."


@pytest.mark.parametrize("rules", RULES)
def test_prompt_describes_every_position_of_a_game(rules):
    game = Game(Rules.parse(rules), 3, SeededDice(4))
    bot, thinking = make_bot("family"), Thinking(random.Random(4))
    for _ in range(150):
        if game.is_over:
            break
        question = prompt(game.position)
        for action in legal_actions(game.position):
            assert f"\n{action}: " in question
        assert "{" not in question
        assert ("Weasel" in question) is Rules.parse(rules).extrawurm
        game.play(bot.choose(game.position, thinking))


def test_rules_of_a_prompt_differ_by_rule_set():
    def rules_in(name):
        start = Game(Rules.parse(name), 2).position
        return prompt(start).partition("You are player")[0]

    assert len({rules_in(name) for name in RULES}) == len(RULES)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("ACTION: k5", "k5"),
        ("**Action:** `K5`", "k5"),
        ("ACTION: kw, no: ACTION: k5", "k5"),
        ("ACTION: t36", None),
        ("I take k5.", "k5"),
        ("k5 or kw", None),
        ("no idea", None),
        ("", None),
        ("action\n" * 1000, None),
    ],
)
def test_answer_names_at_most_one_legal_action(answer, expected):
    position = Position.from_wfen("standard oooooooooooooooo -/- a - 1155www4")
    action = parse_answer(answer, legal_actions(position))
    assert (None if action is None else str(action)) == expected


def test_model_that_reads_the_prompt_plays_perfectly():
    bot = TextBot(perfect_model)
    decisions = load_decisions("decisions-v1")[:40]
    choices = choose_in_all(bot, decisions)
    assert sum(choice.regret for choice in choices) < 0.01
    assert (bot.faults["illegal"], len(bot.exchanges)) == (0, 40)


def test_model_is_asked_again_with_a_hint():
    answers = iter(["I pass", "ACTION: kw"])
    questions = []

    def model(question):
        questions.append(question)
        return next(answers)

    bot = TextBot(model)
    position = Position.from_wfen("standard oooooooooooooooo -/- a - 1155www4")
    assert str(bot.choose(position, Thinking(random.Random(1)))) == "kw"
    assert bot.faults == {"illegal": 1}
    assert "Your answer named no legal action. Legal: k1 k4 k5 kw" in questions[1]


def test_model_without_an_answer_plays_at_random():
    bot = TextBot(lambda _: "pass", retries=2)
    choices = choose_in_all(bot, load_decisions("decisions-v1")[:30])
    assert len(choices) == 30
    assert bot.faults == {"illegal": 90}
