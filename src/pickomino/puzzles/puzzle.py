"""A puzzle: a position with a decision, what every choice is worth, and why one is best."""

from __future__ import annotations

from typing import Final, NamedTuple

from pickomino.analysis.review_types import (
    Reason,
    ReviewedChoice,
    ReviewedDecision,
    format_chance,
    label_of,
)
from pickomino.core.actions import Action
from pickomino.core.errors import InvalidNotation, quote
from pickomino.core.play import legal_actions
from pickomino.core.position import Position

THEMES: Final = ("stop", "symbol", "steal", "end", "behind", "many", "extrawurm")
"""Stop or roll, which symbol, steal or grill, the end game, behind, more than two players, and
everything with the expansion."""
OWN: Final = "own"
"""The theme of a decision from a game of the player's own; no pack has it."""
EASIEST: Final = 1
HARDEST: Final = 3
_FEWEST_FIELDS: Final = 5
_CHOICE_FIELDS: Final = 3


class PuzzleChoice(NamedTuple):
    """A choice and what to expect from it, if its player plays on perfectly."""

    action: Action
    chance: float
    """The player's chance to win."""
    failure: float
    """The chance that the turn then fails."""
    reason: Reason | None = None
    """Why the best choice is better; None for that one."""


class Puzzle(NamedTuple):
    """One decision: the best choice is clear, and many would choose another."""

    position: Position
    theme: str
    difficulty: int
    choices: tuple[PuzzleChoice, ...]
    """Every legal choice, the best first."""

    @property
    def best(self) -> Action:
        """The best choice."""
        return self.choices[0].action

    def choice(self, action: Action) -> PuzzleChoice:
        """Return what there is to say of an action."""
        return next(each for each in self.choices if each.action == action)

    def given_away(self, action: Action) -> float:
        """Return the win chance that an answer costs."""
        return self.choices[0].chance - self.choice(action).chance

    def decision(self, action: Action) -> ReviewedDecision:
        """Return an answer as the review tells decisions."""
        chances = (0.0,) * self.position.seat
        cost = self.given_away(action)
        return ReviewedDecision(
            event=0,
            seat=self.position.seat,
            chosen=action,
            best=self.best,
            cost=cost,
            gifts=(),
            choices=tuple(
                ReviewedChoice(each.action, (*chances, each.chance), each.failure)
                for each in self.choices
            ),
            equals=tuple(
                each.action
                for each in self.choices
                if format_chance(each.chance) == format_chance(self.choices[0].chance)
            ),
            label=label_of(cost),
            reason=self.choice(action).reason or self.choices[1].reason,
        )


def format_puzzle(puzzle: Puzzle) -> str:
    """Write a puzzle on one line; docs/puzzle-packs.md describes it.

    >>> line = "standard_oooooooooooooooo_-/-_a_5555w_- stop 1 r=0.6/0.2 t25=0.5/0/steal,tile:25"
    >>> format_puzzle(parse_puzzle(line)) == line
    True
    """
    wfen = puzzle.position.wfen().replace(" ", "_")
    choices = map(_choice_text, puzzle.choices)
    return " ".join([wfen, puzzle.theme, str(puzzle.difficulty), *choices])


def parse_puzzle(line: str) -> Puzzle:
    """Read a puzzle and refuse what cannot be one."""
    fields = line.split(" ")
    if len(fields) < _FEWEST_FIELDS:
        raise _bad(line)
    wfen, theme, difficulty, *choices = fields
    try:
        level = int(difficulty)
        puzzle = Puzzle(Position.from_wfen(wfen), theme, level, tuple(map(_choice, choices)))
    except InvalidNotation:
        raise
    except ValueError as error:
        raise _bad(line) from error
    if not _is_sound(puzzle):
        raise _bad(line)
    return puzzle


def _is_sound(puzzle: Puzzle) -> bool:
    best, *others = puzzle.choices
    actions = {choice.action for choice in puzzle.choices}
    return (
        puzzle.theme in (*THEMES, OWN)
        and EASIEST <= puzzle.difficulty <= HARDEST
        and len(actions) == len(puzzle.choices)
        and actions == set(legal_actions(puzzle.position))
        and best.reason is None
        and all(each.reason is not None and each.chance <= best.chance for each in others)
        and all(0 <= share <= 1 for each in puzzle.choices for share in each[1:3])
    )


def _choice_text(choice: PuzzleChoice) -> str:
    parts = [_number(choice.chance), _number(choice.failure)]
    if choice.reason is not None:
        code, parameters = choice.reason
        told = (f"{name}:{_number(value)}" for name, value in parameters.items())
        parts.append(",".join([code, *told]))
    return f"{choice.action}={'/'.join(parts)}"


def _choice(text: str) -> PuzzleChoice:
    action, _, rest = text.partition("=")
    chance, failure, *reason = rest.split("/", _CHOICE_FIELDS)
    told = _reason(reason[0]) if reason else None
    return PuzzleChoice(Action.parse(action), float(chance), float(failure), told)


def _reason(text: str) -> Reason:
    code, *parameters = text.split(",")
    named = (parameter.partition(":") for parameter in parameters)
    return Reason(code, {name: _read_number(value) for name, _, value in named})


def _number(value: float) -> str:
    """Write a chance to a hundredth of a percent, and a tile as it is.

    >>> _number(0.51234), _number(0.0), _number(25)
    ('0.5123', '0', '25')
    """
    return f"{round(value, 4):g}"


def _read_number(text: str) -> float | int:
    return float(text) if "." in text else int(text)


def _bad(line: str) -> InvalidNotation:
    return InvalidNotation("bad_puzzle", text=quote(line))
