"""A game in play or read from a record: a `GameState` with dice, tags and comments."""

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
        """Start a game; without dice every roll is given by `roll`, as at a real table."""
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
        """Continue a game; the dice are assumed to have made all rolls so far.

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
        """The game itself, as a value."""
        self.dice = _checked_dice(dice, state.start.players)
        self.has_external_rolls = False
        """Whether a roll came from elsewhere, so that the dice cannot account for all."""
        self.tags: dict[str, str] = {}
        """Tags of the record: names by seat letter, and whatever else was read or set."""
        self.comments: dict[int, str] = {}
        """Comments by the turn they follow, counted from 0; -1 before the first turn."""
        ends = enumerate(state.steps, 1)
        self._turn_starts = [0, *(i for i, (event, _) in ends if isinstance(event, TurnEnd))]
        self._roll_while_waiting()

    @property
    def start(self) -> Position:
        """The position at the start."""
        return self.state.start

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, by seat, according to the tags."""
        letters = map(seat_letter, range(self.start.players))
        return tuple(self.tags.get(letter, UNKNOWN_NAME) for letter in letters)

    @property
    def position(self) -> Position:
        """The position now."""
        return self.state.position

    @property
    def events(self) -> tuple[GameEvent, ...]:
        """Everything that happened, in order."""
        return self._events_since(0)

    @property
    def steps(self) -> tuple[GameStep, ...]:
        """Every event with the position it led to."""
        return self.state.steps

    @property
    def turn(self) -> int:
        """The number of the turn being played, from 0; when over, the number of turns played."""
        return self.state.turn

    @property
    def is_stopped(self) -> bool:
        """Whether the turn limit ended an unfinished game."""
        return self.state.is_stopped

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen."""
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

    def steps_of(self, turn: int) -> tuple[GameStep, ...]:
        """Return the events of one turn, counted from 0, with their positions."""
        self.position_at(turn)
        end = self._turn_starts[turn + 1] if turn < self.turn else None
        return self.state.steps[self._turn_starts[turn] : end]

    def position_before(self, index: int) -> Position:
        """Return the position before an event, by its place among them."""
        return self.steps[index - 1].position if index else self.start

    def turn_at(self, index: int) -> int:
        """Return the turn, counted from 0, that an event belongs to."""
        return bisect_right(self._turn_starts, index) - 1

    def turn_label(self, turn: int) -> str:
        """Name a turn by its round and seat, as records do.

        >>> Game(Rules.preset("standard"), 3).turn_label(4)
        '2b'
        """
        return turn_label(self.start, turn)

    def play(self, action: Action) -> tuple[GameEvent, ...]:
        """Play a legal action and roll whatever follows; returns the new events."""
        self._refuse_if_stopped()
        before = self.state.length
        self._go_on(self.state.apply(action))
        self._roll_while_waiting()
        return self._events_since(before)

    def roll(self, roll: Roll) -> tuple[GameEvent, ...]:
        """Add a roll made elsewhere; return the new events.

        >>> Game(Rules.preset("standard"), 2).roll(Roll.parse("12345www"))
        (Rolled(seat=0, roll=Roll.parse('12345www')),)
        """
        self._refuse_if_stopped()
        before = self.state.length
        self._go_on(self.state.apply_roll(roll))
        self.has_external_rolls = True
        return self._events_since(before)

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
        if isinstance(self.dice, CommittedDice | SealedDice):
            raise PickominoError("undo_committed")
        last = self.state.last_decision_of(range(self.start.players))
        if last is None:
            raise PickominoError("nothing_to_undo")
        self.state = self.state.rewind(last)
        del self._turn_starts[self.turn + 1 :]
        self.comments = {turn: text for turn, text in self.comments.items() if turn <= self.turn}

    def continue_with(self, dice: DiceSource) -> None:
        """Let these dice roll from here on."""
        if self.state.rolls and not self._is_same_source(dice):
            # No one source accounts for all rolls any more.
            self.has_external_rolls = True
            self.tags = {tag: text for tag, text in self.tags.items() if tag not in DICE_TAGS}
        self.dice = _checked_dice(dice, self.start.players)
        self._roll_while_waiting()

    def _is_same_source(self, dice: DiceSource) -> bool:
        if isinstance(dice, SeededDice):
            return self.tags.get("DiceSeed") == str(dice.seed)
        is_committed = isinstance(dice, CommittedDice | SealedDice)
        return is_committed and self.tags.get("DiceCommit") == dice.commitment

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

    def add_tags(self, tags: Mapping[str, str]) -> Game:
        """Add tags and return the game itself."""
        self.tags |= tags
        return self

    def _roll_while_waiting(self) -> None:
        while self.dice is not None and self.position.to_act == CHANCE and not self.is_stopped:
            try:
                roll = self.dice.roll(
                    self.state.roll_number(self.dice), *dice_to_roll(self.position)
                )
            except DiceUsedUp:
                return
            self._go_on(self.state.apply_roll(roll))

    def _go_on(self, state: GameState) -> None:
        if state.turn > self.turn:
            self._turn_starts.append(state.length)
        self.state = state

    def _refuse_if_stopped(self) -> None:
        if self.is_stopped:
            raise PickominoError("game_stopped", limit=self.state.turn_limit)

    def _events_since(self, count: int) -> tuple[GameEvent, ...]:
        return tuple(step.event for step in self.state.steps_since(count))


def _checked_dice(dice: DiceSource | None, players: int) -> DiceSource | None:
    if isinstance(dice, CommittedDice | SealedDice) and len(dice.nonces) != players:
        raise InvalidNotation("nonce_count", found=len(dice.nonces), players=players)
    return dice
