"""The worked examples of the rules, each with every rule set that it holds for.

This module imports nothing of the package, because the naive implementation plays the examples too.
`tests/data/worked_examples.toml` describes their fields.
"""

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

from naive.wfen import parse_rules

FILE = Path(__file__).parents[1] / "data" / "worked_examples.toml"
EXAMPLES = tomllib.loads(FILE.read_text("utf-8"))["examples"]
BASE_RULES = ("standard", "classic", "short", "manual", "mini")
EXTRAWURM_RULES = tuple(f"{name}+extrawurm" for name in BASE_RULES)
BASE_FIELDS, BASE_TILES = 5, 16
ENDED = ("result", "reason", "total", "tile", "robbed", "returned", "turned", "also_turned")
SCRIPT = re.compile(
    r"=(?P<total>\d+)|6\^(?P<dice>\d+)|\((?P<legal>[^)]*)\)|(?P<action>[krtsqzb]\w*)|(?P<roll>\w+)"
)


class Case(NamedTuple):
    """A worked example with one rule set."""

    number: int
    name: str
    start: str
    """As WFEN."""
    script: list[tuple[str, str]]
    """Rolls, actions and what must hold, as pairs of a kind and its text; see SCRIPT."""
    expected: dict
    is_lesson: bool

    @property
    def ended(self):
        """How the turn ended, with every field; None if it goes on."""
        ended = self.expected.get("ended")
        return ended and {"seat": 0} | dict.fromkeys(ENDED) | ended

    def tokens(self, kind):
        return [text for own, text in self.script if own == kind]

    def expects(self, field, wfen):
        """Return whether a field of the example, if given, is that of a position."""
        expected = self.expected.get(field)
        if expected is None:
            return True
        _, grill, *rest = wfen.split(" ")
        if field == "extrawurm":
            return rest[-1] == expected
        tiles = len(expected.split(" ")[0])
        return " ".join([grill[-tiles:], *rest[:4]]) == expected


def case(example, rules):
    options = parse_rules(rules)[2]
    expected = dict(example)
    for condition, changes in example.get("when", {}).items():
        option, _, value = condition.partition("=")
        if options[option] == value:
            ended = expected.get("ended", {}) | changes.get("ended", {})
            expected |= changes | {"ended": ended}
    script = [
        (match.lastgroup, match[match.lastgroup]) for match in SCRIPT.finditer(expected["play"])
    ]
    is_lesson = example.get("is_lesson", True)
    start = start_of(example["table"], rules)
    return Case(example["number"], example["name"], start, script, expected, is_lesson)


def start_of(table, rules):
    """Return the WFEN of a table; Extrawurm adds to a base table what it lacks."""
    fields = table.split(" ")
    if "+extrawurm" in rules and len(fields) == BASE_FIELDS:
        zeros = ",".join("0" for _ in fields[1].split("/"))
        fields = ["xx" + fields[0], *fields[1:], f"-,-,-,-,-/{zeros}/-"]
    return " ".join([rules, *fields])


def rules_of(example):
    if "rules" in example:
        return example["rules"]
    is_base = len(example["table"].split(" ")) == BASE_FIELDS
    return BASE_RULES + EXTRAWURM_RULES if is_base else EXTRAWURM_RULES


CASES = [case(example, rules) for example in EXAMPLES for rules in rules_of(example)]
LESSON_CASES = [
    case(example, rules_of(example)[0]) for example in EXAMPLES if example.get("is_lesson", True)
]


def case_id(case):
    return f"{case.number} {case.name} ({case.start.split(' ')[0]})"
