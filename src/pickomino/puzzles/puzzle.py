"""A puzzle: a position with a decision, the value of every choice, and why one is best."""

from __future__ import annotations

from typing import Final, NamedTuple

from pickomino.analysis.review_types import Choice, JudgedChoice, Reason, cost_label, format_chance
from pickomino.core.actions import Action
from pickomino.core.errors import InvalidNotation, quote
from pickomino.core.play import legal_actions
from pickomino.core.position import Position

THEMES: Final = ("stop", "symbol", "steal", "end", "behind", "many", "extrawurm")
"""In this order: whether to stop or roll, which symbol to set aside, whether to steal or take from
the grill, the endgame, being behind, more than two players, and anything with the expansion."""
OWN: Final = "own"
"""The theme of decisions from the player's own games; not used in packs."""
EASIEST: Final = 1
HARDEST: Final = 3
_MIN_FIELDS: Final = 5
_CHOICE_FIELDS: Final = 3


class PuzzleChoice(Choice, frozen=True):
    reason: Reason | None = None
    """Why the best choice is better than this one; None for the best choice itself."""


class Puzzle(NamedTuple):
    """A decision whose best choice is clearly better than the others, but not obvious."""

    position: Position
    theme: str
    difficulty: int
    choices: tuple[PuzzleChoice, ...]
    """Every legal choice, the best first."""

    @property
    def best(self) -> Action:
        return self.choices[0].action

    def choice(self, action: Action) -> PuzzleChoice:
        return next(choice for choice in self.choices if choice.action == action)

    def given_away(self, action: Action) -> float:
        """Return the win chance that an answer costs."""
        return self.choices[0].chance - self.choice(action).chance

    def judge(self, action: Action) -> JudgedChoice:
        """Return what an answer costs, and why.

        For the best choice, the reason explains why the second-best choice is worse.
        """
        cost = self.given_away(action)
        digits = format_chance(self.choices[0].chance)
        return JudgedChoice(
            chosen=action,
            equals=tuple(
                choice.action for choice in self.choices if format_chance(choice.chance) == digits
            ),
            cost=cost,
            label=cost_label(cost),
            reason=self.choice(action).reason or self.choices[1].reason,
        )


def format_puzzle(puzzle: Puzzle) -> str:
    """Format a puzzle as one line of text; docs/puzzle-packs.md describes the format.

    >>> line = "standard_oooooooooooooooo_-/-_a_5555w_- stop 1 r=0.6/0.2 t25=0.5/0/steal,tile:25"
    >>> format_puzzle(parse_puzzle(line)) == line
    True
    """
    wfen = puzzle.position.wfen().replace(" ", "_")
    choices = map(_format_choice, puzzle.choices)
    return " ".join([wfen, puzzle.theme, str(puzzle.difficulty), *choices])


def parse_puzzle(line: str) -> Puzzle:
    """Parse a puzzle from a line of text; raise `bad_puzzle` if it is invalid."""
    fields = line.split(" ")
    if len(fields) < _MIN_FIELDS:
        raise _bad(line)
    wfen, theme, difficulty, *choices = fields
    try:
        level = int(difficulty)
        puzzle = Puzzle(Position.from_wfen(wfen), theme, level, tuple(map(_parse_choice, choices)))
    except ValueError as error:
        raise _bad(line) from error
    if not _is_valid(puzzle):
        raise _bad(line)
    return puzzle


def _is_valid(puzzle: Puzzle) -> bool:
    best, *others = puzzle.choices
    actions = {choice.action for choice in puzzle.choices}
    return (
        puzzle.theme in (*THEMES, OWN)
        and EASIEST <= puzzle.difficulty <= HARDEST
        and len(actions) == len(puzzle.choices)
        and actions == set(legal_actions(puzzle.position))
        and best.reason is None
        and all(choice.reason is not None and choice.chance <= best.chance for choice in others)
        and all(0 <= choice.chance <= 1 and 0 <= choice.failure <= 1 for choice in puzzle.choices)
    )


def _format_choice(choice: PuzzleChoice) -> str:
    parts = [_format_number(choice.chance), _format_number(choice.failure)]
    if choice.reason is not None:
        parameters = choice.reason.parameters.items()
        named = (f"{name}:{_format_number(value)}" for name, value in parameters)
        parts.append(",".join([choice.reason.code, *named]))
    return f"{choice.action}={'/'.join(parts)}"


def _parse_choice(text: str) -> PuzzleChoice:
    action, _, rest = text.partition("=")
    chance, failure, *reasons = rest.split("/", _CHOICE_FIELDS)
    reason = _parse_reason(reasons[0]) if reasons else None
    return PuzzleChoice(Action.parse(action), float(chance), float(failure), reason)


def _parse_reason(text: str) -> Reason:
    code, *parameters = text.split(",")
    named = (parameter.partition(":") for parameter in parameters)
    return Reason(code, {name: _parse_number(value) for name, _, value in named})


def _format_number(value: float) -> str:
    """Format a chance, rounded to a hundredth of a percent, or the number of a tile.

    >>> _format_number(0.51234), _format_number(0.0), _format_number(25)
    ('0.5123', '0', '25')
    """
    return f"{round(value, 4):g}"


def _parse_number(text: str) -> float | int:
    return float(text) if "." in text else int(text)


def _bad(line: str) -> InvalidNotation:
    return InvalidNotation("bad_puzzle", text=quote(line))
