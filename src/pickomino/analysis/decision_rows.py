"""The decisions of a game as flat rows, for tables in Polars, pandas or SQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from pickomino.analysis.review_types import Review
from pickomino.core.actions import ACTION_NUMBERS, NUMBERED_ACTIONS
from pickomino.core.errors import check_list, check_type, wrong_type
from pickomino.core.play import dice_left, legal_actions
from pickomino.core.position import OVER, Position, scores, seat_letter
from pickomino.core.turns import TurnEnd, total
from pickomino.evaluation.protocol import final_chances
from pickomino.record.game import GAME_EXPECTED, Game
from pickomino.record.history import GameDecision, GameTurn
from pickomino.record.state import RollEvent

NAMES_EXPECTED: Final = "a list with the name in each seat"


class DecisionRow(Struct, frozen=True):
    """A decision, the position in which it was made, and what it cost.

    The columns from `best` to `bust_luck` are empty without a review.

    >>> from pickomino import decision_rows
    >>> game = Game.from_wgn('[Rules "mini"][a "Ann"][b "Ben"] 1a. 12355www:w')
    >>> row = decision_rows(game)[0]
    >>> row.player, row.rolled, row.action
    ('Ann', '12355www', 'kw')
    """

    game: int
    """The number of the game in its file, counted from 0."""
    rules: str
    players: int
    turn: int
    """The turn, counted from 0."""
    decision: int
    """The number of the decision in its turn, counted from 0."""
    seat: str
    """The letter of the seat, `a` to `g`."""
    player: str
    """The name of the player or bot."""
    wfen: str
    """The position."""
    set_aside: str
    rolled: str
    """The dice to choose from; empty unless a symbol is to be set aside."""
    sum: int
    """The sum set aside so far."""
    dice: int
    """The dice left for the next roll of the turn."""
    tiles: list[int]
    """The player's tiles, from the bottom of the stack to the top."""
    worms: int
    """The player's worms."""
    grill: list[int]
    """The tiles face up on the grill."""
    legal: list[int]
    """For each action number, 1 if the action is legal, otherwise 0."""
    action: str
    action_number: int
    """The number of the action, as in `pickomino.envs.actions`."""
    best: str | None
    """The best choice."""
    chance: float | None
    """The player's chance to win after the best choice."""
    cost: float | None
    """How much of that chance the chosen action gave away."""
    luck: float | None
    """What the roll before this decision added to the chance; 0 if there was none."""
    bust_luck: float | None
    """What the roll after this decision added, if it failed the turn; 0 otherwise."""
    end: str | None
    """How the turn ended: `took`, `stole` or `failed`."""
    tile: int | None
    """The tile that the turn gained."""
    share: float | None
    """The player's share of the win in the end."""


class _Verdict(NamedTuple):
    """What a review says about a decision."""

    best: str
    chance: float
    cost: float
    luck: float
    bust_luck: float


def decision_rows(
    game: Game, review: Review | None = None, *, number: int = 0, names: Sequence[str] = ()
) -> list[DecisionRow]:
    """Return a row for every decision of a game; with its review, costs and luck as well.

    `number` is the number of the game, and `names` replace the names in the record.

    >>> game = Game.from_wgn('[Rules "mini"][a "Ann"][b "Ben"] 1a. 12355www:w 12355:5 t25')
    >>> [(row.sum, row.action, row.end) for row in decision_rows(game)]
    [(0, 'kw', 'took'), (15, 'r', 'took'), (15, 'k5', 'took'), (25, 't25', 'took')]
    """
    check_type(game, Game, GAME_EXPECTED)
    if review is not None:
        check_type(review, Review, "the review of the game, such as review(game)")
    check_type(number, int, "the number of the game")
    check_list(names, NAMES_EXPECTED)
    if names and len(names) != game.start.players:
        raise wrong_type(names, NAMES_EXPECTED)
    verdicts = {} if review is None else _verdicts(game, review)
    shares = final_chances(game.position) if game.position.seat == OVER else None
    return [
        _row(
            turn,
            place,
            decision,
            verdicts.get(decision.event),
            number,
            (names or game.names)[decision.seat],
            None if shares is None else shares[decision.seat],
        )
        for turn in game.turns
        for place, decision in enumerate(turn.decisions)
    ]


def _row(  # noqa: PLR0913, PLR0917 - the parts of a row
    turn: GameTurn,
    place: int,
    decision: GameDecision,
    verdict: _Verdict | None,
    game: int,
    player: str,
    share: float | None,
) -> DecisionRow:
    position, seat, end = decision.position, decision.seat, turn.end
    return DecisionRow(
        game=game,
        rules=str(position.rules),
        players=position.players,
        turn=turn.turn,
        decision=place,
        seat=seat_letter(seat),
        player=player,
        wfen=position.wfen(),
        set_aside=position.turn.set_aside.text,
        rolled=position.turn.rolled.text,
        sum=total(position),
        dice=dice_left(position),
        tiles=list(position.stacks[seat]),
        worms=scores(position)[seat],
        grill=list(position.grill),
        legal=_legal_mask(position),
        action=str(decision.action),
        action_number=ACTION_NUMBERS[decision.action],
        best=verdict and verdict.best,
        chance=verdict and verdict.chance,
        cost=verdict and verdict.cost,
        luck=verdict and verdict.luck,
        bust_luck=verdict and verdict.bust_luck,
        end=end and end.result,
        tile=end and end.tile,
        share=share,
    )


def _legal_mask(position: Position) -> list[int]:
    legal = legal_actions(position)
    return [int(action in legal) for action in NUMBERED_ACTIONS]


def _verdicts(game: Game, review: Review) -> dict[int, _Verdict]:
    """Return what a review says about each decision, by the decision's index among the events."""
    luck = {roll.event: roll.luck[roll.seat] for roll in review.rolls}
    events = game.events
    busts = {
        index
        for index, event in enumerate(events[:-1])
        if isinstance(event, RollEvent) and isinstance(events[index + 1], TurnEnd)
    }
    return {
        decision.event: _Verdict(
            str(decision.best),
            max(choice.chance for choice in decision.choices),
            decision.cost,
            luck.get(decision.event - 1, 0.0),
            luck[decision.event + 1] if decision.event + 1 in busts else 0.0,
        )
        for decision in review.decisions
    }
