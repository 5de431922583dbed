"""Texts for rule sets, bot levels, reactions and languages, shared by all user interfaces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pickomino.core.errors import message
from pickomino.core.rules import Rules
from pickomino.i18n import Texts

LANGUAGE_NAMES: Final[Mapping[str, str]] = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "pt_BR": "Português",
    "nl": "Nederlands",
    "es": "Español",
}
"""The name of each language in that language, so that its speakers always recognize it."""

RULE_TITLES: Final[Mapping[str, str]] = {
    "standard": message("Standard"),
    "classic": message("Classic"),
    "short": message("Short"),
    "manual": message("Reference manual"),
    "mini": message("Mini"),
}
RULE_CLAUSES: Final[Mapping[tuple[str, str], str]] = {
    # i18n: a clause after "but" or a semicolon, so without a capital letter and a full stop.
    ("claim", "next"): message("the exact tile or the next lower one"),
    ("claim", "any"): message("any tile up to your sum"),
    ("steal", "forced"): message("if you stop and can steal, you must"),
    ("steal", "optional"): message("you may pass up a steal"),
    ("returned", "stays"): message("a returned tile that is the highest stays face up"),
    ("returned", "turned"): message("a returned tile that is the highest goes face down"),
    ("returned", "down"): message("every returned tile goes face down"),
    ("emptyflip", "no"): message("a failed turn with an empty stack turns nothing face down"),
    ("emptyflip", "yes"): message("a failed turn with an empty stack also turns a tile face down"),
    ("allsymbols", "ends"): message("with all six symbols set aside, the turn ends"),
    ("allsymbols", "rolls"): message("with all six symbols set aside, you may still roll and fail"),
    ("weaselbust", "no"): message("the Weasel saves no failed roll"),
    ("weaselbust", "yes"): message("the Weasel may save a failed roll"),
    ("golden", "111www"): message("the Golden Die has three ones and three worms"),
    ("golden", "plain"): message("the Golden Die is like the others"),
    ("bothextra", "yes"): message("one player may have both 11 and 13"),
    ("bothextra", "no"): message("nobody may have both 11 and 13"),
}
"""The meaning of each option value, in the order in which forms list them."""
OPTION_TITLES: Final[Mapping[str, str]] = {
    "claim": message("Taking a tile"),
    "steal": message("Stealing"),
    "returned": message("The returned tile"),
    "emptyflip": message("Failing with an empty stack"),
    "allsymbols": message("All six symbols"),
    "weaselbust": message("Weasel"),
    "golden": message("Golden Die"),
    "bothextra": message("The tiles 11 and 13"),
}
OPTION_SOURCES: Final[Mapping[str, str]] = {
    "claim": message("Printed rules: the next lower one. Reference manual: any lower one."),
    "steal": message(
        "Current edition, as we read it: compulsory. Editions of 2005 and reference manual: "
        "your choice."
    ),
    "returned": message(
        "Most rules: it stays face up. The short game of 2005 turns it or, read literally, every "
        "returned tile; a failed turn can then end the game."
    ),
    "emptyflip": message(
        "Printed rules: none is turned. Reference manual, read literally: the highest one is."
    ),
    "allsymbols": message(
        "Editions of 2005: the sixth symbol ends the turn. The others say nothing about it."
    ),
    "weaselbust": message("Reference manual: not after a failed roll."),
    "golden": message("Reportedly only ones and worms; three of each is our assumption."),
    "bothextra": message("The reference manual is silent; one review says nobody may have both."),
}
"""What the rulebooks say about each option; see docs/rules.md."""
ALWAYS_SHOWN: Final = ("claim", "steal")
"""Options that are explained even at their default value."""
STARTER_TITLES: Final[Mapping[str, str]] = {
    # i18n: an answer to "Who begins".
    "host": message("Chosen by the host"),
    "youngest": message("The youngest"),
    "lot": message("By lot"),
}
MATCH_GAMES: Final = (1, 2, 3, 4, 5, 7, 10, 20)
MATCH_WINS: Final = (2, 3, 5, 10)
"""The match lengths that forms offer: MATCH_GAMES games, or the first to MATCH_WINS wins."""

LEVELS: Final[Mapping[str, str]] = {
    "random": message("for little chicks"),
    "beginner": message("easy"),
    "family": message("medium"),
    "expert": message("hard"),
    "strategist": message("very hard"),
    "champion": message("extreme"),
    "champion:depth=2": message("beyond extreme"),
}
"""The bots that a new game offers, with a description of their strength."""

REACTION_TEXTS: Final[Mapping[str, str]] = {
    "hello": message("Hello!"),
    "good_luck": message("Good luck!"),
    "well_done": message("Well done!"),
    "ouch": message("Ouch!"),
    "lucky": message("Lucky!"),
    "thinking": message("Let me think…"),
    "hurry": message("Come on!"),
    "thanks": message("Thanks!"),
    "sorry": message("Sorry!"),
    "good_game": message("Good game!"),
}


def describe_rules(rules: Rules, texts: Texts) -> str:
    """Return a sentence that explains a rule set by its options.

    >>> from pickomino.i18n import texts_in
    >>> describe_rules(Rules.preset("classic", steal="forced"), texts_in("en"))
    'The exact tile or the next lower one; if you stop and can steal, you must.'
    """
    clauses = [
        texts.gettext(clause)
        for (option, value), clause in RULE_CLAUSES.items()
        if getattr(rules, option) == value != unmentioned_value(option)
    ]
    return f"{capitalize('; '.join(clauses))}."


def unmentioned_value(option: str) -> str:
    """Return the value of an option that goes without saying; empty if there is none."""
    return "" if option in ALWAYS_SHOWN else str(getattr(Rules(), option))


def rules_title(rules: Rules, texts: Texts) -> str:
    """Return the name of a rule set, and how the rules deviate from it.

    >>> from pickomino.i18n import texts_in
    >>> rules_title(Rules.parse("classic+extrawurm(steal=forced)"), texts_in("en"))
    'Classic + Extrawurm, but if you stop and can steal, you must'
    """
    title = texts.gettext(RULE_TITLES[rules.name]) + (" + Extrawurm" if rules.extrawurm else "")
    changed = rules.deviations().items()
    changes = [texts.gettext(clause) for key, clause in RULE_CLAUSES.items() if key in changed]
    if not changes:
        return title
    return texts.gettext("{rules}, but {changes}").format(rules=title, changes="; ".join(changes))


def capitalize(text: str) -> str:
    """Return the text with a capital first letter.

    >>> capitalize("a tile")
    'A tile'
    """
    return text[:1].upper() + text[1:]


def describe_match(games: int, wins: int, texts: Texts) -> str:
    """Return the length of a match in words.

    >>> from pickomino.i18n import texts_in
    >>> describe_match(1, 3, texts_in("en")), describe_match(5, 0, texts_in("en"))
    ('First to 3 wins', '5 games')
    """
    if wins:
        text = texts.ngettext("First to {count} win", "First to {count} wins", wins)
        return text.format(count=wins)
    text = texts.ngettext("{count} game", "{count} games", games)
    return texts.gettext("Single games") if games == 1 else text.format(count=games)
