"""Bots of the vector engine play like those of the readable engine, with the same dice."""

from __future__ import annotations

import random

from envs.vector.generator import Generator
from naive.setups import random_setup
from pickomino import CHANCE, OVER, Position, Rules, apply, apply_roll, legal_actions, start
from pickomino.bots.protocol import Thinking
from pickomino.bots.registry import make_bot
from pickomino.core.play import dice_to_roll
from pickomino.envs import actions
from pickomino.envs.vector import VectorPickomino
from pickomino.envs.vector.bots import KINDS
from soak.suites.vector import require_same
from support.random_play import random_rules

GAMES = 8
STEPS = 25
BOTS = {name: make_bot(name) for name in KINDS}


def check_seed(seed: int) -> int:
    """Play some games of a learner against bots in both; return the number of its actions."""
    rng = random.Random(seed)
    return compare_bots(rng, random_rules(rng), rng.randint(2, 7), seed)


def compare_bots(rng: random.Random, rules: Rules, players: int, seed: int) -> int:
    names = [rng.choice(list(BOTS)) for _ in range(players - 1)]
    env = VectorPickomino(GAMES, players, str(rules), seat=None, opponents=names)
    env.reset(seed=seed)
    positions = [opening(rng, rules, players) for _ in range(GAMES)]
    for game, position in enumerate(positions):
        env.games.load(game, position)
    made, running = 0, range(GAMES)
    for number in range(STEPS):
        chosen = [0] * GAMES
        generators = [Generator(*map(int, words)) for words in env.games._arrays.random]
        for game in running:
            seat, position = int(env.seats[game]), positions[game]
            if position.to_act == seat:
                action = rng.choice(legal_actions(position))
                chosen[game], position = actions.index_of(action), apply(position, action)
                made += 1
            positions[game] = play_bots(position, seat, names, generators[game])
        env.step(chosen)
        for game in running:
            words = [generators[game].one, generators[game].two]
            comparisons = [
                ("position", positions[game], env.games.position(game)),
                ("generator", words, env.games._arrays.random[game].tolist()),
            ]
            require_same(f"seed {seed}, step {number}, {names}", positions[game], comparisons)
        running = [game for game in running if positions[game].to_act != OVER]
    return made


def opening(rng: random.Random, rules: Rules, players: int) -> Position:
    """Return a position before a roll."""
    if rng.random() < 0.3:
        return start(rules, players)
    while True:
        position = Position.from_wfen(random_setup(rng, str(rules), players))
        if position.to_act == CHANCE:
            return position


def play_bots(position: Position, agent: int, names: list[str], generator: Generator) -> Position:
    """Roll the dice and let the bots play until the agent must act or the game is over."""
    while position.to_act not in (OVER, agent):
        if position.to_act == CHANCE:
            position = apply_roll(position, generator.roll(*dice_to_roll(position)))
            continue
        name = names[position.seat - (position.seat > agent)]
        position = apply(position, choose(name, position, generator))
    return position


def choose(name, position, generator):
    """Return a bot's action; all but the expert draw one number for every decision."""
    if name == "random":
        legal = sorted(legal_actions(position), key=actions.index_of)
        return legal[generator.below(len(legal))]
    thinking = Thinking(random.Random(0))
    if name != "expert":
        drawn = generator.below(2**52) / 2**52
        thinking.generator.random = lambda: drawn
    return BOTS[name].choose(position, thinking)
