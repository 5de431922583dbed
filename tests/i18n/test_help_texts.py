"""The help of the browser and of the terminal give the same rules."""

import re
from pathlib import Path

import pytest

import pickomino
from pickomino import Position, Rules, legal_actions
from pickomino.cli.plain.prompts import help_lines
from pickomino.core.rules import PRESETS
from pickomino.i18n import texts_in
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.options import describe_rules
from pickomino.tui.screens.dialogs.help import rules_summary

HELP = Path(pickomino.__file__).parent / "client" / "table" / "help.js"


def sentences(name):
    """Return the texts of a list in the browser's help."""
    body = re.search(
        rf"^const {name} = \(\) => \[\n(.*?)^\];", HELP.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    return re.findall(r'_\(\s*"([^"]*)"', body[1])


def test_both_helps_give_the_same_standard_rules():
    summary = rules_summary(texts_in("en"))
    *rules, where_others_are = summary[: summary.index("")]
    assert len(rules) == 9
    assert sentences("rules") == rules
    assert where_others_are.startswith("These are the standard rules; ")
    assert '"These are the standard rules; the rules page ' in HELP.read_text("utf-8")


def test_both_helps_explain_the_same_parts_of_extrawurm():
    summary = rules_summary(texts_in("en"))
    texts = iter(sentences("extrawurm"))
    shown = [f"{name} – {meaning}" for name, meaning in zip(texts, texts, strict=True)]
    assert shown == summary[summary.index("") + 1 :]


def test_helps_say_that_the_standard_rules_force_a_steal():
    can_steal = Position.from_wfen("standard ooo.oooooooooooo -/24 a 4555w -")
    assert list(map(str, legal_actions(can_steal))) == ["s24", "r"]
    assert any(
        text.endswith("if you can steal one, you must steal it.") for text in sentences("rules")
    )


@pytest.mark.parametrize("extrawurm", ["", "+extrawurm"])
@pytest.mark.parametrize("name", PRESETS)
def test_plain_help_gives_the_rules_of_the_table(name, extrawurm):
    rules, texts = Rules.parse(name + extrawurm), texts_in("en")
    text = "\n".join(help_lines(rules, Narrator(texts, ("Ann", "Ben"))))
    assert describe_rules(rules, texts) in text
    assert ("exactly 11 or 13" in text) is rules.extrawurm
