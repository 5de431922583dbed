"""The help of the browser and of the terminal give the same rules."""

import re
from pathlib import Path

import pickomino
from pickomino.i18n import texts_in
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
