"""The tasks of the benchmark never change, so that results of different years can be compared."""

import hashlib
import inspect
import random

import pytest

from pickomino import Game, InvalidNotation, Rules, SeededDice, Thinking, make_bot
from pickomino.bench import TASKS, choose_in_all, find_tasks, load_decisions, run_bench
from pickomino.bench.decisions import format_decision

DECISIONS = {
    "decisions-v1": "13499680bc271136",
    "small-decisions-v1": "06151e799c08178b",
}
TASK_LIST = "4acd2e0c4a7ada86"
OPPONENTS = {
    "beginner": "ea35b324b2067966",
    "expert": "1d2395fa9fd5ff68",
    "champion": "309690178c87dbd5",
}
WITH_EXTRAWURM = "b9891a95b0e93913"
HINT = "a task never changes: add a new version instead"


def digest(lines):
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def test_tasks_are_frozen():
    assert digest(map(repr, TASKS)) == TASK_LIST, HINT


@pytest.mark.parametrize("name", DECISIONS)
def test_decisions_are_frozen(name):
    assert digest(map(format_decision, load_decisions(name))) == DECISIONS[name], HINT


@pytest.mark.parametrize("name", OPPONENTS)
def test_play_of_opponents_is_frozen(name):
    """A change here changes what a win share means: publish new versions of the match tasks."""
    choices = choose_in_all(make_bot(name), load_decisions("decisions-v1")[:200])
    assert digest(str(choice.action) for choice in choices) == OPPONENTS[name], HINT


def test_play_of_the_opponent_with_extrawurm_is_frozen():
    task = find_tasks(["extrawurm-v1"])[0]
    bot = make_bot(*task.opponents)
    actions = []
    for seed in range(3):
        game = Game(Rules.parse(task.rules), 2, SeededDice(seed))
        while not game.is_over:
            actions.append(bot.choose(game.position, Thinking(random.Random(len(actions)))))
            game.play(actions[-1])
    assert digest(map(str, actions)) == WITH_EXTRAWURM, HINT


def test_every_task_has_the_default_time_to_think():
    assert inspect.signature(run_bench).parameters["seconds"].default == 1
    assert {task.seconds for task in TASKS} == {1}


def test_every_opponent_is_frozen():
    used = {bot for task in TASKS for bot in getattr(task, "opponents", ())}
    assert used == set(OPPONENTS)


def test_unknown_task_is_refused_by_name():
    with pytest.raises(
        InvalidNotation, match=r"unknown task 'decisions-v9'; choose from decisions-v1"
    ):
        find_tasks(["decisions-v9"])


def test_tasks_keep_their_order():
    assert [task.name for task in find_tasks(["expert-v1", "decisions-v1"])] == [
        "decisions-v1",
        "expert-v1",
    ]
    assert find_tasks([]) == TASKS
