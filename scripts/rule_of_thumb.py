"""Search for the best rule of thumb (`pickomino.bots.rule_of_thumb`) and print what variants lose.

The current rule plays against the champion, with occasional random actions so that other positions
occur as well. The cost of every choice of its decisions is computed, so that variants can be
compared on all decisions without playing again.

    python scripts/rule_of_thumb.py --games 200 --seed 1
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from pickomino import CHANCE, OVER, Action, Position, Rules, start
from pickomino.analysis.solved_turns import SolvedTurn, solve_turns
from pickomino.bots.family import FamilyBot
from pickomino.bots.protocol import Thinking
from pickomino.core.actions import ROLL_ON
from pickomino.core.play import apply, chance_outcomes, claims, dice_left, step, step_roll
from pickomino.core.position import Phase
from pickomino.core.roll import POINTS, WORM
from pickomino.core.tiles import worms
from pickomino.core.turns import has_worm
from pickomino.evaluation.network import NetworkChance

RANDOM_SHARE = 0.05
VARIANTS_SHOWN = 8


class Decision(NamedTuple):
    """A decision of the rule of thumb, and the cost of each choice."""

    position: Position
    costs: dict[Action, float]


def decisions(games: int, rules: str, seed: int) -> Iterator[Decision]:
    """Play games of two players, and yield the decisions of the one that uses the rule."""
    generator, judge, bot = random.Random(seed), NetworkChance(), FamilyBot("rule")
    for game in range(games):
        print(f"\r{game}/{games} games", end="", flush=True)
        position, solved = start(Rules.parse(rules), 2), None
        while position.to_act != OVER:
            solved = solved or solve_turns([position], judge)[0]
            if position.to_act == CHANCE:
                rolls, weights = zip(*chance_outcomes(position), strict=True)
                position, ended = step_roll(position, generator.choices(rolls, weights)[0])
            else:
                costs = _costs(solved, position)
                action = min(costs, key=costs.__getitem__)
                if position.seat == game % 2 and len(costs) > 1:
                    yield Decision(position, costs)
                    action = bot.choose(position, Thinking(generator))
                    if generator.random() < RANDOM_SHARE:
                        action = generator.choice(list(costs))
                position, ended = step(position, action)
            solved = solved if ended is None else None
    print(f"\r{games} games        ")


def _costs(solved: SolvedTurn, position: Position) -> dict[Action, float]:
    options = solved.options(position)
    chances = {action: options[action].chances[position.seat] for action in options}
    best = max(chances.values())
    return {action: best - chance for action, chance in chances.items()}


def symbol_rule(die: float, first_worms: float, *, steals: bool) -> Callable[[Position], Action]:
    """Return a rule that chooses a symbol."""

    def appeal(position: Position, action: Action) -> tuple[float, ...]:
        counts = position.turn.rolled.count(action.value) * (POINTS[action.value - 1] - die)
        if action.value == WORM and not has_worm(position):
            counts += first_worms
        is_steal = steals and any(claim.kind == "s" for claim in claims(apply(position, action)))
        return is_steal, counts, action.value

    return lambda position: max(
        (Action("k", face) for face in range(1, WORM + 1) if _is_new(position, face)),
        key=lambda action: appeal(position, action),
    )


def _is_new(position: Position, face: int) -> bool:
    return bool(position.turn.rolled.symbols & ~position.turn.set_aside.symbols & 1 << (face - 1))


def stop_rule(symbols: int, rich_symbols: int, dice: int) -> Callable[[Position], Action]:
    """Return a rule that stops with enough symbols, or with few dice left, and else rolls on.

    `symbols` are enough for a tile of one worm, `rich_symbols` for a tile of more.
    """

    def choose(position: Position) -> Action:
        options = claims(position)
        if not options or options[-1].kind == "s":
            return options[-1] if options else ROLL_ON
        best = max(options, key=lambda action: action.value)
        wanted = symbols if worms(best.value) == 1 else rich_symbols
        used = position.turn.set_aside.symbols.bit_count()
        return best if used >= wanted or dice_left(position) <= dice else ROLL_ON

    return choose


def print_best(
    title: str,
    rules: dict[str, Callable[[Position], Action]],
    decisions: list[Decision],
    games: int,
) -> None:
    """Print the cost of the best variants."""
    cost = {
        name: sum(costs[choose(position)] for position, costs in decisions) / games
        for name, choose in rules.items()
    }
    print(title)
    for name in sorted(cost, key=cost.__getitem__)[:VARIANTS_SHOWN]:
        print(f"  {cost[name]:6.2%} per game: {name}")


def main() -> None:
    """Play, then try every variant."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    met = list(decisions(options.games, options.rules, options.seed))
    symbols = {
        f"{die:g} off a die, {bonus:g} for the first worms{', steals first' * steals}": symbol_rule(
            die, bonus, steals=steals
        )
        for die, bonus, steals in product((0, 1, 1.5, 2, 2.5, 3), range(5), (False, True))
    }
    stops = {
        f"{few} symbols, {rich} for two worms or more, or {dice} dice": stop_rule(few, rich, dice)
        for few, rich, dice in product((2, 3, 4, 5), (2, 3, 4), (0, 1, 2, 3))
    }
    choices = [decision for decision in met if decision.position.turn.phase is Phase.CHOOSE]
    # If rolling on is not legal, there is nothing to compare.
    stop_decisions = [
        decision
        for decision in met
        if decision.position.turn.phase is Phase.DECIDE and ROLL_ON in decision.costs
    ]
    print_best("Which symbol", symbols, choices, options.games)
    print_best("When to stop", stops, stop_decisions, options.games)


if __name__ == "__main__":
    main()
