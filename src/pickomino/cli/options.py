"""Options that several commands share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter, Token

from pickomino.bots.registry import BOTS
from pickomino.cli.files import require_name
from pickomino.core.errors import message, quote
from pickomino.core.rules import Rules
from pickomino.evaluation.network_files import use_networks


def _parse_whole_number(_: object, tokens: Sequence[Token]) -> int:
    """Return the number of an option; Cyclopts' own conversion would round 8000.5."""
    (token,) = tokens
    if not re.fullmatch("[+-]?[0-9]{1,40}", token.value):
        raise ValueError(f"{quote(token.value)} is not a whole number.")
    return int(token.value)


Language = Annotated[
    Literal["en", "de", "fr", "it", "pt_BR", "nl", "es"] | None,
    Parameter(help=message("The output language; by default the system’s language.")),
]
Flag = Annotated[bool, Parameter(negative="", show_default=False)]
WholeNumber = Annotated[int, Parameter(converter=_parse_whole_number)]
File = Annotated[str, Parameter(allow_leading_hyphen=True)]
"""The name of a file; `-` stands for standard input."""
NetworkFile = Annotated[
    str | None,
    Parameter(
        help=message(
            "A network file to use instead of the built-in network, for the champion, the coach "
            "and the review."
        )
    ),
]


def parse_rules(text: str, *, extrawurm: bool) -> Rules:
    """Return a rule set, with the expansion added if it was requested separately.

    >>> parse_rules("classic(steal=forced)", extrawurm=True)
    Rules.parse('classic+extrawurm(steal=forced)')
    """
    rules = Rules.parse(text)
    if not extrawurm or rules.extrawurm:
        return rules
    return Rules.preset(rules.name, extrawurm=True, **rules.deviations())


def use_network(file: str | None, players: Iterable[int] = ()) -> None:
    """Let the champion and the coach use a network file; raise unless it fits all these tables."""
    if file is not None:
        require_name(file)
        BOTS["champion"].require_installed()
        use_networks([Path(file)], players)
