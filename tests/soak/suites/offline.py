"""Bots and coach in a browser: without numba and NumPy they answer as they do with them.

A seed determines a rule set, a number of players and a decision.
"""

from __future__ import annotations

import atexit
import random
from collections.abc import Mapping
from functools import cache

from pickomino import OVER, Phase, Position, Rules, apply, chance_outcomes, legal_actions
from pickomino.core.play import apply_roll
from pickomino.core.rules import PRESETS
from support.offline.answers import OfflineProcess, answer_position
from support.offline.kernel_files import KernelFiles
from support.turn_starts import starts_of_turns

RULES = tuple(Rules.preset(name, extrawurm) for extrawurm in (False, True) for name in PRESETS)
PLAYERS = range(2, 8)
POSITIONS_PER_RULE_SET = 2000
TOTAL = POSITIONS_PER_RULE_SET * len(RULES)
CLOSE = 1e-5
"""Networks compute in 32-bit floats, so sums in another order differ a little."""
MAX_STEPS = 8


def check_seed(seed: int) -> int:
    """Compare all answers about one decision."""
    rules = RULES[seed % len(RULES)]
    players = PLAYERS[seed // len(RULES) % len(PLAYERS)]
    position = random_decision(rules, players, seed)
    compare(position)
    return 1


def random_decision(rules: Rules, players: int, seed: int) -> Position:
    """Return a position where a player must act, from any stage of a game and of a turn."""
    rng = random.Random(seed)
    start = starts_of_turns(rules, players, rng.randrange(1, 60), seed)[-1]
    position, decision = start, None
    for _ in range(rng.randrange(1, MAX_STEPS)):
        if position.turn.phase is Phase.ROLL:
            rolls, weights = zip(*chance_outcomes(position), strict=True)
            position = apply_roll(position, rng.choices(rolls, weights)[0])
        else:
            decision = position
            position = apply(position, rng.choice(legal_actions(position)))
        if position.to_act == OVER or position.seat != start.seat:
            break
    if decision is None and position.turn.phase is not Phase.ROLL and position.to_act != OVER:
        decision = position
    return decision or random_decision(rules, players, seed + TOTAL)


def compare(position: Position) -> None:
    """Raise AssertionError unless a browser answers like this process."""
    wfen = position.wfen()
    offline = offline_process().ask(position.rules, position.players, "position", wfen)
    here = answer_position(wfen)
    assert offline["judge"] == here["judge"], wfen
    values = {choice["action"]: choice["value"] for choice in here["coach"]["choices"]}
    for bot, choice in here["choices"].items():
        other = offline["choices"][bot]
        is_equal = bot == "champion" and abs(values[choice] - values[other]) <= CLOSE
        assert choice == other or is_equal, f"{bot}: {choice} here, {other} offline in {wfen}"
    views = [comparable(answers["coach"]) for answers in (here, offline)]
    difference = first_difference(*views)
    assert not difference, f"coach: {difference} in {wfen}"


def comparable(view: Mapping) -> dict:
    """Return what two coaches must agree on, with lists as mappings: equal choices have no order.

    In a decided game all choices are equal but for rounding, so that any of them may be the best.
    """
    values = {choice["action"]: choice["value"] for choice in view["choices"]}
    if all(min(value, 1 - value) <= CLOSE for value in values.values()):
        return {"values": values}
    return view | {
        "choices": {choice["action"]: choice for choice in view["choices"]},
        "results": {result["claim"]: result for result in view["results"]},
        "equals": dict.fromkeys(view["equals"], True),
    }


def first_difference(here: object, offline: object, place: str = "") -> str:
    """Return the first value that differs by more than rounding; empty if none does."""
    if isinstance(here, dict) and isinstance(offline, dict):
        for key in here.keys() | offline.keys():
            difference = first_difference(here.get(key), offline.get(key), f"{place}.{key}")
            if difference:
                return difference
        return ""
    if isinstance(here, list | tuple) and isinstance(offline, list) and len(here) == len(offline):
        return first_difference(dict(enumerate(here)), dict(enumerate(offline)), place)
    is_close = (
        isinstance(here, int | float)
        and isinstance(offline, int | float)
        and abs(here - offline) <= CLOSE
    )
    return "" if here == offline or is_close else f"{place}: {here} here, {offline} offline"


@cache
def offline_process() -> OfflineProcess:
    """Return the process that answers as in a browser."""
    files = KernelFiles()
    process = OfflineProcess(files)
    atexit.register(files.close)
    atexit.register(process.close)
    return process
