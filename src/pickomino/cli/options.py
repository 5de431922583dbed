"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from pickomino.core.errors import message
from pickomino.core.rules import Rules

Language = Annotated[
    Literal["en", "de", "fr", "it", "pt_BR", "nl", "es"] | None,
    Parameter(help=message("The output language; by default the system's language.")),
]
Flag = Annotated[bool, Parameter(negative="", show_default=False)]
File = Annotated[str, Parameter(allow_leading_hyphen=True)]
"""The name of a file; `-` stands for standard input."""


def parse_rules(text: str, *, extrawurm: bool) -> Rules:
    """Return a rule set, with the expansion added if it was requested separately.

    >>> parse_rules("classic(steal=forced)", extrawurm=True)
    Rules.parse('classic+extrawurm(steal=forced)')
    """
    rules = Rules.parse(text)
    if not extrawurm or rules.extrawurm:
        return rules
    return Rules.preset(rules.name, extrawurm=True, **rules.deviations())
