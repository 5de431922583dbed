"""The browser's check of the turns raises no alarm in honest games, and counts as the engine does.

A seed is a number of random games with random rules and players: recorded ones, from the start or
from a set-up, and games in rooms, as they are shown live.
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
from pickomino.rooms import BotSeat, PersonSeat, Start
from pickomino.rooms.domain.decision import Decision
from pickomino.rooms.domain.timeline import build_timeline
from pickomino.rooms.protocol.frames import Frame, game_frames
from support.random_play import play_out, random_action, random_start
from support.room_harness import PureRoom

SCRIPT = Path(__file__).parents[2] / "client/follow-games.js"
GAMES = 20
MAX_ACTIONS = 600
Shown = tuple[Game, list[Frame]]


def check_seed(seed: int) -> int:
    """Play games and compare what the browser says about them; return the number of rolls."""
    rng = random.Random(seed)
    shown = [rng.choice((recorded_game, live_game))(rng) for _ in range(GAMES)]
    for (game, _), course in zip(shown, follow(shown), strict=True):
        expected = {
            "turns": game.turn,
            "isOver": game.is_over and not game.is_stopped,
            "broken": None,
            "rolls": rolls_of(game),
        }
        assert course == expected, f"seed {seed}: {game.wgn()}\n{course}\n{expected}"
    return sum(len(rolls_of(game)) for game, _ in shown)


def recorded_game(rng: random.Random) -> Shown:
    """Return a game, and its frames as in the replay of a record."""
    first = random_start(rng)
    if rng.random() < 0.3:
        first = Position.from_wfen(random_setup(rng, str(first.rules), first.players))
    game = Game.from_position(first, SeededDice(rng.randrange(10**9)))
    game = play_out(game, rng.randrange(10**9), MAX_ACTIONS)
    return game, game_frames(game.start, game.steps)


def live_game(rng: random.Random) -> Shown:
    """Return a game that is played in a room, and its frames as in the views of its players."""
    first = random_start(rng)
    people = (PersonSeat("Ann"), *(BotSeat("random") for _ in range(1, first.players)))
    limit = rng.choice((3, 30, 250))
    settings = {"rules": str(first.rules), "practice": True, "turn_limit": limit}
    room = PureRoom(*people, seed=rng.randrange(10**9), **settings)
    room.do(Start())
    while room.state.phase == "playing":
        decision = Decision(room.state, room.context(""))
        decision.act(random_action(rng, room.position), by_bot=rng.random() < 0.5)
        room.state = decision.state
        room.log += decision.log
    entries = build_timeline(tuple(room.log)).entries
    return Game.from_state(room.state.game), [entry.frame for entry in entries if entry.frame.wfen]


def follow(shown: list[Shown]) -> list[dict[str, object]]:
    """Return what the browser's check says about each game."""
    node = shutil.which("node")
    assert node, "node is needed to run the client's modules"
    games = [
        {"rules": str(game.start.rules), "frames": [to_builtins(frame) for frame in frames]}
        for game, frames in shown
    ]
    text = json.dumps(games).encode()
    done = subprocess.run([node, SCRIPT], input=text, capture_output=True, check=True)
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
