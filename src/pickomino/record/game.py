"""A game in progress or from a record: a `GameState` with dice, tags and comments."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import Final

from pickomino.core.actions import Action
from pickomino.core.dice import CommittedDice, DiceSource, DiceUsedUp, SealedDice, SeededDice
from pickomino.core.errors import InvalidNotation, PickominoError
from pickomino.core.play import dice_to_roll
from pickomino.core.position import CHANCE, Position, seat_letter, start
from pickomino.core.roll import Roll
from pickomino.core.rules import Rules
from pickomino.core.turns import TurnEnd
from pickomino.record.names import UNKNOWN_NAME
from pickomino.record.state import TURN_LIMIT, GameEvent, GameState, GameStep, turn_label

DICE_TAGS: Final = (
    *("DiceSeed", "DiceVersion", "DiceTime", "DiceRound", "DiceCommit", "DiceSecret", "GameId"),
)


class Game:
    """A game in progress or finished; dice are rolled as soon as they can be.

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
        """Start a game; without `dice`, callers pass all rolls to `roll`, as at a real table."""
        self._begin(GameState.begin(start(rules, players), turn_limit), dice)

    @classmethod
    def from_position(
        cls, position: Position, dice: DiceSource | None = None, *, turn_limit: int = TURN_LIMIT
    ) -> Game:
        """Start from any position.

        >>> position = Position.from_wfen("short oooooooooooooooo -/- b 1w -")
        >>> Game.from_position(position).position == position
        True
        """
        return cls.from_state(GameState.begin(position, turn_limit), dice)

    @classmethod
    def from_state(cls, state: GameState, dice: DiceSource | None = None) -> Game:
        """Continue a game whose rolls so far are assumed to come from these dice.

        >>> from pickomino import SeededDice
        >>> game = Game(Rules.preset("mini"), 2, SeededDice(1))
        >>> Game.from_state(game.state, SeededDice(1)).wgn() == game.wgn()
        True
        """
        game = cls.__new__(cls)
        Game._begin(game, state, dice)
        return game

    def _begin(self, state: GameState, dice: DiceSource | None) -> None:
        self.state = state
        """The game as an immutable value."""
        self.dice = _check_dice(dice, state.start.players)
        self.has_external_rolls = False
        """Whether some roll did not come from `dice`, so that the rolls cannot be verified."""
        self.tags: dict[str, str] = {}
        """The record's tags: each player's name under the seat's letter, and any other tags."""
        self.comments: dict[int, str] = {}
        """Comments, keyed by the turn they follow. Turns count from 0; -1 is before the first."""
        ends = enumerate(state.steps, 1)
        self._turn_starts = [0, *(i for i, (event, _) in ends if isinstance(event, TurnEnd))]
        self._roll_pending_dice()

    @property
    def start(self) -> Position:
        """The position at the start."""
        return self.state.start

    @property
    def names(self) -> tuple[str, ...]:
        """The name in each seat, from the tags."""
        letters = map(seat_letter, range(self.start.players))
        return tuple(self.tags.get(letter, UNKNOWN_NAME) for letter in letters)

    @property
    def position(self) -> Position:
        """The current position."""
        return self.state.position

    @property
    def events(self) -> tuple[GameEvent, ...]:
        """All events, in order."""
        return self._events_since(0)

    @property
    def steps(self) -> tuple[GameStep, ...]:
        """All events, each with the position it led to."""
        return self.state.steps

    @property
    def turn(self) -> int:
        """The current turn, counted from 0; once the game is over, the number of turns played."""
        return self.state.turn

    @property
    def is_stopped(self) -> bool:
        """Whether the turn limit ended an unfinished game."""
        return self.state.is_stopped

    @property
    def is_over(self) -> bool:
        """Whether the game is finished or stopped."""
        return self.state.is_over

    def position_at(self, turn: int) -> Position:
        """Return the position at the start of a turn, counted from 0.

        >>> game = Game(Rules.preset("standard"), 2)
        >>> game.position_at(0) == game.start
        True
        """
        if not 0 <= turn <= self.turn:
            raise PickominoError("no_such_turn", turn=turn, count=self.turn)
        index = self._turn_starts[turn]
        return self.state.steps[index - 1].position if index else self.start

    def steps_in_turn(self, turn: int) -> tuple[GameStep, ...]:
        """Return the steps of a turn, counted from 0."""
        self.position_at(turn)
        end = self._turn_starts[turn + 1] if turn < self.turn else None
        return self.state.steps[self._turn_starts[turn] : end]

    def position_before(self, index: int) -> Position:
        """Return the position before the event with this index."""
        return self.steps[index - 1].position if index else self.start

    def turn_at(self, index: int) -> int:
        """Return the turn, counted from 0, of the event with this index."""
        return bisect_right(self._turn_starts, index) - 1

    def turn_label(self, turn: int) -> str:
        """Return the label of a turn in records: its round and seat.

        >>> Game(Rules.preset("standard"), 3).turn_label(4)
        '2b'
        """
        return turn_label(self.start, turn)

    def play(self, action: Action) -> tuple[GameEvent, ...]:
        """Play a legal action, roll the dice if they come next, and return the new events."""
        self._raise_if_stopped()
        before = self.state.length
        self._advance(self.state.apply(action))
        self._roll_pending_dice()
        return self._events_since(before)

    def roll(self, roll: Roll) -> tuple[GameEvent, ...]:
        """Add a roll that does not come from `dice`; return the new events.

        >>> Game(Rules.preset("standard"), 2).roll(Roll.parse("12345www"))
        (RollEvent(seat=0, roll=Roll.parse('12345www')),)
        """
        self._raise_if_stopped()
        before = self.state.length
        self._advance(self.state.apply_roll(roll))
        self.has_external_rolls = True
        return self._events_since(before)

    def undo(self) -> None:
        """Go back to the last decision; raise if the dice are committed.

        >>> from pickomino import SeededDice
        >>> game = Game(Rules.preset("standard"), 2, SeededDice(1))
        >>> before = game.position
        >>> from pickomino import legal_actions
        >>> events = game.play(legal_actions(before)[0])
        >>> game.undo()
        >>> game.position == before
        True
        """
        if isinstance(self.dice, CommittedDice | SealedDice):
            raise PickominoError("undo_committed")
        last = self.state.last_decision_by(range(self.start.players))
        if last is None:
            raise PickominoError("nothing_to_undo")
        self.state = self.state.rewind(last)
        del self._turn_starts[self.turn + 1 :]
        self.comments = {turn: text for turn, text in self.comments.items() if turn <= self.turn}

    def continue_with(self, dice: DiceSource) -> None:
        """Use other dice from now on."""
        if self.state.rolls and not self._is_same_source(dice):
            # The rolls come from two sources, so neither can verify them all.
            self.has_external_rolls = True
            self.tags = {tag: text for tag, text in self.tags.items() if tag not in DICE_TAGS}
        self.dice = _check_dice(dice, self.start.players)
        self._roll_pending_dice()

    def _is_same_source(self, dice: DiceSource) -> bool:
        if isinstance(dice, SeededDice):
            return self.tags.get("DiceSeed") == str(dice.seed)
        is_committed = isinstance(dice, CommittedDice | SealedDice)
        return is_committed and self.tags.get("DiceCommit") == dice.commitment

    def wgn(self) -> str:
        """Return the game as WGN.

        >>> print(Game(Rules.preset("mini"), 2).wgn())
        [Rules "mini"]
        [a "?"]
        [b "?"]
        [Result "*"]
        <BLANKLINE>
        """
        from pickomino.record import wgn

        return wgn.format_game(self)

    @staticmethod
    def from_wgn(text: str) -> Game:
        """Parse WGN; raise InvalidNotation with the line, the turn and the reason.

        >>> Game.from_wgn('[Rules "mini"][a "Ann"][b "Ben"] 1a. 12355www:w 12355:5 t25').turn
        1
        """
        from pickomino.record import wgn

        return wgn.parse_game(text)

    def add_tags(self, tags: Mapping[str, str]) -> Game:
        """Add tags and return the game, for chaining."""
        self.tags |= tags
        return self

    def _roll_pending_dice(self) -> None:
        while self.dice is not None and self.position.to_act == CHANCE and not self.is_stopped:
            try:
                roll = self.dice.roll(
                    self.state.roll_number(self.dice), *dice_to_roll(self.position)
                )
            except DiceUsedUp:
                return
            self._advance(self.state.apply_roll(roll))

    def _advance(self, state: GameState) -> None:
        if state.turn > self.turn:
            self._turn_starts.append(state.length)
        self.state = state

    def _raise_if_stopped(self) -> None:
        if self.is_stopped:
            raise PickominoError("game_stopped", limit=self.state.turn_limit)

    def _events_since(self, count: int) -> tuple[GameEvent, ...]:
        return tuple(step.event for step in self.state.steps_since(count))


def _check_dice(dice: DiceSource | None, players: int) -> DiceSource | None:
    if isinstance(dice, CommittedDice | SealedDice) and len(dice.nonces) != players:
        raise InvalidNotation("nonce_count", found=len(dice.nonces), players=players)
    return dice
