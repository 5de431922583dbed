"""A game: a start position, the events since, and the dice that feed it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import Final, NamedTuple

from pickomino.core.actions import Action
from pickomino.core.dice import CommittedDice, DiceSource, DiceUsedUp, SeededDice
from pickomino.core.errors import InvalidNotation, PickominoError
from pickomino.core.play import dice_to_roll, step, step_roll
from pickomino.core.position import CHANCE, OVER, Position, seat_letter, start
from pickomino.core.roll import Roll
from pickomino.core.rules import Rules
from pickomino.core.turns import Step, TurnEnded, total

TURN_LIMIT: Final = 5000
"""Endless play is legal, so a game stops here unless told otherwise."""

DICE_TAGS: Final = ("DiceSeed", "DiceCommit", "DiceSecret", "GameId")


class Rolled(NamedTuple):
    """Dice were rolled.

    >>> Rolled(0, Roll.parse("1134ww")).roll.points
    19
    """

    seat: int
    roll: Roll


class Acted(NamedTuple):
    """A player acted.

    >>> str(Acted(1, Action.parse("t25")).action)
    't25'
    """

    seat: int
    action: Action


Event = Rolled | Acted | TurnEnded


class Moment(NamedTuple):
    """An event and the position it led to.

    >>> game = Game(Rules.preset("mini"), 2)
    >>> events = game.roll(Roll.parse("12345www"))
    >>> game.moments[0].position.turn.rolled
    Roll.parse('12345www')
    """

    event: Event
    position: Position


def turn_seat(start: Position, turn: int) -> int:
    """Give whose turn it is after so many turns from a start."""
    return (max(start.seat, 0) + turn) % start.players


def turn_label(start: Position, turn: int) -> str:
    """Name a turn by its round and seat: `2b`."""
    rounds = (max(start.seat, 0) + turn) // start.players
    return f"{rounds + 1}{seat_letter(turn_seat(start, turn))}"


class Game:
    """A game in progress or finished; the dice are rolled as soon as they may be.

    >>> from pickomino import ScriptedDice
    >>> game = Game(Rules.preset("standard"), 2, ScriptedDice(["12355www", "12355"]))
    >>> for token in ("kw", "r", "k5", "t25"):
    ...     events = game.play(Action.parse(token))
    >>> game.position.wfen()
    'standard oooo.ooooooooooo 25/- b - ~'
    >>> game.events[-1].tile
    25
    """

    def __init__(
        self,
        rules: Rules,
        players: int,
        dice: DiceSource | None = None,
        *,
        turn_limit: int = TURN_LIMIT,
    ) -> None:
        """Start a game; without dice every roll is told by `roll`, as at a real table."""
        self._begin(start(rules, players), dice, turn_limit)

    @classmethod
    def from_position(
        cls, position: Position, dice: DiceSource | None = None, *, turn_limit: int = TURN_LIMIT
    ) -> Game:
        """Start from any position.

        >>> position = Position.from_wfen("short oooooooooooooooo -/- b 1w -")
        >>> Game.from_position(position).position == position
        True
        """
        game = cls(position.rules, position.players, turn_limit=turn_limit)
        game._begin(position, dice, turn_limit)
        return game

    def _begin(self, position: Position, dice: DiceSource | None, turn_limit: int) -> None:
        if turn_limit < 1:
            raise InvalidNotation("bad_turn_limit", turns=turn_limit)
        self.start = position
        self.dice = _checked_dice(dice, position.players)
        self.has_told_rolls = False
        """Whether a roll came from elsewhere, so that the dice cannot account for all."""
        self.turn_limit = turn_limit
        self.tags: dict[str, str] = {}
        """Tags of the record: names by seat letter, and whatever else was read or set."""
        self.comments: dict[int, str] = {}
        """Comments by the turn they follow, counted from 0; -1 before the first turn."""
        self._moments: list[Moment] = []
        self._turn_starts = [0]
        self._rolls = 0
        self._roll_while_waiting()

    @property
    def position(self) -> Position:
        """The position now."""
        return self._moments[-1].position if self._moments else self.start

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order."""
        return tuple(moment.event for moment in self._moments)

    @property
    def moments(self) -> tuple[Moment, ...]:
        """Every event with the position it led to."""
        return tuple(self._moments)

    @property
    def turn(self) -> int:
        """The number of the turn being played, from 0; when over, the number of turns played."""
        return len(self._turn_starts) - 1

    @property
    def is_stopped(self) -> bool:
        """Whether the turn limit ended an unfinished game."""
        return self.turn >= self.turn_limit and self.position.to_act != OVER

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen."""
        return self.position.to_act == OVER or self.is_stopped

    def position_at(self, turn: int) -> Position:
        """Give the position at the start of a turn, counted from 0.

        >>> game = Game(Rules.preset("standard"), 2)
        >>> game.position_at(0) == game.start
        True
        """
        if not 0 <= turn <= self.turn:
            raise PickominoError("no_such_turn", turn=turn, count=self.turn)
        index = self._turn_starts[turn]
        return self._moments[index - 1].position if index else self.start

    def moments_of(self, turn: int) -> tuple[Moment, ...]:
        """Give the events of one turn, counted from 0, with their positions."""
        self.position_at(turn)
        end = self._turn_starts[turn + 1] if turn < self.turn else len(self._moments)
        return tuple(self._moments[self._turn_starts[turn] : end])

    def turn_at(self, index: int) -> int:
        """Give the turn, counted from 0, that an event belongs to."""
        return bisect_right(self._turn_starts, index) - 1

    def turn_label(self, turn: int) -> str:
        """Name a turn by its round and seat, as records do.

        >>> Game(Rules.preset("standard"), 3).turn_label(4)
        '2b'
        """
        return turn_label(self.start, turn)

    def play(self, action: Action) -> tuple[Event, ...]:
        """Play a legal action and roll whatever follows; gives the new events."""
        self._refuse_if_stopped()
        before = len(self._moments)
        seat = self.position.seat
        self._happen(Acted(seat, action), step(self.position, action))
        self._roll_while_waiting()
        return tuple(moment.event for moment in self._moments[before:])

    def roll(self, roll: Roll) -> tuple[Event, ...]:
        """Tell a roll made elsewhere; gives the new events.

        >>> Game(Rules.preset("standard"), 2).roll(Roll.parse("12345www"))
        (Rolled(seat=0, roll=Roll.parse('12345www')),)
        """
        self._refuse_if_stopped()
        before = len(self._moments)
        self._roll_once(roll)
        self.has_told_rolls = True
        return tuple(moment.event for moment in self._moments[before:])

    def undo(self) -> None:
        """Go back to the last decision; refused on committed dice.

        >>> from pickomino import SeededDice
        >>> game = Game(Rules.preset("standard"), 2, SeededDice(1))
        >>> before = game.position
        >>> from pickomino import legal_actions
        >>> events = game.play(legal_actions(before)[0])
        >>> game.undo()
        >>> game.position == before
        True
        """
        if isinstance(self.dice, CommittedDice):
            raise PickominoError("undo_committed")
        last = len(self._moments) - 1
        while last >= 0 and not isinstance(self._moments[last].event, Acted):
            last -= 1
        if last < 0:
            raise PickominoError("nothing_to_undo")
        dropped = self._moments[last:]
        del self._moments[last:]
        self._rolls -= sum(isinstance(moment.event, Rolled) for moment in dropped)
        self._turn_starts = [index for index in self._turn_starts if index <= len(self._moments)]
        self.comments = {turn: text for turn, text in self.comments.items() if turn <= self.turn}

    def continue_with(self, dice: DiceSource) -> None:
        """Let these dice roll from here on."""
        if self._rolls and not self._is_same_source(dice):
            # No one source accounts for all rolls any more.
            self.has_told_rolls = True
            self.tags = {tag: text for tag, text in self.tags.items() if tag not in DICE_TAGS}
        self.dice = _checked_dice(dice, self.start.players)
        self._roll_while_waiting()

    def _is_same_source(self, dice: DiceSource) -> bool:
        if isinstance(dice, SeededDice):
            return self.tags.get("DiceSeed") == str(dice.seed)
        return isinstance(dice, CommittedDice) and self.tags.get("DiceCommit") == dice.commitment

    def wgn(self) -> str:
        """Write the record as text.

        >>> print(Game(Rules.preset("mini"), 2).wgn())
        [Rules "mini"]
        [a "?"]
        [b "?"]
        [Result "*"]
        <BLANKLINE>
        """
        from pickomino.record import wgn

        return wgn.written(self)

    @staticmethod
    def from_wgn(text: str) -> Game:
        """Read a record; raises InvalidNotation naming the line, the turn and the reason.

        >>> Game.from_wgn('[Rules "mini"][a "Ann"][b "Ben"] 1a. 12355www:w 12355:5 t25').turn
        1
        """
        from pickomino.record import wgn

        return wgn.read(text)

    def named(self, tags: Mapping[str, str]) -> Game:
        """Add tags and give the game itself."""
        self.tags |= tags
        return self

    def _roll_while_waiting(self) -> None:
        while self.dice is not None and self.position.to_act == CHANCE and not self.is_stopped:
            try:
                roll = self.dice.roll(self._rolls, *dice_to_roll(self.position))
            except DiceUsedUp:
                return
            self._roll_once(roll)

    def _roll_once(self, roll: Roll) -> None:
        position = self.position
        self._happen(Rolled(position.seat, roll), step_roll(position, roll))
        self._rolls += 1

    def _happen(self, event: Event, following: Step) -> None:
        position, ended = following
        if ended is not None and ended.total is None:
            # The Raven's choice ends a turn whose sum was known only when the tile was taken.
            ended = ended._replace(total=self._total_when_taking())
        self._moments.append(Moment(event, position))
        if ended is not None:
            self._moments.append(Moment(ended, position))
            self._turn_starts.append(len(self._moments))

    def _total_when_taking(self) -> int | None:
        if not self._moments:
            return None
        return total(self._moments[-2].position if len(self._moments) > 1 else self.start)

    def _refuse_if_stopped(self) -> None:
        if self.is_stopped:
            raise PickominoError("game_stopped", limit=self.turn_limit)


def _checked_dice(dice: DiceSource | None, players: int) -> DiceSource | None:
    if isinstance(dice, CommittedDice) and len(dice.nonces) != players:
        raise InvalidNotation("nonce_count", found=len(dice.nonces), players=players)
    return dice
