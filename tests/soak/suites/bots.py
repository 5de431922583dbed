"""Bots: every bot plays every rule set and number of players without an illegal action.

A seed determines one game. Tables are mixed, so a game counts for every bot at it.
"""

from __future__ import annotations

from pickomino import Rules
from pickomino.bots.registry import make_bot
from pickomino.core.rules import PRESETS
from support.bot_games import play_game

QUICK = ("random", "beginner", "family", "expert")
ALL_RULES = tuple(Rules.preset(name, extra) for name in PRESETS for extra in (False, True))
PLAYERS = range(2, 8)
GAMES_A_BOT = 1000
GAMES_OF_THE_STRONGEST = 10

# The number of games in which each of the four bots plays a thousand times.
_ROUNDS = {players: GAMES_A_BOT * len(QUICK) // min(players, len(QUICK)) for players in PLAYERS}
_ROUNDS[3] += 3
_A_RULE_SET = sum(_ROUNDS.values())

QUICK_GAMES = _A_RULE_SET * len(ALL_RULES)
STRONG_GAMES = GAMES_OF_THE_STRONGEST * len(ALL_RULES) * len(PLAYERS)


def quick_table(seed: int) -> tuple[Rules, list[str]]:
    """Return the rules and the bots of a game between quick bots."""
    rules = ALL_RULES[seed // _A_RULE_SET % len(ALL_RULES)]
    number = seed % _A_RULE_SET
    for players, rounds in _ROUNDS.items():
        if number < rounds:
            first = number * players
            return rules, [QUICK[(first + seat) % len(QUICK)] for seat in range(players)]
        number -= rounds
    raise AssertionError(f"no table for seed {seed}")


def check_quick(seed: int) -> int:
    rules, names = quick_table(seed)
    return play_game([make_bot(name) for name in names], rules, seed)[1]


def check_strongest(seed: int) -> int:
    """Play one strategist against family players, so that a game takes about a second."""
    number = seed // GAMES_OF_THE_STRONGEST
    rules = ALL_RULES[number % len(ALL_RULES)]
    players = PLAYERS[number // len(ALL_RULES) % len(PLAYERS)]
    names = ["family"] * players
    names[seed % players] = "strategist"
    return play_game([make_bot(name) for name in names], rules, seed)[1]
