"""The benchmark: fixed tasks for bots, learners and language models.

>>> from pickomino import bench
>>> result = bench.run_bench("beginner", ["one-tile-v1"])
>>> [(task.task, task.measure, round(task.value, 4)) for task in result.results]
[('one-tile-v1', 'exact_loss', 0.0236)]

- `tasks`: the tasks, which never change; a changed task gets a new version
- `decisions`: decisions with the value of every action
- `exact_loss`: what a bot loses in a small game against a perfect opponent
- `text`: prompts and answers for language models
- `runner`, `results`: run a bot through tasks, and keep its results in a file
"""

from pickomino.bench.decisions import Choice, Decision, choose_in_all, load_decisions
from pickomino.bench.errors import MESSAGES
from pickomino.bench.exact_loss import ExactLoss, exact_loss
from pickomino.bench.results import BenchResult, TaskResult
from pickomino.bench.runner import run_bench
from pickomino.bench.tasks import TASKS, LossTask, MatchTask, RegretTask, Task, find_tasks
from pickomino.bench.text import Exchange, TextBot, parse_answer, prompt
from pickomino.core.errors import register_messages

__all__ = [
    "TASKS",
    "BenchResult",
    "Choice",
    "Decision",
    "ExactLoss",
    "Exchange",
    "LossTask",
    "MatchTask",
    "RegretTask",
    "Task",
    "TaskResult",
    "TextBot",
    "choose_in_all",
    "exact_loss",
    "find_tasks",
    "load_decisions",
    "parse_answer",
    "prompt",
    "run_bench",
]

register_messages(MESSAGES)
