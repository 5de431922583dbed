"""The helps give the rules that the program plays by."""

import pytest

from pickomino import Position, Rules, legal_actions
from pickomino.cli.plain.prompts import help_lines
from pickomino.core.rules import PRESETS
from pickomino.i18n import texts_in
from pickomino.i18n.narrator import Narrator
from pickomino.i18n.options import describe_rules
from pickomino.tui.screens.dialogs.help import rules_summary


def test_help_says_that_the_standard_rules_force_a_steal():
    can_steal = Position.from_wfen("standard ooo.oooooooooooo -/24 a 4555w -")
    assert list(map(str, legal_actions(can_steal))) == ["s24", "r"]
    assert any(
        text.endswith("if you can steal one, you must steal it.")
        for text in rules_summary(texts_in("en"))
    )


@pytest.mark.parametrize("extrawurm", ["", "+extrawurm"])
@pytest.mark.parametrize("name", PRESETS)
def test_plain_help_gives_the_rules_of_the_table(name, extrawurm):
    rules, texts = Rules.parse(name + extrawurm), texts_in("en")
    text = "\n".join(help_lines(rules, Narrator(texts, ("Ann", "Ben"))))
    assert describe_rules(rules, texts) in text
    assert ("exactly 11 or 13" in text) is rules.extrawurm
