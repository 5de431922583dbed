"""Every option of a game has its texts."""

from pickomino.bots.registry import BOTS, make_bot
from pickomino.core.rules import OPTIONS, PRESETS
from pickomino.i18n.options import (
    LEVELS,
    OPTION_SOURCES,
    OPTION_TITLES,
    REACTION_TEXTS,
    RULE_CLAUSES,
    RULE_TITLES,
)
from pickomino.rooms.protocol.messages import REACTIONS


def test_reactions_and_rule_sets_have_texts():
    assert set(REACTION_TEXTS) == set(REACTIONS)
    assert set(RULE_TITLES) == set(PRESETS)


def test_rule_options_have_texts_and_sources():
    assert set(OPTION_TITLES) == set(OPTION_SOURCES) == set(OPTIONS)
    pairs = {(option, value) for option, values in OPTIONS.items() for value in values}
    assert set(RULE_CLAUSES) == pairs


def test_every_bot_has_a_level():
    assert {bot.partition(":")[0] for bot in LEVELS} == set(BOTS) - {"external"}
    for bot in LEVELS:
        make_bot(bot)
