"""Games between bots: one turn, or a whole game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from pickomino.bots.protocol import SECONDS_EXPECTED, Bot, Thinking
from pickomino.bots.registry import is_bot, make_bot
from pickomino.core.dice import DiceSource, SeededDice
from pickomino.core.errors import (
    InvalidNotation,
    check_list,
    check_type,
    require_text,
    wrong_type,
)
from pickomino.core.position import CHANCE, seat_letter
from pickomino.core.rules import Rules
from pickomino.record.game import GAME_EXPECTED, Game
from pickomino.record.names import BOT_TAG
from pickomino.record.state import TURN_LIMIT

BOT_EXPECTED: Final = "a bot with a method choose(position, thinking)"
BOTS_EXPECTED: Final = "a list of bots, one for each seat"


def play_game(  # noqa: PLR0913 - a game has many settings
    bots: Sequence[Bot | str],
    rules: Rules | str = "standard",
    seed: int = 1,
    *,
    dice: DiceSource | None = None,
    seconds: float = 1.0,
    turn_limit: int = TURN_LIMIT,
) -> Game:
    """Play a game between bots, one for each seat, by name or as objects, and return it.

    The same seed plays the same game: it decides the dice, unless `dice` are given, and what the
    bots draw at random. `seconds` is how long a bot may think about an action.

    >>> game = play_game(["random", "beginner"], "classic", seed=7)
    >>> game.is_over, game.names
    (True, ('bot:random', 'bot:beginner'))
    """
    check_list(bots, BOTS_EXPECTED)
    check_type(seconds, int | float, SECONDS_EXPECTED)
    seated = [make_bot(bot) if isinstance(bot, str) else bot for bot in bots]
    rule_set = Rules.parse(rules) if isinstance(rules, str) else rules
    source = SeededDice(seed) if dice is None else dice
    game = Game(rule_set, len(seated), source, turn_limit=turn_limit)
    names = [_name(bot) for bot in bots]
    game.add_tags({seat_letter(seat): name for seat, name in enumerate(names)})
    thinking = [Thinking(random.Random(f"{seed}/{seat}"), seconds) for seat in range(len(seated))]
    while not game.is_over:
        play_turn(game, seated, thinking)
    return game


def play_bots(
    game: Game, bots: Sequence[Bot | None], thinking: Sequence[Thinking] | None = None
) -> None:
    """Let bots play until a seat without a bot must decide, or until the game is over.

    `bots` holds the bot of each seat, or None for a person. The game needs dice.

    >>> from pickomino import Game, Rules, SeededDice, make_bot
    >>> game = Game(Rules(), 3, SeededDice(1))
    >>> play_bots(game, [make_bot("beginner"), make_bot("random"), None])
    >>> game.turn, game.position.seat
    (2, 2)
    """
    _check_seats(game, bots, thinking)
    while not game.is_over and bots[game.position.seat] is not None:
        play_turn(game, bots, thinking)


def play_turn(
    game: Game, bots: Sequence[Bot | None], thinking: Sequence[Thinking] | None = None
) -> None:
    """Let a bot play until the turn ends; `bots` holds the bot of each seat.

    >>> from pickomino import Game, Rules, SeededDice, make_bot
    >>> game = Game(Rules(), 2, SeededDice(1))
    >>> play_turn(game, [make_bot("beginner"), make_bot("random")])
    >>> game.turn, game.position.seat
    (1, 1)
    """
    _check_seats(game, bots, thinking)
    if thinking is None:
        generator = random.Random(f"{game.state.rolls}/{game.state.length}")
        thinking = [Thinking(generator)] * len(bots)
    turn = game.turn
    while game.turn == turn and not game.is_over:
        seat = game.position.to_act
        if seat == CHANCE:
            raise InvalidNotation("no_dice")
        bot = bots[seat]
        if bot is None:
            raise wrong_type(bot, BOT_EXPECTED)
        game.play(bot.choose(game.position, thinking[seat]))


def _check_seats(
    game: Game, bots: Sequence[Bot | None], thinking: Sequence[Thinking] | None
) -> None:
    """Raise unless there is a bot or None, and a `Thinking` if there are any, for each seat."""
    check_type(game, Game, GAME_EXPECTED)
    check_list(bots, BOTS_EXPECTED)
    if len(bots) != game.start.players:
        raise InvalidNotation("bots_and_seats", bots=len(bots), players=game.start.players)
    for bot in bots:
        if not (bot is None or is_bot(bot)):
            raise wrong_type(bot, BOT_EXPECTED)
    if thinking is None:
        return
    expected = "a list of Thinking, one for each seat"
    check_list(thinking, expected)
    if len(thinking) != len(bots):
        raise wrong_type(thinking, expected)
    for limits in thinking:
        check_type(limits, Thinking, expected)


def _name(bot: Bot | str) -> str:
    """Return the name of a bot in a record."""
    return BOT_TAG + (require_text(bot) if isinstance(bot, str) else type(bot).__name__)
