"""Rule sets: names for combinations of options, each option settable by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, Self, cast, get_args

from pickomino.core.errors import InvalidNotation, quoted, text_of

Claim = Literal["next", "any"]
Steal = Literal["forced", "optional"]
Returned = Literal["stays", "turned", "down"]
YesNo = Literal["no", "yes"]
Golden = Literal["111www", "plain"]

OPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "bothextra": get_args(YesNo),
    "claim": get_args(Claim),
    "emptyflip": get_args(YesNo),
    "golden": get_args(Golden),
    "returned": get_args(Returned),
    "steal": get_args(Steal),
    "weaselbust": get_args(YesNo),
}
EXTRAWURM_OPTIONS: Final = ("bothextra", "golden", "weaselbust")

# RULES: docs/rules.md says which printed rulebook each one comes from.
PRESETS: Final[dict[str, dict[str, str]]] = {
    "standard": {},
    "classic": {"steal": "optional"},
    "short": {"steal": "optional", "returned": "turned"},
    "manual": {"claim": "any", "steal": "optional", "emptyflip": "yes"},
    "mini": {},
}

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 7

_PATTERN = re.compile(r"([a-z]+)(\+extrawurm)?(?:\(([a-z0-9=,]*)\))?")


@dataclass(frozen=True, slots=True)
class Rules:
    """Which rules are played: a preset's name, every option, and whether Extrawurm is in.

    Made by `Rules.preset` or `Rules.parse`; called directly, options not given are `standard`'s.

    >>> Rules.preset("classic").steal
    'optional'
    """

    name: str = "standard"
    claim: Claim = "next"
    """`next`: the exact tile, else the next lower one; `any`: every tile up to the total."""
    steal: Steal = "forced"
    """`forced`: an exact opponent's top tile is the only claim; `optional`: the grill as well."""
    returned: Returned = "stays"
    """When the returned tile is the highest: it stays face up, or it is turned; `down`: every
    returned tile goes face down, and the highest one above it is turned as well."""
    emptyflip: YesNo = "no"
    """Whether failing with nothing to return turns the highest tile."""
    extrawurm: bool = False
    weaselbust: YesNo = "no"
    """Extrawurm: whether the Weasel may re-roll a roll without a legal choice."""
    golden: Golden = "111www"
    """Extrawurm: the faces of the Golden Die, three ones and three worms or plain."""
    bothextra: YesNo = "yes"
    """Extrawurm: whether one player may have both 11 and 13."""

    def __post_init__(self) -> None:
        """Refuse unknown names and values."""
        if self.name not in PRESETS:
            known = ", ".join(PRESETS)
            raise InvalidNotation("unknown_rules", name=quoted(self.name), known=known)
        for option in OPTIONS:
            _check_value(option, getattr(self, option))
        if not self.extrawurm:
            for field in fields(self):
                if field.name in EXTRAWURM_OPTIONS and getattr(self, field.name) != field.default:
                    raise InvalidNotation("needs_extrawurm", option=field.name)

    @classmethod
    def preset(cls, name: str, extrawurm: bool = False, **options: str) -> Self:  # noqa: FBT001, FBT002 - the published signature
        """Return a rule set by name, with single options changed.

        >>> Rules.preset("standard", extrawurm=True, golden="plain")
        Rules.parse('standard+extrawurm(golden=plain)')
        """
        if name not in PRESETS:
            raise InvalidNotation("unknown_rules", name=quoted(name), known=", ".join(PRESETS))
        for option, value in options.items():
            _check_value(option, value)
        return cls(name, extrawurm=extrawurm, **cast("dict[str, Any]", PRESETS[name] | options))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a rule set as WFEN writes it.

        >>> Rules.parse("classic+extrawurm(steal=forced)").extrawurm
        True
        """
        match = _PATTERN.fullmatch(text_of(text))
        if match is None:
            raise InvalidNotation("bad_rules", text=quoted(text))
        options: dict[str, str] = {}
        for part in match[3].split(",") if match[3] is not None else ():
            option, equals, value = part.partition("=")
            if not equals:
                raise InvalidNotation("bad_rules", text=quoted(text))
            if option in options:
                raise InvalidNotation("repeated_option", option=quoted(option))
            _check_value(option, value)
            options[option] = value
        return cls.preset(match[1], match[2] is not None, **options)

    def deviations(self) -> dict[str, str]:
        """Return the options that differ from the preset of this name, in alphabetical order.

        >>> Rules.preset("classic", steal="forced").deviations()
        {'steal': 'forced'}
        """
        usual = type(self).preset(self.name, self.extrawurm)
        return {
            option: getattr(self, option)
            for option in OPTIONS
            if getattr(self, option) != getattr(usual, option)
        }

    def __str__(self) -> str:
        """Write the rule set as WFEN does.

        >>> str(Rules.preset("classic", extrawurm=True, steal="forced"))
        'classic+extrawurm(steal=forced)'
        """
        expansion = "+extrawurm" if self.extrawurm else ""
        changes = ",".join(f"{option}={value}" for option, value in self.deviations().items())
        return self.name + expansion + (f"({changes})" if changes else "")

    def __repr__(self) -> str:
        """Write an expression that gives the same rules."""
        return f"Rules.parse({str(self)!r})"


def _check_value(option: str, value: str) -> None:
    if option not in OPTIONS:
        known = ", ".join(OPTIONS)
        raise InvalidNotation("unknown_option", option=quoted(option), known=known)
    if value not in OPTIONS[option]:
        allowed = ", ".join(OPTIONS[option])
        raise InvalidNotation(
            "bad_option_value", option=option, value=quoted(value), allowed=allowed
        )
