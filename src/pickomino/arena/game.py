"""Plays one game between bots; for speed, it keeps the moves but no positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pickomino.analysis.luck import RollTransition, TurnRolls
from pickomino.bots.protocol import Bot, Thinking
from pickomino.core.actions import Action
from pickomino.core.dice import ROLL_NUMBERS_PER_TURN, DiceSource
from pickomino.core.play import dice_to_roll, step, step_roll
from pickomino.core.position import OVER, Phase, Position, places, rotate, scores, start
from pickomino.core.roll import Roll
from pickomino.core.rules import Rules
from pickomino.core.turns import TurnEnd
from pickomino.record.state import max_turns


class SeatedBot(NamedTuple):
    """A bot in a seat, with its random generator and time limit."""

    bot: Bot
    thinking: Thinking


class GameResult(NamedTuple):
    """The result of a game; tuples are indexed by seat, or by bot after `rotate`."""

    ranks: tuple[int, ...]
    """1 for the winners; tied players have the same rank."""
    worms: tuple[int, ...]
    turns: tuple[int, ...]
    busts: tuple[int, ...]
    """Turns that failed."""
    steals: tuple[int, ...]
    is_over: bool = True
    """False if the turn limit stopped the game."""
    luck: tuple[float, ...] = ()
    """The effect of luck on each player's win chance; empty if it was not computed."""

    @property
    def win_shares(self) -> tuple[float, ...]:
        """1 for a win, 1/k each if k players share it.

        >>> GameResult((1, 3, 1), (9, 2, 9), (5, 5, 5), (0, 0, 0), (0, 0, 0)).win_shares
        (0.5, 0.0, 0.5)
        """
        share = 1 / self.ranks.count(1)
        return tuple(share if rank == 1 else 0.0 for rank in self.ranks)

    @property
    def adjusted_shares(self) -> tuple[float, ...]:
        """The win shares minus the luck; they may be below 0 or above 1.

        >>> counts = (9, 2), (5, 5), (0, 0), (0, 0)
        >>> GameResult((1, 2), *counts, luck=(0.25, -0.25)).adjusted_shares
        (0.75, 0.25)
        """
        luck = self.luck or (0.0,) * len(self.ranks)
        return tuple(
            share - seat_luck for share, seat_luck in zip(self.win_shares, luck, strict=True)
        )

    def rotate(self, places: int) -> GameResult:
        """Return the same result with its tuples rotated left.

        >>> GameResult((1, 2, 3), (9, 2, 1), (5, 5, 4), (0, 0, 0), (0, 0, 0)).rotate(1).worms
        (2, 1, 9)
        """
        counts = [rotate(values, places) for values in self[:5]]
        return GameResult(*counts, is_over=self.is_over, luck=rotate(self.luck, places))


class GameWithRolls(NamedTuple):
    """The result of a game, all its rolls, and all its moves."""

    result: GameResult
    rolls: list[TurnRolls]
    moves: list[Roll | Action]
    """Everything that was rolled and decided, in order."""


class StopRequested(Exception):
    """The match was asked to stop in the middle of a game."""


class BotFailed(Exception):
    """The bot in a seat raised an error or chose an illegal action."""

    def __init__(self, seat: int, reason: Exception) -> None:
        super().__init__(f"seat {seat}: {reason}")
        self.seat = seat
        self.reason = reason


def play_game(
    rules: Rules,
    players: Sequence[SeatedBot],
    dice: DiceSource,
    turn_limit: int,
    should_stop: Callable[[], bool] = bool,
) -> GameWithRolls:
    """Play one game; the result is indexed by seat.

    Roll i of turn t has a fixed number, so the first roll of turn t does not depend on earlier
    turns: this way the games of a group share more of their luck.
    """
    position = start(rules, len(players))
    turn_limit = min(turn_limit, max_turns(rules))
    turns, busts, steals = ([0] * len(players) for _ in range(3))
    rolls: list[TurnRolls] = []
    moves: list[Roll | Action] = []
    while position.seat != OVER and len(rolls) < turn_limit:
        if should_stop():
            raise StopRequested
        turn = len(rolls)
        rolls.append(TurnRolls(position, []))
        position, ended = _play_turn(players[position.seat], dice, turn, rolls[-1], moves)
        turns[ended.seat] += 1
        busts[ended.seat] += ended.result == "failed"
        steals[ended.seat] += ended.result == "stole"
    result = GameResult(
        places(position),
        scores(position),
        tuple(turns),
        tuple(busts),
        tuple(steals),
        is_over=position.seat == OVER,
    )
    return GameWithRolls(result, rolls, moves)


def _play_turn(
    player: SeatedBot,
    dice: DiceSource,
    turn: int,
    rolls: TurnRolls,
    moves: list[Roll | Action],
) -> tuple[Position, TurnEnd]:
    choose, thinking = player.bot.choose, player.thinking
    number = turn * ROLL_NUMBERS_PER_TURN
    position = rolls.start
    seat = position.seat
    ended = None
    while ended is None:
        if position.turn.phase is Phase.ROLL:
            before = position
            roll = dice.roll(number, *dice_to_roll(before))
            position, ended = step_roll(before, roll)
            moves.append(roll)
            rolls.rolls.append(RollTransition(before, position, ended is not None))
            number += 1
        else:
            try:
                action = choose(position, thinking)
                position, ended = step(position, action)
            except Exception as error:
                raise BotFailed(seat, error) from error
            moves.append(action)
    return position, ended
