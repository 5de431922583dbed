"""Rule sets, levels of bots, reactions and languages in words, for every shell alike."""

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
    "pt_BR": "Português (Brasil)",
    "nl": "Nederlands",
    "es": "Español",
}
"""Every language in its own words, so that nobody has to read a foreign one to find theirs."""

RULE_TITLES: Final[Mapping[str, str]] = {
    "standard": message("Standard"),
    "classic": message("Classic"),
    "short": message("Short"),
    "manual": message("Manual"),
    "mini": message("Mini"),
}
RULE_CLAUSES: Final[Mapping[tuple[str, str], str]] = {
    # i18n: the first of several clauses with "; " between them and a full stop at the end.
    ("claim", "next"): message("The exact tile or the next lower one"),
    ("claim", "any"): message("Any tile up to your sum"),
    # i18n: a clause after a semicolon, so without a capital letter.
    ("steal", "forced"): message("an exact steal must be made"),
    ("steal", "optional"): message("you may pass up a steal"),
    ("returned", "turned"): message("a returned tile that is the highest is turned"),
    ("returned", "down"): message("every returned tile goes face down"),
    ("emptyflip", "yes"): message("failing without a tile turns one as well"),
    ("weaselbust", "yes"): message("the Weasel may save a failed roll"),
    ("golden", "plain"): message("the Golden Die is like the others"),
    ("bothextra", "no"): message("nobody may have both 11 and 13"),
}
"""What an option means; where most rule sets agree, nothing is said."""

LEVELS: Final[Mapping[str, str]] = {
    "random": message("for little chicks"),
    "beginner": message("easy"),
    "family": message("medium"),
    "expert": message("hard"),
    "strategist": message("very hard"),
    "champion": message("extreme"),
    "champion:depth=2": message("beyond extreme"),
}
"""How strong each bot is that a new game offers."""

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


def rules_said(rules: Rules, texts: Texts) -> str:
    """Return a sentence that explains a rule set by its options.

    >>> from pickomino.i18n import texts_in
    >>> rules_said(Rules.preset("classic", steal="forced"), texts_in("en"))
    'The exact tile or the next lower one; an exact steal must be made.'
    """
    clauses = [
        texts.gettext(clause)
        for (option, value), clause in RULE_CLAUSES.items()
        if getattr(rules, option) == value
    ]
    return "; ".join(clauses) + "."
