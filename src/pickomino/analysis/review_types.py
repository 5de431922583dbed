"""The parts of a review, as immutable values; docs/review.md defines all of them.

The same values are returned by `review`, printed by `pickomino review --json`, stored by the server
and shown by the browser. `review_json` encodes them.
"""

from __future__ import annotations

from math import floor
from typing import Final, Literal

from msgspec import Struct

from pickomino.analysis.lessons import LessonCode
from pickomino.core.actions import Action
from pickomino.core.roll import Roll
from pickomino.evaluation.protocol import Chances

Label = Literal["inaccuracy", "mistake", "blunder"]

LIMITS: Final[tuple[tuple[Label, float], ...]] = (
    ("blunder", 0.05),
    ("mistake", 0.025),
    ("inaccuracy", 0.01),
)
"""The lowest cost, in win chance, for each label; the worst label first."""


class Reason(Struct, frozen=True):
    """Why one choice is better than another: a code that the user interfaces put into words.

    >>> Reason("more_dice", {"many": 4, "few": 3}).parameters["many"]
    4
    """

    code: str
    parameters: dict[str, float]
    """Chances from 0 to 1, or numbers of tiles and seats."""


class ReviewedRoll(Struct, frozen=True):
    """A roll and its luck.

    >>> from pickomino import Game, review
    >>> game = Game.from_wgn('[Rules "mini"][a "Ann"][b "Ben"] 1a. 12355www:w 12355:5 t25')
    >>> [roll.luck[roll.seat] > 0 for roll in review(game).rolls]
    [True, True]
    """

    event: int
    """The number of the roll among the events of the game."""
    seat: int
    roll: Roll
    luck: Chances
    """For each seat, the win chance after the roll minus the one before it, under best play."""


class Choice(Struct, frozen=True):
    """A legal action, and what to expect if the player plays perfectly afterwards.

    >>> from pickomino import Game, review
    >>> game = Game.from_wgn('[Rules "mini"][a "Ann"][b "Ben"] 1a. 12355www:w')
    >>> [str(choice.action) for choice in review(game).decisions[0].choices]
    ['k1', 'k2', 'k3', 'k5', 'kw']
    """

    action: Action
    chance: float
    """The player's win chance."""
    failure: float
    """The chance that the turn then fails."""


class JudgedChoice(Struct, frozen=True, kw_only=True):
    """What a choice cost, and which choices were best."""

    chosen: Action
    equals: tuple[Action, ...]
    """The choices displayed with the same chance as the best one, the least risky first."""
    cost: float
    """The player's win chance after the best choice minus the one after the chosen action."""
    label: Label | None = None
    """None if the cost is below 1%, a stand-in decided, or the review is a rough estimate."""
    reason: Reason | None = None
    """Why `equals[0]` is better than the chosen action."""

    @property
    def is_equal(self) -> bool:
        """Whether the chosen action is displayed with the same chance as the best one."""
        return self.chosen in self.equals


class ReviewedDecision(JudgedChoice, frozen=True, kw_only=True):
    """A decision and its cost; it has a reason and a lesson only if it has a label.

    >>> from pickomino import Game, review
    >>> game = Game.from_wgn('[Rules "mini"][a "Ann"][b "Ben"] 1a. 12355www:w 12355:5 t25')
    >>> first = review(game).decisions[0]
    >>> str(first.chosen), str(first.best), first.cost
    ('kw', 'kw', 0.0)
    """

    event: int
    """The number of the decision among the events of the game."""
    seat: int
    best: Action
    """The best choice; if several are equal, the first in the order of `legal_actions`."""
    gifts: Chances
    """The win chance that the choice gave to each rival, by seat; 0 for the player's own seat."""
    choices: tuple[Choice, ...]
    """Every legal action, in the order of `legal_actions`."""
    lesson: LessonCode | None = None
    """What to learn from the decision, if it has a label."""
    by_stand_in: bool = False
    """Whether a bot decided for an absent player; the cost is then not charged to any player."""


