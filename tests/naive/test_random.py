"""Random play and random setups of the naive implementation, with invariants checked."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from .positions import BOTH
from .rules import NaiveGame
from .setups import random_setup
from .wfen import SPECIALISTS, all_tiles, is_golden, read_dice, symbol, write_dice


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


def step(game: NaiveGame, rng: random.Random) -> None:
    if game.to_act() == "chance":
        dice = [rng.choice(faces) for faces in game.faces_to_roll()]
        game.roll(write_dice(dice))
    else:
        game.act(rng.choice(sorted(game.legal())))


def play_out(game: NaiveGame, rng: random.Random, turns: int) -> None:
    played = 0
    while game.to_act() != "over" and played < turns:
        step(game, rng)
        check_state(game)
        if game.last_turn is not None:
            played += 1


@pytest.mark.parametrize("players", [2, 4, 7])
@pytest.mark.parametrize("rules", BOTH)
def test_random_play(rules: str, players: int) -> None:
    for seed in range(3):
        rng = random.Random(f"{rules} {players} {seed}")
        play_out(NaiveGame.start(rules, players), rng, 5000)


SETUP_RULES = [
    *BOTH,
    "standard+extrawurm(golden=plain)",
    "classic+extrawurm(weaselbust=yes)",
    "manual+extrawurm(bothextra=no,golden=plain,weaselbust=yes)",
    "standard(claim=any,emptyflip=yes,returned=turned)",
]


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


def check_setup(game: NaiveGame, text: str) -> None:
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


def setup_for(seed: int) -> str:
    rng = random.Random(seed)
    return random_setup(rng, SETUP_RULES[seed % len(SETUP_RULES)], rng.randint(2, 7))


@pytest.mark.parametrize("start", range(0, 2000, 100))
def test_random_setups(start: int) -> None:
    for seed in range(start, start + 100):
        text = setup_for(seed)
        assert setup_for(seed) == text
        game = NaiveGame.from_wfen(text)
        check_setup(game, text)
        play_out(game, random.Random(seed), 3)


def test_random_setups_are_varied() -> None:
    games = [NaiveGame.from_wfen(setup_for(seed)) for seed in range(2000)]
    phases = Counter(game.phase for game in games)
    for phase in ["about to roll", "rolled", "decide"]:
        assert phases[phase] > 400
    assert phases["raven"] > 50
    assert phases["over"] > 10
    deciding = [game for game in games if game.phase == "decide"]
    high = [game for game in deciding if game.total() >= 35]
    assert len(high) > len(deciding) / 6
    assert any(game.total() > 40 for game in deciding)
    assert any(len(stack) > 8 for game in games for stack in game.stacks)
    assert any(game.weasel_used for game in games)
    assert any(game.legal() == {"z"} for game in games)
    assert any(is_golden(die) for game in games for die in read_dice(game.wfen().split()[5]))
