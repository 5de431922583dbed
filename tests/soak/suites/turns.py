"""The browser's check of the turns raises no alarm in honest games, and counts as the engine does.

A seed is a number of random games with random rules and players, from the start or from a set-up.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path

from msgspec import to_builtins

from naive.setups import random_setup
from pickomino import Game, Position, SeededDice
from pickomino.core.dice import ROLL_NUMBERS_PER_TURN
from pickomino.record.state import RollEvent, turn_label
from pickomino.rooms.protocol.frames import game_frames
from support.random_play import play_out, random_start

SCRIPT = Path(__file__).parents[2] / "client/follow-games.js"
GAMES = 20
MAX_ACTIONS = 600


def check_seed(seed: int) -> int:
    """Play games and compare what the browser says about them; return the number of rolls."""
    rng = random.Random(seed)
    games = [random_game(rng) for _ in range(GAMES)]
    for game, course in zip(games, follow(map(browser_game, games)), strict=True):
        expected = {
            "turns": game.turn,
            "isOver": game.is_over and not game.is_stopped,
            "broken": None,
            "rolls": rolls_of(game),
        }
        assert course == expected, f"seed {seed}: {game.wgn()}\n{course}\n{expected}"
    return sum(len(rolls_of(game)) for game in games)


def random_game(rng: random.Random) -> Game:
    first = random_start(rng)
    if rng.random() < 0.3:
        first = Position.from_wfen(random_setup(rng, str(first.rules), first.players))
    game = Game.from_position(first, SeededDice(rng.randrange(10**9)))
    return play_out(game, rng.randrange(10**9), MAX_ACTIONS)


def browser_game(game: Game) -> dict[str, object]:
    """Return a game as the browser's check gets it."""
    frames = [to_builtins(frame) for frame in game_frames(game.start, game.steps)]
    return {"rules": str(game.start.rules), "frames": frames}


def follow(games) -> list[dict[str, object]]:
    node = shutil.which("node")
    assert node, "node is needed to run the client's modules"
    done = subprocess.run(
        [node, SCRIPT], input=json.dumps(list(games)).encode(), capture_output=True, check=True
    )
    return json.loads(done.stdout)


def rolls_of(game: Game) -> list[dict[str, object]]:
    rolls, last = [], (-1, -1)
    for index, event in enumerate(game.events):
        if isinstance(event, RollEvent):
            turn = game.turn_at(index)
            last = (turn, last[1] + 1 if last[0] == turn else 0)
            assert last[1] < ROLL_NUMBERS_PER_TURN
            rolls.append(
                {
                    "turn": turn_label(game.start, turn),
                    "index": turn,
                    "place": last[1],
                    "roll": event.roll.text,
                    "ordinary": len(event.roll.ordinary),
                }
            )
    return rolls
