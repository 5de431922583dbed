"""Rule sets: named presets of options, each of which can be changed."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, Self, cast, get_args

from pickomino.core.errors import InvalidNotation, check_type, quote, require_text

AllSymbolsOption = Literal["ends", "rolls"]
ClaimOption = Literal["next", "any"]
StealOption = Literal["forced", "optional"]
ReturnedOption = Literal["stays", "turned", "down"]
YesNo = Literal["no", "yes"]
GoldenOption = Literal["111www", "plain"]

OPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "allsymbols": get_args(AllSymbolsOption),
    "bothextra": get_args(YesNo),
    "claim": get_args(ClaimOption),
    "emptyflip": get_args(YesNo),
    "golden": get_args(GoldenOption),
    "returned": get_args(ReturnedOption),
    "steal": get_args(StealOption),
    "weaselbust": get_args(YesNo),
}
EXTRAWURM_OPTIONS: Final = ("bothextra", "golden", "weaselbust")

# docs/rules.md names the printed rulebook that each preset comes from.
PRESETS: Final[dict[str, dict[str, str]]] = {
    "standard": {},
    "classic": {"steal": "optional"},
    "short": {"steal": "optional", "returned": "turned"},
    "manual": {"claim": "any", "steal": "optional", "emptyflip": "yes"},
    "mini": {},
}

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 7

_PATTERN = re.compile(r"([a-z]+)(\+extrawurm)?(?:\(([a-z0-9=,]*)\))?")


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set: the name of a preset, every option, and whether Extrawurm is played.

    Use `Rules.preset` or `Rules.parse`. Option fields have the names and values of the notation;
    each `yes`/`no` option also has a bool property with a readable name.

    >>> Rules.preset("classic").steal
    'optional'
    >>> rules = Rules.preset("manual", allsymbols="rolls")
    >>> rules.flip_when_empty, rules.rolls_with_all_symbols
    (True, True)
    >>> rules = Rules.preset("manual", extrawurm=True, weaselbust="yes")
    >>> rules.weasel_saves_bust, rules.both_extra_tiles
    (True, True)
    """

    name: str = "standard"
    claim: ClaimOption = "next"
    """`next`: only the tile equal to the total, else the next lower; `any`: all up to the total."""
    steal: StealOption = "forced"
    """`forced`: if the total equals an opponent's top tile, stealing it is the only claim;
    `optional`: tiles on the grill can be claimed as well."""
    returned: ReturnedOption = "stays"
    """`stays`: a returned tile that is the highest stays face up; `turned`: it goes face down;
    `down`: every returned tile goes face down, and the highest tile too if it is higher."""
    emptyflip: YesNo = "no"
    """See `flip_when_empty`."""
    allsymbols: AllSymbolsOption = "ends"
    """See `rolls_with_all_symbols`."""
    extrawurm: bool = False
    weaselbust: YesNo = "no"
    """See `weasel_saves_bust`."""
    golden: GoldenOption = "111www"
    """Extrawurm: the Golden Die. `111www`: three ones and three worms; `plain`: ordinary faces."""
    bothextra: YesNo = "yes"
    """See `both_extra_tiles`."""

    def __post_init__(self) -> None:
        """Raise for unknown names and values."""
        _check_name(self.name)
        check_type(self.extrawurm, bool, "True or False for extrawurm")
        for option in OPTIONS:
            _check_value(option, getattr(self, option))
        if not self.extrawurm:
            for field in fields(self):
                if field.name in EXTRAWURM_OPTIONS and getattr(self, field.name) != field.default:
                    raise InvalidNotation("needs_extrawurm", option=field.name)

    @property
    def flip_when_empty(self) -> bool:
        """Whether failing with no tile to return turns the highest tile face down (`emptyflip`)."""
        return self.emptyflip == "yes"

    @property
    def rolls_with_all_symbols(self) -> bool:
        """Whether a player with all six symbols set aside may roll on, and fail (`allsymbols`)."""
        return self.allsymbols == "rolls"

    @property
    def weasel_saves_bust(self) -> bool:
        """Extrawurm: whether the Weasel may re-roll a roll with no new symbol (`weaselbust`)."""
        return self.weaselbust == "yes"

    @property
    def both_extra_tiles(self) -> bool:
        """Extrawurm: whether one player may have both 11 and 13 (`bothextra`)."""
        return self.bothextra == "yes"

    @classmethod
    def preset(cls, name: str, extrawurm: bool = False, **options: str) -> Self:  # noqa: FBT001, FBT002 - the published signature
        """Return a rule set by name, with some options changed.

        >>> Rules.preset("standard", extrawurm=True, golden="plain")
        Rules.parse('standard+extrawurm(golden=plain)')
        """
        _check_name(name)
        for option, value in options.items():
            _check_value(option, value)
        return cls(name, extrawurm=extrawurm, **cast("dict[str, Any]", PRESETS[name] | options))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a rule set in the notation of WFEN.

        >>> Rules.parse("classic+extrawurm(steal=forced)").extrawurm
        True
        """
        match = _PATTERN.fullmatch(require_text(text))
        if match is None:
            raise InvalidNotation("bad_rules", text=quote(text))
        options: dict[str, str] = {}
        for part in match[3].split(",") if match[3] is not None else ():
            option, equals, value = part.partition("=")
            if not equals:
                raise InvalidNotation("bad_rules", text=quote(text))
            if option in options:
                raise InvalidNotation("repeated_option", option=quote(option))
            _check_value(option, value)
            options[option] = value
        return cls.preset(match[1], match[2] is not None, **options)

    def deviations(self) -> dict[str, str]:
        """Return the options that differ from the preset of this name, in alphabetical order.

        >>> Rules.preset("classic", steal="forced").deviations()
        {'steal': 'forced'}
        """
        default = type(self).preset(self.name, self.extrawurm)
        return {
            option: getattr(self, option)
            for option in OPTIONS
            if getattr(self, option) != getattr(default, option)
        }

    def __str__(self) -> str:
        """Return the rule set in the notation of WFEN.

        >>> str(Rules.preset("classic", extrawurm=True, steal="forced"))
        'classic+extrawurm(steal=forced)'
        """
        expansion = "+extrawurm" if self.extrawurm else ""
        changes = ",".join(f"{option}={value}" for option, value in self.deviations().items())
        return self.name + expansion + (f"({changes})" if changes else "")

    def __repr__(self) -> str:
        """Return an expression that evaluates to the same rules."""
        return f"Rules.parse({str(self)!r})"


def _check_name(name: str) -> None:
    if require_text(name) not in PRESETS:
        raise InvalidNotation("unknown_rules", name=quote(name), known=", ".join(PRESETS))


def _check_value(option: str, value: str) -> None:
    if option not in OPTIONS:
        known = ", ".join(OPTIONS)
        raise InvalidNotation("unknown_option", option=quote(option), known=known)
    if value not in OPTIONS[option]:
        allowed = ", ".join(OPTIONS[option])
        raise InvalidNotation(
            "bad_option_value", option=option, value=quote(value), allowed=allowed
        )
