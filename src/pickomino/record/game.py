"""A game in progress or from a record: a `GameState` with dice, tags and comments."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from pickomino.core.actions import Action
from pickomino.core.dice import CommittedDice, DiceSource, DiceUsedUp, SealedDice, SeededDice
from pickomino.core.errors import InvalidNotation, PickominoError, check_type, wrong_type
from pickomino.core.play import dice_to_roll, legal_actions
from pickomino.core.position import (
    CHANCE,
    Position,
    check_position,
    scores,
    seat_letter,
    start,
    winners,
)
from pickomino.core.roll import Roll
from pickomino.core.rules import Rules
from pickomino.core.turns import TurnEnd
from pickomino.record.history import GameDecision, GameTurn, game_turns
from pickomino.record.names import UNKNOWN_NAME
from pickomino.record.state import (
    TURN_LIMIT,
    ActionEvent,
    GameEvent,
    GameState,
    GameStep,
    turn_label,
    turn_number,
)

GAME_EXPECTED: Final = 'a Game, such as Game.from_wgn(text) or read_games("games.wgn")[0]'
TURN_EXPECTED: Final = "the number of a turn, counted from 0"

DICE_TAGS: Final = (
    *("DiceSeed", "DiceVersion", "DiceTime", "DiceRound", "DiceCommit", "DiceSecret", "GameId"),
    *("DiceRoom", "DiceGame", "DiceSeats"),
)


class Game:
    """A game in progress or finished; dice are rolled as soon as they can be.

    >>> from pickomino import ScriptedDice
    >>> game = Game(Rules.preset("standard"), 2, ScriptedDice(["12355www", "12355"]))
    >>> for action in ("kw", "r", "k5", "t25"):
    ...     events = game.play(action)
    >>> print(game)
    standard, turn 1b
    grill  21 22 23 24  .  26 27 28 29 30 31 32 33 34 35 36
     a ?    2  25
    *b ?    0  -
    dice   - = 0
    >>> game.scores(), game.turns[0].end.tile
    ((2, 0), 25)
    >>> game.winners(), game.is_over, game.is_stopped
    ((0,), False, False)
    >>> game.add_tags({"a": "Ann", "b": "Ben"}).names
    ('Ann', 'Ben')
    >>> game.tags["a"], dict(game.comments)
    ('Ann', {})
    >>> game.turn, game.turn_at(0), game.turn_number(0)
    (1, 0, 1)
    >>> [str(decision.action) for decision in game.decisions]
    ['kw', 'r', 'k5', 't25']
    >>> len(game.events), game.steps_in_turn(0) == game.steps
    (7, True)
    >>> game.start == game.position_before(0), game.steps[-1].position == game.position
    (True, True)
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
        check_position(position)
        return cls.from_state(GameState.begin(position, turn_limit), dice)

    @classmethod
    def from_state(cls, state: GameState, dice: DiceSource | None = None) -> Game:
        """Continue a game whose rolls so far are assumed to come from these dice.

        >>> from pickomino import SeededDice
        >>> game = Game(Rules.preset("mini"), 2, SeededDice(1))
        >>> Game.from_state(game.state, SeededDice(1)).wgn() == game.wgn()
        True
        """
        check_type(state, GameState, "the state of a game, such as game.state")
        game = cls.__new__(cls)
        Game._begin(game, state, dice)
        return game

    def _begin(self, state: GameState, dice: DiceSource | None) -> None:
        self.state = state
        """The game as an immutable value."""
        self.dice = _check_dice(dice, state.start.players)
        self.has_external_rolls = False
        """Whether some roll did not come from `dice`, so that the rolls cannot be verified."""
        self._tags: dict[str, str] = {}
        self._comments: dict[int, str] = {}
        ends = enumerate(state.steps, 1)
        self._turn_starts = [0, *(i for i, (event, _) in ends if isinstance(event, TurnEnd))]
        self._roll_pending_dice()

    @property
    def start(self) -> Position:
        """The position at the start."""
        return self.state.start

    @property
    def tags(self) -> dict[str, str]:
        """The record's tags: each player's name under the seat's letter, and any other tags."""
        return self._tags

    @property
    def comments(self) -> dict[int, str]:
        """Comments, keyed by the turn they follow. Turns count from 0; -1 is before the first."""
        return self._comments

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
    def turns(self) -> tuple[GameTurn, ...]:
        """The turns so far, each with its events; the last one may be unfinished."""
        return game_turns(self, self._turn_starts)

    @property
    def decisions(self) -> tuple[GameDecision, ...]:
        """All decisions so far, each with the position in which it was made."""
        return tuple(decision for turn in self.turns for decision in turn.decisions)

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

    def __iter__(self) -> Iterator[GameTurn]:
        """Iterate over the turns so far."""
        return iter(self.turns)

    def __str__(self) -> str:
        """Return the board as lines of text, with the names of the players."""
        from pickomino.record.board import describe_game

        return describe_game(self)

    def _repr_svg_(self) -> str:
        """Return a picture of the board, which notebooks show."""
        from pickomino.record.board import draw_game

        return draw_game(self)

    def _repr_html_(self) -> str:
        """Return a picture of the board with the record below it, which notebooks show."""
        from pickomino.record.board import game_html

        return game_html(self)

    def legal_actions(self) -> tuple[Action, ...]:
        """Return every legal action; none when dice are to be rolled or the game is over.

        >>> from pickomino import SeededDice
        >>> [str(action) for action in Game(Rules(), 2, SeededDice(1)).legal_actions()]
        ['k1', 'k2', 'k3', 'k4', 'k5']
        """
        return () if self.is_over else legal_actions(self.position)

    def scores(self) -> tuple[int, ...]:
        """Return the worms of each seat."""
        return scores(self.position)

    def winners(self) -> tuple[int, ...]:
        """Return the seats that win, or would win now."""
        return winners(self.position)

    def position_at(self, turn: int) -> Position:
        """Return the position at the start of a turn, counted from 0.

        >>> game = Game(Rules.preset("standard"), 2)
        >>> game.position_at(0) == game.start
        True
        """
        check_type(turn, int, TURN_EXPECTED)
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
        self._check_event(index)
        return self.steps[index - 1].position if index else self.start

    def turn_at(self, index: int) -> int:
        """Return the turn, counted from 0, of the event with this index."""
        self._check_event(index)
        return bisect_right(self._turn_starts, index) - 1

    def turn_label(self, turn: int) -> str:
        """Return the label of a turn in records: its round and seat.

        >>> Game(Rules.preset("standard"), 3).turn_label(4)
        '2b'
        """
        check_type(turn, int, TURN_EXPECTED)
        if turn < 0:
            raise PickominoError("no_such_turn", turn=turn, count=self.turn)
        return turn_label(self.start, turn)

    def turn_number(self, event: int) -> int:
        """Return the number of an event's turn, which is the same for all seats of a round."""
        return turn_number(self.start, self.turn_at(event))

    def play(self, action: Action | str) -> tuple[GameEvent, ...]:
        """Play a legal action, roll the dice if they come next, and return the new events.

        The action may be text, such as `k5`.
        """
        if isinstance(action, str):
            action = Action.parse(action)
        check_type(action, Action, 'an Action or its text, such as "k5"')
        self._raise_if_stopped()
        before = self.state.length
        self._advance(self.state.apply(action))
        self._roll_pending_dice()
        return self._events_since(before)

    def roll(self, roll: Roll | str) -> tuple[GameEvent, ...]:
        """Add a roll that does not come from `dice`, such as `12345www`; return the new events.

        >>> Game(Rules.preset("standard"), 2).roll("12345www")
        (RollEvent(seat=0, roll=Roll.parse('12345www')),)
        """
        if isinstance(roll, str):
            roll = Roll.parse(roll)
        check_type(roll, Roll, 'a Roll or its text, such as "12345www"')
        self._raise_if_stopped()
        before = self.state.length
        self._advance(self.state.apply_roll(roll))
        self.has_external_rolls = True
        return self._events_since(before)

    def undo(self) -> Action:
        """Go back to the last decision and return it; raise if the dice are committed.

        >>> from pickomino import SeededDice
        >>> game = Game(Rules.preset("standard"), 2, SeededDice(1))
        >>> before = game.position
        >>> events = game.play("k5")
        >>> str(game.undo()), game.position == before
        ('k5', True)
        """
        if isinstance(self.dice, CommittedDice | SealedDice):
            raise PickominoError("undo_committed")
        last = self.state.last_decision_by(range(self.start.players))
        if last is None:
            raise PickominoError("nothing_to_undo")
        undone = self.steps[last].event
        assert isinstance(undone, ActionEvent), "a decision"  # noqa: S101
        self.state = self.state.rewind(last)
        del self._turn_starts[self.turn + 1 :]
        self._comments = {turn: text for turn, text in self.comments.items() if turn <= self.turn}
        return undone.action

    def continue_with(self, dice: DiceSource) -> None:
        """Use other dice from now on.

        >>> from pickomino import SeededDice
        >>> game = Game(Rules.preset("mini"), 2)
        >>> game.continue_with(SeededDice(1))
        >>> str(game.position.turn.rolled)
        '11223445'
        """
        _check_dice(dice, self.start.players)
        if self.state.rolls and not self._is_same_source(dice):
            # The rolls come from two sources, so neither can verify them all.
            self.has_external_rolls = True
            self._tags = {tag: text for tag, text in self.tags.items() if tag not in DICE_TAGS}
        self.dice = dice
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

    def json(self) -> str:
        """Return the game as JSON.

        >>> Game.from_json(Game(Rules(), 2).json()).wgn() == Game(Rules(), 2).wgn()
        True
        """
        from pickomino.record.json_record import to_json

        return to_json(self)

    @staticmethod
    def from_json(text: str) -> Game:
        """Parse a game written by `json`; raise InvalidNotation with the reason.

        >>> Game.from_json(Game(Rules(), 3).json()).names
        ('?', '?', '?')
        """
        from pickomino.record.json_record import from_json

        return from_json(text)

    def add_tags(self, tags: Mapping[str, str]) -> Game:
        """Add tags and return the game, for chaining."""
        expected = 'a dict of tags, such as {"a": "Ann", "b": "Ben"}'
        check_type(tags, Mapping, expected)
        for text in chain.from_iterable(tags.items()):
            check_type(text, str, expected)
        self.tags.update(tags)
        return self

    def _check_event(self, index: int) -> None:
        """Raise unless there is an event with this index, or it is the index of the next one."""
        check_type(index, int, "the index of an event")
        if not 0 <= index <= self.state.length:
            raise PickominoError("no_such_event", event=index, count=self.state.length)

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
    if isinstance(dice, Game) or not (dice is None or callable(getattr(dice, "roll", None))):
        raise wrong_type(dice, "dice with a method `roll`, such as SeededDice(1)")
    if isinstance(dice, CommittedDice | SealedDice) and len(dice.nonces) != players:
        raise InvalidNotation("nonce_count", found=len(dice.nonces), players=players)
    return dice