class ReviewedTurn(Struct, frozen=True):
    """A turn, from its first roll to the start of the next turn.

    >>> from pickomino import Game, review
    >>> game = Game.from_wgn('[Rules "mini"][a "Ann"][b "Ben"] 1a. 12355www:w 12355:5 t25')
    >>> [(turn.label, turn.seat) for turn in review(game).turns]
    [('1a', 0)]
    >>> turn = review(game).turns[0]
    >>> turn.luck > 0, turn.given_away < 0.1
    (True, True)
    """

    turn: int
    """The number of the turn, counted from 0."""
    label: str
    """The turn's name in records, such as 3b."""
    seat: int
    before: Chances
    """The win chance of each seat at the start of the turn."""
    after: Chances
    """The win chance of each seat at the end of the turn, or where an unfinished game stops."""
    rolls: tuple[ReviewedRoll, ...]
    decisions: tuple[ReviewedDecision, ...]
    remainder: Chances
    """The judge's correction for each seat: its chance when the next turn starts minus `after`."""

    @property
    def luck(self) -> float:
        """The player's luck in all rolls of the turn."""
        return sum(roll.luck[self.seat] for roll in self.rolls)

    @property
    def given_away(self) -> float:
        """The cost of the player's own decisions in the turn."""
        return sum(decision.cost for decision in self.decisions if not decision.by_stand_in)


class SeatSums(Struct, frozen=True):
    """The parts, in win chance, that add up to a seat's result.

    start + own_luck + rivals_luck + gifts - given_away + stand_ins + remainder = result

    >>> from pickomino import Game, review
    >>> game = Game.from_wgn('[Rules "mini"][a "Ann"][b "Ben"] 1a. 12355www:w 12355:5 t25')
    >>> ann = review(game).seats[0]
    >>> round(ann.start + ann.own_luck - ann.given_away + ann.remainder - ann.result, 6)
    0.0
    >>> ann.luck == ann.own_luck + ann.rivals_luck
    True
    """

    start: float
    own_luck: float
    """The effect of the seat's own rolls."""
    rivals_luck: float
    """The effect of the other seats' rolls."""
    gifts: float
    """The effect of the other seats' decisions."""
    given_away: float
    """The cost of the seat's own decisions."""
    stand_ins: float
    """The effect of decisions that bots made for absent players."""
    remainder: float
    """The judge's corrections."""
    result: float
    """1 for a win, 1/k if k players share it; the current chance in an unfinished game."""
    adjusted: float
    """The result minus the luck."""

    @property
    def luck(self) -> float:
        """The total luck of the seat."""
        return self.own_luck + self.rivals_luck


class Review(Struct, frozen=True):
    """The luck and the decisions of a game.

    >>> from pickomino import Game, review
    >>> game = Game.from_wgn('[Rules "mini"][a "Ann"][b "Ben"] 1a. 12355www:w 12355:5 t25')
    >>> reviewed = review(game)
    >>> reviewed.rules, len(reviewed.rolls), len(reviewed.decisions)
    ('mini', 2, 4)
    """

    rules: str
    players: int
    judge: str
    """The version of the evaluator; figures from different versions are not comparable."""
    is_over: bool
    is_rough: bool
    """Whether the figures are only estimates, without labels (`evaluation.judge.has_verdict`)."""
    turns: tuple[ReviewedTurn, ...]
    seats: tuple[SeatSums, ...]
    format: Literal["pickomino-review"] = "pickomino-review"
    version: int = 3

    @property
    def decisions(self) -> tuple[ReviewedDecision, ...]:
        """All decisions of the game, in order."""
        return tuple(decision for turn in self.turns for decision in turn.decisions)

    @property
    def rolls(self) -> tuple[ReviewedRoll, ...]:
        """All rolls of the game, in order."""
        return tuple(roll for turn in self.turns for roll in turn.rolls)


def costliest(review: Review, count: int = 3, seat: int | None = None) -> list[ReviewedDecision]:
    """Return the costliest decisions that have a label; with `seat`, only those of this seat."""
    decisions = [
        decision
        for decision in review.decisions
        if decision.label is not None and seat in (None, decision.seat)
    ]
    return sorted(decisions, key=lambda decision: -decision.cost)[:count]


def extreme_rolls(review: Review, seat: int) -> list[ReviewedRoll]:
    """Return the rolls of all players that helped and hurt a seat most; empty if there are none."""
    return [
        pick(review.rolls, key=lambda roll: roll.luck[seat]) for pick in (max, min) if review.rolls
    ]


def cost_label(cost: float) -> Label | None:
    """Return the label of a decision with this cost; None below 1%.

    >>> cost_label(0.03), cost_label(0.009)
    ('mistake', None)
    """
    return next((label for label, limit in LIMITS if cost >= limit), None)


def format_chance(chance: float) -> str:
    """Return a chance as a percentage, with as many digits as players see.

    >>> format_chance(0.12345)
    '12.3'
    """
    return f"{floor(1000 * chance + 0.5) / 10:.1f}"
