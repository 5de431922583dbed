"""The tasks of the benchmark never change, so that results of different years can be compared."""

import hashlib

import pytest

from pickomino import InvalidNotation, make_bot
from pickomino.bench import TASKS, choose_in_all, find_tasks, load_decisions
from pickomino.bench.decisions import format_decision

DECISIONS = {
    "decisions-v1": "13499680bc271136",
    "small-decisions-v1": "06151e799c08178b",
}
TASK_LIST = "13fb4db98935926f"
OPPONENTS = {
    "beginner": "ea35b324b2067966",
    "expert": "1d2395fa9fd5ff68",
    "champion": "309690178c87dbd5",
}
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
