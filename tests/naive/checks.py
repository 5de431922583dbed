"""Soak suite of the naive implementation: invariants of random setups and games."""

from __future__ import annotations

import random
from collections import Counter

from .positions import BOTH
from .rules import NaiveGame
from .setups import random_setup
from .wfen import SPECIALISTS, all_tiles, format_dice, is_golden, symbol

MAX_TURNS = 5000
TURNS_AFTER_A_SETUP = 3
SETUPS_PER_GAME = 20


def check_seed(seed: int) -> int:
    """Check a random setup and some turns, sometimes a whole game; return the number of steps."""
    steps = check_setup(setup_for(seed), seed)
    game, rest = divmod(seed, SETUPS_PER_GAME)
    if not rest:
        steps += check_game(BOTH[game % len(BOTH)], 2 + game // len(BOTH) % 6, game)
    return steps


def check_game(rules: str, players: int, seed: int) -> int:
    rng = random.Random(f"{rules} {players} {seed}")
    return play_out(NaiveGame.start(rules, players), rng, MAX_TURNS)


SETUP_RULES = [
    *BOTH,
    "standard+extrawurm(golden=plain)",
    "classic+extrawurm(weaselbust=yes)",
    "manual+extrawurm(bothextra=no,golden=plain,weaselbust=yes)",
    "standard(claim=any,emptyflip=yes,returned=turned)",
    "short(returned=down)",
]


def setup_for(seed: int) -> str:
    rng = random.Random(seed)
    return random_setup(rng, SETUP_RULES[seed % len(SETUP_RULES)], rng.randint(2, 7))


def check_setup(text: str, seed: int) -> int:
    game = NaiveGame.from_wfen(text)
    assert game.wfen() == text
    check_state(game)
    check_dice(game)
    if game.phase != "raven":
        assert bool(game.face_up) == (game.phase != "over")
    if game.phase == "raven":
        assert sum(game.bratwurms) == 7
        assert game.stacks[game.seat]
        assert "raven" not in game.on_tile
    if game.weasel_used:
        assert game.held_by["weasel"] == game.seat
    return play_out(game, random.Random(seed), TURNS_AFTER_A_SETUP)


def play_out(game: NaiveGame, rng: random.Random, turns: int) -> int:
    """Play some turns; return the number of steps."""
    played = steps = 0
    while game.to_act() != "over" and played < turns:
        step(game, rng)
        check_state(game)
        steps += 1
        if game.last_turn is not None:
            played += 1
    return steps


def step(game: NaiveGame, rng: random.Random) -> None:
    if game.to_act() == "chance":
        dice = [rng.choice(faces) for faces in game.faces_to_roll()]
        game.roll(format_dice(dice))
    else:
        game.act(rng.choice(sorted(game.legal())))


def check_state(game: NaiveGame) -> None:
    places = Counter(game.face_up) + Counter(game.face_down)
    for stack in game.stacks:
        places += Counter(stack)
    assert places == Counter(all_tiles(game.extrawurm))
    assert sum(game.bratwurms) <= 7
    assert len(set(game.on_tile.values())) == len(game.on_tile)
    assert len(set(game.held_by.values())) == len(game.held_by)
    assert set(game.on_tile.values()) <= game.face_up
    assert not set(game.on_tile) & set(game.held_by)
    assert set(game.on_tile) | set(game.held_by) <= set(SPECIALISTS)
    assert "raven" not in game.held_by
    assert NaiveGame.from_wfen(game.wfen()).wfen() == game.wfen()
    assert bool(game.legal()) == (game.to_act() in "abcdefg")


def check_dice(game: NaiveGame) -> None:
    dice = game.set_aside + game.rolled
    holds_golden_die = game.held_by.get("golden_die") == game.seat
    golden = sum(is_golden(die) for die in dice)
    if game.phase == "about to roll":
        assert len(game.set_aside) < game.dice_in_play()
        assert len({symbol(die) for die in dice}) < 6
        assert golden <= holds_golden_die
    if game.phase == "rolled":
        assert len(dice) == (9 if holds_golden_die else 8)
        assert len({symbol(die) for die in game.set_aside}) < 6
        assert golden == holds_golden_die
    if game.phase == "decide":
        assert game.set_aside
        assert golden <= holds_golden_die
        assert len(dice) <= (9 if holds_golden_die else 8)
        if len(dice) == 9:
            assert golden == 1
    if game.phase in ("raven", "over"):
        assert not dice
