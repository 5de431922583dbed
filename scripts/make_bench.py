"""Draw the decisions of the benchmark: python scripts/make_bench.py FOLDER

Writes decisions-v1.txt and small-decisions-v1.txt. The files in src/pickomino/bench are frozen: a
change of what they contain needs a new version of the task. Left out are decisions without stakes,
where the best and the worst action differ by less than MIN_STAKES, and whether to give up a turn.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pickomino import (
    Game,
    Position,
    Rules,
    SeededDice,
    Thinking,
    advise,
    legal_actions,
    make_bot,
    solved,
)
from pickomino.bench.decisions import Decision, format_decision

COUNT: Final = 1000
MIN_STAKES: Final = 0.005
BOTS: Final = ("random", "beginner", "family", "expert", "champion")
RULES: Final = ("standard", "classic", "short", "manual")
PLAYERS: Final = (2, 2, 2, 3, 4)
TILES: Final = (2, 3, 4, 5)


def full_start(draw: random.Random) -> Position:
    """Return the start of a whole game."""
    return Game(Rules.preset(draw.choice(RULES)), draw.choice(PLAYERS)).position


def small_start(draw: random.Random) -> Position:
    """Return the start of a game that is solved exactly."""
    return solved.small_start(Rules.preset(draw.choice(RULES)), draw.choice(TILES))


def decisions_of(start: Position, draw: random.Random) -> list[Position]:
    """Play a game between random bots; return the positions with a choice."""
    game = Game.from_position(start, SeededDice(draw.randrange(10**9)), turn_limit=200)
    bots = [make_bot(draw.choice(BOTS)) for _ in range(start.players)]
    thinking = Thinking(random.Random(draw.random()))
    found: list[Position] = []
    while not game.is_over and game.turn < 200:
        if is_choice(game.position):
            found.append(game.position)
        game.play(bots[game.position.seat].choose(game.position, thinking))
    return found


def is_choice(position: Position) -> bool:
    """Return whether there is more to decide than whether to give up the turn."""
    return sum(action.kind != "q" for action in legal_actions(position)) > 1


def draw_decisions(task: str) -> Iterator[Decision]:
    """Yield decisions without end, at most one of each game."""
    draw = random.Random(f"pickomino {task}")
    is_small = task.startswith("small")
    while True:
        positions = decisions_of((small_start if is_small else full_start)(draw), draw)
        if not positions:
            continue
        position = draw.choice(positions)
        values = solved.choices(position) if is_small else advise(position, "win").choices
        if max(values.values()) - min(values.values()) >= MIN_STAKES:
            yield Decision(position, values)


def main(folder: str) -> None:
    for task in ("decisions-v1", "small-decisions-v1"):
        lines: dict[str, str] = {}
        for decision in draw_decisions(task):
            lines.setdefault(decision.position.wfen(), format_decision(decision))
            if len(lines) == COUNT:
                break
        (Path(folder) / f"{task}.txt").write_text("\n".join(lines.values()) + "\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
